"""What to think of before starting, each with a button that mends it where settings can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.train.texts import settings_in_words
from app.widgets.controls import Card, IconButton
from app.widgets.mark import MarkLabel
from core.shared.protocol import Advice
from core.shared.texts.language import tr

MOST = 5  # that are shown; the gravest come first


class AdviceCard(Card):
    """Hidden while there is nothing to say.

    Signals:
        change_wanted: settings to take.
    """

    change_wanted = Signal(dict)

    def __init__(self) -> None:
        super().__init__(tr("Before you start"))
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
        self._mark, self._text = MarkLabel(), QLabel(wordWrap=True)
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
        self._mark.show_mark("tight" if one.grave else "note")
        self._text.setText(one.text)
        self.settings = dict(one.settings)
        self.button.setVisible(bool(one.settings))
        self.button.setText(settings_in_words(one.settings))
