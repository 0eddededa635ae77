"""Rows and columns as every page uses them: no margins of their own, and one gap between what stands in them."""

from __future__ import annotations

from types import EllipsisType

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QStackedLayout, QVBoxLayout, QWidget

from app.look.theme import GRID

Margins = tuple[int, int, int, int]  # pixels: left, top, right, bottom
NO_MARGINS: Margins = (0, 0, 0, 0)
PAGE_MARGINS: Margins = (3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
LOW_MARGINS: Margins = (2 * GRID, GRID, 2 * GRID, GRID)
LOW = 60 * GRID  # pixels of height, below which a page has no room to give away
WIDEST = 180 * GRID  # pixels: beyond it lines are too long to read, and buttons too far from what they are about
CARD_MARGINS: Margins = (2 * GRID, 10, 2 * GRID, 10)


# What stands in a row or a column: a widget, a layout, pixels of space, or ... for the room that is left; also with the
# share of that room that it takes, and the edge at which it stands.
_One = QWidget | QLayout | EllipsisType
Part = _One | int | tuple[_One, int] | tuple[_One, int, Qt.AlignmentFlag]


def row(
    *parts: Part, inside: QWidget | None = None, gap: int | None = None, margins: Margins = NO_MARGINS
) -> QHBoxLayout:
    """Return a layout of parts side by side. inside: the widget that it fills. gap: pixels; None: as the layout around
    it, or the style's.
    """
    box = QHBoxLayout()
    _prepare(box, inside, gap, margins)
    put(box, *parts)
    return box


def column(
    *parts: Part, inside: QWidget | None = None, gap: int | None = None, margins: Margins = NO_MARGINS
) -> QVBoxLayout:
    """Return a layout of parts below each other; otherwise as `row`."""
    box = QVBoxLayout()
    _prepare(box, inside, gap, margins)
    put(box, *parts)
    return box


def grid(across: int, down: int, *wide: int, inside: QWidget | None = None) -> QGridLayout:
    """Return a layout of rows and columns. across, down: pixels between them. wide: columns that share what is left."""
    box = QGridLayout()
    _prepare(box, inside, None, NO_MARGINS)
    box.setHorizontalSpacing(across)
    box.setVerticalSpacing(down)
    for column in wide:
        box.setColumnStretch(column, 1)
    return box


def page(inside: QWidget, *parts: Part) -> QVBoxLayout:
    """Return the layout of a page from its title down to its buttons: the same margins and gaps for every page, less of
    them where the window is low, and in the middle of one that is very wide.
    """
    box = _PageColumn()
    inside.setLayout(box)
    put(box, *parts)
    return box


def put(box: QBoxLayout, *parts: Part) -> None:
    """Put parts into a row or a column, after what is in it."""
    for part in parts:
        one, stretch, *edge = part if isinstance(part, tuple) else (part, int(part is ...))
        if isinstance(one, QWidget):
            box.addWidget(one, stretch, *edge)
        elif isinstance(one, QLayout):
            box.addLayout(one, stretch)
        elif isinstance(one, int):
            box.addSpacing(one)
        else:
            box.addStretch(stretch)


def clear(box: QLayout) -> None:
    """Take all widgets out of a layout, and delete them."""
    while (item := box.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()  # it is deleted later, and would be drawn until then
            widget.deleteLater()


def left(one: QWidget) -> Part:
    """Return a part at the left edge of its column."""
    return one, 0, Qt.AlignmentFlag.AlignLeft


def top(one: QWidget) -> Part:
    """Return a part at the top of its row."""
    return one, 0, Qt.AlignmentFlag.AlignTop


def centred(one: QWidget) -> Part:
    """Return a part in the middle of its column."""
    return one, 0, Qt.AlignmentFlag.AlignHCenter


def panel(layout: QLayout) -> QWidget:
    """Return a widget that a layout fills."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def layers(box: QBoxLayout, *widgets: QWidget) -> QStackedLayout:
    """Return a stack of widgets in what a box has left, one shown at a time, the first at first. The box has to have
    its widget by then: a stack shows its first widget at once, and without a parent that is a window of its own.
    """
    stack = QStackedLayout()
    box.addLayout(stack, 1)
    assert stack.parentWidget() is not None
    for widget in widgets:
        stack.addWidget(widget)
    return stack


class _PageColumn(QVBoxLayout):
    def __init__(self) -> None:
        super().__init__()
        self._suit(is_low=False)

    def setGeometry(self, area: QRect) -> None:  # noqa: N802 - Qt's name
        if (area.height() < LOW) != self._is_low:
            self._suit(not self._is_low)
        beside = max(0, area.width() - WIDEST) // 2
        super().setGeometry(area.adjusted(beside, 0, -beside, 0))

    def _suit(self, is_low: bool) -> None:
        self._is_low = is_low
        self.setContentsMargins(*(LOW_MARGINS if is_low else PAGE_MARGINS))
        self.setSpacing(GRID if is_low else 2 * GRID)


def _prepare(box: QLayout, inside: QWidget | None, gap: int | None, margins: Margins) -> None:
    if inside is not None:
        inside.setLayout(box)
    box.setContentsMargins(*margins)
    if gap is not None:
        box.setSpacing(gap)
