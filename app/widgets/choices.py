"""A question with more answers than yes and no, each with what it would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, dim_label, section_title

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
        column = layouts.column(inside=self, gap=GRID, margins=(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID))
        title = section_title(question)
        title.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(dim_label(text, wraps=True))
        column.addSpacing(GRID)
        grid = layouts.grid(2 * GRID, 12, 1)
        column.addLayout(grid)
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
