"""Stores votes and edited answers in the run's folder, in a background thread."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from app.pages.chat.talk import EQUAL, Exchange, Said
from app.workers.thread_call import in_thread
from core import protocol as p
from core.runs.run import Run
from core.runs.votes import BEFORE_EDIT, Tally, Vote, put_vote, read_votes, take_back, tally


class Votes(QObject):
    """Signals:
    counted: the Tally of the run and step last passed to `count`. failed: the LuthierError of a vote.
    """

    counted = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: deque[Callable[[], None]] = deque()
        self._run, self._step = "", -1

    def count(self, run: str, step: int) -> None:
        """Count the votes of this run's checkpoint; "" for none."""
        self._run, self._step = run, step
        self.counted.emit(Tally())
        if run:
            in_thread(lambda: _tally(run, step), self._tell_of(run, step), self)

    def put(self, exchange: Exchange, messages: list[dict[str, Any]]) -> None:
        """Queue the exchange's vote; of several votes in quick succession the last counts.

        messages: the conversation that the better voice answered, ending with the question.
        """
        self._write_soon(exchange, lambda: _write(exchange, messages))

    def put_edit(self, exchange: Exchange, voice: p.Voice, messages: list[dict[str, Any]]) -> None:
        """Store that the user's edit is better than the voice's answer; withdraw it if both are the same or the voice
        gave no answer.
        """
        said = msgspec.structs.replace(exchange.answers[voice])
        self._write_soon(exchange, lambda: _write_edit(exchange, voice, said, messages))

    def _write_soon(self, exchange: Exchange, write_next: Callable[[], None]) -> None:
        """Write in a thread, in the order of the calls, and recount."""
        run, step = exchange.run, exchange.step

        def write() -> Tally:
            with self._lock:  # threads take the lock in any order
                self._waiting.popleft()()
                return _tally(run, step)

        if run:
            self._waiting.append(write_next)
            in_thread(write, self._tell_of(run, step), self).failed.connect(self.failed)

    def _tell_of(self, run: str, step: int) -> Callable[[Tally], None]:
        """Return a callback that emits `counted` unless another checkpoint was chosen meanwhile."""

        def tell(found: Tally) -> None:
            if (run, step) == (self._run, self._step):
                self.counted.emit(found)

        return tell


def _tally(run: str, step: int) -> Tally:
    return tally(read_votes(Run(Path(run)))).get(step, Tally())


def _write(exchange: Exchange, messages: list[dict[str, Any]]) -> None:
    """Raises LuthierError as put_vote does."""
    run = Run(Path(exchange.run))
    if not exchange.better:
        take_back(run, exchange.id)
        return
    better: p.Better = "equal" if exchange.better == EQUAL else "tuned" if exchange.better == "tuned" else "base"
    put_vote(
        run,
        Vote(
            id=exchange.id,
            step=exchange.step,
            better=better,
            question=exchange.question,
            time=time.time(),
            hidden=exchange.was_hidden,
            messages=messages,
            tuned=_answer(exchange, "tuned"),
            base=_answer(exchange, "base"),
            sampling=exchange.sampling,
        ),
    )


def _write_edit(exchange: Exchange, voice: p.Voice, said: Said, messages: list[dict[str, Any]]) -> None:
    """Raises LuthierError as put_vote does."""
    run, key = Run(Path(exchange.run)), f"{exchange.id} {voice}"
    if not said.first.strip() or said.text.strip() in ("", said.first.strip()):
        take_back(run, key)
        return
    put_vote(
        run,
        Vote(
            id=key, step=exchange.step, better="tuned", question=exchange.question, time=time.time(),
            messages=messages, tuned=said.text, base=said.first, sampling=exchange.sampling, against=BEFORE_EDIT,
        ),
    )  # fmt: skip


def _answer(exchange: Exchange, voice: p.Voice) -> str:
    said = exchange.answers.get(voice)
    return said.text if said is not None else ""
