"""The rows of a data file: a list that can be searched and, beside it, one of them to look at and to change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.data.row_texts import row_facts, row_title
from app.pages.data.row_view import RowView
from app.widgets.controls import IconButton, dim_label, text_field
from app.widgets.two_line_list import Row, TwoLineList
from core.advice.texts.language import tr
from core.protocol import PreviewRow, RowChange

_SETTLED_MS = 400  # after the last key, before rows are searched


class RowBrowser(QSplitter):
    """Signals:
    more_wanted: the rows after those shown. searched: only rows with this text; with none, all of them.
    changed: a PreviewRow was edited, left out, or is as it was again.
    """

    more_wanted = Signal()
    searched = Signal(str)
    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.changes = PendingChanges()
        self.search = text_field(tr("Search"), tr("Search in all of it"))
        self.list = TwoLineList(tr("Rows of the data"))
        self.more = IconButton(tr("&Next rows"), "mdi6.chevron-down")
        self.view = RowView()
        self._nothing = dim_label(wraps=True)
        self._lists = QStackedWidget()
        self._by_row = self._with_file = False
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._arrange()
        self.list.chosen.connect(self._show)
        self.more.clicked.connect(self.more_wanted)
        self.search.textChanged.connect(lambda: self._settled.start())
        self.search.returnPressed.connect(self._seek)
        self._settled.timeout.connect(self._seek)
        self.view.left_out.connect(self._leave_out)
        self.view.undone.connect(self._undo)
        self.view.editor.edited.connect(self._edit)

    @property
    def n_rows(self) -> int:
        return self.list.count()

    @property
    def wanted(self) -> str:
        """The text that rows are searched for."""
        return self.search.text().strip()

    def forget(self) -> None:
        """No rows and no search; what was changed in rows stays."""
        self.search.clear()
        self._settled.stop()
        self.show_rows([], more=False)

    def name_places(self, *, by_row: bool, with_file: bool) -> None:
        """by_row: rows have a number, and no line. with_file: they are of several files."""
        if (by_row, with_file) != (self._by_row, self._with_file):
            self._by_row, self._with_file = by_row, with_file
            for number, row in enumerate(self.list.values()):
                self.list.change(number, self._listed(row))

    def show_rows(self, rows: list[PreviewRow], more: bool, current: int = 0) -> None:
        """Replace the rows; one becomes the current one."""
        self.list.show_rows(list(map(self._listed, rows)), min(current, len(rows) - 1))
        self.more.setEnabled(more)
        self._nothing.setText(
            tr("Nothing found for “{wanted}”.", wanted=self.wanted) if self.wanted and not rows else ""
        )
        self._lists.setCurrentIndex(1 if self._nothing.text() else 0)
        if not rows:
            self._show(None)

    def add_rows(self, rows: list[PreviewRow], more: bool) -> None:
        """Put rows behind those that are there."""
        for row in rows:
            self.list.add(self._listed(row))
        self.more.setEnabled(more)

    def replace_row(self, row: PreviewRow) -> None:
        """The same row, read anew."""
        for number, other in enumerate(self.list.values()):
            if other.place == row.place:
                self.list.change(number, self._listed(row))
                if number == self.list.currentRow():
                    self._show(row)

    def _seek(self) -> None:
        self._settled.stop()
        self.searched.emit(self.wanted)

    def _leave_out(self, row: PreviewRow) -> None:
        self.changes.leave_out(row)
        self.replace_row(row)
        self.changed.emit(row)

    def _undo(self, row: PreviewRow) -> None:
        self.changes.undo(row)
        self.replace_row(row)
        self.changed.emit(row)

    def _edit(self, row: PreviewRow, texts: dict[int, str]) -> None:
        self.changes.say(row, texts)
        self.replace_row(row)
        self.changed.emit(row)

    def _show(self, row: PreviewRow | None) -> None:
        self.view.show_row(row, self.changes.of(row) if row else None)

    def _listed(self, row: PreviewRow) -> Row:
        change = self.changes.of(row)
        return Row(row_title(row), row_facts(row, self._by_row, self._with_file), _mark(row, change), row)

    def _arrange(self) -> None:
        left = QWidget()
        column = layouts.column(left, gap=GRID)
        column.addWidget(self.search)
        nothing = QLabel()
        layouts.column(nothing, margins=(GRID, GRID, GRID, GRID)).addWidget(self._nothing, 0, Qt.AlignmentFlag.AlignTop)
        self._lists.addWidget(self.list)
        self._lists.addWidget(nothing)
        column.addWidget(self._lists, 1)
        column.addWidget(self.more)
        self.setHandleWidth(2 * GRID)
        self.addWidget(left)
        self.addWidget(self.view)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 3)
        self.setSizes([320, 380])


def _mark(row: PreviewRow, change: RowChange | None) -> str:
    if change is not None and change.leave_out:
        return "out"
    if row.problem:
        return "unused"
    return "edited" if change is not None else ""


class PendingChanges:
    """What a person changed in the rows on screen, until it is saved to a new file. At most one change a row."""

    def __init__(self) -> None:
        self._by_place: dict[int, RowChange] = {}

    def __len__(self) -> int:
        return len(self._by_place)

    def restore(self, changes: Sequence[RowChange]) -> None:
        """Restore the changes that `all` gave before the window was closed."""
        self._by_place = {change.place: change for change in changes}

    def clear(self) -> None:
        """All rows are as the file has them."""
        self._by_place.clear()

    def all(self) -> tuple[RowChange, ...]:
        """Return the changes as jobs take them."""
        return tuple(self._by_place.values())

    def of(self, row: PreviewRow) -> RowChange | None:
        """What was changed in a row."""
        return self._by_place.get(row.place)

    def leave_out(self, row: PreviewRow) -> None:
        """The row is not wanted; what was edited in it is kept for when it is taken back."""
        self._by_place[row.place] = msgspec.structs.replace(self._change(row), leave_out=True)

    def say(self, row: PreviewRow, texts: dict[int, str]) -> None:
        """These turns say something else."""
        change = self._change(row)
        self._by_place[row.place] = msgspec.structs.replace(change, texts={**change.texts, **texts})

    def undo(self, row: PreviewRow) -> None:
        """The row is as the file has it."""
        self._by_place.pop(row.place, None)

    @property
    def n_left_out(self) -> int:
        return sum(change.leave_out for change in self._by_place.values())

    def _change(self, row: PreviewRow) -> RowChange:
        return self._by_place.get(row.place) or RowChange(place=row.place, key=row.key)
