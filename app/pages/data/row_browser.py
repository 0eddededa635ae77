"""The rows of a data file: a list that can be searched and, beside it, one of them to look at and to change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.data.row_texts import row_facts, row_title
from app.pages.data.row_view import RowView
from app.widgets.controls import dim_label, text_field
from app.widgets.letters import CheckBox
from app.widgets.two_line_list import Row, TwoLineList
from core.base.language import tr
from core.protocol import PreviewRow, RowChange

_SETTLED_MS = 400  # after the last key, before rows are searched


class RowBrowser(QSplitter):
    """Signals:
    more_wanted: the rows after those shown. searched: only rows with this text; with none, all of them.
    changed: a PreviewRow was edited, left out, or restored.
    """

    more_wanted = Signal()
    searched = Signal(str)
    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.changes = PendingChanges()
        self.search = text_field(tr("Search"), tr("Search in all of it"))
        self.doubted = CheckBox(tr("Only d&oubtful rows"))
        self.doubted.setToolTip(tr("Rows about documents that the rules are not sure of"))
        self.list = TwoLineList(tr("Rows of the data"))
        self.list.setToolTip(tr("Delete leaves a row out, K keeps it; then comes the next. E edits it."))
        self.view = RowView()
        self._nothing = dim_label(wraps=True)
        self._lists = QStackedWidget()
        self._by_row = self._with_file = False
        self._has_more = False  # rows after those shown
        self._waits = self._goes_on = False  # for these; and to the first of them
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._arrange()
        for watched in (self.list, self.list.viewport()):
            watched.installEventFilter(self)
        self.list.chosen.connect(self._show)
        self.search.textChanged.connect(lambda: self._settled.start())
        self.search.returnPressed.connect(self._seek)
        self._settled.timeout.connect(self._seek)
        self.doubted.clicked.connect(self._seek)
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

    @property
    def only_doubted(self) -> bool:
        """Whether only rows for review are listed."""
        return self.doubted.isChecked()

    def forget(self) -> None:
        """Remove all rows and the search; changes to rows stay."""
        self.search.clear()
        self.doubted.setChecked(False)
        self._settled.stop()
        self.show_rows([], more=False)

    def name_places(self, *, by_row: bool, with_file: bool) -> None:
        """Name the rows' places. by_row: rows have a number, and no line. with_file: they are of several files."""
        if (by_row, with_file) != (self._by_row, self._with_file):
            self._by_row, self._with_file = by_row, with_file
            for number, row in enumerate(self.list.values()):
                self.list.change(number, self._listed(row))

    def show_rows(self, rows: list[PreviewRow], more: bool, current: int = 0) -> None:
        """Replace the rows; one becomes the current one."""
        self.list.show_rows(list(map(self._listed, rows)), min(current, len(rows) - 1))
        self._has_more = more
        self.stop_waiting()
        self.doubted.setVisible(self.only_doubted or any(row.source is not None for row in rows))
        nothing = tr("Nothing found for “{wanted}”.", wanted=self.wanted) if self.wanted else ""
        nothing = nothing or (tr("No doubtful rows here.") if self.only_doubted else "")
        self._nothing.setText("" if rows else nothing)
        self._lists.setCurrentIndex(1 if self._nothing.text() else 0)
        if not rows:
            self._show(None)

    def add_rows(self, rows: list[PreviewRow], more: bool) -> None:
        """Append rows."""
        before = self.n_rows
        for row in rows:
            self.list.add(self._listed(row))
        self._has_more = more
        if self._goes_on and rows:
            self.list.setCurrentRow(before)
        self.stop_waiting()

    def stop_waiting(self) -> None:
        """Stop waiting for rows that do not come."""
        self._waits = self._goes_on = False

    def replace_row(self, row: PreviewRow) -> None:
        """Replace a row after it was read again."""
        for number, other in enumerate(self.list.values()):
            if other.place == row.place:
                self.list.change(number, self._listed(row))
                if number == self.list.currentRow():
                    self._show(row)

    def _seek(self) -> None:
        self._settled.stop()
        self.searched.emit(self.wanted)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Keep or leave out a row by a key in the list and go to the next: a quick review of thousands of rows."""
        if watched is self.list.viewport() and event.type() == QEvent.Type.Paint and self._has_more:
            QTimer.singleShot(0, self, self._read_on)
        if watched is not self.list or not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        match event.key():
            case Qt.Key.Key_Delete:
                self.view.leave_out.click()
            case Qt.Key.Key_K:
                self._keep()
            case Qt.Key.Key_E:
                self._edit_here()
                return True
            case _:
                return False
        self._next()
        return True

    def _keep(self) -> None:
        """Take the row back in; its edits stay."""
        row: PreviewRow | None = self.list.value
        change = self.changes.of(row) if row is not None else None
        if row is not None and change is not None and change.leave_out:
            self.changes.keep(row)
            self._show_changed(row)

    def _edit_here(self) -> None:
        if self.view.edit.isEnabled():
            self.view.edit.setChecked(True)
            self.view.editor.setFocus()

    def _next(self) -> None:
        """Go to the next row; the rows after these are read where it is one of them."""
        number = self.list.currentRow() + 1
        if number < self.n_rows:
            self.list.setCurrentRow(number)
        else:
            self._goes_on = self._has_more
            self._ask_for_more()

    def _read_on(self) -> None:
        """Read more rows once the last one is in view."""
        bar = self.list.verticalScrollBar()
        if bar.value() == bar.maximum():
            self._ask_for_more()

    def _ask_for_more(self) -> None:
        if self._has_more and not self._waits:
            self._waits = True
            self.more_wanted.emit()

    def _leave_out(self, row: PreviewRow) -> None:
        self.changes.leave_out(row)
        self._show_changed(row)

    def _undo(self, row: PreviewRow) -> None:
        self.changes.undo(row)
        self._show_changed(row)

    def _edit(self, row: PreviewRow, texts: dict[int, str]) -> None:
        self.changes.say(row, texts)
        self._show_changed(row)

    def _show_changed(self, row: PreviewRow) -> None:
        self.replace_row(row)
        self.changed.emit(row)

    def _show(self, row: PreviewRow | None) -> None:
        self.view.show_row(row, self.changes.of(row) if row else None)

    def _listed(self, row: PreviewRow) -> Row:
        change = self.changes.of(row)
        return Row(row_title(row), row_facts(row, self._by_row, self._with_file), _mark(row, change), row)

    def _arrange(self) -> None:
        self.doubted.hide()
        nothing = QLabel()
        layouts.column(layouts.top(self._nothing), inside=nothing, margins=(GRID, GRID, GRID, GRID))
        self._lists.addWidget(self.list)
        self._lists.addWidget(nothing)
        self.setHandleWidth(2 * GRID)
        self.addWidget(layouts.panel(layouts.column(self.search, self.doubted, (self._lists, 1), gap=GRID)))
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
    """The user's unsaved changes to rows, at most one per row."""

    def __init__(self) -> None:
        self._by_place: dict[int, RowChange] = {}

    def __len__(self) -> int:
        return len(self._by_place)

    def restore(self, changes: Sequence[RowChange]) -> None:
        """Restore the changes that `all` gave before the window was closed."""
        self._by_place = {change.place: change for change in changes}

    def clear(self) -> None:
        """Forget all changes: rows are as the file has them."""
        self._by_place.clear()

    def all(self) -> tuple[RowChange, ...]:
        """Return the changes as jobs take them."""
        return tuple(self._by_place.values())

    def of(self, row: PreviewRow) -> RowChange | None:
        """Return a row's change, if any."""
        return self._by_place.get(row.place)

    def leave_out(self, row: PreviewRow) -> None:
        """Leave a row out; its edits are kept in case it is taken back."""
        self._by_place[row.place] = msgspec.structs.replace(self._change(row), leave_out=True)

    def keep(self, row: PreviewRow) -> None:
        """Take a row back with its edits."""
        change = self._change(row)
        if change.texts:
            self._by_place[row.place] = msgspec.structs.replace(change, leave_out=False)
        else:
            self.undo(row)

    def say(self, row: PreviewRow, texts: dict[int, str]) -> None:
        """Change the texts of these turns."""
        change = self._change(row)
        self._by_place[row.place] = msgspec.structs.replace(change, texts={**change.texts, **texts})

    def undo(self, row: PreviewRow) -> None:
        """Undo a row's changes: it is as the file has it."""
        self._by_place.pop(row.place, None)

    @property
    def n_left_out(self) -> int:
        return sum(change.leave_out for change in self._by_place.values())

    def _change(self, row: PreviewRow) -> RowChange:
        return self._by_place.get(row.place) or RowChange(place=row.place, key=row.key)
