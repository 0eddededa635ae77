"""The card of the chosen way: what it gives, what can be chosen, and below it what came of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QRadioButton, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.export.home_part import HomePart
from app.pages.export.hub_part import HubPart
from app.pages.export.ollama_part import OllamaPart
from app.pages.export.place_row import PlaceRow
from app.pages.export.result_view import ResultView
from app.pages.export.texts import WAYS, Way
from app.pages.export.type_choice import TypeChoice
from app.widgets.controls import dim_label, section_title
from core.shared import protocol as p
from core.shared.texts.language import tr

WHOLE = ("ollama", "lmstudio", "merged")  # kinds that hold the whole model, in some type of weights


class Form(QFrame):
    """Signals:
    changed: something was chosen or edited, so that another export is meant now.
    place_chosen: it is to go elsewhere, of which is not known yet what is there.
    """

    changed = Signal()
    place_chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.way: Way = WAYS[0]
        self._places: dict[str, p.ExportPlace] = {}
        self._title, self._gives = section_title(""), dim_label(wraps=True)
        self.ollama, self.hub, self.home = OllamaPart(), HubPart(), HomePart()
        self.whole = QRadioButton(tr("The whole mo&del in one file"))
        self.whole.setChecked(True)
        self.adapter = QRadioButton(tr("What was learnt alone, to use beside the &base model"))
        self._file = QWidget()
        self.place, self.types, self.result = PlaceRow(), TypeChoice(), ResultView()
        choices = Flow(2 * GRID)
        choices.addWidget(self.whole)
        choices.addWidget(self.adapter)
        self._file.setLayout(choices)
        column = layouts.column(self, gap=2 * GRID, margins=layouts.CARD_MARGINS)
        head = layouts.column(gap=GRID // 2)
        head.addWidget(self._title)
        head.addWidget(self._gives)
        column.addLayout(head)
        for part in (self.ollama, self.hub, self._file, self.place, self.types, self.result, self.home):
            column.addWidget(part)
        column.addStretch(1)
        for signal in (self.ollama.changed, self.types.changed, self.hub.changed):
            signal.connect(self._refresh)
        self.place.chosen_place.connect(self._show_chosen_place)
        self.whole.toggled.connect(lambda _on: self._refresh())

    @property
    def kind(self) -> str:
        """What an ExportJob calls it."""
        return self._kind_of(self.way.key)

    @property
    def dtype(self) -> str:
        """Of the weights of a whole model; "" for the usual choice."""
        return self.types.dtype if self.kind in WHOLE else ""

    @property
    def with_matrix(self) -> bool:
        return self.kind in WHOLE and self.types.with_matrix

    def show_way(self, way: Way) -> None:
        """Ask for this one."""
        self.way = way
        self._title.setText(way.title)
        self.setAccessibleName(way.title)
        self._gives.setText(way.gives)
        self._refresh()

    def show_places(self, result: p.ExportsResult) -> None:
        """Sizes and usual places of a run's exports."""
        self._places = {place.kind: place for place in result.places}
        whole = self._places["merged"].bytes if "merged" in self._places else 0
        self.types.offer(result.dtype, result.finer, whole, result.type_bytes)
        self._refresh()

    def size_of(self, key: str) -> int:
        """About the bytes of a way's export, as it is chosen; 0 where that is not known."""
        kind = self._kind_of(key)
        if kind in WHOLE and self.types.bytes:
            return self.types.bytes
        return self._places[kind].bytes if kind in self._places else 0

    def problem(self) -> str:
        """What keeps it from being done, in a sentence; "" where nothing does."""
        match self.way.key:
            case "ollama" if self.ollama.found is None:
                return tr("Looking for Ollama…")
            case "ollama":
                return self.ollama.wrong if self.ollama.runs else ""
            case "hub":
                return self.hub.wrong
            case _ if not self.place.output:
                return tr("Choose where it goes.")
            case _:
                return ""

    def _show_chosen_place(self) -> None:
        """Nothing of the usual place holds there."""
        kind = self.kind
        self._places[kind] = p.ExportPlace(kind=kind, output=self.place.chosen[kind], bytes=self.size_of(self.way.key))
        self._refresh()
        self.place_chosen.emit()

    def _kind_of(self, key: str) -> str:
        match key:
            case "hub":
                return self.hub.chosen_kind
            case "llamacpp":
                return "merged" if self.whole.isChecked() else "adapter"
            case _:
                return key

    def _refresh(self) -> None:
        key, kind = self.way.key, self.kind
        self.ollama.setVisible(key == "ollama")
        self.hub.setVisible(key == "hub")
        self._file.setVisible(key == "llamacpp")
        self.home.setVisible(key == "elsewhere")
        self.types.setVisible(kind in WHOLE)
        self.place.show_place(self._places.get(kind, p.ExportPlace(kind=kind)), self.size_of(key))
        self.changed.emit()
