"""One of some views of a page: words side by side, of which one is underlined."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import IconButton


class ViewSwitch(QWidget):
    """A switch between views, in several lines if the page is narrow.

    Signals:
        chosen: the key of the view that the user wants to see.
    """

    chosen = Signal(str)

    def __init__(self, name: str, views: Sequence[tuple[str, str, str]]) -> None:
        """name: for those who do not see it. views: of each its key, its words and its icon; the first is chosen."""
        super().__init__()
        self.setObjectName("switch")  # the style sheet has its look
        self.setAccessibleName(name)
        self.buttons: dict[str, IconButton] = {}
        inside, group = Flow(GRID // 2), QButtonGroup(self, exclusive=True)
        inside.setContentsMargins(0, 0, 0, 0)
        self.setLayout(inside)
        for key, words, icon in views:
            button = IconButton(words, icon, checkable=True, lights_up=True)
            button.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            group.addButton(button)
            inside.addWidget(button)
            self.buttons[key] = button
        self.choose(views[0][0])

    @property
    def key(self) -> str:
        """The key of the shown view."""
        return next(key for key, button in self.buttons.items() if button.isChecked())

    def choose(self, key: str) -> None:
        self.buttons[key].setChecked(True)

    def name(self, key: str, words: str) -> None:
        """Another wording, such as one with a count."""
        self.buttons[key].setText(words)
