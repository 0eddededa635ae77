"""Left of the page's button: why it cannot be pressed, or how far the work is, and Cancel. Its height stays."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID, use_tabular_figures
from app.widgets.controls import IconButton, ShareBar, dim_label, reason_label
from app.widgets.job_words import job_status
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core.advice.texts.language import tr


class JobLine(QStackedWidget):
    """Signals:
    cancelled: the user does not want to wait for it.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.reason = reason_label()
        self.status, self.bar = dim_label(), ShareBar()
        self.status.setMinimumWidth(10 * GRID)
        use_tabular_figures(self.status)
        self.cancel = IconButton(tr("&Cancel"), "mdi6.close")
        self.cancel.setProperty("ends", True)  # so that the focus does not go there by itself
        self.cancel.clicked.connect(self.cancelled)
        QShortcut(QKeySequence("Esc"), self.cancel).activated.connect(self.cancel.click)
        going = QWidget()
        told = layouts.column(gap=GRID // 4)
        told.addWidget(self.status)
        told.addWidget(self.bar)
        row = layouts.row(going, gap=GRID)
        row.addLayout(told, 1)
        row.addWidget(self.cancel)
        self.addWidget(self.reason)
        self.addWidget(going)
        self.setFixedHeight(CONTROL_HEIGHT)

    def say(self, reason: str) -> None:
        """While nothing is being done."""
        self.reason.setText(reason)

    def watch(self, job: BackgroundJob, done: Callable[[], float | None]) -> None:
        """Show this one until it ends. done: how much of it is, from 0 to 1; None where it is not known."""
        job.changed.connect(lambda: self._show(job, done()))
        self._show(job, done())

    def _show(self, job: BackgroundJob, done: float | None) -> None:
        self.setCurrentIndex(1 if job.is_active else 0)
        if job.is_active:
            text = job_status(job)
            shown = self.status.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.status.width())
            self.status.setText(shown)
            self.status.setToolTip(text)
            self.bar.setMaximum(ShareBar.STEPS if done is not None else 0)  # without an end it moves by itself
            self.bar.show_share(done or 0.0)
            self.cancel.setEnabled(job.state is not JobState.CANCELLING)
