"""Switches and fields of the Settings page, each with a sentence below it; each change is kept at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from app.look import layouts
from app.look.theme import CONTROL_HEIGHT, GRID
from app.widgets.controls import caption_of, dim_label, text_field
from app.widgets.letters import CheckBox
from core.base import settings
from core.base.errors import LuthierError
from core.base.settings import Settings

INDENT = 3 * GRID  # pixels: the sentence stands under a switch's words


def switch_row(text: str, sentence: str) -> tuple[CheckBox, QWidget]:
    """Return a box to tick, and what that means, "" if its words say it; with the widget that holds both."""
    box = CheckBox(text)
    box.setAccessibleDescription(sentence)
    help_ = dim_label(sentence, wraps=True)
    help_.setContentsMargins(INDENT, 0, 0, 0)
    if not sentence:
        help_.hide()
    holder = layouts.panel(layouts.column(layouts.left(box), help_, gap=2))
    return box, holder


def field_row(label: str, sentence: str, placeholder: str) -> tuple[QLineEdit, QWidget]:
    """Return a line to type into, its label above and a sentence below it; with the widget that holds them."""
    field = text_field(label.replace("&", ""), placeholder)
    field.setAccessibleDescription(sentence)
    caption = caption_of(label, field)
    holder = layouts.panel(layouts.column(caption, field, dim_label(sentence, wraps=True), gap=GRID // 2))
    return field, holder


def labelled(label: str, field: QWidget) -> QWidget:
    """Return a field beside its label."""
    field.setMinimumHeight(CONTROL_HEIGHT)
    field.setMinimumWidth(20 * GRID)
    return layouts.panel(layouts.row((caption_of(label, field), 1), field, gap=GRID))


class Keeper(QObject):
    """Signals:
    changed: the settings are others now. refused: a change cannot be kept; with the LuthierError that says why.
    """

    changed = Signal(object)
    refused = Signal(object)

    @property
    def known(self) -> Settings:
        """The settings on the disk; the usual ones if these cannot be read."""
        try:
            return settings.load()
        except LuthierError as error:
            self.refused.emit(error)
            return Settings()

    def change(self, **values: Any) -> bool:
        """Keep these; whether that worked."""
        try:
            new = settings.change(**values)
        except LuthierError as error:
            self.refused.emit(error)
            return False
        self.changed.emit(new)
        return True

    def reset(self) -> bool:
        """Keep the usual ones."""
        return self.change(**{name: getattr(Settings(), name) for name in Settings.__struct_fields__})

    def reread(self) -> None:
        """Tell of settings that a worker has changed."""
        self.changed.emit(self.known)
