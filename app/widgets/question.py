"""Questions: one before something is lost, to do it or go back; and one with more answers than these two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, dim_label, section_title
from core.base.language import tr

WIDTH = 56 * GRID  # pixels


class Question(NamedTuple):
    """A question: the situation, what the action would do, and the action's name."""

    text: str
    explanation: str
    action: str

    def ask(self, parent: QWidget) -> bool:
        """Wait for the answer: whether to do it."""
        dialog = QuestionDialog(self, parent)
        dialog.exec()
        dialog.deleteLater()
        return dialog.result() == QDialog.DialogCode.Accepted


class QuestionDialog(QDialog):
    """Enter and Escape both go back: nothing is lost by a key that was meant for something else."""

    def __init__(self, question: Question, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Luthier")
        title, words = section_title(question.text), QLabel(question.explanation, wordWrap=True)
        title.setWordWrap(True)
        for label in (title, words):
            label.setTextFormat(Qt.TextFormat.PlainText)  # names of files and runs are in them
            label.setFixedWidth(WIDTH)
        self.back = IconButton(tr("&Go back"), "mdi6.arrow-left")
        self.act = IconButton(question.action, "mdi6.check")
        self.back.setDefault(True)
        self.act.setAutoDefault(False)
        self.back.clicked.connect(self.reject)
        self.act.clicked.connect(self.accept)
        buttons = layouts.row(..., self.act, self.back, gap=GRID)
        layouts.column(title, words, GRID, buttons, inside=self, gap=GRID, margins=layouts.PAGE_MARGINS)
        self.back.setFocus()


WIDEST = 76 * GRID  # pixels


class Choice(NamedTuple):
    """key: what `ask` answers with."""

    key: str
    label: str
    icon: str
    explanation: str


class Choices(QDialog):
    """The first answer is the one that Enter gives; Escape goes back."""

    def __init__(self, parent: QWidget, question: str, text: str, choices: Sequence[Choice]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Luthier")
        self.setModal(True)
        self.chosen = ""
        self.buttons: dict[str, IconButton] = {}
        title, grid = section_title(question), layouts.grid(2 * GRID, 12, 1)
        title.setWordWrap(True)
        about = dim_label(text, wraps=True)
        layouts.column(title, about, GRID, grid, inside=self, gap=GRID, margins=layouts.PAGE_MARGINS)
        for row, choice in enumerate(choices):
            button = IconButton(choice.label, choice.icon, primary=row == 0)
            button.setAccessibleDescription(choice.explanation)
            button.setDefault(row == 0)
            button.setAutoDefault(row == 0)
            button.clicked.connect(lambda _checked=False, key=choice.key: self._choose(key))
            self.buttons[choice.key] = button
            grid.addWidget(button, row, 0)
            grid.addWidget(dim_label(choice.explanation, wraps=True), row, 1)
        self.resize(QSize(WIDEST, self.sizeHint().height()).boundedTo(self.screen().availableSize()))

    def ask(self) -> str:
        """Wait for the answer: a choice's key, or "" to go back."""
        self.exec()
        return self.chosen

    def _choose(self, key: str) -> None:
        self.chosen = key
        self.accept()
