"""The card of the chosen kind of export: its description, its options, and its result below."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.export.destinations import HubPart, OllamaPart
from app.pages.export.result import ProgramButtons, ResultView
from app.pages.export.texts import HOME, PLAIN_DATA, WAYS, Way
from app.pages.export.type_choice import TypeChoice
from app.widgets.controls import (
    FoldButton,
    IconButton,
    PathLabel,
    caption_of,
    captioned,
    dim_label,
    drop_down,
    section_title,
)
from app.widgets.strength import StrengthChoice
from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base.language import tr
from core.base.numbers import size
from core.memory.monitor import system_memory


class Form(QFrame):
    """Signals:
    changed: something was chosen or edited, so a different export is described now.
    place_chosen: another destination was chosen, which has to be examined first.
    """

    changed = Signal()
    place_chosen = Signal()

    def __init__(self, checkpoint: QWidget) -> None:
        """checkpoint: the choice of one."""
        super().__init__()
        self.setObjectName("card")
        self.way: Way = next(iter(WAYS.values()))
        self._places: dict[str, p.ExportPlace] = {}
        self._title, self._gives = section_title(""), dim_label(wraps=True)
        self.ollama, self.hub, self.home = OllamaPart(), HubPart(), HomePart()
        self._kinds = {key: next(iter(way.kinds)) for key, way in WAYS.items() if way.kinds}  # the chosen ones
        self.what = drop_down(tr("What to export"))
        self._what = layouts.panel(captioned(tr("E&xport"), self.what))
        self.place, self.types, self.result = PlaceRow(), TypeChoice(), ResultView()
        self.strength = StrengthChoice(least=1)
        how_strong = layouts.row(
            caption_of(tr("Str&ength of what was learnt"), self.strength.slider), (self.strength.words, 1), gap=GRID
        )
        strength = layouts.column(how_strong, self.strength, gap=GRID)
        folded = self._folded = layouts.panel(
            layouts.column(checkpoint, self._what, self.types, strength, gap=2 * GRID)
        )
        self.more = FoldButton(tr("Mo&re"), folded)
        parts = (self.result, self.ollama, self.hub, self.place, layouts.left(self.more), folded, self.home, ...)
        head = layouts.column(self._title, self._gives, gap=GRID // 2)
        layouts.column(head, *parts, inside=self, gap=2 * GRID, margins=layouts.CARD_MARGINS)
        for signal in (self.ollama.changed, self.types.changed, self.hub.changed, self.strength.changed):
            signal.connect(self._refresh)
        self.what.currentIndexChanged.connect(lambda _row: self._on_kind())
        self.place.chosen_place.connect(self._show_chosen_place)

    @property
    def kind(self) -> str:
        """The kind, as ExportJob names it."""
        return self._kind_of(self.way.key)

    @property
    def dtype(self) -> str:
        """The weight type of a merged model; "" for the default."""
        return self.types.dtype if EXPORT_KINDS[self.kind].is_whole else ""

    @property
    def with_matrix(self) -> bool:
        return EXPORT_KINDS[self.kind].is_whole and self.types.with_matrix

    def show_way(self, way: Way) -> None:
        """Show this way's options."""
        self.way = way
        self._title.setText(way.title)
        self.setAccessibleName(way.title)
        self._gives.setText(way.gives)
        self._gives.setVisible(bool(way.gives))
        self.what.blockSignals(True)
        self.what.clear()
        for kind, words in way.kinds.items():
            self.what.addItem(words, kind)
        self.what.setCurrentIndex(self.what.findData(self._kinds.get(way.key)))
        self.what.blockSignals(False)
        self._refresh()

    def show_places(self, result: p.ExportsResult) -> None:
        """Show sizes and default destinations of a run's exports."""
        self.strength.show_adapter(has=True, adjustable=result.adjustable)
        self._places = {place.kind: place for place in result.places}
        whole = self._places["merged"].bytes if "merged" in self._places else 0
        self.types.offer(result.dtype, result.finer, whole, result.type_bytes, system_memory().total)
        self._refresh()

    def size_of(self, key: str) -> int:
        """Return the approximate size in bytes of a way's export with the chosen options; 0 if unknown."""
        kind = self._kind_of(key)
        if EXPORT_KINDS[kind].is_whole and self.types.bytes:
            return self.types.bytes
        return self._places[kind].bytes if kind in self._places else 0

    def problem(self) -> str:
        """Return the reason why the export cannot start, as a sentence; "" if it can."""
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
        """Show the chosen destination: what is known of the default one does not apply to it."""
        kind = self.kind
        self._places[kind] = p.ExportPlace(kind=kind, output=self.place.chosen[kind], bytes=self.size_of(self.way.key))
        self._refresh()
        self.place_chosen.emit()

    def _kind_of(self, key: str) -> str:
        return self._kinds.get(key, key)

    def _on_kind(self) -> None:
        self._kinds[self.way.key] = self.what.currentData()
        self._refresh()

    def _refresh(self) -> None:
        key, kind = self.way.key, self.kind
        self.ollama.setVisible(key == "ollama")
        self.hub.setVisible(key == "hub")
        self._what.setVisible(bool(self.way.kinds))
        self.home.setVisible(EXPORT_KINDS[kind].trains_anew)
        self.types.setVisible(EXPORT_KINDS[kind].is_whole)
        self.more.setVisible(not EXPORT_KINDS[kind].trains_anew)
        self._folded.setVisible(self.more.isChecked() and not self.more.isHidden())
        self.place.show_place(self._places.get(kind, p.ExportPlace(kind=kind)), self.size_of(key))
        self.changed.emit()


class HomePart(QWidget):
    """Imports a run that was trained on a bigger machine: a drop target for its folder or zip file.

    Signals:
    given: the dropped or chosen folder or zip file.
    """

    given = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.file = IconButton(tr("Choose the &zip file…"), "mdi6.folder-zip-outline")
        self.folder = IconButton(tr("Choose the fo&lder…"), "mdi6.folder-open-outline")
        target = QFrame()
        target.setObjectName("inset")
        words = dim_label(HOME, wraps=True)
        layouts.column(words, Flow(GRID, self.file, self.folder), inside=target, gap=GRID, margins=(12, 12, 12, 12))
        layouts.column(dim_label(PLAIN_DATA, wraps=True), target, inside=self, gap=GRID)
        self.file.clicked.connect(self._choose_file)
        self.folder.clicked.connect(self._choose_folder)

    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("What came back"), str(Path.home()), tr("Zip files (*.zip)"))
        if path:
            self.given.emit(Path(path))

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("What came back"), str(Path.home()))
        if path:
            self.given.emit(Path(path))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        if path := event.mimeData().urls()[0].toLocalFile():
            self.given.emit(Path(path))


# An export's destination (the default or a chosen one), its size, and the free disk space.

NO_PLACE = tr("Open LM Studio once, or choose a folder here and the same one in LM Studio under My Models.")
DOWNLOAD = "https://lmstudio.ai/download"


class PlaceRow(QWidget):
    """Signals:
    chosen_place: another destination was chosen, which has to be examined first.
    """

    chosen_place = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.place = p.ExportPlace(kind="")  # the destination as last examined
        self.chosen: dict[str, str] = {}  # kind of export -> the user's destination
        self.path = PathLabel()
        self.change = IconButton(tr("Chan&ge…"), "mdi6.folder-edit-outline")
        self.change.setAccessibleName(tr("Change where it goes"))
        self.program = ProgramButtons("LM Studio", DOWNLOAD)
        self._facts = dim_label(wraps=True)
        self._to = dim_label(tr("Save to"))
        column = layouts.column(inside=self, gap=GRID // 2)
        column.addLayout(layouts.row(self._to, (self.path, 1), self.change, gap=GRID))
        column.addLayout(layouts.row((self._facts, 1), self.program, gap=GRID))
        self.change.clicked.connect(self._choose)

    @property
    def output(self) -> str:
        """The output path for the job."""
        return self.place.output

    def show_place(self, place: p.ExportPlace, n_bytes: int) -> None:
        """Show the destination. n_bytes: approximate size of the export, 0 if unknown."""
        self.place = place
        self.path.show_path(self.output or place.problem)
        self._to.setVisible(bool(self.output))
        self.program.setVisible(bool(place.problem))
        if place.problem:
            self.program.show_for(is_installed=False)
        room = tr("{free} free", free=size(place.free)) if place.free else ""
        known = [tr("About {size}", size=size(n_bytes)) if n_bytes else "", room]
        told = "" if self.output else NO_PLACE
        self._facts.setText(" · ".join(part for part in (*known, told) if part))

    def _choose(self) -> None:
        kind, start = self.place.kind, self.output or str(Path.home())
        if EXPORT_KINDS[kind].is_file:
            keep = QFileDialog.Option.DontConfirmOverwrite  # the page asks before it overwrites
            path, _ = QFileDialog.getSaveFileName(self, tr("Where to"), start, tr("Models (*.gguf)"), options=keep)
        else:
            folder = QFileDialog.getExistingDirectory(self, tr("Where to"), str(_existing(Path(start))))
            path = str(self._inside(Path(folder))) if folder else ""
        if path:
            self.choose(path)

    def _inside(self, folder: Path) -> Path:
        """Return a new subfolder if the chosen folder holds other files, else the folder itself."""
        kind = self.place.kind
        if EXPORT_KINDS[kind].own_place or not any(folder.iterdir()):
            return folder
        return folder / f"{Path(self.place.output).parent.name}-{kind}"

    def choose(self, path: str) -> None:
        """Set this path as the destination."""
        self.chosen[self.place.kind] = path
        self.chosen_place.emit()


def _existing(path: Path) -> Path:
    return next((place for place in (path, *path.parents) if place.is_dir()), Path.home())
