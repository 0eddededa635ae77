"""A question before something is lost: do it, or go back."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, section_title
from core.base.language import tr

WIDTH = 56 * GRID  # pixels


class Question(NamedTuple):
    """What is the case, what the action would do, and the action's name."""

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
        column = layouts.column(inside=self, gap=GRID, margins=layouts.PAGE_MARGINS)
        column.addWidget(title)
        column.addWidget(words)
        column.addSpacing(GRID)
        column.addLayout(layouts.row(..., self.act, self.back, gap=GRID))
        self.back.setFocus()
