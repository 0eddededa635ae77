"""The list of runs for Qt's view: cells as text, sorted by what they mean, filtered by words.

Sorted and filtered here, not by a QSortFilterProxyModel: that asks for each cell that it compares, one by one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.pages.runs import texts
from app.pages.runs.listed_run import ListedRun
from app.pages.runs.run_columns import COLUMNS, CURVE, DATE
from app.widgets.loss_thumbnail import losses_in_words

RUN = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RunModel(QAbstractTableModel):
    """A row for each run that the filter lets through.

    Signals:
        about_to_change, changed: around anything that moves rows.
    """

    about_to_change = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[ListedRun] = []
        self.rows: list[ListedRun] = []  # that are shown, from the top
        self._words: list[str] = []
        self._column, self._descending = DATE, True

    def show_runs(self, runs: list[ListedRun]) -> None:
        self.runs = runs
        self._arrange()

    def filter(self, text: str) -> None:
        """Show the runs in which every word stands somewhere."""
        self._words = [word.lstrip("#") for word in text.casefold().split()]
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._descending = max(0, column), order == Qt.SortOrder.DescendingOrder
        self._arrange()

    def folders(self) -> list[Path]:
        return [run.folder for run in self.rows]

    def _arrange(self) -> None:
        """Arrange the rows: the same runs stay in their places, and only their content changes."""
        rows = self._sorted([run for run in self.runs if self._passes(run)])
        if [run.folder for run in rows] == self.folders():
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))
            return
        self.about_to_change.emit()
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()
        self.changed.emit()

    def _passes(self, run: ListedRun) -> bool:
        words = f"{run.words}\n{texts.state(run).casefold()}" if self._words else ""
        return all(word in words for word in self._words)

    def _sorted(self, runs: list[ListedRun]) -> list[ListedRun]:
        """What has no value is last in either order; what is equal stands newest first."""
        key = COLUMNS[self._column].sort
        newest = sorted(runs, key=lambda run: run.info.created, reverse=True)
        known = [run for run in newest if key(run) is not None]
        unknown = [run for run in newest if key(run) is None]
        if self._descending:  # sorting is stable, also in reverse: what is equal keeps its order
            return [*sorted(known, key=key, reverse=True), *unknown]  # type: ignore[arg-type]
        return [*sorted(known, key=key), *unknown]  # type: ignore[arg-type]

    def rowCount(self, parent: _Index = _NONE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NONE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802 - Qt's name
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if COLUMNS[section].number else _LEFT
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        run, column = self.rows[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(run)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else _LEFT
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole if index.column() == CURVE:
                return losses_in_words(run.figures.losses, run.figures.evaluations)
            case Qt.ItemDataRole.ToolTipRole:
                return column.tip(run) if column.tip else column.text(run)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{column.title}: {column.text(run)}"
            case _ if role == RUN:
                return run
        return None
