"""Where examples are kept, and what can be done with them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, dim_label
from core.advice.texts.language import tr
from core.advice.texts.numbers import count
from core.runs.examples import Kept

_FILES = tr("Conversations (*.jsonl)")


class KeepStrip(QWidget):
    """Hidden until something was kept. Signals: train_wanted, with the file."""

    train_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.file = ""  # "" until one was chosen
        self._said = dim_label(wraps=True)
        self.other = IconButton(tr("Another &file…"), "mdi6.file-outline")
        self.train = IconButton(tr("Train on the&se"), "mdi6.school-outline")
        row = layouts.row(self, gap=GRID)
        row.addWidget(self._said, 1)
        row.addWidget(self.other)
        row.addWidget(self.train)
        self.hide()
        self.other.clicked.connect(lambda: self.choose())
        self.train.clicked.connect(lambda: self.train_wanted.emit(self.file))

    def choose(self) -> bool:
        """Ask for the file, which may be there already: examples are added to it. Returns whether one was chosen."""
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

    def show_kept(self, kept: Kept) -> None:
        """What came of it."""
        name, number = Path(self.file).name, count(kept.examples)
        examples = tr("{number} examples are", "1 example is", kept.examples, number=number)
        self._said.setText(
            tr("Kept. {examples} in {name}.", examples=examples, name=name)
            if kept.is_new
            else tr("That one is in {name} already; {examples} there.", name=name, examples=examples)
        )
        self.setToolTip(self.file)
        self.show()
