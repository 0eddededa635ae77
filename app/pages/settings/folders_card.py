"""Where models, runs and exports lie, what they take there, and how much room is left."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.settings.keeper import Keeper
from app.pages.settings.texts import FOLDERS, MOVING
from app.widgets.controls import Card, IconButton, PathLabel, dim_label
from app.widgets.message_bar import MessageBar
from app.widgets.open_folder import open_folder
from app.workers.thread_call import in_thread
from core.shared.files import nearest_existing
from core.shared.run_disk import size_of
from core.shared.settings import Settings
from core.shared.texts.numbers import size


class FoldersCard(Card):
    """A line for each folder."""

    def __init__(self, keeper: Keeper, message: MessageBar) -> None:
        """message: of the page."""
        super().__init__("Folders")
        self.rows = {key: _FolderRow(keeper, message, key, name, what) for key, name, what in FOLDERS}
        for row in self.rows.values():
            self.body.addWidget(row)
        self.body.addWidget(dim_label(MOVING, wraps=True))

    def show_settings(self, known: Settings) -> None:
        """Their folders, measured anew."""
        for key, folder in (("models_dir", known.downloads), ("runs_dir", known.runs), ("exports_dir", known.exports)):
            self.rows[key].show_folder(folder)


class _FolderRow(QWidget):
    def __init__(self, keeper: Keeper, message: MessageBar, key: str, name: str, what: str) -> None:
        super().__init__()
        self._keeper, self._key, self._what = keeper, key, what
        self.folder = Path()
        self.path, self.facts = PathLabel(), PathLabel()
        self.change = IconButton("Change…", "mdi6.folder-edit-outline")
        self.change.setAccessibleName(f"{name}: choose another folder")
        self.open = IconButton("Open", "mdi6.folder-open-outline")
        self.open.setAccessibleName(f"{name}: open the folder")
        words = layouts.column(gap=0)
        title = layouts.row(gap=GRID)
        label = QLabel(name)
        label.setToolTip(what)
        title.addWidget(label)
        title.addWidget(self.facts, 1)
        words.addLayout(title)
        words.addWidget(self.path)
        row = layouts.row(self, gap=GRID)
        row.addLayout(words, 1)
        row.addWidget(self.open)
        row.addWidget(self.change)
        self.change.clicked.connect(self._choose)
        self.open.clicked.connect(lambda: open_folder(self.folder, message))

    def show_folder(self, folder: Path) -> None:
        """Its path at once, and what it takes as soon as that is counted."""
        if folder != self.folder:
            self.facts.show_path("")
        self.folder = folder
        self.path.show_path(str(folder))
        self.open.setEnabled(folder.is_dir())
        in_thread(partial(_measure, folder), self._show_measured, self)

    def _show_measured(self, found: tuple[Path, int, int]) -> None:
        folder, used, free = found
        if folder == self.folder:
            self.facts.show_path(f"{size(used)} · {size(free)} free")

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self._what, str(nearest_existing(self.folder)))
        if chosen and Path(chosen) != self.folder:
            self._keeper.change(**{self._key: chosen})


def _measure(folder: Path) -> tuple[Path, int, int]:
    """Bytes that it takes, and bytes that are free where it lies."""
    return folder, size_of(folder), shutil.disk_usage(nearest_existing(folder)).free
