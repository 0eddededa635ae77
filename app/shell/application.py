"""Starts the window: `luthier app`, `python -m app [RUN]`."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLoggingCategory, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.look.language import translate_qt
from app.look.theme import Theme
from app.shell.ahead import AFTER_MS
from app.shell.closing import heard_signals
from app.shell.notice import Notice
from app.shell.overrides import guard_overrides
from app.shell.pages import Pages
from app.shell.placing import place
from app.shell.starts import Start
from app.shell.unforeseen import Unforeseen, taken
from core import __version__
from core.shared import paths, settings
from core.shared.crashes import crash_file
from core.shared.engine_package import how_to_get_qt
from core.shared.errors import LuthierError
from core.shared.logs import logged
from core.shared.own_process import NO_WINDOW, own_process
from core.shared.paths import RESOURCES
from core.shared.texts.language import tr


def new_application() -> QApplication:
    """With the name and the icon that the desktop knows it by."""
    QLoggingCategory.setFilterRules(
        "qt.text.font.db.warning=false"
    )  # of fonts without the letters of one language's name
    with _saying_why_it_ends():
        application = QApplication(["luthier"])
    application.setApplicationName("Luthier")
    application.setDesktopFileName("luthier")
    application.setWindowIcon(QIcon(str(RESOURCES / "luthier.svg")))
    return application


@contextlib.contextmanager
def _saying_why_it_ends() -> Iterator[None]:
    """Qt ends the process where it finds no screen: say so in place of that, in words for a terminal."""
    said: list[str] = []

    def listen(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind != QtMsgType.QtFatalMsg:
            said.append(message.strip())
            return
        reasons = "\n".join(dict.fromkeys(said)) or message.strip()
        print(
            "Error: The window cannot open: Qt finds no screen for it, or lacks a library of the system.\n"
            f"Start it from a terminal on the desktop. Where it is a library: {how_to_get_qt()}\n"
            f"The commands work without it: `luthier --help` has them.\nQt says: {reasons}",
            file=sys.stderr,
            flush=True,
        )
        os._exit(1)  # no crash, whose report somebody would look for

    before = qInstallMessageHandler(listen)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    for message in said:
        print(message, file=sys.stderr)


def main(arguments: list[str] | None = None) -> int:
    """Show the window, with a run folder opened when one is given. Returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    application = new_application()
    paths.make_home()
    with crash_file(), logged("window") as log, taken(log) as unforeseen:
        log.info("begins, with version %s", __version__)
        guard_overrides()
        try:
            code, again = _show(application, given, unforeseen)
        except KeyboardInterrupt:  # Ctrl+C before the window was there
            return 130
        except Exception as error:
            log.error("the window did not come up: %r", error, exc_info=error)
            raise
        finally:
            log.info("ends")
    return _start_again() if again else code


def _start_again() -> int:
    """In the place of this program, so that a terminal goes on waiting for it; Windows has no exec."""
    command = own_process("app")
    if sys.platform == "win32":
        return subprocess.run(command, creationflags=NO_WINDOW).returncode
    os.execv(command[0], command)


def _show(application: QApplication, given: list[str], unforeseen: Unforeseen) -> tuple[int, bool]:
    """Returns the exit code, and whether it is to be started again."""
    translate_qt(application)
    theme = Theme(application)
    with contextlib.suppress(LuthierError):  # settings that cannot be read; the Settings page says so
        theme.follow(settings.load())
    start = Start()
    start.begin()
    pages = Pages(theme)
    unforeseen.tell = partial(_tell_of_unforeseen, pages)
    place(pages.window, pages.memory.geometry)
    if start.aside is not None:
        _tell_of_aside(pages.window.notice, start.aside)
    pages.begin(start.is_done)
    pages.window.show()
    QTimer.singleShot(AFTER_MS, pages.window, start.is_up)
    if given:
        pages.life.open(Path(given[0]).expanduser().resolve())
    with heard_signals(pages.closing.leave):
        code = application.exec()
    start.is_done()
    return code, pages.closing.starts_again


def _tell_of_aside(notice: Notice, aside: Path) -> None:
    notice.say_when_free(
        tr(
            "Luthier did not start properly last time, so it starts without what it remembered. That is kept in "
            "{file}.",
            file=aside,
        ),
        (tr("&Good"), "mdi6.check", lambda: None),
    )


def _tell_of_unforeseen(pages: Pages) -> None:
    went_wrong = tr("Something went wrong in the window. If it does not look right now, close it and start it again.")
    help_us = tr("Save a report on the Settings page: it helps to find out why.")
    pages.window.notice.say_when_free(
        f"{went_wrong} {help_us}",
        (tr("&Settings"), "mdi6.cog-outline", partial(pages.window.open_key, "settings")),
        (tr("&Not now"), "mdi6.close", lambda: None),
    )
