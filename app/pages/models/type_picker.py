"""Selects the weight type of a GGUF file: one line per type, with its size and whether it fits."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.models.texts import Verdict
from app.widgets.controls import IconButton, dim_label
from app.widgets.inputs import describe_data
from app.widgets.letters import CheckBox
from app.widgets.path_picker import PathPicker
from app.widgets.two_line_list import Row, TwoLineList
from core import protocol as p
from core.base.language import tr
from core.base.numbers import size
from core.gguf.types import QUANT_TYPES, QuantType, quant_type
from core.memory.estimate import AT_EASE, file_bytes, need_as, suggest

USUAL = ("f16", "q8_0", "q6_k", "q5_k_m", "q4_k_m", "q3_k_m")  # offered until all types are requested
AS_CONVERTED = "f16"  # the type that training converts a checkpoint to
SHOWN_ROWS = 5  # keeps the button below visible in a window of 720 pixels
WHY_DATA = tr(
    "To lose little in so small a file, the model first reads some text, which takes a while. Choose text like "
    "what you will use it for."
)


class TypePicker(QWidget):
    """Picks a type for models that are not quantized yet.

    Signals:
        wanted: the name of the chosen type, and the calibration file if the type needs one, else "".
        changed: another type was chosen.
    """

    wanted = Signal(str, str)
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._model: p.LocalModel | None = None
        self._budget = 0
        self._first: str | None = None  # the type that suits the newly chosen model
        self.intro = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.types = TwoLineList(tr("Types of weights"))
        self.all_types = CheckBox(tr("Sho&w all types"))
        self.make = IconButton(tr("Ma&ke this file"), "mdi6.file-cog-outline")
        self.data = PathPicker(
            tr("Text to lear&n from"),
            tr("Text and rows (*.txt *.md *.jsonl *.json);;All files (*)"),
            tr("A text or JSONL file"),
            folders=False,
        )
        self._learning = QWidget(visible=False)
        self.all_types.toggled.connect(self._fill)
        self.types.chosen.connect(self._on_type)
        self.data.changed.connect(lambda: self.data.mention(describe_data))
        self.make.clicked.connect(self._ask)
        self.types.opened.connect(lambda _type: self._ask())
        layouts.column(dim_label(WHY_DATA, wraps=True), self.data, inside=self._learning, gap=GRID)
        self._choices = QWidget()
        buttons = Flow(GRID, self.all_types, at_end=self.make)
        layouts.column(self._choices, inside=self)
        layouts.column(self.intro, self.types, self._learning, buttons, inside=self._choices, gap=GRID)
        self.types.be_as_high_as(SHOWN_ROWS)

    def unfold(self, shown: bool) -> None:
        """Show or fold the choices; a chosen type that needs calibration text stays unfolded."""
        self._choices.setVisible(shown or not self._learning.isHidden())

    @property
    def picked(self) -> str:
        """The type to convert to before use; "" to use the model as it is."""
        kind: str = self.types.value or ""
        is_same = self._model is not None and self._model.format == "safetensors" and kind == AS_CONVERTED
        return "" if is_same else kind

    def order(self) -> tuple[str, str] | None:
        """Return the arguments of `wanted`; None if calibration text is missing, which is shown beside it."""
        kind: str = self.types.value or ""
        if not kind or not quant_type(kind).needs_imatrix:
            return kind, ""
        if not self.data.check(describe_data):
            self.data.edit.setFocus()
            return None
        return kind, str(Path(self.data.text).expanduser().resolve())

    def offer(self, model: p.LocalModel, budget: int) -> None:
        """Show the choices for a model. budget: bytes available for training."""
        if self._model is None or self._model.path != model.path:
            suggested = suggest(model, budget)
            self._first = suggested.type if suggested else ""
        self._model, self._budget = model, budget
        what = tr("Convert and make it smaller") if model.format == "safetensors" else tr("Make it smaller")
        self.intro.setText(
            tr("<b>{what}.</b> Takes less memory; very small files answer worse. The original stays.", what=what)
        )
        self._fill()

    def _fill(self) -> None:
        model = self._model
        if model is None:
            return
        before: str | None = self.types.value if self._first is None else self._first
        self._first = None
        chosen = [kind for kind in QUANT_TYPES if self._is_offered(kind, model)]
        rows = [self._row(kind, model) for kind in chosen]
        if model.format == "gguf":
            mark = self._mark(model.need)
            rows.insert(
                0,
                Row(
                    tr("{quantization} · as it is, {bytes}", quantization=model.quantization, bytes=size(model.bytes)),
                    tr("Use the file as it is."),
                    mark,
                    "",
                ),
            )
        names = [row.value for row in rows]
        self.types.show_rows(rows, names.index(before) if before in names else 0)

    def _is_offered(self, kind: QuantType, model: p.LocalModel) -> bool:
        if kind.special:
            return False
        if model.format == "gguf" and kind.bits >= 16:  # it already has this type
            return False
        return self.all_types.isChecked() or kind.name in USUAL

    def _row(self, kind: QuantType, model: p.LocalModel) -> Row:
        weights = file_bytes(model, kind.name)
        need = need_as(model, weights)
        mark = self._mark(need)
        word = {"fits": tr("fits"), "tight": tr("tight"), "no": tr("too large now")}[mark]
        name = tr(
            "{name} · about {weights}, training needs about {need}: {word}",
            name=kind.name.upper(),
            weights=size(weights),
            need=size(need),
            word=word,
        )
        return Row(name, kind.summary, mark if model.trains else "", kind.name)

    def _mark(self, need: int) -> Verdict:
        if need > self._budget:
            return "no"
        return "tight" if need > AT_EASE * self._budget else "fits"

    def _on_type(self, kind: str | None) -> None:
        self._learning.setVisible(bool(kind) and quant_type(kind or "").needs_imatrix)
        self.make.setEnabled(bool(kind))
        self.changed.emit()

    def _ask(self) -> None:
        order = self.order()
        if order is not None and order[0]:
            self.wanted.emit(*order)
