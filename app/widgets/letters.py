"""Controls whose letter for Alt is underlined only while Alt is held: a page of underlines is restless to read.

Qt asks its style whether to underline, thousands of times a page, and a style written in Python takes a third of the
time that a page is made in. Here each control that has a letter leaves it out as it is drawn.
"""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QStyleOptionButton,
    QWidget,
)

_SHOWN = "letters_shown"  # the property of a window
_LETTER = re.compile("&(&?)")


def show_letters(window: QWidget, shown: bool) -> None:
    """Underline the letters of a window's controls, or no longer."""
    if bool(window.property(_SHOWN)) != shown:
        window.setProperty(_SHOWN, shown)
        window.update()  # and with it all that is drawn on it


def hide_letter(option: QStyleOptionButton, control: QWidget) -> None:
    """Take the letter out of what is about to be drawn, unless Alt is held."""
    if not control.window().property(_SHOWN):
        option.text = _LETTER.sub(r"\1\1", option.text)


class LetterButton(QPushButton):
    """A button that hides its letter."""

    def initStyleOption(self, option: QStyleOptionButton) -> None:  # noqa: N802 - Qt's name, here and below
        super().initStyleOption(option)
        hide_letter(option, self)


class CheckBox(QCheckBox):
    """A box to tick that hides its letter."""

    def initStyleOption(self, option: QStyleOptionButton) -> None:  # noqa: N802
        super().initStyleOption(option)
        hide_letter(option, self)


class RadioButton(QRadioButton):
    """One choice of several that hides its letter."""

    def initStyleOption(self, option: QStyleOptionButton) -> None:  # noqa: N802
        super().initStyleOption(option)
        hide_letter(option, self)


class Caption(QLabel):
    """The label of a field, whose letter leads there."""

    def __init__(self, text: str, field: QWidget) -> None:
        super().__init__(text)
        self.setBuddy(field)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        if self.window().property(_SHOWN):
            super().paintEvent(event)
            return
        flags = Qt.TextFlag.TextHideMnemonic | self.alignment()
        if self.wordWrap():
            flags |= Qt.TextFlag.TextWordWrap
        painter, on, role = QPainter(self), self.isEnabled(), self.foregroundRole()
        self.style().drawItemText(painter, self.contentsRect(), flags, self.palette(), on, self.text(), role)
