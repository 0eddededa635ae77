"""Shows a folder in the system's file manager, or says where it is when none could be started."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.widgets.message_bar import MessageBar
from core.advice.texts.language import tr

NO_FILE_MANAGER = tr("No file manager could be started")


def open_folder(folder: Path, message: MessageBar) -> None:
    """message: of the page that it is asked on."""
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        message.say("info", NO_FILE_MANAGER, tr("The folder is here:"), lines=[str(folder)])
