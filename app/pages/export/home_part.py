"""Bring home what was trained on a bigger machine: a place to drop its folder or zip file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.export.texts import HOME, PLAIN_DATA
from app.widgets.controls import IconButton, dim_label
from core.shared.texts.language import tr


class HomePart(QWidget):
    """Signals:
    given: the folder or zip file that was dropped or chosen.
    """

    given = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.file = IconButton(tr("Choose the &zip file…"), "mdi6.folder-zip-outline")
        self.folder = IconButton(tr("Choose the fo&lder…"), "mdi6.folder-open-outline")
        target = QFrame()
        target.setObjectName("inset")
        buttons = Flow(GRID)
        buttons.addWidget(self.file)
        buttons.addWidget(self.folder)
        inside = layouts.column(target, gap=GRID, margins=(12, 12, 12, 12))
        words = dim_label(HOME, wraps=True)
        inside.addWidget(words)
        inside.addLayout(buttons)
        column = layouts.column(self, gap=GRID)
        column.addWidget(dim_label(PLAIN_DATA, wraps=True))
        column.addWidget(target)
        self.file.clicked.connect(self._choose_file)
        self.folder.clicked.connect(self._choose_folder)

    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("What came home"), str(Path.home()), tr("Zip files (*.zip)"))
        if path:
            self.given.emit(Path(path))

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("What came home"), str(Path.home()))
        if path:
            self.given.emit(Path(path))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        if path := event.mimeData().urls()[0].toLocalFile():
            self.given.emit(Path(path))
