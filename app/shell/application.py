"""Starts the window: `luthier app`, `python -m app [RUN]`."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.look.theme import Theme
from app.shell.pages import Pages
from app.shell.placing import place
from core.shared import paths, settings
from core.shared.errors import LuthierError
from core.shared.paths import RESOURCES


def new_application() -> QApplication:
    """With the name and the icon that the desktop knows it by."""
    application = QApplication(["luthier"])
    application.setApplicationName("Luthier")
    application.setDesktopFileName("luthier")
    application.setWindowIcon(QIcon(str(RESOURCES / "luthier.svg")))
    return application


def main(arguments: list[str] | None = None) -> int:
    """Show the window, with a run folder opened when one is given. Returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    paths.make_home()
    application = new_application()
    theme = Theme(application)
    with contextlib.suppress(LuthierError):  # settings that cannot be read; the Settings page says so
        theme.follow(settings.load())
    pages = Pages(theme)
    place(pages.window, pages.memory.geometry)
    pages.begin()
    pages.window.show()
    if given:
        pages.life.open(Path(given[0]).expanduser().resolve())
    return application.exec()
