"""The network: whether there is one, by which ways, and with whose token."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from app.look import layouts
from app.look.theme import GRID
from app.pages.settings import texts
from app.pages.settings.keeper import Keeper
from app.pages.settings.rows import field_row, switch_row
from app.widgets.controls import Card, IconButton, dim_label, error_label, show_error
from app.workers.advice import in_the_windows_words
from app.workers.background_job import BackgroundJob
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.settings import Settings


class NetworkCard(Card):
    """Offline, mirror, proxy and the access token. `job` is the one that keeps a token, while it does."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__("Network")
        self._keeper = keeper
        self.job: BackgroundJob | None = None
        self._forgetting = False
        self.offline, offline = switch_row("Stay o&ffline", texts.OFFLINE)
        self.endpoint, endpoint = field_row("Address of the h&ub", texts.ENDPOINT, "https://huggingface.co")
        self.proxy, proxy = field_row("Prox&y", texts.PROXY, "as the system says")
        self.token, token = field_row("Access tok&en", texts.TOKEN, "hf_…")
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.save, self.forget = IconButton("Keep it", "mdi6.key-outline"), IconButton("Forget it", "mdi6.key-remove")
        self.save.setAccessibleName("Keep the access token")
        self.forget.setAccessibleName("Forget the access token")
        self.answer, self.error = dim_label(wraps=True), error_label()
        buttons = layouts.row(gap=GRID)
        buttons.addWidget(self.save)
        buttons.addWidget(self.forget)
        buttons.addWidget(self.answer, 1)
        for widget in (offline, endpoint, proxy, token):
            self.body.addWidget(widget)
        self.body.addLayout(buttons)
        self.body.addWidget(self.error)
        self.offline.clicked.connect(lambda checked: keeper.change(offline=checked))
        self.endpoint.editingFinished.connect(lambda: self._keep_address("endpoint", self.endpoint))
        self.proxy.editingFinished.connect(lambda: self._keep_address("proxy", self.proxy))
        self.save.clicked.connect(self.keep_token)
        self.token.returnPressed.connect(self.keep_token)
        self.forget.clicked.connect(lambda: self._hand_over(""))

    def show_settings(self, known: Settings) -> None:
        self.offline.setChecked(known.offline)
        self.endpoint.setText(known.endpoint)
        self.proxy.setText(known.proxy)

    def keep_token(self) -> None:
        """Hand what was typed to the system's keyring, by way of a worker."""
        secret = self.token.text().strip()
        self.token.clear()
        show_error(self.error, "" if secret else "Paste the token first.")
        if secret:
            self._hand_over(secret)

    def give_up(self) -> None:
        """The window closes."""
        if self.job is not None:
            self.job.drop()
            self.job = None

    def _keep_address(self, key: str, field: QLineEdit) -> None:
        text = field.text().strip()
        if text != getattr(self._keeper.known, key):
            self._keeper.change(**{key: text})

    def _hand_over(self, secret: str) -> None:
        if self.job is not None:
            return
        self._forgetting = not secret
        self.answer.setText("Asking the keyring…")
        self.save.setEnabled(False)
        self.forget.setEnabled(False)
        self.job = BackgroundJob(p.TokenJob(token=secret), self)
        self.job.ended.connect(self._on_ended)
        self.job.start()

    def _on_ended(self) -> None:
        job, self.job = self.job, None
        assert job is not None
        self.save.setEnabled(True)
        self.forget.setEnabled(True)
        failure = job.failure
        self.answer.setText("" if failure else "✓ Forgotten." if self._forgetting else "✓ The keyring has it.")
        show_error(self.error, in_the_windows_words(failure).text.replace("\n", " ") if failure else "")
        job.deleteLater()

    def complain(self, error: LuthierError) -> None:
        """A setting of the network was refused."""
        show_error(self.error, in_the_windows_words(error).text.replace("\n", " "))
