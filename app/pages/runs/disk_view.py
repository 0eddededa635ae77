"""What takes room on the disk, and ways to have it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID, set_size, use_tabular_figures
from app.pages.runs import disk_use, texts
from app.pages.runs.disk_use import DiskUse
from app.pages.runs.exports_card import ExportsCard
from app.widgets.controls import Card, IconButton, dim_label
from app.workers.thread_call import in_thread
from core.shared import runs
from core.shared.errors import LuthierError
from core.shared.texts.language import tr
from core.shared.texts.numbers import size


@dataclass(frozen=True)
class _Row:
    key: str
    title: str
    about: str
    button: str
    icon: str


_ROWS = (
    _Row(
        "runs", tr("Runs"), tr("Graphs, checkpoints and what was learnt."), tr("Show the lar&gest"),
        "mdi6.sort-descending",
    ),
    _Row(
        "spare", tr("Checkpoints that can go"),
        tr(
            "Of each run the newest, with which it goes on, and the best are kept. Others only lead back to "
            "earlier steps."
        ),
        tr("Delete the&m…"), "mdi6.broom",
    ),
    _Row(
        "models", tr("Models"), tr("Downloaded, converted, made smaller."), tr("Look at the m&odels"),
        "mdi6.cube-outline",
    ),
    _Row(
        "exports", tr("Exports"), tr("What was made of runs for other programs."), tr("Show the e&xports"),
        "mdi6.export-variant",
    ),
    _Row(
        "copies", tr("Models prepared for training"),
        tr(
            "So that the next run begins sooner. Made again when a model is trained: seconds for a small one, a "
            "minute or more for 1B and above."
        ), tr("Clear t&hese"), "mdi6.broom",
    ),
    _Row(
        "tokens", tr("Data, read for a model"),
        tr("So that the same data needs no second reading. Made again in seconds, or minutes for very large files."),
        tr("Cl&ear this"), "mdi6.broom",
    ),
    _Row(
        "merged", tr("Models put together for a chat"),
        tr(
            "Only DoRA runs need them. Made again when such a run is talked to, in about the time of copying the "
            "model."
        ),
        tr("Clea&r them"), "mdi6.broom",
    ),
)  # fmt: skip

NARROW = 64 * GRID  # pixels, below which a button stands under the words that it belongs to
_CLEARED = ("copies", "tokens", "merged")  # of the caches; a few kilobytes elsewhere are not worth a question


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
        for name in _CLEARED:
            self.buttons[name].clicked.connect(lambda _checked=False, name=name: self._clear(name))

    def refresh(self) -> None:
        """Measure again."""
        in_thread(disk_use.measure, self._show, self).failed.connect(lambda error: self.said.setText(str(error)))

    def show_exports(self) -> None:
        """One by one, each with a way to the bin."""
        self.exports.show()
        self.exports.refresh()
        self.exports.list.setFocus()

    def block(self, reason: str) -> None:
        """A run that is trained needs what is in the caches."""
        self._blocked = reason
        self._suit()

    def _show(self, use: DiskUse) -> None:
        self.use, self._busy = use, False
        shown = {"runs": use.runs, "spare": use.spare, "models": use.models, "exports": use.exports, **use.caches}
        for key, label in self.sizes.items():
            label.setText(size(shown[key]))
        self.free.setText(tr("{free} free on this disk", free=size(use.free)))
        self._suit()

    def _suit(self) -> None:
        use = self.use
        for key in _CLEARED:
            button = self.buttons[key]
            button.setEnabled(use is not None and not self._busy and not self._blocked and use.caches[key] > 0)
            button.setToolTip(tr("A run is being trained and needs it.") if self._blocked else "")
        self.buttons["spare"].setEnabled(use is not None and not self._busy and use.spare > 0)

    def _tidy(self) -> None:
        if self.use is None:
            return
        if texts.tidy_question(self.use.spare).ask(self):
            self._do(lambda: disk_use.tidy_all([run.folder for run in runs.list_runs().runs]))

    def _clear(self, name: str) -> None:
        self._do(lambda: (disk_use.clear(name), []))

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
            words, deed = QWidget(), QWidget()
            column = layouts.column(words, gap=2)
            title = QLabel(row.title)
            set_size(title, 11, bold=True)
            column.addWidget(title)
            column.addWidget(dim_label(row.about, wraps=True))
            amount = QLabel("–")
            amount.setMinimumWidth(10 * GRID)
            amount.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            use_tabular_figures(amount)
            button = IconButton(row.button, row.icon, may_say=[other.button for other in _ROWS])  # all are as wide
            button.setAccessibleDescription(f"{row.title}. {row.about}")
            end = layouts.row(deed, gap=2 * GRID)
            end.addStretch(1)
            end.addWidget(amount)
            end.addWidget(button)
            line = Columns(GRID, narrow=NARROW)
            line.add(words, 1)
            line.add(deed)
            card.body.addWidget(line)
            self.sizes[row.key], self.buttons[row.key] = amount, button
        column = layouts.column(self, gap=2 * GRID)
        column.addWidget(card)
        column.addWidget(self.said)
        column.addWidget(self.exports)
        column.addStretch(1)
