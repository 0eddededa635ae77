"""One of the program's folders: its place and its size; another place, and moving its files there."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.settings import texts
from app.pages.settings.rows import Keeper
from app.widgets.controls import IconButton, PathLabel, dim_label
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import open_folder
from app.widgets.question import Choice, Choices
from app.workers.background_job import BackgroundJob
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base.files import nearest_existing
from core.base.language import tr
from core.base.numbers import share, size
from core.runs import moving
from core.runs.disk import size_of

CHANGE = (tr("Change…"), "mdi6.folder-edit-outline")


class _Found(NamedTuple):
    """A folder, the other one that was chosen, where its files would come to lie, and their bytes."""

    source: Path
    chosen: Path
    target: Path
    bytes: int


class FolderRow(QWidget):
    """Signals: began, ended: of moving what is in it."""

    began = Signal()
    ended = Signal()

    def __init__(self, keeper: Keeper, message: MessageBar, key: str, name: str, what: str) -> None:
        super().__init__()
        self._keeper, self._message, self._key, self._name, self._what = keeper, message, key, name, what
        self.folder = Path()
        self.job: BackgroundJob | None = None
        self.path, self.facts = PathLabel(), dim_label(wraps=True)
        self.change = IconButton(*CHANGE)
        self.change.setFixedWidth(self.change.sizeHint().width() + GRID)  # also when it says Cancel
        self.change.setAccessibleName(tr("{name}: choose another folder", name=name))
        self.open = IconButton(tr("Open"), "mdi6.folder-open-outline")
        self.open.setAccessibleName(tr("{name}: open the folder", name=name))
        label = QLabel(name)
        label.setToolTip(what)
        row = layouts.row(inside=self, gap=GRID)
        row.addLayout(layouts.column(layouts.row(label, (self.facts, 1), gap=GRID), self.path, gap=0), 1)
        row.addWidget(self.open)
        row.addWidget(self.change)
        self.change.clicked.connect(self._on_change)
        self.open.clicked.connect(lambda: open_folder(self.folder, message))

    def show_folder(self, folder: Path) -> None:
        """Show a folder's path at once, and what it takes as soon as that is counted."""
        if self.job is not None:
            return
        if folder != self.folder:
            self.facts.setText("")
        self.folder = folder
        self.path.show_path(str(folder))
        self.open.setEnabled(folder.is_dir())
        in_thread(partial(_measure, folder), self._show_measured, self)

    def move_to(self, chosen: Path) -> None:
        """Move the folder with all that is in it; the settings follow when that is done."""
        self.job = BackgroundJob(p.MoveFolderJob(setting=self._key, to=str(chosen)), self)
        self.job.changed.connect(self._on_progress)
        self.change.set_look(tr("Cancel"), "mdi6.close")
        self.facts.setText(tr("Moving…"))
        self.job.run(self._on_moved)
        self.began.emit()

    def _show_measured(self, found: tuple[Path, int, int]) -> None:
        folder, taken, free = found
        if folder == self.folder and self.job is None:
            self.facts.setText(tr("{taken} · {free} free", taken=size(taken), free=size(free)))

    def _on_change(self) -> None:
        if self.job is not None:
            self.job.cancel()
            return
        chosen = QFileDialog.getExistingDirectory(self, self._what, str(nearest_existing(self.folder)))
        if not chosen or Path(chosen) == self.folder:
            return
        look = in_thread(partial(_look, self.folder, Path(chosen)), self._go_on, self)
        look.failed.connect(partial(self._message.say_error, tr("{name}: this folder cannot be used", name=self._name)))

    def _go_on(self, found: _Found) -> None:
        """Move the folder's files or leave them, as the user says; an empty folder needs no question."""
        if found.source != self.folder or self.job is not None:  # another was chosen meanwhile
            return
        answer = self._ask(found) if found.bytes else "stay"
        if answer == "move":
            self.move_to(found.chosen)
        elif answer == "stay":
            self._keeper.change(**{self._key: str(found.chosen)})

    def _ask(self, found: _Found) -> str:
        return Choices(
            self,
            texts.move_question(self._name),
            texts.move_text(size(found.bytes), str(found.source), str(found.target)),
            [
                Choice("move", tr("&Move them there"), "mdi6.folder-move-outline", texts.SAFELY),
                Choice("stay", tr("&Leave them there"), "mdi6.folder-outline", texts.WHAT_STAYS[self._key]),
                Choice("", tr("&Go back"), "mdi6.arrow-left", tr("Nothing changes.")),
            ],
        ).ask()

    def _on_progress(self) -> None:
        if self.job is not None and self.job.progress is not None:
            self.facts.setText(
                tr("Moving: {done}", done=share(self.job.progress.done / max(1, self.job.progress.total)))
            )

    def _on_moved(self, job: BackgroundJob) -> None:
        self.job = None
        self.change.set_look(*CHANGE)
        if isinstance(done := job.result, p.MoveFolderResult):
            self._keeper.reread()
            words = texts.moved(size(done.bytes), done.folder, done.changed_runs, done.left)
            self._message.say("good", tr("{name}: moved", name=self._name), words)
        else:
            self.show_folder(self.folder)
            if job.failure is not None:
                self._message.say_failure(tr("{name}: nothing was moved", name=self._name), job.failure)
        self.ended.emit()


def _measure(folder: Path) -> tuple[Path, int, int]:
    """Return the folder, its size and the free bytes on its disk."""
    return folder, size_of(folder), shutil.disk_usage(nearest_existing(folder)).free


def _look(source: Path, chosen: Path) -> _Found:
    """Raises LuthierError `files.cannot-write`."""
    return _Found(source, chosen, moving.target_of(source, chosen), size_of(source))
