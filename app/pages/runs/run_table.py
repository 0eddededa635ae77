"""The list of runs with its filter: sorted by any column, with columns that are chosen, remembered and give way on
narrow windows; and what stands in its place where nothing is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QLabel,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.look import icons, layouts
from app.look.skin import LINE, MARK
from app.look.theme import CONTROL_HEIGHT, GRID
from app.pages.runs import texts
from app.pages.runs.listed_run import ListedRun
from app.pages.runs.run_rows import COLUMNS, CURVE, DATE, KEYS, NAME, RUN, RunModel
from app.widgets.controls import IconButton, dim_label, show_whole_rows, text_field
from app.widgets.loss_thumbnail import paint_losses
from app.widgets.skeleton import Skeleton
from core.base.language import tr

_NAME_ROOM = 24 * GRID  # pixels, the least for names before columns give way
_NAMES_SHARE = 0.4  # of the width, that long names may have before columns do
_ARROW = 2 * GRID  # pixels, of the mark in the header of the column that is sorted by
_ROW_HEIGHT = 6 * GRID
_TICK = 2 * GRID  # pixels, of the box that is ticked where a run is chosen
_Selection = QItemSelectionModel.SelectionFlag


class RunTable(QTableView):
    """Signals:
    chosen: other runs are selected now. opened: a run was double-clicked, or Enter pressed on it.
    menu_wanted: the run's menu was asked for, at a point of the screen.
    """

    chosen = Signal()
    opened = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self._unwanted = {"loss"}  # columns that are switched off
        self._widths: dict[str, int] = {}  # those that the user has drawn to another width
        self._fitting = False
        self._is_ticking = False  # from the press on a box to its release
        self._kept: set[Path] = set()  # what was selected before the rows moved
        self.rows = RunModel()
        self.setModel(self.rows)
        self.setAccessibleName(tr("Runs"))
        self.setItemDelegateForColumn(NAME, NameCell(self))
        self.setItemDelegateForColumn(CURVE, CurveCell(self))
        self._prepare()
        self.rows.about_to_change.connect(self._keep)
        self.rows.changed.connect(lambda: self.select(self._kept))
        self.rows.changed.connect(self._fit_columns)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.customContextMenuRequested.connect(lambda at: self.menu_wanted.emit(self.viewport().mapToGlobal(at)))
        header = self.horizontalHeader()
        header.customContextMenuRequested.connect(lambda at: self.columns_menu().exec(header.mapToGlobal(at)))
        header.sectionResized.connect(self._on_resized)

    def show_runs(self, runs: list[ListedRun]) -> None:
        """Show runs in place of those before; what is selected stays so, here and below, if it is still shown."""
        self.rows.show_runs(runs)

    def filter(self, text: str) -> None:
        """Show only runs with these words; what is hidden is not selected any more."""
        self.rows.filter(text)

    @property
    def selected(self) -> list[ListedRun]:
        """The selected runs, from the top."""
        return [index.data(RUN) for index in sorted(self.selectionModel().selectedRows(), key=lambda i: i.row())]

    def select(self, folders: Iterable[Path]) -> None:
        """Select these runs, where they are shown, in place of what was selected."""
        wanted, model = set(folders), self.selectionModel()
        if {run.folder for run in self.selected} == wanted:
            return
        model.clearSelection()
        for row, folder in enumerate(self.rows.folders()):
            if folder in wanted:
                index = self.rows.index(row, NAME)
                if not model.hasSelection():
                    model.setCurrentIndex(index, _Selection.NoUpdate)
                    self.scrollTo(index)
                model.select(index, _Selection.Select | _Selection.Rows)

    def columns_menu(self) -> QMenu:
        """Return a menu of which columns are shown, where there is room."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for column in COLUMNS[1:]:
            action = menu.addAction(column.title)
            action.setCheckable(True)
            action.setChecked(column.key not in self._unwanted)
            action.toggled.connect(lambda on, key=column.key: self.want_column(key, on))
        return menu

    def want_column(self, key: str, wanted: bool) -> None:
        (self._unwanted.discard if wanted else self._unwanted.add)(key)
        self._fit_columns()

    def look_of_it(self) -> dict[str, Any]:
        header = self.horizontalHeader()
        return {
            "hidden": sorted(self._unwanted),
            "widths": dict(self._widths),
            "order": [KEYS[header.logicalIndex(place)] for place in range(len(KEYS))],
            "sort": KEYS[header.sortIndicatorSection()],
            "descending": header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder,
            "selected": [str(run.folder) for run in self.selected],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave; what is old or wrong is passed over."""
        self._unwanted = {key for key in _list(state.get("hidden")) if key in KEYS[1:]}
        widths = state.get("widths")
        if isinstance(widths, dict):
            self._widths = {key: w for key, w in widths.items() if key in KEYS and isinstance(w, int) and w > 0}
        header = self.horizontalHeader()
        order = [key for key in dict.fromkeys(_list(state.get("order"))) if key in KEYS]
        for place, key in enumerate(KEYS):
            if key not in order:  # new since that was kept
                order.insert(place, key)
        for place, key in enumerate(order):
            header.moveSection(header.visualIndex(KEYS.index(key)), place)
        if state.get("sort") in KEYS:
            order_of = Qt.SortOrder.DescendingOrder if state.get("descending") is True else Qt.SortOrder.AscendingOrder
            self.sortByColumn(KEYS.index(state["sort"]), order_of)
        self._fit_columns()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose a run beside the others by a click on its box, or no longer."""
        index = self.indexAt(event.position().toPoint())
        is_tick = index.column() == NAME and tick_in(self.visualRect(index)).adjusted(
            -GRID, -GRID, GRID, GRID
        ).contains(event.position().toPoint())
        if not is_tick or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._is_ticking = True
        self.selectionModel().setCurrentIndex(index, _Selection.Toggle | _Selection.Rows)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Draw no selection over the ticks where a hand shakes on a box."""
        if not self._is_ticking:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if not self._is_ticking:
            super().mouseReleaseEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._is_ticking = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Open no run at two quick clicks on its box."""
        index = self.indexAt(event.position().toPoint())
        if index.column() == NAME and tick_in(self.visualRect(index)).contains(event.position().toPoint()):
            self.mousePressEvent(event)
            return
        super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.opened.emit()
            return
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.selectionModel().select(self.currentIndex(), _Selection.Toggle | _Selection.Rows)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit_columns()

    def _keep(self) -> None:
        self._kept = {run.folder for run in self.selected}

    def _fit_columns(self) -> None:
        """Show the columns that find room beside the names, the most telling first."""
        self._fitting = True
        left = self.viewport().width() - self._name_room()
        says_nothing = set() if any(run.figures.answers for run in self.rows.rows) else {"right"}
        unwanted = self._unwanted | says_nothing
        for column in sorted(COLUMNS[1:], key=lambda column: column.rank):
            section, width = KEYS.index(column.key), self._width(KEYS.index(column.key))
            shown = column.key not in unwanted and width <= left
            if column.key not in unwanted:
                left = left - width if shown else 0  # the less telling do not take the place of the more
            self.setColumnHidden(section, not shown)
            self.setColumnWidth(section, width)
        self._fitting = False

    def _name_room(self) -> int:
        """Return the pixels for names: if they are long, their differences are worth more than a column."""
        longest = max((run.title for run in self.rows.rows), key=len, default="")
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        wanted = QFontMetrics(bold).horizontalAdvance(longest) + 4 * GRID + _TICK
        return max(_NAME_ROOM, min(wanted, round(_NAMES_SHARE * self.viewport().width())))

    def _width(self, section: int) -> int:
        column, metrics = COLUMNS[section], self.fontMetrics()
        needed = max(metrics.horizontalAdvance(column.sample), metrics.horizontalAdvance(column.title) + _ARROW)
        return self._widths.get(column.key, needed + 3 * GRID)

    def _on_resized(self, section: int, _before: int, width: int) -> None:
        if not self._fitting and section != NAME and width > 0:
            self._widths[KEYS[section]] = width

    def _prepare(self) -> None:
        show_whole_rows(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSortingEnabled(True)
        self.sortByColumn(DATE, Qt.SortOrder.DescendingOrder)
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(5 * GRID)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)


def _list(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


_Index = QModelIndex | QPersistentModelIndex


class NameCell(QStyledItemDelegate):
    """A box that is ticked where the run is chosen; the name, and below it tags and the beginning of the notes where
    there are any; each in one line.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        run: ListedRun = index.data(RUN)
        palette, area = _background(self, painter, option, index)
        _paint_tick(painter, tick_in(option.rect), bool(option.state & QStyle.StateFlag.State_Selected))
        area.setLeft(tick_in(option.rect).right() + 12)
        about = "  ".join([*(f"#{tag}" for tag in run.notes.tags), " ".join(run.notes.notes.split())]).strip()
        line = option.fontMetrics.lineSpacing()
        top = area.top() + (area.height() - line * (2 if about else 1)) // 2
        painter.save()
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        _write(painter, QRect(area.left(), top, area.width(), line), run.title, Qt.TextElideMode.ElideMiddle)
        painter.setFont(option.font)
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        _write(painter, QRect(area.left(), top + line, area.width(), line), about, Qt.TextElideMode.ElideRight)
        painter.restore()


def tick_in(row: QRect) -> QRect:
    """Return where a row has its box to tick."""
    return QRect(row.left() + GRID, row.center().y() - _TICK // 2, _TICK, _TICK)


def _paint_tick(painter: QPainter, box: QRect, ticked: bool) -> None:
    """Paint a box to tick, with the look of those in skin.py."""
    palette = QApplication.palette()  # a table's own has a highlight of its rows
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    lit = palette.color(QPalette.ColorRole.Highlight)
    painter.setPen(QPen(lit if ticked else palette.color(QPalette.ColorRole.Dark), LINE))
    painter.setBrush(lit if ticked else palette.color(QPalette.ColorRole.Base))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), MARK, MARK)
    if ticked:
        icons.icon("mdi6.check-bold", color=palette.color(QPalette.ColorRole.HighlightedText)).paint(painter, box)
    painter.restore()


class CurveCell(QStyledItemDelegate):
    """The loss over the steps."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        run: ListedRun = index.data(RUN)
        palette, area = _background(self, painter, option, index)
        picture = QRectF(area).adjusted(0, GRID, 0, -GRID)
        paint_losses(painter, picture, run.figures.losses, run.figures.evaluations, palette)


def _background(
    delegate: QStyledItemDelegate, painter: QPainter, option: QStyleOptionViewItem, index: _Index
) -> tuple[QPalette, QRect]:
    """Paint the row's own background; the palette, and the room for what is in the cell."""
    delegate.initStyleOption(option, index)
    option.text, widget = "", option.widget
    assert isinstance(widget, QWidget)
    widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
    return option.palette, option.rect.adjusted(GRID, 0, -GRID, 0)


def _write(painter: QPainter, area: QRect, text: str, mode: Qt.TextElideMode) -> None:
    shown = painter.fontMetrics().elidedText(text, mode, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


class RunList(QWidget):
    """`filter` stands elsewhere on the page."""

    def __init__(self) -> None:
        super().__init__()
        self.table = RunTable()
        self.filter = text_field(tr("Filter the runs"), tr("Filter"))
        self.filter.setFixedSize(28 * GRID, CONTROL_HEIGHT)
        self.start = IconButton(tr("&Begin with a model"), "mdi6.play", primary=True)
        self.clear = IconButton(tr("&Show all runs"), "mdi6.filter-off-outline")
        self._no_match = _words()
        self._said = dim_label()
        layout = layouts.column(inside=self, gap=GRID)
        no_runs, no_match = _centred(_words(texts.EMPTY), self.start), _centred(self._no_match, self.clear)
        self._layers = layouts.layers(layout, Skeleton(), self.table, no_runs, no_match)
        layout.addWidget(self._said)
        self.filter.textChanged.connect(self._on_filter)
        self.clear.clicked.connect(self.filter.clear)
        self.table.chosen.connect(self._say_how_many)

    def show_runs(self, runs: list[ListedRun]) -> None:
        self.table.show_runs(runs)
        self._show_layer()
        self._say_how_many()

    def _on_filter(self, text: str) -> None:
        self.table.filter(text)
        self._no_match.setText(texts.no_match(text))
        self._show_layer()
        self._say_how_many()
        self.table.chosen.emit()

    def _say_how_many(self) -> None:
        runs, shown = self.table.rows.runs, self.table.rows.rowCount()
        said = [texts.how_many(runs, shown)]
        if shown > 1 and len(self.table.selected) < 2:
            said.append(texts.TICK)
        self._said.setText("  ".join(filter(None, said)))

    def _show_layer(self) -> None:
        if not self.table.rows.runs:
            self._layers.setCurrentIndex(2)
        else:
            self._layers.setCurrentIndex(1 if self.table.rows.rowCount() else 3)


def _words(text: str = "") -> QLabel:
    return QLabel(text, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)


def _centred(words: QLabel, button: IconButton) -> QWidget:
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return layouts.panel(layouts.column(..., words, layouts.centred(button), ..., gap=2 * GRID))
