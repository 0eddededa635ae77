"""What to think of before starting, each with a button that mends it where settings can."""

from __future__ import annotations

from collections.abc import Sequence

import qtawesome
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import FITS, GRID, TIGHT
from app.pages.train.texts import change_button
from app.widgets.controls import Card, IconButton
from core.shared.protocol import Advice

_MARKS = {True: ("mdi6.alert-outline", TIGHT), False: ("mdi6.information-outline", FITS)}


class AdviceCard(Card):
    """Hidden while there is nothing to say.

    Signals:
        change_wanted: settings to take.
    """

    change_wanted = Signal(dict)

    def __init__(self) -> None:
        super().__init__("Before you start")
        self.shown: Sequence[Advice] = ()
        self._lines = QWidget()
        self.body.addWidget(self._lines)
        layouts.column(self._lines, gap=GRID)
        self.hide()

    def show_advice(self, found: Sequence[Advice]) -> None:
        if found == self.shown:
            return
        self.shown = found
        fresh = QWidget()
        column = layouts.column(fresh, gap=GRID)
        for one in found:
            column.addWidget(self._line(one))
        self.body.replaceWidget(self._lines, fresh)
        self._lines.deleteLater()
        self._lines = fresh
        self.setVisible(bool(found))

    def _line(self, one: Advice) -> QWidget:
        line, mark, text = QWidget(), QLabel(), QLabel(one.text, wordWrap=True)
        icon, color = _MARKS[one.grave]
        mark.setPixmap(qtawesome.icon(icon, color=color).pixmap(18, 18))
        words = layouts.column(gap=GRID // 2)
        words.addWidget(text)
        if one.settings:
            button = IconButton(change_button(one.settings), "mdi6.arrow-right")
            button.clicked.connect(lambda: self.change_wanted.emit(dict(one.settings)))
            words.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        row = layouts.row(line, gap=GRID)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return line
