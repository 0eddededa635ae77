"""The views of the Runs page in one place, of which one is seen; each comes when it is first wanted."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import scrolled

_V = TypeVar("_V", bound=QWidget)


class Views(QWidget):
    """by: the views by their keys, which scroll; the buttons of each stand below."""

    def __init__(self, above: QWidget) -> None:
        """above: what stands over them all."""
        super().__init__()
        self.by: dict[str, QWidget] = {}
        self._feet: dict[str, QWidget] = {}
        content = QWidget()
        self._inside = layouts.column(content, gap=2 * GRID)
        self._inside.addWidget(above)
        self._whole = layouts.column(self, gap=2 * GRID)
        self._whole.addWidget(scrolled(content), 1)

    def hold(self, key: str, view: _V, foot: QWidget | None = None) -> _V:
        """Take one in; it is not seen before `show_only`."""
        self.by[key] = view
        self._inside.addWidget(view, 1)
        if foot is not None:
            self._feet[key] = foot
            self._whole.addWidget(foot)
        return view

    def show_only(self, key: str) -> None:
        for name, widget in (*self.by.items(), *self._feet.items()):
            widget.setVisible(name == key)
