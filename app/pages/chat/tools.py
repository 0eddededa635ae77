"""Small buttons below a message, flat until hovered or focused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import CopyButton, FoldButton, IconButton
from core.base.language import tr

HEIGHT = 3 * GRID + 4  # pixels of a row


def tool(
    text: str, icon: str, action: Callable[[], object] | None = None, help_: str = "", *, checkable: bool = False
) -> IconButton:
    """Return a small flat button."""
    button = IconButton(text, icon, checkable=checkable)
    _be_quiet(button)
    button.setToolTip(help_)
    if action is not None:
        button.clicked.connect(lambda _checked=False: action())
    return button


class CopyTool(CopyButton):
    """Copies the message above it."""

    def __init__(self, source: Callable[[], str]) -> None:
        super().__init__(tr("Copy"), source)
        _be_quiet(self)


class FoldTool(FoldButton):
    """Shows parts of a message while it is checked."""

    def __init__(self, text: str, *parts: QWidget) -> None:
        super().__init__(text, *parts)
        _be_quiet(self)


def _be_quiet(button: IconButton) -> None:
    button.setProperty("quiet", True)
    button.setMinimumHeight(HEIGHT)


class ToolRow(QWidget):
    """Reserves its height at once and creates its buttons when needed."""

    def __init__(self, at_right: bool = False) -> None:
        super().__init__()
        self.buttons: Mapping[str, IconButton] = {}
        self._at_right = at_right
        self.setMinimumHeight(HEIGHT)

    def show_tools(self, wanted: bool) -> None:
        """Show the buttons, or leave their room empty; those that are pressed stay."""
        for button in self.buttons.values():
            button.setVisible(wanted or button.isChecked())

    def fill(self, buttons: Mapping[str, IconButton]) -> None:
        """Fill the row with buttons, by name; a right-aligned row must fit on one line."""
        self.buttons = buttons
        for button in buttons.values():
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            button.setSizePolicy(policy)
        each = buttons.values()
        self.setLayout(layouts.row(..., *each, gap=2) if self._at_right else Flow(2, *each))
