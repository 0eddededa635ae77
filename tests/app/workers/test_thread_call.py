"""What a thread reads for the window: one reading at a time, in parts, and again if it is asked for meanwhile."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.workers.thread_call import Reader, Tell
from core.base.errors import LuthierError
from tests.support.window import TIMEOUT_MS


def test_that_what_is_asked_meanwhile_is_read_once_more_afterwards(qtbot: QtBot) -> None:
    owner, may_end, begun, found = QObject(), threading.Event(), list[int](), list[int]()
    reader = Reader(owner)
    reader.done.connect(found.append)

    def read(number: int) -> int:
        begun.append(number)
        may_end.wait()
        return number

    for number in (1, 2, 3):
        reader.start(lambda _tell, number=number: read(number))
    qtbot.waitUntil(lambda: begun == [1], timeout=TIMEOUT_MS)
    may_end.set()
    qtbot.waitUntil(lambda: found == [1, 3], timeout=TIMEOUT_MS)
    assert begun == [1, 3]


def test_that_a_reading_tells_its_first_part_and_a_failed_one_its_error(qtbot: QtBot) -> None:
    owner, may_end = QObject(), threading.Event()
    reader = Reader(owner)

    def read(tell: Tell) -> None:
        tell("a part")
        may_end.wait()
        raise LuthierError("runs.unreadable", "It cannot be read.")

    with qtbot.waitSignal(reader.partly, timeout=TIMEOUT_MS) as partly:
        reader.start(read)
    with qtbot.waitSignal(reader.failed, timeout=TIMEOUT_MS) as failed:
        may_end.set()
    assert partly.args == ["a part"] and failed.args[0].code == "runs.unreadable"
