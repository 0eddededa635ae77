"""A list whose rows have a name, a line about it, and a mark: fits, tight, does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.look import icons
from app.look.theme import FITS, GRID, NO, TIGHT, ink
from core.base.language import tr

MARKS = {
    "fits": ("mdi6.check-circle-outline", FITS, "fits"),
    "tight": ("mdi6.alert-circle-outline", TIGHT, "tight"),
    "no": ("mdi6.close-circle-outline", NO, tr("does not fit")),
    "unused": ("mdi6.close-circle-outline", NO, tr("not used")),
    "out": ("mdi6.minus-circle-outline", TIGHT, tr("left out")),
    "edited": ("mdi6.pencil-circle-outline", FITS, "edited"),
}
_FACTS, _MARK, _VALUE = (Qt.ItemDataRole.UserRole + number for number in range(3))
_ICON = 18  # pixels, at least
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Row:
    """name in bold, facts below it; mark: one of MARKS or ""; value: what the row stands for."""

    name: str
    facts: str
    mark: str
    value: Any


class TwoLineList(QListWidget):
    """Signals:
    chosen: the value of the row that is current now, or None.
    opened: the value of a row that was double-clicked, or had Enter pressed on it.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._rows_high = 0  # 0: any height
        self.setObjectName("rows")
        self.setAccessibleName(name)
        self.setItemDelegate(_Painter(self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.currentItemChanged.connect(lambda item, _before: self.chosen.emit(_value(item)))
        self.itemActivated.connect(lambda item: self.opened.emit(_value(item)))

    def be_as_high_as(self, rows: int) -> None:
        """Make the list as high as that many rows, however many there are and however large the text is."""
        self._rows_high = rows
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self._suited(super().sizeHint())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self._suited(super().minimumSizeHint())

    def _suited(self, hint: QSize) -> QSize:
        if self._rows_high:
            hint.setHeight(self._rows_high * (2 * self.fontMetrics().lineSpacing() + 2 * GRID) + GRID)  # with the frame
        return hint

    def show_rows(self, rows: list[Row], current: int = -1) -> None:
        """Replace all rows; one of them may become the current one."""
        self.clear()
        for row in rows:
            self.add(row)
        if rows and current >= 0:
            self.setCurrentRow(current)

    def add(self, row: Row) -> None:
        item = QListWidgetItem()
        _fill(item, row)
        self.addItem(item)

    def change(self, number: int, row: Row) -> None:
        """Say something else of a row; what is current stays so."""
        _fill(self.item(number), row)

    @property
    def value(self) -> Any:
        """The current row's value, or None."""
        return _value(self.currentItem())

    def values(self) -> list[Any]:
        return [_value(self.item(number)) for number in range(self.count())]

    def filter(self, text: str) -> int:
        """Hide the rows without this text in them. Returns how many are left."""
        wanted = text.casefold()
        items = [self.item(number) for number in range(self.count())]
        for item in items:
            item.setHidden(wanted not in f"{item.text()} {item.data(_FACTS)}".casefold())
        return sum(not item.isHidden() for item in items)


def _fill(item: QListWidgetItem, row: Row) -> None:
    item.setText(row.name)
    item.setData(_FACTS, row.facts)
    item.setData(_MARK, row.mark)
    item.setData(_VALUE, row.value)
    said = f"{MARKS[row.mark][2]}, " if row.mark else ""
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{row.name}, {said}{row.facts}")
    item.setToolTip(f"{row.name}\n{row.facts}")


def _value(item: QListWidgetItem | None) -> Any:
    return item.data(_VALUE) if item is not None else None


class _Painter(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, _index: _Index) -> QSize:  # noqa: N802 - Qt's name
        return QSize(0, 2 * option.fontMetrics.lineSpacing() + 2 * GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        self.initStyleOption(option, index)
        option.text, widget = "", option.widget
        assert isinstance(widget, QWidget)
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        plain, dim = map(option.palette.color, (QPalette.ColorRole.Text, QPalette.ColorRole.PlaceholderText))
        area, line = option.rect.adjusted(GRID, GRID, -GRID, -GRID), option.fontMetrics.lineSpacing()
        if mark := index.data(_MARK):
            side = max(_ICON, line)
            place = QRect(area.left(), area.center().y() - side // 2, side, side)
            _icon(MARKS[mark][0], ink(MARKS[mark][1])).paint(painter, place)
            area.setLeft(area.left() + side + GRID)
        painter.save()
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        _draw(painter, bold, plain, QRect(area.left(), area.top(), area.width(), line), index.data())
        _draw(painter, option.font, dim, QRect(area.left(), area.top() + line, area.width(), line), index.data(_FACTS))
        painter.restore()


def _draw(painter: QPainter, font: QFont, color: QColor, area: QRect, text: str) -> None:
    painter.setFont(font)
    painter.setPen(color)
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _icon(name: str, color: QColor) -> QIcon:
    icon: QIcon = icons.icon(name, color=color)
    return icon
