"""What goes wrong in the window though nobody foresaw it: logged, told once, and the window goes on.

All of it comes to one place, `sys.excepthook`. PySide calls it for what a slot or a timer raises, overrides.py for what
an override of one of Qt's methods raises, and `passed_over` for what one page must not do to the others.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

ExceptHook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class CrashReporter:
    """Takes the place of `sys.excepthook` while the window is there.

    The same error at the same place is logged in full once, and then each time that its number has another digit: what
    fails in a paintEvent fails sixty times a second.
    """

    def __init__(self, log: logging.Logger, before: ExceptHook) -> None:
        """before: the hook whose place it takes; it is called for what is logged in full."""
        self._log, self._before = log, before
        self._times = Counter[tuple[str, str]]()
        self.tell: Callable[[], object] = lambda: None  # says it in the window, once there is one

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):
            QTimer.singleShot(0, _close)
            return
        where = _where(trace)
        times = self._times[kind.__name__, where] = self._times[kind.__name__, where] + 1
        if times == 1:
            self._log.error("%r", error, exc_info=(kind, error, trace))
            self._before(kind, error, trace)
            QTimer.singleShot(0, self.tell)  # not in the midst of painting or laying out
        elif len(str(times)) > len(str(times - 1)):
            self._log.error("%r at %s, %d times by now", error, where, times)


@contextmanager
def taken(log: logging.Logger) -> Iterator[CrashReporter]:
    """Take whatever nobody catches meanwhile to this hook."""
    before = sys.excepthook
    hook = CrashReporter(log, before)
    sys.excepthook = hook
    try:
        yield hook
    finally:
        sys.excepthook = before


def report(error: BaseException) -> None:
    """Report an error as if nobody had caught it. Never raises: if the hook fails as well, or Python is about to end,
    it is lost.
    """
    with contextlib.suppress(Exception):
        sys.excepthook(type(error), error, error.__traceback__)


@contextmanager
def passed_over() -> Iterator[None]:
    """Report what is raised within, and let it go no further."""
    try:
        yield
    except Exception as error:
        report(error)


def _where(trace: TracebackType | None) -> str:
    """The innermost line."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""


def _close() -> None:
    """Close the window as if its button had been pressed: it asks what it asks then."""
    QApplication.closeAllWindows()
