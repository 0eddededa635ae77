"""Downloads and conversions, with their progress and outcome."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from app.look import layouts
from app.look.theme import BODY, GRID, use_tabular_figures
from app.pages.models.texts import breakable
from app.widgets import job_strip
from app.widgets.controls import FoldButton, IconButton, PathLabel, ShareBar, dim_label
from app.workers.background_job import BackgroundJob
from app.workers.event_texts import with_hint
from app.workers.process import JobState
from core import protocol as p
from core.base.language import tr
from core.base.numbers import duration, size

MOST_HEIGHT = 22 * GRID  # pixels; beyond that it scrolls


class Transfers(QScrollArea):
    """The list of downloads and conversions; hidden while empty.

    Signals:
        finished: a job that succeeded.
        show_wanted: the path of the model that a finished job produced.
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
        """Jobs with a running worker."""
        return [row.job for row in self.rows if row.job.is_active]

    def add(self, title: str, job: BackgroundJob) -> TransferRow:
        """Show a job, started or not; its row takes ownership."""
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
        """Return the row of an equal job that is in progress or can be resumed."""
        return next((row for row in self.rows if row.job.job == job and row.job.state is not JobState.DONE), None)

    def drop_idle(self, repo: str) -> None:
        """Remove the rows of this repository's idle downloads."""
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
        """Fit the height to the rows, up to MOST_HEIGHT."""
        self.setVisible(bool(self.rows))
        for row in self.rows:
            row.adjustSize()
        needed = sum(row.sizeHint().height() for row in self.rows) + GRID * max(0, len(self.rows) - 1)
        self.setFixedHeight(min(MOST_HEIGHT, needed))


FILE_STATES = {
    "waiting": tr("waiting"),
    "downloading": "",
    "retrying": tr("connection lost, trying again"),
    "checking": tr("checking"),
    "done": tr("done"),
}


class TransferRow(QFrame):
    """Shows a job, with buttons that control it.

    Signals:
        dismissed: remove the row. resized: its height changed. show_wanted: the path of the result.
        discard_wanted: delete the partial files of an idle download.
    """

    dismissed = Signal()
    show_wanted = Signal(str)
    resized = Signal()
    discard_wanted = Signal()

    def __init__(self, title: str, job: BackgroundJob) -> None:
        super().__init__()
        self.setObjectName("card")
        self.job, self.title = job, title
        self.before: tuple[int, int] | None = None  # bytes on disk and in total, of an earlier session's download
        job.setParent(self)
        self.status = QLabel(wordWrap=True)
        use_tabular_figures(self.status)
        self.bar = ShareBar(tr("Progress of {title}", title=title))
        self.pause = self._button(tr("Pause"), "mdi6.pause")
        self.cancel = self._button(tr("Cancel"), "mdi6.close")
        self._files = QWidget()
        self.show_files = FoldButton(tr("Files"), self._files)
        self.show_files.setAccessibleName(f"{self.show_files.text()}: {title}")
        self._lines: dict[str, tuple[ShareBar, QLabel]] = {}
        self._grid = layouts.grid(GRID, 2, 1, inside=self._files)
        words_column = layouts.column(PathLabel(title, pixels=BODY), self.status, gap=0)
        head = layouts.row((words_column, 1), self.show_files, self.pause, self.cancel, gap=GRID)
        layouts.column(head, self.bar, self._files, inside=self, gap=GRID // 2, margins=(12, GRID // 2, 12, GRID))
        self.pause.clicked.connect(self._on_first)
        self.cancel.clicked.connect(self._on_last)
        self.show_files.toggled.connect(self._on_files)
        job.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Update the row from the job's state."""
        job = self.job
        downloads = isinstance(job.job, p.FetchJob)
        text = transfer_status(job, self.before)
        if text != self.status.text():
            self.status.setText(breakable(text))
            self.status.setToolTip(text if job.failure else "")
            self.setAccessibleName(f"{self.title}: {text}")
        self.bar.show_share(fraction_here(job, self.before))
        self.bar.setVisible(job.is_active or job.state in (JobState.NEW, JobState.STOPPED))
        self.show_files.setVisible(bool(job.files))
        first, last = buttons(job.state, downloads)
        for button, look in ((self.pause, first), (self.cancel, last)):
            button.setVisible(look is not None)
            if look is not None:
                button.set_look(look.text, look.icon)
                button.setAccessibleName(f"{look.text}: {self.title}")
                button.setEnabled(look.enabled)
        if self._files.isVisible():
            self._draw_files()
        if not job.is_active:
            self.resized.emit()

    def _on_files(self, shown: bool) -> None:
        if shown:
            self._draw_files()
        self.resized.emit()

    def _on_first(self) -> None:
        match self.job.state:
            case JobState.RUNNING | JobState.RESUMING:
                self.job.pause()
            case JobState.PAUSING | JobState.PAUSED:
                self.job.unpause()
            case JobState.DONE:
                self.show_wanted.emit(made(self.job))
                self.dismissed.emit()
            case _:
                self.job.start()

    def _on_last(self) -> None:
        if self.job.is_active:
            self.job.cancel()
        elif self.job.state in (JobState.NEW, JobState.STOPPED):
            self.discard_wanted.emit()
        else:
            self.dismissed.emit()

    def _draw_files(self) -> None:
        for file in self.job.files:
            if file.name not in self._lines:
                self._add_line(file.name)
            bar, label = self._lines[file.name]
            bar.show_share(file.done / file.total if file.total else 1.0)
            label.setText(file_status(file))

    def _add_line(self, name: str) -> None:
        bar, label = ShareBar(tr("Progress of {name}", name=name)), dim_label()
        use_tabular_figures(label)
        row = self._grid.rowCount()
        self._grid.addWidget(QLabel(name), row, 0)
        self._grid.addWidget(bar, row, 1)
        self._grid.addWidget(label, row, 2)
        self._lines[name] = bar, label

    def _button(self, text: str, icon: str) -> IconButton:
        button = IconButton(text, icon)
        button.setAccessibleName(f"{text}: {self.title}")
        return button


class Look(NamedTuple):
    """A button's label and icon in some state."""

    text: str
    icon: str
    enabled: bool = True


_CANCEL, _DISMISS = Look(tr("Cancel"), "mdi6.close"), Look(tr("Dismiss"), "mdi6.close")
_DELETE = Look(tr("Delete"), "mdi6.delete-outline")


def buttons(state: JobState, downloads: bool) -> tuple[Look | None, Look | None]:
    """Return the two buttons of a row."""
    match state:
        case JobState.RUNNING | JobState.RESUMING:
            return (Look(tr("Pause"), "mdi6.pause") if downloads else None), _CANCEL
        case JobState.PAUSING | JobState.PAUSED:
            return Look(tr("Resume"), "mdi6.play"), _CANCEL
        case JobState.STOPPING | JobState.CANCELLING:
            return None, Look(tr("Cancel"), "mdi6.close", enabled=False)
        case JobState.NEW | JobState.STOPPED:
            return Look(tr("Resume"), "mdi6.play"), _DELETE
        case JobState.DONE:
            return Look(tr("Show it"), "mdi6.arrow-top-right"), _DISMISS
        case JobState.CANCELLED | JobState.FAILED:
            return Look(tr("Try again"), "mdi6.refresh"), _DISMISS


def transfer_status(job: BackgroundJob, before: tuple[int, int] | None = None) -> str:
    """Return the status line of a download or conversion. before: bytes on disk and in total, of an earlier session's
    download.
    """
    match job.state:
        case JobState.NEW:
            return (
                tr("Not finished · {done} of {total}", done=size(before[0]), total=size(before[1]))
                if before
                else tr("Waiting")
            )
        case JobState.FAILED if job.failure is not None:
            return with_hint(job.failure)
        case JobState.DONE:
            return _done(job)
        case JobState.STOPPED:
            return tr("Stopped. The part that was downloaded is kept.")
        case JobState.CANCELLED:
            return tr("Cancelled.")
        case _:
            return job_strip.job_status(job)


def fraction_here(job: BackgroundJob, before: tuple[int, int] | None = None) -> float:
    """Return the completed fraction, 0 to 1. before: bytes on disk and in total, of an earlier session."""
    if job.state is JobState.DONE:
        return 1.0
    if job.state is JobState.NEW and before and before[1]:
        return before[0] / before[1]
    return job_strip.fraction_done(job)


def file_status(file: p.FileProgress) -> str:
    """Return the status of one file of a download."""
    state = FILE_STATES.get(file.state, file.state)
    amount = (
        size(file.total)
        if file.state == "done"
        else tr("{done} of {total}", done=size(file.done), total=size(file.total))
    )
    return f"{amount} · {state}" if state else amount


def _done(job: BackgroundJob) -> str:
    match job.result:
        case p.FetchResult(bytes=n_bytes, seconds=seconds):
            return tr("Done: {size} in {seconds}, checksums right.", size=size(n_bytes), seconds=duration(seconds))
        case (
            p.ConvertResult(source_bytes=before, bytes=after, seconds=seconds)
            | p.QuantizeResult(source_bytes=before, bytes=after, seconds=seconds)
        ):
            notes = " ".join(notice.message for notice in job.notices)
            return tr(
                "Done in {seconds}: {before} before, {after} now. {notes}",
                seconds=duration(seconds),
                before=size(before),
                after=size(after),
                notes=notes,
            ).strip()
        case _:
            return tr("Done.")


def made(job: BackgroundJob) -> str:
    """Return the path of the model that a job produced."""
    match job.result:
        case p.FetchResult(model=place) | p.ConvertResult(path=place) | p.QuantizeResult(path=place):
            return place
        case _:
            return ""
