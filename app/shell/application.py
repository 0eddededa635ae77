"""Starts the window: `luthier app`, `python -m app [RUN]`."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QLoggingCategory
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.look.language import translate_qt
from app.look.theme import Theme
from app.shell.pages import Pages
from app.shell.placing import place
from core import __version__
from core.shared import paths, settings
from core.shared.crashes import crash_file
from core.shared.errors import LuthierError
from core.shared.logs import logged
from core.shared.paths import RESOURCES

ExceptHook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


def new_application() -> QApplication:
    """With the name and the icon that the desktop knows it by."""
    QLoggingCategory.setFilterRules(
        "qt.text.font.db.warning=false"
    )  # of fonts without the letters of one language's name
    application = QApplication(["luthier"])
    application.setApplicationName("Luthier")
    application.setDesktopFileName("luthier")
    application.setWindowIcon(QIcon(str(RESOURCES / "luthier.svg")))
    return application


def main(arguments: list[str] | None = None) -> int:
    """Show the window, with a run folder opened when one is given. Returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    paths.make_home()
    with crash_file(), logged("window") as log:
        log.info("begins, with version %s", __version__)
        told = sys.excepthook
        sys.excepthook = partial(_on_unforeseen, log, told)
        try:
            return _show(given)
        finally:
            sys.excepthook = told
            log.info("ends")


def _show(given: list[str]) -> int:
    application = new_application()
    translate_qt(application)
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


def _on_unforeseen(
    log: logging.Logger, tell: ExceptHook, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Qt goes on after an error that nobody foresaw in what a click began; the log keeps it."""
    log.error("%r", error, exc_info=(kind, error, trace))
    tell(kind, error, trace)
