"""A path with its buttons and, below, what was recognised or what is wrong; and a folder shown in the system's file
manager, or named where none could be started.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.widgets.controls import IconButton, caption_of, dim_label, error_label, show_error, text_field
from app.widgets.message_bar import MessageBar
from app.workers.advice import in_the_windows_words
from core.base.errors import LuthierError
from core.base.language import tr

NO_FILE_MANAGER = tr("No file manager could be started")


class PathPicker(QWidget):
    """Type, choose or drop a path.

    Signals:
        changed: the text was edited, chosen or dropped.
    """

    changed = Signal()

    def __init__(self, label: str, file_filter: str, placeholder: str, folders: bool, narrow: bool = False) -> None:
        """folders: whether one can be chosen too. narrow: the buttons stand below the field."""
        super().__init__()
        self._filter = file_filter
        self.setAcceptDrops(True)
        name = label.replace("&", "")
        self.edit = text_field(name, placeholder)
        self.edit.textChanged.connect(self.changed)
        choose = IconButton(tr("File…"), "mdi6.file-outline")
        choose.setAccessibleName(tr("{name}: choose a file", name=name))
        choose.clicked.connect(self._choose_file)
        self.buttons = layouts.row(choose, gap=GRID)
        if folders:
            choose_folder = IconButton(tr("Folder…"), "mdi6.folder-open-outline")
            choose_folder.setAccessibleName(tr("{name}: choose a folder", name=name))
            choose_folder.clicked.connect(self._choose_folder)
            self.buttons.addWidget(choose_folder)
        self._fact = dim_label(wraps=True)
        self._error = error_label()
        row: QBoxLayout = layouts.column(gap=GRID) if narrow else layouts.row(gap=GRID)
        layouts.put(row, (self.edit, 1), self.buttons)
        layouts.column(caption_of(label, self.edit), row, self._fact, self._error, inside=self, gap=GRID // 2)

    @property
    def text(self) -> str:
        return self.edit.text().strip()

    @property
    def error(self) -> str:
        return self._error.text()

    def set_path(self, path: Path) -> None:
        self.edit.setText(str(path))

    def say(self, fact: str, error: str = "") -> None:
        """Say below the field what its path is, or what is wrong with it."""
        self._fact.setText(fact)
        self._fact.setVisible(not error)
        show_error(self._error, error)

    def mention(self, describe: Callable[[str], str]) -> None:
        """Say while typing what the path is as soon as it is something, and do not scold before that.

        describe: gives a sentence about a path, or raises LuthierError.
        """
        try:
            self.say(describe(self.text))
        except LuthierError:
            self.say("")

    def check(self, describe: Callable[[str], str]) -> bool:
        """Say what the path is, or what is wrong with it; return whether it can be used."""
        try:
            self.say(describe(self.text))
        except LuthierError as error:
            self.say("", in_the_windows_words(error).text.replace("\n", " "))
            return False
        return True

    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Choose a file"), self._start(), self._filter)
        if path:
            self.edit.setText(path)

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, tr("Choose a folder"), self._start())
        if path:
            self.edit.setText(path)

    def _start(self) -> str:
        return str(Path(self.text).expanduser().parent) if self.text else str(Path.home())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        if path := event.mimeData().urls()[0].toLocalFile():
            self.edit.setText(path)


def open_folder(folder: Path, message: MessageBar) -> None:
    """Open a folder in the system's file manager. message: of the page that it is asked on."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        message.say("info", NO_FILE_MANAGER, tr("The folder is here:"), lines=[str(folder)])
