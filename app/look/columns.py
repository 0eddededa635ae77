"""Widgets side by side, or below each other where the page is too narrow for that."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

_ROW, _COLUMN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class Columns(QWidget):
    """gap: pixels between them. narrow: from this width on, and from what they need, they stand side by side."""

    def __init__(self, gap: int, *widgets: QWidget | tuple[QWidget, int], narrow: int = 0) -> None:
        """widgets: those that grow with their share of the width that is left."""
        super().__init__()
        self._narrow = narrow
        self._widgets: list[QWidget] = []
        self._box = QBoxLayout(_ROW, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(gap)
        for widget in widgets:
            self.add(*(widget if isinstance(widget, tuple) else (widget,)))

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Add one to the right, or below."""
        self._widgets.append(widget)
        self._box.addWidget(widget, stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        needed = sum(self._widths()) + self._box.spacing() * (len(self._widths()) - 1)
        self._box.setDirection(_ROW if self.width() >= max(self._narrow, needed) else _COLUMN)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width of the widest column alone: narrower than side by side, so that a page can become that
        narrow.
        """
        return QSize(max(self._widths(), default=0), self._box.totalMinimumSize().height())

    def _widths(self) -> list[int]:
        """The least of each, pixels."""
        shown = (widget for widget in self._widgets if not widget.isHidden())
        return [max(widget.minimumSizeHint().width(), widget.minimumWidth()) for widget in shown]
