"""Starts the window: `luthier app`, `python -m app [RUN]`."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import psutil
from PySide6.QtCore import QLoggingCategory, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.look.language import translate_qt
from app.look.theme import Theme
from app.shell import memory
from app.shell.closing import hear_session_end, heard_signals
from app.shell.crash_report import CrashReporter, taken
from app.shell.notice import Notice
from app.shell.overrides import guard_overrides
from app.shell.pages import Pages
from app.shell.preload import AFTER_MS
from app.shell.remembering import place
from core import __version__
from core.base import paths, settings
from core.base.bounded_file import from_json
from core.base.engine_package import how_to_get_qt
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.language import tr
from core.base.logs import crash_file, crash_of, log_of, logged
from core.base.paths import RESOURCES
from core.base.systems.processes import born


def new_application() -> QApplication:
    """Make the application with the name and the icon that the desktop knows it by."""
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
    with crash_file(), logged("window") as log, taken(log) as reporter:
        log.info("begins, with version %s", __version__)
        guard_overrides()
        try:
            return _show(application, given, reporter)
        except KeyboardInterrupt:  # Ctrl+C before the window was there
            return 130
        except Exception as error:
            log.error("the window did not come up: %r", error, exc_info=error)
            raise
        finally:
            log.info("ends")


def _show(application: QApplication, given: list[str], reporter: CrashReporter) -> int:
    """Return the exit code."""
    translate_qt(application)
    theme = Theme(application)
    with contextlib.suppress(LuthierError):  # settings that cannot be read; the Settings page says so
        theme.follow(settings.load())
    start = Start()
    start.begin()
    pages = Pages(theme)
    reporter.tell = partial(_tell_of_crash, pages)
    place(pages.window, pages.memory.geometry)
    if start.aside is not None:
        _tell_of_aside(pages.window.notice, start.aside)
    pages.begin(start.is_done)
    pages.window.show()
    QTimer.singleShot(AFTER_MS, pages.window, start.is_up)
    if given:
        pages.life.open(Path(given[0]).expanduser().resolve())
    hear_session_end(application, pages.closing.leave_with_session)
    with heard_signals(pages.closing.leave):
        code = application.exec()
    start.is_done()
    return code


def _tell_of_aside(notice: Notice, aside: Path) -> None:
    notice.say_when_free(
        tr(
            "Luthier did not start properly last time, so it starts without what it remembered. That is kept in "
            "{file}.",
            file=aside,
        ),
        (tr("&Good"), "mdi6.check", lambda: None),
    )


def _tell_of_crash(pages: Pages) -> None:
    went_wrong = tr("Something went wrong in the window. If it does not look right now, close it and start it again.")
    help_us = tr("Save a report on the Settings page: it helps to find out why.")
    pages.window.notice.say_when_free(
        f"{went_wrong} {help_us}",
        (tr("&Settings"), "mdi6.cog-outline", partial(pages.window.open_key, "settings")),
        (tr("&Not now"), "mdi6.close", lambda: None),
    )


# Marks a start on the disk until the window has come up: what the last one died of is not given to the next.
#
# Each process has a mark of its own, so that two windows that start at once do not take each other's for that of a
# start that failed. A mark whose process is gone tells of one that did: it crashed, hung until it was ended, or
# raised an error. While pages are made ahead (preload.py), only a crash counts: by then a person has seen the window,
# and may have ended it for reasons of their own. A power cut before that costs what was remembered, which lies aside.


class Mark(msgspec.Struct):
    """born: tells its process from a later one of the same number. is_up: whether the window was seen."""

    born: str = ""
    is_up: bool = False


class Start:
    """One start of this process, from `begin` until it `is_done` or the process ends."""

    def __init__(self) -> None:
        self.aside: Path | None = None  # where the memory lies that the last start died of
        self._file = _folder() / f"window-start.{os.getpid()}"

    def begin(self) -> None:
        """Put the memory aside if a start died of it, and mark this one."""
        if _has_failed_start():
            self.aside = memory.put_aside()
            log_of().warning("the last start did not come up; what was remembered lies in %s", self.aside)
        self._write(is_up=False)

    def is_up(self) -> None:
        """Note that the window is there, with the page that was in front last."""
        self._write(is_up=True)

    def is_done(self) -> None:
        """Note that all pages have got back what they remembered, or that the program ends in good order."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _write(self, *, is_up: bool) -> None:
        """A disk that refuses it takes no memory either."""
        with contextlib.suppress(LuthierError, OSError, psutil.Error), written_whole(self._file) as partial:
            partial.write_bytes(msgspec.json.encode(Mark(born(), is_up)))


def _has_failed_start() -> bool:
    return sum(_failed(file) for file in _marks()) > 0  # looks at all of them: each that has failed goes


def _failed(file: Path) -> bool:
    """Whether this mark's process is gone and did not come up; then the mark goes, too."""
    mark = Mark()
    with contextlib.suppress(OSError, ValueError):
        mark = from_json(file.read_bytes(), type=Mark)
    pid = int(file.suffix[1:])
    with contextlib.suppress(psutil.Error, OSError):
        if psutil.pid_exists(pid) and born(pid) == mark.born and pid != os.getpid():
            return False
    since = 0.0
    with contextlib.suppress(OSError):
        since = file.stat().st_mtime
        file.unlink()
    return not mark.is_up or crash_of(pid, since) is not None


def _marks() -> Iterator[Path]:
    for file in _folder().glob("window-start.*"):
        if file.suffix[1:].isdecimal():
            yield file


def _folder() -> Path:
    return paths.config_dir()
