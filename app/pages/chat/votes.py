"""Votes on answers, kept beside the run by a thread."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.pages.chat.talk import EQUAL, Exchange
from app.workers.thread_call import in_thread
from core import protocol as p
from core.runs.run import Run
from core.runs.votes import Tally, Vote, put_vote, read_votes, take_back, tally


class Votes(QObject):
    """Signals:
    counted: the Tally of the run and step that `count` was told last. failed: the LuthierError of a vote.
    """

    counted = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Exchange, list[dict[str, Any]]]] = deque()
        self._run, self._step = "", -1

    def count(self, run: str, step: int) -> None:
        """Count the votes of this run's checkpoint; "" for none."""
        self._run, self._step = run, step
        self.counted.emit(Tally())
        if run:
            in_thread(lambda: _tally(run, step), self._tell_of(run, step), self)

    def put(self, exchange: Exchange, messages: list[dict[str, Any]]) -> None:
        """Write down what is said of it when the turn comes: of votes in quick succession the last counts.

        messages: what both answered, the question last.
        """
        run, step = exchange.run, exchange.step

        def write() -> Tally:
            with self._lock:  # which threads take in any order
                oldest, asked = self._waiting.popleft()
                _write(oldest.run, oldest, asked)
                return _tally(run, step)

        if run:
            self._waiting.append((exchange, messages))
            in_thread(write, self._tell_of(run, step), self).failed.connect(self.failed)

    def _tell_of(self, run: str, step: int) -> Callable[[Tally], None]:
        """Unless another was chosen meanwhile."""

        def tell(found: Tally) -> None:
            if (run, step) == (self._run, self._step):
                self.counted.emit(found)

        return tell


def _tally(run: str, step: int) -> Tally:
    return tally(read_votes(Run(Path(run)))).get(step, Tally())


def _write(folder: str, exchange: Exchange, messages: list[dict[str, Any]]) -> None:
    """Raises LuthierError as put_vote does."""
    run = Run(Path(folder))
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


def _answer(exchange: Exchange, voice: p.Voice) -> str:
    said = exchange.answers.get(voice)
    return said.text if said is not None else ""
