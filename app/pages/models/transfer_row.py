"""One download or conversion: how far, how fast, how long still, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from app.look import layouts
from app.look.theme import BODY, GRID, use_tabular_figures
from app.pages.models import transfer_texts as words
from app.pages.models.texts import breakable
from app.widgets.controls import IconButton, PathLabel, ShareBar, dim_label
from app.workers.background_job import BackgroundJob
from app.workers.process import JobState
from core import protocol as p
from core.advice.texts.language import tr


class TransferRow(QFrame):
    """Shows a job, and hands its buttons on to it.

    Signals:
        dismissed: take the row away. resized: it needs another height. show_wanted: the path of what was made.
        discard_wanted: delete what has come of a download that is not going on.
    """

    dismissed = Signal()
    show_wanted = Signal(str)
    resized = Signal()
    discard_wanted = Signal()

    def __init__(self, title: str, job: BackgroundJob) -> None:
        super().__init__()
        self.setObjectName("card")
        self.job, self.title = job, title
        self.before: tuple[int, int] | None = None  # bytes here and in all, of a download not begun in this session
        job.setParent(self)
        self.status = QLabel(wordWrap=True)
        use_tabular_figures(self.status)
        self.bar = ShareBar(tr("Progress of {title}", title=title))
        self.pause = self._button(tr("Pause"), "mdi6.pause")
        self.cancel = self._button(tr("Cancel"), "mdi6.close")
        self.show_files = self._button(tr("Files"), "mdi6.chevron-right")
        self._files = QWidget(visible=False)
        self._lines: dict[str, tuple[ShareBar, QLabel]] = {}
        self._grid = QGridLayout(self._files)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        top = layouts.row(gap=GRID)
        words_column = layouts.column(gap=0)
        words_column.addWidget(PathLabel(title, pixels=BODY))
        words_column.addWidget(self.status)
        top.addLayout(words_column, 1)
        for button in (self.show_files, self.pause, self.cancel):
            top.addWidget(button)
        layout = layouts.column(self, gap=GRID // 2, margins=(12, GRID // 2, 12, GRID))
        layout.addLayout(top)
        layout.addWidget(self.bar)
        layout.addWidget(self._files)
        self.pause.clicked.connect(self._on_first)
        self.cancel.clicked.connect(self._on_last)
        self.show_files.clicked.connect(lambda: self.expand(self._files.isHidden()))
        job.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show how the job stands."""
        job = self.job
        downloads = isinstance(job.job, p.FetchJob)
        text = words.transfer_status(job, self.before)
        if text != self.status.text():
            self.status.setText(breakable(text))
            self.status.setToolTip(text if job.failure else "")
            self.setAccessibleName(f"{self.title}: {text}")
        self.bar.show_share(words.fraction_here(job, self.before))
        self.bar.setVisible(job.is_active or job.state in (JobState.NEW, JobState.STOPPED))
        self.show_files.setVisible(bool(job.files))
        first, last = words.buttons(job.state, downloads)
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

    def expand(self, shown: bool) -> None:
        """Show or hide how far each file is."""
        self.show_files.set_look(tr("Files"), "mdi6.chevron-down" if shown else "mdi6.chevron-right")
        self._files.setVisible(shown)
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
                self.show_wanted.emit(words.made(self.job))
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
            label.setText(words.file_status(file))

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
