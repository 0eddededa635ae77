"""The network: whether there is one, by which ways, and with whose token."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit

from app.pages.settings import texts
from app.pages.settings.keeper import Keeper
from app.pages.settings.rows import field_row, switch_row
from app.widgets.controls import Card, dim_label, error_label, show_error
from app.widgets.token_row import TokenRow
from app.workers.advice import in_the_windows_words
from core.shared.errors import LuthierError
from core.shared.settings import Settings
from core.shared.texts.language import tr


class NetworkCard(Card):
    """Offline, mirror, proxy and the access token."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__(tr("Network"))
        self._keeper = keeper
        self.offline, offline = switch_row(tr("Stay o&ffline"), texts.OFFLINE)
        self.endpoint, endpoint = field_row(tr("Address of the h&ub"), texts.ENDPOINT, "https://huggingface.co")
        self.proxy, proxy = field_row(tr("Prox&y"), texts.PROXY, tr("as the system says"))
        self.token, self.error = TokenRow(forgets=True), error_label()
        caption = QLabel(tr("Access tok&en"))
        caption.setBuddy(self.token.field)
        about = dim_label(texts.TOKEN, wraps=True)
        for widget in (offline, endpoint, proxy, self.error, caption, self.token, about):
            self.body.addWidget(widget)
        self.offline.clicked.connect(lambda checked: keeper.change(offline=checked))
        self.endpoint.editingFinished.connect(lambda: self._keep_address("endpoint", self.endpoint))
        self.proxy.editingFinished.connect(lambda: self._keep_address("proxy", self.proxy))

    def show_settings(self, known: Settings) -> None:
        self.offline.setChecked(known.offline)
        self.endpoint.setText(known.endpoint)
        self.proxy.setText(known.proxy)

    def _keep_address(self, key: str, field: QLineEdit) -> None:
        text = field.text().strip()
        if text != getattr(self._keeper.known, key):
            self._keeper.change(**{key: text})

    def complain(self, error: LuthierError) -> None:
        """A setting of the network was refused."""
        show_error(self.error, in_the_windows_words(error).text.replace("\n", " "))
