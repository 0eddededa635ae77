"""Small buttons beneath what was said: flat until the pointer or the focus is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import CopyButton, IconButton
from core.base.language import tr

HEIGHT = 3 * GRID + 4  # pixels of a row


def tool(
    text: str, icon: str, action: Callable[[], object] | None = None, help_: str = "", *, checkable: bool = False
) -> IconButton:
    """Return one of many small buttons."""
    button = IconButton(text, icon, checkable=checkable)
    button.setProperty("quiet", True)
    button.setMinimumHeight(HEIGHT)
    button.setToolTip(help_)
    if action is not None:
        button.clicked.connect(lambda _checked=False: action())
    return button


class CopyTool(CopyButton):
    """Copies what stands above it."""

    def __init__(self, source: Callable[[], str]) -> None:
        super().__init__(tr("Copy"), source)
        self.setProperty("quiet", True)
        self.setMinimumHeight(HEIGHT)


class ToolRow(QWidget):
    """Has its room from the beginning, and its buttons when they are wanted."""

    def __init__(self, at_right: bool = False) -> None:
        super().__init__()
        self.buttons: Mapping[str, IconButton] = {}
        self._at_right = at_right
        self.setMinimumHeight(HEIGHT)

    def fill(self, buttons: Mapping[str, IconButton]) -> None:
        """Fill the row with buttons, by name; few enough for one line where they stand at the right."""
        self.buttons = buttons
        each = buttons.values()
        self.setLayout(layouts.row(..., *each, gap=2) if self._at_right else Flow(2, *each))
