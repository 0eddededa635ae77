"""A job on one line: what it does, how far it is, and Cancel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID, use_tabular_figures
from app.widgets.controls import IconButton, PathLabel, ShareBar
from app.widgets.job_words import fraction_done, job_status
from app.workers.background_job import BackgroundJob
from core.advice.texts.language import tr

BAR = 10 * GRID  # pixels; the words take the rest


class JobStrip(QWidget):
    """Signals:
    cancelled: the user does not want to wait for it.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._job: BackgroundJob | None = None
        self.status = PathLabel(words=True)
        use_tabular_figures(self.status)
        self.bar = ShareBar()
        self.cancel = IconButton(tr("Cancel"), "mdi6.close")
        self.cancel.clicked.connect(self.cancelled)
        row = layouts.row(self, gap=GRID)
        self.bar.setFixedWidth(BAR)
        row.addWidget(self.status, 1)
        row.addWidget(self.bar)
        row.addWidget(self.cancel)

    def watch(self, job: BackgroundJob | None) -> None:
        """Show this one from now on, or nothing new."""
        if self._job is not None:
            self._job.changed.disconnect(self._refresh)
        self._job = job
        if job is not None:
            job.changed.connect(self._refresh)
            self._refresh()

    def _refresh(self) -> None:
        if self._job is not None and self._job.is_active:
            self.status.show_path(job_status(self._job))
            self.bar.show_share(fraction_done(self._job))
