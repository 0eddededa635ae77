"""Starts the window: `luthier app`, `python -m app [RUN]`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.look.theme import Theme
from app.shell.pages import Pages


def main(arguments: list[str] | None = None) -> int:
    """Show the window, with a run folder opened when one is given. Returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    application = QApplication(["luthier"])
    application.setApplicationName("Luthier")
    application.setDesktopFileName("luthier")
    Theme(application)
    pages = Pages()
    window = pages.window
    window.resize(QSize(1280, 720).boundedTo(application.primaryScreen().availableSize()))
    pages.begin()
    window.show()
    if given:
        pages.open_run(Path(given[0]).expanduser().resolve())
    return application.exec()
