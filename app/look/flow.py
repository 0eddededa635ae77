"""Layouts that suit the width: widgets in as many lines as it takes, or side by side where there is room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """Each widget has the size that it likes best. gap: pixels between them. line_gap: between lines; None: the same.

    aligned: several lines are about as long as each other, and what stands in them has common columns.
    at_end: one widget that stands at the right-hand edge of the last line.
    """

    def __init__(
        self,
        gap: int,
        *widgets: QWidget,
        at_end: QWidget | None = None,
        line_gap: int | None = None,
        aligned: bool = False,
    ) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap, self._line_gap, self._aligned = gap, gap if line_gap is None else line_gap, aligned
        self._at_end = at_end
        for widget in (*widgets, at_end) if at_end is not None else widgets:
            self.addWidget(widget)

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
        return sum(heights) + self._line_gap * max(0, len(heights) - 1)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of all in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._gap * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width of the widest item."""
        sizes = [item.sizeHint() for item in self._shown()]
        return QSize(
            max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0)
        )

    def setGeometry(self, area: QRect) -> None:  # noqa: N802 - Qt's name
        super().setGeometry(area)
        y = area.top()
        lines = self._lines(area.width())
        column = self._column(lines)
        for height, line in lines:
            x = area.left()
            for item in line:
                size = item.sizeHint()
                if self._at_end is not None and item.widget() is self._at_end:
                    x = max(x, area.right() + 1 - size.width())
                item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += max(size.width(), column) + self._gap
            y += height + self._line_gap

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
        return self._evened(lines, width) if self._aligned and len(lines) > 1 else lines

    def _evened(self, lines: list[tuple[int, list[QLayoutItem]]], width: int) -> list[tuple[int, list[QLayoutItem]]]:
        """Put equally many in each line, in columns as wide as the widest of all."""
        items = [item for _height, line in lines for item in line]
        fits = max(1, (width + self._gap) // (self._column(lines) + self._gap))
        in_each = -(-len(items) // -(-len(items) // fits))
        parts = [items[at : at + in_each] for at in range(0, len(items), in_each)]
        return [(max(item.sizeHint().height() for item in part), part) for part in parts]

    def _column(self, lines: list[tuple[int, list[QLayoutItem]]]) -> int:
        """Return a column's width in pixels; 0 without columns."""
        if not self._aligned or len(lines) < 2:
            return 0
        return max(item.sizeHint().width() for _height, line in lines for item in line)


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
