"""A layout of widgets side by side, in as many lines as the width asks for."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """Each widget has the size that it likes best. gap: pixels between them, and between lines.

    at_end: one widget that stands at the right-hand edge of the last line.
    """

    def __init__(self, gap: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._at_end: QWidget | None = None

    def add_at_end(self, widget: QWidget) -> None:
        """Add the last widget, away from the others."""
        self.addWidget(widget)
        self._at_end = widget

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802 - Qt's name
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802 - Qt's name
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        heights = [height for height, _ in self._lines(width)]
        return sum(heights) + self._gap * max(0, len(heights) - 1)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """All in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as the widest of them."""
        sizes = [item.sizeHint() for item in self._shown()]
        return QSize(
            max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0)
        )

    def setGeometry(self, area: QRect) -> None:  # noqa: N802 - Qt's name
        super().setGeometry(area)
        y = area.top()
        for height, line in self._lines(area.width()):
            x = area.left()
            for item in line:
                size = item.sizeHint()
                if self._at_end is not None and item.widget() is self._at_end:
                    x = max(x, area.right() + 1 - size.width())
                item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + self._gap
            y += height + self._gap

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[tuple[int, list[QLayoutItem]]]:
        """Height and items of each."""
        lines: list[tuple[int, list[QLayoutItem]]] = []
        left = 0
        for item in self._shown():
            size = item.sizeHint()  # asked once: it is what takes the time
            if not lines or size.width() > left:
                lines.append((0, []))
                left = width
            height, line = lines[-1]
            line.append(item)
            lines[-1] = max(height, size.height()), line
            left -= size.width() + self._gap
        return lines
