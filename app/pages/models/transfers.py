"""Downloads and conversions that go on, with their progress, and what became of them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.models.transfer_row import TransferRow
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core import protocol as p
from core.base.language import tr

MOST_HEIGHT = 22 * GRID  # pixels; more scrolls


class Transfers(QScrollArea):
    """Hidden while empty.

    Signals:
        finished: a job that did what it should.
        show_wanted: the model that a finished one made, a path.
    """

    finished = Signal(object)
    show_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.hide()
        self.setAccessibleName(tr("Downloads and conversions"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.rows: list[TransferRow] = []
        content = QWidget()
        self._column = layouts.column(inside=content, gap=GRID)
        self.setWidget(content)

    @property
    def active(self) -> list[BackgroundJob]:
        """Jobs whose workers are there."""
        return [row.job for row in self.rows if row.job.is_active]

    def add(self, title: str, job: BackgroundJob) -> TransferRow:
        """Show a job, begun or not; it belongs to its row from now on."""
        row = TransferRow(title, job)
        row.dismissed.connect(lambda: self._remove(row))
        row.show_wanted.connect(self.show_wanted)
        row.resized.connect(self._fit)
        job.ended.connect(lambda: self._on_ended(row))
        self.rows.insert(0, row)
        self._column.insertWidget(0, row)
        self._fit()
        self.verticalScrollBar().setValue(0)
        return row

    def row_of(self, job: p.Job) -> TransferRow | None:
        """Return the row of the same work that goes on, or could."""
        return next((row for row in self.rows if row.job.job == job and row.job.state is not JobState.DONE), None)

    def drop_idle(self, repo: str) -> None:
        """Take away rows of downloads from there that are not going on."""
        for row in list(self.rows):
            if isinstance(row.job.job, p.FetchJob) and row.job.job.repo == repo and not row.job.is_active:
                self._remove(row)

    def _on_ended(self, row: TransferRow) -> None:
        if row.job.state is JobState.DONE:
            self.finished.emit(row.job)
        elif row.job.state is JobState.CANCELLED:
            self._remove(row)

    def _remove(self, row: TransferRow) -> None:
        if row in self.rows:
            self.rows.remove(row)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
            self._fit()

    def _fit(self) -> None:
        """Make it as high as its rows need, up to a limit."""
        self.setVisible(bool(self.rows))
        for row in self.rows:
            row.adjustSize()
        needed = sum(row.sizeHint().height() for row in self.rows) + GRID * max(0, len(self.rows) - 1)
        self.setFixedHeight(min(MOST_HEIGHT, needed))
