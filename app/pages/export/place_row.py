"""Where an export goes: the usual place, another one if that is wanted, how large it gets and what room there is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, PathLabel, dim_label
from core.shared import protocol as p
from core.shared.texts.language import tr
from core.shared.texts.numbers import size

FILES = ("merged", "adapter")  # kinds that are one file
NO_PLACE = tr("Open LM Studio once, or choose a folder here and the same one in LM Studio under My Models.")


class PlaceRow(QWidget):
    """Signals:
    chosen_place: another place was chosen, of which is not known yet what is there.
    """

    chosen_place = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.place = p.ExportPlace(kind="")  # as it was found to be
        self.chosen: dict[str, str] = {}  # kind of export -> the place that the person chose for it
        self.path = PathLabel()
        self.change = IconButton(tr("Chan&ge…"), "mdi6.folder-edit-outline")
        self.change.setAccessibleName(tr("Change where it goes"))
        self._facts = dim_label(wraps=True)
        row = layouts.row(gap=GRID)
        self._to = dim_label(tr("Goes to"))
        row.addWidget(self._to)
        row.addWidget(self.path, 1)
        row.addWidget(self.change)
        column = layouts.column(self, gap=GRID // 2)
        column.addLayout(row)
        column.addWidget(self._facts)
        self.change.clicked.connect(self._choose)

    @property
    def output(self) -> str:
        """What the job takes."""
        return self.place.output

    def show_place(self, place: p.ExportPlace, n_bytes: int) -> None:
        """n_bytes: about what the export takes, 0 where that is not known."""
        self.place = place
        self.path.show_path(self.output or place.problem)
        self._to.setVisible(bool(self.output))
        room = tr("{free} free there", free=size(place.free)) if place.free else ""
        known = [tr("About {size}", size=size(n_bytes)) if n_bytes else "", room]
        told = "" if self.output else NO_PLACE
        self._facts.setText(" · ".join(part for part in (*known, told) if part))

    def _choose(self) -> None:
        kind, start = self.place.kind, self.output or str(Path.home())
        if kind in FILES:
            keep = QFileDialog.Option.DontConfirmOverwrite  # the page asks, once it is about to happen
            path, _ = QFileDialog.getSaveFileName(self, tr("Where to"), start, tr("Models (*.gguf)"), options=keep)
        else:
            folder = QFileDialog.getExistingDirectory(self, tr("Where to"), str(_existing(Path(start))))
            path = str(self._inside(Path(folder))) if folder else ""
        if path:
            self.choose(path)

    def _inside(self, folder: Path) -> Path:
        """A folder of its own, where the chosen one holds other things already."""
        kind = self.place.kind
        if kind == "lmstudio" or not any(folder.iterdir()):
            return folder
        return folder / f"{Path(self.place.output).parent.name}-{kind}"

    def choose(self, path: str) -> None:
        """Let it go there."""
        self.chosen[self.place.kind] = path
        self.chosen_place.emit()


def _existing(path: Path) -> Path:
    return next((place for place in (path, *path.parents) if place.is_dir()), Path.home())
