"""A message above a page's content: what happened, what to do, and its details for copying."""

from __future__ import annotations

from collections.abc import Sequence

import qtawesome
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID, set_size
from app.widgets.command_lines import CommandLines
from app.widgets.controls import CopyButton, selectable_label
from core.shared import protocol as p

NARROW = 60 * GRID  # pixels, below which the buttons stand under the words

_ICONS = {
    "good": ("mdi6.check-circle-outline", "#009E73"),
    "info": ("mdi6.information-outline", "#3b82d6"),
    "bad": ("mdi6.alert-circle-outline", "#D55E00"),
}


class MessageBar(QFrame):
    """Hidden until `say`. Everything it says can be copied."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.hide()
        self._details = ""
        self._icon = QLabel()
        self._title = QLabel(wordWrap=True)
        set_size(self._title, 11, bold=True)
        self._text = selectable_label(keys=True)
        self.lines = CommandLines()
        self.copy = CopyButton("&Copy details", lambda: self.text)
        self.copy_lines = CopyButton("Copy the &lines", lambda: self.lines.text)
        said, buttons = QWidget(), QWidget()
        words = layouts.column(said, gap=2)
        words.addWidget(self._title)
        words.addWidget(self._text)
        words.addWidget(self.lines)
        self._buttons = layouts.row(buttons, gap=GRID)
        self._buttons.addStretch(1)
        for button in (self.copy_lines, self.copy):
            self._buttons.addWidget(button)
        columns = Columns(12, narrow=NARROW)
        columns.add(said, 1)
        columns.add(buttons)
        row = layouts.row(self, gap=12, margins=layouts.CARD_MARGINS)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(columns, 1)

    def say(self, kind: str, title: str, text: str, details: str = "", lines: Sequence[str] = ()) -> None:
        """Show a message. kind: good, info or bad. lines: for pasting into a terminal."""
        icon, color = _ICONS[kind]
        self._icon.setPixmap(qtawesome.icon(icon, color=color).pixmap(20, 20))
        self._title.setText(title)
        self._text.setText(text)
        self._details = details
        self.lines.show_lines(lines)
        self.copy_lines.setVisible(bool(lines))
        self.copy.setVisible(kind == "bad" or bool(details))
        self.setAccessibleName(f"{title}. {text}")
        self.show()

    def say_failure(self, title: str, failure: p.Failed) -> None:
        """Say that a job could not, why, and what to do."""
        self.say("bad", title, f"{failure.message}\n{failure.hint}".strip(), failure.details)

    def add_action(self, button: QWidget) -> None:
        """Offer what to do next, right in the message."""
        self._buttons.insertWidget(self._buttons.count() - 2, button)

    @property
    def text(self) -> str:
        """All that stands in it, as copied."""
        return "\n".join(part for part in (self.shown_text, self._details) if part)

    @property
    def shown_text(self) -> str:
        """What stands in it without the details."""
        return "\n".join(part for part in (self._title.text(), self._text.text(), self.lines.text) if part)
