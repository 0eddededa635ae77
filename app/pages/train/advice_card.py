"""What to think of before starting, each with a button that mends it where settings can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import qtawesome
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import FITS, GRID, TIGHT
from app.pages.train.texts import settings_in_words
from app.widgets.controls import Card, IconButton
from core.shared.protocol import Advice

MOST = 5  # that are shown; the gravest come first
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
        self._lines = [_Line() for _ in range(MOST)]
        for line in self._lines:
            self.body.addWidget(line)
            line.button.clicked.connect(lambda _checked=False, line=line: self.change_wanted.emit(line.settings))
        self.hide()

    def show_advice(self, found: Sequence[Advice]) -> None:
        if found == self.shown:
            return
        self.shown = found
        for line, one in zip(self._lines, [*found, *[None] * MOST], strict=False):
            line.show_advice(one)
        self.setVisible(bool(found))


class _Line(QWidget):
    """Stays where it is while others come and go, and the focus with it."""

    def __init__(self) -> None:
        super().__init__()
        self.settings: dict[str, Any] = {}
        self.button = IconButton("", "mdi6.arrow-right")
        self._mark, self._text = QLabel(), QLabel(wordWrap=True)
        words = layouts.column(gap=GRID // 2)
        words.addWidget(self._text)
        words.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        row = layouts.row(self, gap=GRID)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)

    def show_advice(self, one: Advice | None) -> None:
        self.setVisible(one is not None)
        if one is None:
            return
        icon, color = _MARKS[one.grave]
        self._mark.setPixmap(qtawesome.icon(icon, color=color).pixmap(18, 18))
        self._mark.setAccessibleName("Take care" if one.grave else "Good to know")
        self._text.setText(one.text)
        self.settings = dict(one.settings)
        self.button.setVisible(bool(one.settings))
        self.button.setText(settings_in_words(one.settings))
