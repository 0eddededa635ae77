"""What takes room on the disk, and how to free it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.flow import Columns, Flow
from app.look.theme import BODY, GRID, set_size, use_tabular_figures
from app.pages.runs import disk_use, texts
from app.pages.runs.disk_use import DiskUse, Export, exports_here
from app.widgets.controls import Card, IconButton, dim_label
from app.widgets.two_line_list import Row, TwoLineList
from app.workers.bin import Binned, delete_paths, paths_to_the_bin, put_back
from app.workers.thread_call import in_thread
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import day_and_time, size
from core.runs import run as runs


@dataclass(frozen=True)
class _Row:
    key: str
    title: str
    about: str
    button: str
    icon: str


_ROWS = (
    _Row("runs", tr("Runs"), tr("Graphs, checkpoints and what was learnt"), tr("Show the lar&gest"),
         "mdi6.sort-descending"),
    _Row("spare", tr("Spare checkpoints"), tr("All but the newest and the best of each run"), tr("Delete the&m…"),
         "mdi6.broom"),
    _Row("models", tr("Models"), tr("Downloaded and converted"), tr("Show the m&odels"), "mdi6.cube-outline"),
    _Row("exports", tr("Exports"), tr("Files for other programs"), tr("Show the e&xports"), "mdi6.export-variant"),
    _Row("cached", tr("Temporary files"), tr("Made again when they are needed, in seconds to minutes"),
         tr("Cl&ear them"), "mdi6.broom"),
)  # fmt: skip

NARROW = 64 * GRID  # pixels, below which a button stands under the words that it belongs to


class DiskView(QWidget):
    """Signals:
    largest_wanted: the list of runs, by size. models_wanted: the Model page. changed: something was deleted.
    """

    largest_wanted = Signal()
    models_wanted = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.use: DiskUse | None = None
        self._blocked, self._busy = "", False
        self.said = dim_label(wraps=True)
        self.buttons: dict[str, IconButton] = {}
        self.sizes: dict[str, QLabel] = {}
        self.exports = ExportsCard()
        self.exports.hide()
        self._arrange()
        self.buttons["runs"].clicked.connect(self.largest_wanted)
        self.buttons["models"].clicked.connect(self.models_wanted)
        self.buttons["spare"].clicked.connect(self._tidy)
        self.buttons["exports"].clicked.connect(self.show_exports)
        self.exports.changed.connect(self.refresh)
        self.buttons["cached"].clicked.connect(lambda: self._do(lambda: (disk_use.clear(), [])))

    def refresh(self) -> None:
        """Measure again."""
        in_thread(disk_use.measure, self._show, self).failed.connect(lambda error: self.said.setText(str(error)))

    def show_exports(self) -> None:
        """Show exports one by one, each with a way to the bin."""
        self.exports.show()
        self.exports.refresh()
        self.exports.list.setFocus()

    def block(self, reason: str) -> None:
        """Keep the caches while a run is trained, which needs what is in them."""
        self._blocked = reason
        self._suit()

    def _show(self, use: DiskUse) -> None:
        self.use, self._busy = use, False
        for key, label in self.sizes.items():
            label.setText(size(getattr(use, key)))
        self.free.setText(tr("{free} free on this disk", free=size(use.free)))
        self._suit()

    def _suit(self) -> None:
        use, clear = self.use, self.buttons["cached"]
        clear.setEnabled(use is not None and not self._busy and not self._blocked and use.cached > 0)
        clear.setToolTip(tr("A running training needs them.") if self._blocked else "")
        self.buttons["spare"].setEnabled(use is not None and not self._busy and use.spare > 0)

    def _tidy(self) -> None:
        if self.use is None:
            return
        if texts.tidy_question(self.use.spare).ask(self):
            self._do(lambda: disk_use.tidy_all([run.folder for run in runs.list_runs().runs]))

    def _do(self, work: Callable[[], tuple[int, list[str]]]) -> None:
        self._busy = True
        self._suit()
        in_thread(work, self._on_done, self).failed.connect(self._on_failed)

    def _on_done(self, done: tuple[int, list[str]]) -> None:
        freed, trouble = done
        self.said.setText("\n".join([texts.freed(freed), *trouble]))
        self.changed.emit()
        self.refresh()

    def _on_failed(self, error: LuthierError) -> None:
        self.said.setText(str(error))
        self.refresh()

    def _arrange(self) -> None:
        card = Card(tr("What Luthier keeps"))
        self.free = dim_label()
        use_tabular_figures(self.free)
        card.header.addWidget(self.free)
        card.body.setSpacing(2 * GRID)
        for row in _ROWS:
            title = QLabel(row.title)
            set_size(title, BODY, bold=True)
            amount = QLabel("–")
            amount.setMinimumWidth(10 * GRID)
            amount.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            use_tabular_figures(amount)
            button = IconButton(row.button, row.icon, may_say=[other.button for other in _ROWS])  # all are as wide
            button.setAccessibleDescription(f"{row.title}. {row.about}")
            line = Columns(GRID, narrow=NARROW)
            line.add(layouts.panel(layouts.column(title, dim_label(row.about, wraps=True), gap=2)), 1)
            line.add(layouts.panel(layouts.row(..., amount, button, gap=2 * GRID)))
            card.body.addWidget(line)
            self.sizes[row.key], self.buttons[row.key] = amount, button
        layouts.column(card, self.said, self.exports, ..., inside=self, gap=2 * GRID)


HEIGHT = 16 * GRID


class ExportsCard(Card):
    """The exports that are on this disk, the largest first, and a way for one to the bin and back.

    Signals: changed: something went, or came back.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Exports"))
        self.list = TwoLineList(tr("Exports"))
        self.list.setFixedHeight(HEIGHT)
        self.remove = IconButton(tr("Move it to the &bin"), "mdi6.delete-outline")
        self.undo = IconButton(tr("&Put back"), "mdi6.undo")
        self.said = dim_label(wraps=True)
        self._moved: list[tuple[Path, Path | None]] = []
        self._busy = False
        self.put(self.list, Flow(GRID, self.remove, self.undo), self.said)
        self.undo.hide()
        self.list.chosen.connect(lambda _export: self._suit())
        self.remove.clicked.connect(self._remove)
        self.undo.clicked.connect(lambda: self._do(lambda: put_back(self._moved), self._on_back))

    def refresh(self) -> None:
        """Look again."""
        in_thread(exports_here, self._show, self).failed.connect(lambda error: self.said.setText(str(error)))

    def _show(self, exports: list[Export]) -> None:
        rows = [Row(one.name, f"{size(one.bytes)} · {day_and_time(one.changed)}", "", one) for one in exports]
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
        self.undo.setVisible(result.can_go_back)
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
