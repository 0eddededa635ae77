"""A field for an access token of the hub, and what takes it to the system's keyring by way of a worker."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import IconButton, dim_label, error_label, show_error, text_field
from app.workers.advice import in_the_windows_words
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base.language import tr

TOKENS = "/settings/tokens"  # on the hub: where tokens are made


class TokenRow(QWidget):
    """`job` hands over what was typed, while it does. endpoint: of the hub whose token it is.

    Signals:
        kept: the token is in the keyring.
    """

    kept = Signal()

    def __init__(self, keep: str = tr("Save token"), get: str = tr("Get a token"), forgets: bool = False) -> None:
        """keep, get: what its buttons say, with their letters. forgets: a kept one can be taken back, and none got."""
        super().__init__()
        self.job: BackgroundJob | None = None
        self.endpoint = ""
        self.field = text_field(tr("Access token"), tr("Access token, hf_…"))
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleDescription(tr("It is kept in the system's keyring, and in no file."))
        self.keep, self.get = IconButton(keep, "mdi6.content-save-outline"), IconButton(get, "mdi6.key-outline")
        self.forget = IconButton(tr("Remove token"), "mdi6.key-remove")
        (self.get if forgets else self.forget).hide()
        self.answer, self.error = dim_label(wraps=True), error_label()
        field = layouts.row((self.field, 1), self.keep, gap=GRID)
        layouts.column(field, Flow(GRID, self.get, self.forget), self.answer, self.error, inside=self, gap=GRID)
        self.answer.hide()
        self.field.returnPressed.connect(self._keep)
        self.keep.clicked.connect(self._keep)
        self.get.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(self.endpoint + TOKENS)))
        self.forget.clicked.connect(lambda: self._hand_over(""))

    def give_up(self) -> None:
        """Drop the job: the window closes."""
        if self.job is not None:
            self.job.drop()
            self.job = None

    def _keep(self) -> None:
        """Hand over what was typed, or say that there is nothing."""
        if self.job is not None:  # what was typed meanwhile stays
            return
        secret = self.field.text().strip()
        if secret:
            self.field.clear()
            self._hand_over(secret)
        else:
            show_error(self.error, tr("Paste the token first."))

    def _hand_over(self, secret: str) -> None:
        """Hand a token over to the keyring; "" removes it."""
        if self.job is not None:
            return
        self._say(tr("Asking the keyring…"))
        self._allow(False)
        self.job = BackgroundJob(p.TokenJob(token=secret), self)
        self.job.run(lambda job: self._on_ended(job, keeps=bool(secret)))

    def _on_ended(self, job: BackgroundJob, *, keeps: bool) -> None:
        self.job = None
        self._allow(True)
        if job.failure is not None:
            self._say("", in_the_windows_words(job.failure).text.replace("\n", " "))
        else:
            self._say(
                tr("✓ The token is in the system's keyring.")
                if keeps
                else tr("✓ There is no token in the keyring any more.")
            )
            if keeps:
                self.kept.emit()

    def _say(self, answer: str, error: str = "") -> None:
        self.answer.setText(answer)
        self.answer.setVisible(bool(answer))
        show_error(self.error, error)

    def _allow(self, allowed: bool) -> None:
        for button in (self.keep, self.forget):
            button.setEnabled(allowed)
