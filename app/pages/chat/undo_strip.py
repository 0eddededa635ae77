"""The way back from what a new question or a new answer has replaced."""

from __future__ import annotations

import copy

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.chat.talk import Exchange
from app.widgets.controls import IconButton, dim_label
from core.shared.texts.language import tr


class UndoStrip(QWidget):
    """Hidden while nothing was replaced. Signals: wanted, with the exchanges as they were."""

    wanted = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self._before: list[Exchange] = []
        self._said = dim_label(wraps=True)
        self.back = IconButton(tr("Undo"), "mdi6.undo")
        row = layouts.row(self, gap=GRID)
        row.addWidget(self._said, 1)
        row.addWidget(self.back)
        self.back.clicked.connect(self._give_back)
        self.hide()

    def keep(self, exchanges: list[Exchange], text: str) -> None:
        """As they are now, before they are changed. text: what is about to go."""
        self._before = copy.deepcopy(exchanges)
        self._said.setText(text)
        self.show()

    def forget(self) -> None:
        """There is no way back any more."""
        self._before = []
        self.hide()

    def _give_back(self) -> None:
        before = self._before
        self.forget()
        self.wanted.emit(before)
