"""A strip that offers to go on with a training that was stopped."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, selectable_label
from core.advice.texts.language import tr


class ResumeStrip(QFrame):
    """Hidden until `offer`.

    Signals:
        wanted: True: it is to go on; False: it is not to be offered any more.
    """

    wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self._text = selectable_label()
        self.resume = IconButton(tr("&Resume it"), "mdi6.play")
        self.let_be = IconButton(tr("Not no&w"), "mdi6.close")
        row = layouts.row(self, gap=GRID, margins=(2 * GRID, GRID, 2 * GRID, GRID))
        row.addWidget(self._text, 1)
        row.addWidget(self.resume)
        row.addWidget(self.let_be)
        self.resume.clicked.connect(lambda: self.wanted.emit(True))
        self.let_be.clicked.connect(lambda: self.wanted.emit(False))
        self.hide()

    def offer(self, text: str) -> None:
        """text: what was stopped, and where; "" where nothing was."""
        self._text.setText(text)
        self.setVisible(bool(text))
