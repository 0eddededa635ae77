"""The list of runs for Qt's views: cells as text, sorted by what they mean, filtered by words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt

from app.pages.runs import texts
from app.pages.runs.listed_run import ListedRun
from app.pages.runs.run_columns import COLUMNS, CURVE
from app.widgets.loss_thumbnail import losses_in_words

RUN, SORT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RunModel(QAbstractTableModel):
    """A row for each run."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[ListedRun] = []

    def show_runs(self, runs: list[ListedRun]) -> None:
        """Where they are the same runs as before, rows stay where they are."""
        if [run.folder for run in runs] == [run.folder for run in self.runs]:
            self.runs = runs
            if runs:
                self.dataChanged.emit(self.index(0, 0), self.index(len(runs) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self.runs = runs
        self.endResetModel()

    def rowCount(self, parent: _Index = _NONE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.runs)

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
        run, column = self.runs[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(run)
            case Qt.ItemDataRole.ToolTipRole:
                if index.column() == CURVE:
                    return losses_in_words(run.figures.losses, run.figures.evaluations)
                return column.tip(run) if column.tip else column.text(run)
            case Qt.ItemDataRole.AccessibleTextRole:
                if index.column() == CURVE:
                    return losses_in_words(run.figures.losses, run.figures.evaluations)
                return f"{column.title}: {column.text(run)}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else _LEFT
            case _ if role == RUN:
                return run
            case _ if role == SORT:
                return column.sort(run)
        return None


class RunFilter(QSortFilterProxyModel):
    """Every word of the filter has to stand somewhere in the run."""

    def __init__(self, model: RunModel) -> None:
        super().__init__()
        self._runs = model
        self._wanted: list[str] = []
        self.setSourceModel(model)
        self.setDynamicSortFilter(True)

    def wants(self, text: str) -> None:
        self._wanted = text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(self, row: int, _parent: _Index) -> bool:  # noqa: N802 - Qt's name
        run = self._runs.runs[row]
        words = f"{run.words}\n{texts.state(run).casefold()}"
        return all(word.lstrip("#") in words for word in self._wanted)

    def lessThan(self, left: _Index, right: _Index) -> bool:  # noqa: N802 - Qt's name
        """What has no value is last in either order; what is equal stands newest first."""
        descending = self.sortOrder() == Qt.SortOrder.DescendingOrder
        one, other = left.data(SORT), right.data(SORT)
        if (one is None) != (other is None):
            return (other is None) != descending
        if one is None or one == other:
            a, b = (self._runs.runs[index.row()].info.created for index in (left, right))
            return (a < b) if descending else (a > b)
        return bool(one < other)

    def folders(self) -> list[Path]:
        """Of the rows that are shown, from the top."""
        return [self.index(row, 0).data(RUN).folder for row in range(self.rowCount())]
