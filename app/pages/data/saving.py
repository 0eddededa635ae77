"""Saves rows with their changes to a new file; the user's own file is never modified."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.pages.data.reading import DataReading
from app.pages.data.texts import saved
from core import protocol as p
from core.base import paths
from core.base.language import tr

OF_THE_FILE = ("format", "columns", "encoding", "header", "sheet")  # settings that a copy needs no more


class Saving(QWidget):
    """Invisible: what asks for a name belongs to the page's window.

    Signals:
        saved: the new file's path, the settings that it is read with, what to say of it, and whether it is to be used
            at once.
    """

    saved = Signal(str, object, str, bool)

    def __init__(self, reading: DataReading, page: QWidget) -> None:
        super().__init__(page)
        self.hide()
        self._reading = reading
        self._settings: dict[str, str] = {}
        self._is_used = False
        reading.cleaned.connect(self._on_cleaned)

    def save_and_use(self, data: Path, settings: dict[str, str], changes: tuple[p.RowChange, ...], kind: str) -> None:
        """Save a copy beside the data, under a new name, and use it. kind: the format that the data is read as."""
        self._settings, self._is_used = _of_a_copy(settings, kind), True
        self._reading.clean(new_copy(data, kind), changes, settings["duplicates"] == "keep")

    def ask(self, data: Path, settings: dict[str, str], changes: tuple[p.RowChange, ...], kind: str) -> None:
        """Ask the user for a place."""
        what = tr("Text (*.txt)") if kind == "text" else tr("Rows (*.jsonl)")
        name, _ = QFileDialog.getSaveFileName(self, tr("Save the usable rows"), str(new_copy(data, kind)), what)
        if name:
            self._settings, self._is_used = _of_a_copy(settings, kind), False
            self._reading.clean(Path(name), changes)

    def _on_cleaned(self, result: p.CleanResult) -> None:
        self.saved.emit(result.path, self._settings, saved(result), self._is_used)


def _of_a_copy(settings: dict[str, str], kind: str) -> dict[str, str]:
    """Return the settings that also apply to the new file. Running text stays running text in any format."""
    kept = {key: value for key, value in settings.items() if key not in OF_THE_FILE}
    return kept | ({"format": "text"} if settings.get("format") == kind == "text" else {})


def new_copy(data: Path, kind: str) -> Path:
    """Return an unused file name beside the data. kind: the format that it is read as."""
    stem, suffix = data.name.partition(".")[0], ".txt" if kind == "text" else ".jsonl"
    return paths.unused(paths.folder_beside(data) / f"{stem}-cleaned{suffix}")
