"""Keeps answers as examples to train on, in a file that begins with the rows that the run was trained on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, dim_label
from app.workers.background_job import BackgroundJob
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count
from core.runs.examples import Kept, keep_example
from core.runs.run import Run

MOST_COPIED = 16 << 20  # bytes of a data file whose rows are copied: the file is read again for each example
_FILES = tr("Conversations (*.jsonl)")


class KeepStrip(QWidget):
    """Keeps examples, and reports them; hidden until the first one.

    Signals:
    train_wanted: the file, to train on. failed: the LuthierError of an example that was not kept.
    """

    train_wanted = Signal(str)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}  # each run's; "" is for models
        self._run = ""
        self._waiting: list[list[dict[str, Any]]] = []  # examples, while their file is begun
        self._job: BackgroundJob | None = None
        self._said = dim_label(wraps=True)
        self.other = IconButton(tr("Another &file…"), "mdi6.file-outline")
        self.train = IconButton(tr("Train on the&se"), "mdi6.school-outline")
        layouts.row((self._said, 1), self.other, self.train, inside=self, gap=GRID)
        self.hide()
        self.other.clicked.connect(lambda: self._choose())
        self.train.clicked.connect(lambda: self.train_wanted.emit(self.file))

    @property
    def file(self) -> str:
        """The file of the current run's examples; "" before the first one."""
        return self.files.get(self._run, "")

    @file.setter
    def file(self, file: str) -> None:
        self.files[self._run] = file

    @property
    def text(self) -> str:
        """What it reports."""
        return self._said.text()

    def talk_to(self, run: str) -> None:
        """Switch to another run's file. run: "" for a model."""
        if run != self._run:
            self.give_up()
            self._run = run
            self.hide()

    def follow(self, before: str, now: str) -> None:
        """Follow a moved run."""
        self.files[now] = self.files.pop(before, "")
        self._run = now

    def keep(self, messages: list[dict[str, Any]]) -> None:
        """Keep an example. The first one begins the file: with the run's rows, so that training on it loses none of
        them, or where the user says.
        """
        self._waiting.append(messages)
        if self._job is not None:
            return
        if self.file:
            self._keep_waiting()
        elif (copy := _copy_of_data(self._run)) is not None:
            self._job = BackgroundJob(copy, self)
            self._job.run(self._on_copied)
        else:
            self._keep_where_chosen()

    def give_up(self) -> None:
        """Cancel the copy in progress."""
        self._waiting = []
        if self._job is not None:
            self._job.drop()
            self._job = None

    def show_kept(self, kept: Kept, copied: str = "") -> None:
        """Show the result of saving an example. copied: the data whose rows its file was begun with."""
        name, number = Path(self.file).name, count(kept.examples)
        examples = tr("{number} examples are", "1 example is", kept.examples, number=number)
        self._said.setText(
            tr("That one is in {name} already; {examples} there.", name=name, examples=examples)
            if kept.how == "there"
            else tr("Replaced your earlier answer. {examples} in {name}.", examples=examples, name=name)
            if kept.how == "replaced"
            else tr("Kept. {examples} in {name}: this one, and the rows of {data}.", examples=examples, name=name,
                    data=copied)
            if copied
            else tr("Kept. {examples} in {name}.", examples=examples, name=name)
        )  # fmt: skip
        self.setToolTip(self.file)
        self.show()

    def _on_copied(self, job: BackgroundJob) -> None:
        self._job = None
        if isinstance(job.result, p.CleanResult) and isinstance(job.job, p.CleanJob):
            self.file = job.result.path
            self._keep_waiting(copied=Path(job.job.data).name)
        else:  # the data is no longer there, or has no usable rows
            self._keep_where_chosen()

    def _keep_where_chosen(self) -> None:
        if self._choose():
            self._keep_waiting()
        else:
            self._waiting = []

    def _keep_waiting(self, copied: str = "") -> None:
        file, waiting, self._waiting = Path(self.file), self._waiting, []

        def not_kept(error: LuthierError) -> None:
            if copied and error.code == "chat.other-file":  # of a text, or of choices
                file.unlink(missing_ok=True)
                self.file, self._waiting = "", waiting
                self._keep_where_chosen()
            else:
                self.failed.emit(error)

        def keep_all() -> Kept:
            return [keep_example(file, messages) for messages in waiting][-1]

        in_thread(keep_all, lambda kept: self.show_kept(kept, copied), self).failed.connect(not_kept)

    def _choose(self) -> bool:
        """Ask for the file; examples are added to an existing one. Returns whether one was chosen."""
        start = self.file or str(Path.home() / "my-examples.jsonl")
        chosen, _ = QFileDialog.getSaveFileName(
            self.window(),
            tr("Keep examples in"),
            start,
            _FILES,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            self.file = chosen if Path(chosen).suffix else f"{chosen}.jsonl"
            self._said.setText(tr("Examples are kept in {name}.", name=Path(self.file).name))
        return bool(chosen)


def _copy_of_data(run: str) -> p.CleanJob | None:
    """Return the job that copies a run's rows to a new file beside its data; None if it has no small file of them."""
    try:
        info = Run(Path(run)).info() if run else None
        if info is None or not (data := Path(info.data)).is_file() or data.stat().st_size > MOST_COPIED:
            return None
    except (LuthierError, OSError):
        return None
    output = paths.unused(paths.folder_beside(data) / f"{data.name.partition('.')[0]}-with-answers.jsonl")
    return p.CleanJob(data=str(data), output=str(output), config=info.config, keep_equal=True)
