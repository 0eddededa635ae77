"""The exports that are on this disk, the largest first, and a way for one to the bin and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal

from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.runs import texts
from app.pages.runs.bin import Binned, delete_paths, paths_to_the_bin, put_back
from app.pages.runs.exports_here import Export, exports_here
from app.widgets.controls import Card, IconButton, dim_label
from app.widgets.two_line_list import Row, TwoLineList
from app.workers.thread_call import in_thread
from core.shared.texts.language import tr
from core.shared.texts.numbers import moment, size

HEIGHT = 16 * GRID


class ExportsCard(Card):
    """Signals: changed: something went, or came back."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Exports"))
        self.list = TwoLineList(tr("Exports"))
        self.list.setFixedHeight(HEIGHT)
        self.remove = IconButton(tr("Move it to the &bin"), "mdi6.delete-outline")
        self.undo = IconButton(tr("&Put back"), "mdi6.undo")
        self.said = dim_label(wraps=True)
        self._moved: list[tuple[Path, Path]] = []
        self._busy = False
        buttons = Flow(GRID)
        for widget in (self.remove, self.undo):
            buttons.addWidget(widget)
        self.body.addWidget(self.list)
        self.body.addLayout(buttons)
        self.body.addWidget(self.said)
        self.undo.hide()
        self.list.chosen.connect(lambda _export: self._suit())
        self.remove.clicked.connect(self._remove)
        self.undo.clicked.connect(lambda: self._do(lambda: put_back(self._moved), self._on_back))

    def refresh(self) -> None:
        """Look again."""
        in_thread(exports_here, self._show, self).failed.connect(lambda error: self.said.setText(str(error)))

    def _show(self, exports: list[Export]) -> None:
        rows = [Row(one.name, f"{size(one.bytes)} · {moment(one.changed)}", "", one) for one in exports]
        self.list.show_rows(rows, 0)
        if not rows and self.undo.isHidden():
            self.said.setText(tr("Nothing was exported into Luthier's own folder yet."))
        self._suit()

    def _suit(self) -> None:
        self.remove.setEnabled(not self._busy and self.list.value is not None)
        self.undo.setEnabled(not self._busy)

    def _remove(self) -> None:
        export: Export | None = self.list.value
        if export is not None:
            self._do(lambda: paths_to_the_bin(export.paths), lambda result: self._on_binned(result, export))

    def _on_binned(self, result: Binned, export: Export) -> None:
        self._moved = result.moved
        self.undo.setVisible(bool(result.moved))
        if result.left and texts.no_bin_for(export.name, size(export.bytes)).ask(self):
            self._do(lambda: delete_paths(result.left), lambda done: self._tell(done, texts.freed(export.bytes)))
        else:
            self._tell(result, tr("{name} is in the bin.", name=export.name) if result.moved else tr("It stays."))

    def _on_back(self, result: Binned) -> None:
        self.undo.hide()
        self._tell(result, tr("It is back."))

    def _tell(self, result: Binned, words: str) -> None:
        self.said.setText("\n".join(result.trouble) or words)
        self.changed.emit()
        self.refresh()

    def _do(self, work: Callable[[], Binned], then: Callable[[Binned], None]) -> None:
        self._busy = True
        self._suit()
        in_thread(work, lambda result: self._done(result, then), self).failed.connect(
            lambda error: self._done(Binned([], [], [str(error)]), lambda failed: self._tell(failed, ""))
        )

    def _done(self, result: Binned, then: Callable[[Binned], None]) -> None:
        self._busy = False
        then(result)
