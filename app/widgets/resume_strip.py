"""A strip that offers to go on with a training that was stopped."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from app.look import layouts
from app.look.flow import Columns
from app.look.theme import GRID
from app.widgets.controls import IconButton, selectable_label
from core.base.language import tr

NARROW = 60 * GRID  # pixels, below which the buttons stand under the words


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
        self.resume = IconButton("", "mdi6.play")
        self.let_be = IconButton(tr("Not no&w"), "mdi6.close")
        columns = Columns(
            GRID, (self._text, 1), layouts.panel(layouts.row(..., self.resume, self.let_be, gap=GRID)), narrow=NARROW
        )
        layouts.row(inside=self, margins=(2 * GRID, GRID, 2 * GRID, GRID)).addWidget(columns)
        self.resume.clicked.connect(lambda: self.wanted.emit(True))
        self.let_be.clicked.connect(lambda: self.wanted.emit(False))
        self.hide()

    def offer(self, text: str, resume: str = "") -> None:
        """Offer to resume. text: what was stopped, and where; "" where nothing was. resume: what the button says."""
        self._text.setText(text)
        self.resume.setText(resume)
        self.setVisible(bool(text))
