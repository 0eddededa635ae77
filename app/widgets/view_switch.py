"""One of some views of a page: buttons of which one is down."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, switch


class ViewSwitch(QWidget):
    """Signals:
    chosen: the key of the view that the person wants to see.
    """

    chosen = Signal(str)

    def __init__(self, name: str, views: list[tuple[str, str, str]]) -> None:
        """views: of each its key, its words and its icon."""
        super().__init__()
        self.buttons: dict[str, IconButton] = {}
        holder = switch()
        holder.setAccessibleName(name)
        inside = layouts.row(holder, gap=GRID // 2)
        group = QButtonGroup(self, exclusive=True)
        for key, words, icon in views:
            button = IconButton(words, icon, checkable=True)
            button.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            group.addButton(button)
            inside.addWidget(button)
            self.buttons[key] = button
        layouts.row(self).addWidget(holder)

    @property
    def key(self) -> str:
        """Of the view that is shown."""
        return next((key for key, button in self.buttons.items() if button.isChecked()), "")

    def choose(self, key: str) -> None:
        self.buttons[key].setChecked(True)

    def name(self, key: str, words: str) -> None:
        """Another wording, such as one with a count."""
        self.buttons[key].setText(words)
