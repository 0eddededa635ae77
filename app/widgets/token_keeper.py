"""Takes an access token from a field to the system's keyring, by way of a worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from app.widgets.controls import show_error
from app.workers.background_job import BackgroundJob
from app.workers.event_texts import with_hint
from core.shared import protocol as p


class TokenKeeper(QObject):
    """Works at the button, and at Enter in the field. `job` keeps the token, while it does.

    Signals:
        asked: to keep what stands in the field. kept: the keyring has it.
    """

    asked = Signal()
    kept = Signal()

    def __init__(self, field: QLineEdit, button: QPushButton, error: QLabel) -> None:
        super().__init__(field)
        self._field, self._button, self._error = field, button, error
        self.job: BackgroundJob | None = None
        button.clicked.connect(self.keep)
        field.returnPressed.connect(self.keep)

    def keep(self) -> None:
        """Hand over what was typed, or say that there is nothing."""
        secret = self._field.text().strip()
        if self.job is not None:
            return
        self.asked.emit()
        if not secret:
            show_error(self._error, "Paste the token first.")
            return
        show_error(self._error, "")
        self._field.clear()
        self._button.setEnabled(False)
        self.job = BackgroundJob(p.TokenJob(token=secret), self)
        self.job.ended.connect(self._on_ended)
        self.job.start()

    def _on_ended(self) -> None:
        job, self.job = self.job, None
        assert job is not None
        self._button.setEnabled(True)
        if job.failure is not None:
            show_error(self._error, with_hint(job.failure))
        else:
            self.kept.emit()
        job.deleteLater()
