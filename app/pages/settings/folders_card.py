"""Where models, runs and exports lie, what they take there, and how much room is left."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.pages.settings.folder_row import FolderRow
from app.pages.settings.keeper import Keeper
from app.pages.settings.texts import FOLDERS
from app.widgets.controls import Card
from app.widgets.message_bar import MessageBar
from core.shared.settings import Settings
from core.shared.texts.language import tr


class FoldersCard(Card):
    """A line for each folder. Signals: idle: the last move ended."""

    idle = Signal()

    def __init__(self, keeper: Keeper, message: MessageBar) -> None:
        """message: of the page."""
        super().__init__(tr("Folders"))
        self.rows = {key: FolderRow(keeper, message, key, name, what) for key, name, what in FOLDERS}
        for row in self.rows.values():
            self.body.addWidget(row)
            row.ended.connect(self._on_ended)
            row.began.connect(self._suit)

    @property
    def busy(self) -> bool:
        """Whether a folder is being moved."""
        return any(row.job is not None for row in self.rows.values())

    def give_up(self) -> None:
        """All stays where it was."""
        for row in self.rows.values():
            if row.job is not None:
                row.job.cancel()

    def show_settings(self, known: Settings) -> None:
        """Their folders, measured anew."""
        for key, folder in (("models_dir", known.downloads), ("runs_dir", known.runs), ("exports_dir", known.exports)):
            self.rows[key].show_folder(folder)

    def _on_ended(self) -> None:
        self._suit()
        if not self.busy:
            self.idle.emit()

    def _suit(self) -> None:
        """One at a time."""
        for row in self.rows.values():
            row.change.setEnabled(row.job is not None or not self.busy)
