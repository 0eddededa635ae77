"""A titled plot without menus or keys, that follows light and dark and says what it shows in a sentence."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette

from app.look.theme import GRID, SMALL, set_size
from app.widgets.controls import Card

_AXES = ("left", "bottom")


class PlotCard(Card):
    """Frames the plot; `plot` shows it; who subclasses it fills `_item`."""

    def __init__(self, title: str, plot: pyqtgraph.PlotWidget) -> None:
        super().__init__(title)
        self.plot = plot
        self.plot.setMenuEnabled(False)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing in it reacts to keys
        self._item = plot.getPlotItem()
        set_size(self.plot, SMALL)
        for axis in _AXES:
            self._item.getAxis(axis).enableAutoSIPrefix(False)
            self._item.getAxis(axis).setTickFont(self.plot.font())
        self._item.layout.setContentsMargins(0, GRID, 0, 0)  # room for the upper half of the highest number
        self.body.addWidget(plot, 1)
        self._paint()

    def summarize(self, text: str) -> None:
        """Describe the plot in a sentence, for those who do not see it."""
        self.plot.setAccessibleName(self.accessibleName())
        self.plot.setAccessibleDescription(text)
        self.setToolTip(text)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_item"):  # Card's __init__ changes it, too
            self._paint()

    def _paint(self) -> None:
        palette = self.palette()
        self.plot.setBackground(palette.color(QPalette.ColorRole.Base))
        lines, text = palette.color(QPalette.ColorRole.Dark), palette.color(QPalette.ColorRole.PlaceholderText)
        for axis in _AXES:
            self._item.getAxis(axis).setPen(lines)
            self._item.getAxis(axis).setTextPen(text)
