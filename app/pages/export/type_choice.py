"""Selects the weight type of a merged model, with each type's quality loss measured on the run's examples."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.export import texts
from app.widgets.controls import IconButton, caption_of, dim_label, drop_down, show_few_rows
from app.widgets.letters import CheckBox
from app.widgets.mark import mark_icon
from core import protocol as p
from core.base.language import tr
from core.base.numbers import share, significant, size
from core.gguf.types import quant_type

OFFERED = ("", *p.FITTED_TYPES, *p.USUAL_TYPES)
_LARGE = 0.5  # of the memory: a larger default file leaves little for answers and other programs
_COST = 4  # the column of the quality loss
COLUMNS = (tr("Type"), tr("Size"), tr("Keeps"), tr("Perplexity"), tr("Costs"), tr("Same answers"))


class TypeChoice(QWidget):
    """Signals:
    changed: another type was chosen, or the check box toggled.
    measure_wanted: the user wants to know what each type costs.
    """

    changed = Signal()
    measure_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._bytes: dict[str, int] = {}
        self.base, self.finer = "", ""
        self._is_large, self._is_by_hand = False, False
        self._awaited = ""  # a type chosen before the types were offered
        self._is_automatic = False  # a small type was chosen automatically for a large file
        self.costs: list[p.TypeCost] = []
        self.types = drop_down(tr("Type of weights"))
        self._about = dim_label(wraps=True)
        self.imatrix = CheckBox(tr("Use an im&portance matrix"))
        self._why = dim_label(texts.MATRIX, wraps=True)
        self.measure = IconButton(tr("Co&mpare the types"), "mdi6.scale-balance")
        self.table = QTableWidget(0, len(COLUMNS))
        self._verdict = dim_label(wraps=True)
        show_few_rows(self.table, tr("What each type costs"), COLUMNS, wide=0)
        choice = QWidget()
        layouts.row(caption_of(tr("&Weights"), self.types), (self.types, 1), inside=choice, gap=GRID)
        column = layouts.column(inside=self, gap=GRID)
        column.addLayout(Flow(GRID, choice, at_end=self.measure))
        for widget in (self._about, self.imatrix, self._why, self.table, self._verdict):
            column.addWidget(widget)
        self.types.currentIndexChanged.connect(lambda _row: self._on_type())
        self.types.activated.connect(self._on_chosen)
        self.imatrix.toggled.connect(lambda _on: self.changed.emit())
        self.measure.clicked.connect(self.measure_wanted)
        self.table.itemSelectionChanged.connect(self._take_row)
        self.forget()

    @property
    def dtype(self) -> str:
        """The chosen type; "" for the default."""
        return self.types.currentData() or self._awaited

    @property
    def is_by_hand(self) -> bool:
        return self._is_by_hand

    @property
    def with_matrix(self) -> bool:
        return self._can_help() and self.imatrix.isChecked()

    @property
    def bytes(self) -> int:
        """The model's approximate size in the chosen type, in bytes; 0 if unknown."""
        return self._bytes.get(self.dtype, 0)

    def offer(self, base: str, finer: str, whole: int, type_bytes: dict[str, int], memory: int) -> None:
        """Offer the types; choose a small one automatically if the default file would be large for the memory.

        base: the type of the model that was trained. finer: as in ExportsResult. whole: bytes of the default file.
        memory: of this machine, in bytes.
        """
        self._is_large = bool(finer) and whole > _LARGE * memory
        self.base, self.finer, self._bytes = base, finer, type_bytes | {"": whole}
        before, self._awaited = self.dtype, ""
        if not self._is_by_hand and (self._is_large or self._is_automatic):
            before = p.BASE_PLUS if self._is_large else ""
            self._is_automatic = self._is_large
        self.types.blockSignals(True)
        self.types.clear()
        for name in OFFERED:
            if name in ((base.lower(),) if finer else (base.lower(), *p.FITTED_TYPES)) and name:
                continue  # duplicate of another row
            n_bytes = self._bytes.get(name, 0)
            shown = texts.type_name(name, base, finer)
            self.types.addItem(
                tr("{shown} · about {size}", shown=shown, size=size(n_bytes)) if n_bytes else shown, name
            )
        self.types.setCurrentIndex(max(0, self.types.findData(before)))
        self.types.blockSignals(False)
        self._on_type()

    def choose(self, dtype: str) -> None:
        """Choose this type if offered, as the user's choice, which is never changed automatically."""
        self._on_chosen()
        self._awaited = "" if self.types.count() else dtype
        self.types.setCurrentIndex(max(0, self.types.findData(dtype)))

    def forget(self) -> None:
        """Discard the measurements of another run or checkpoint."""
        self.costs = []
        self.table.setRowCount(0)
        self.table.hide()
        self._verdict.hide()

    def choose_anew(self) -> None:
        """Return to the automatic choice: the user's choice was for the previous run."""
        self._is_by_hand = False

    def add(self, cost: p.TypeCost) -> None:
        """Add a measured type."""
        self.costs.append(cost)
        row = self.table.rowCount()
        self.table.setRowCount(row + 1)
        words = texts.cost_words(cost)
        matrix = tr(" with importance matrix") if cost.imatrix else ""
        same = {True: tr("yes"), False: tr("no"), None: "–"}[cost.same_answer]
        name = texts.type_name(cost.dtype, self.base, self.finer)
        kept = share(cost.kept) if cost.kept is not None else "–"
        cells = (name + matrix, size(cost.bytes or None), kept, significant(cost.perplexity), words, same)
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setToolTip(cost.problem or texts.about_type(cost.dtype, self.finer))
            item.setData(Qt.ItemDataRole.UserRole, (cost.dtype, cost.imatrix))
            self.table.setItem(row, column, item)
        self._paint_marks()
        height = self.table.rowHeight(0) * self.table.rowCount() + self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(height + 4)
        self.table.show()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "costs"):
            self._paint_marks()

    def _paint_marks(self) -> None:
        for row, cost in enumerate(self.costs):
            if (item := self.table.item(row, _COST)) is not None:
                item.setIcon(mark_icon(_mark(cost)))

    def conclude(self, result: p.TypesResult) -> None:
        """Show the recommended type, once all are measured."""
        best = result.recommended
        if best is None or best not in self.costs:
            return
        name = texts.type_name(best.dtype, self.base, self.finer)
        self._verdict.setText(
            tr(
                "Recommended: {name}{matrix}, the smallest that keeps what it learnt and answers as well.",
                name=name,
                matrix=tr(" with importance matrix") if best.imatrix else "",
            )
        )
        self._verdict.show()
        if (item := self.table.item(self.costs.index(best), 0)) is not None:
            item.setText(tr("{item} · recommended", item=item.text()))

    def _on_chosen(self) -> None:
        self._is_by_hand, self._is_automatic = True, False

    def _on_type(self) -> None:
        about = texts.about_type(self.dtype, self.finer)
        self._about.setText(f"{about} {texts.LARGE}" if self._is_large and self.dtype == p.BASE_PLUS else about)
        for widget in (self.imatrix, self._why):
            widget.setVisible(self._can_help())
        self.changed.emit()

    def _can_help(self) -> bool:
        return self.dtype not in ("", *p.FITTED_TYPES) and quant_type(self.dtype).bits < texts.HELPED

    def _take_row(self) -> None:
        if items := self.table.selectedItems():
            dtype, matrix = items[0].data(Qt.ItemDataRole.UserRole)
            self.choose("" if dtype == self.base.lower() and not self.finer else dtype)
            self.imatrix.setChecked(matrix)


def _mark(cost: p.TypeCost) -> str:
    if cost.cost is None or cost.cost > texts.USELESS or (cost.kept is not None and cost.kept < p.KEPT_WELL):
        return "bad"
    return "tight" if cost.cost > texts.WORTH_SAYING else "good"
