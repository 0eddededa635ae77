"""`luthier worker`: answers another computer, which has started it by SSH, until the connection ends.

Anyone who can start it can already log in to this computer and do what they like there. So this protects against
mistakes and damage, not against that person (SECURITY.md).
"""

from __future__ import annotations

import queue
import shutil
import threading
import time
from functools import cached_property
from io import BufferedReader
from typing import IO

import msgspec
import numpy as np
import psutil

from core import __version__
from core.base import paths
from core.base.child_process import claim_stdin, claim_stdout
from core.base.devices import AUTO, CPU, physical_cores
from core.base.errors import LuthierError
from core.base.files import nearest_existing
from core.base.settings import device_for
from core.base.systems.machine import processor, system_name
from core.computers import frames
from core.computers import questions as q
from core.computers.copies import ArrivingBase
from core.computers.frames import GarbageError, Noted, Refusal, Working
from core.computers.ssh import READY
from core.jobs.computers import bases, guest
from core.jobs.context import JobContext
from core.jobs.devices.list import is_card, list_found, report_of

_WORKING_S = 5.0  # seconds between reports of a long computation
_SIDE = 1024  # rows and columns of the matrices whose product is timed
_TRIES = 5


def serve() -> int:
    """Answer the questions on stdin until its end. Return the exit code."""
    output: IO[bytes] = claim_stdout()
    questions = BufferedReader(claim_stdin(), 1 << 16)
    paths.make_home()
    guest.forget_old()
    output.write(READY)
    frames.write(output, q.Welcome(__version__, q.PROTOCOL, time.time()))
    answers = _Answers()
    try:
        while True:
            _answer(answers, frames.read(questions, q.QUESTIONS), output)
    except (EOFError, OSError):  # the other computer is gone; the training goes on
        return 0
    except GarbageError as error:
        frames.write(output, Refusal("computers.garbage", f"It was sent {error}."[:4000]))
        return 1


def _answer(answers: _Answers, question: q.Question, output: IO[bytes]) -> None:
    """Answer a question, and report meanwhile that this computer works on it: silence means a lost connection. Raises
    OSError.
    """
    found = queue.SimpleQueue[msgspec.Struct]()
    threading.Thread(target=lambda: found.put(_said(answers, question)), daemon=True).start()
    while True:
        try:
            frames.write(output, found.get(timeout=_WORKING_S))
            return
        except queue.Empty:
            frames.write(output, Working())


def _said(answers: _Answers, question: q.Question) -> msgspec.Struct:
    try:
        return answers.to(question)
    except LuthierError as error:
        return Refusal.of(error)
    except Exception as error:  # the other computer needs an error as text
        return Refusal.of(LuthierError("internal", f"It hit an error that it does not know: {error!r}.", ""))


class _Answers:
    """Answers questions, with the state of a base model on its way."""

    def __init__(self) -> None:
        self._context = JobContext(lambda event: None)
        self._arriving: tuple[q.Base, ArrivingBase] | None = None

    def to(self, question: q.Question) -> msgspec.Struct:
        """Return the answer to a question. Raises LuthierError."""
        match question:
            case q.Describe():
                return _describe(question.pace, self._cards)
            case q.HasBase(base=base):
                is_whole = bases.find_base(base, self._context) is not None
                return q.Has(is_whole, 0 if is_whole else self._coming(base).done)
            case q.PutBase(base=base):
                self._coming(base).take(question)
                return Noted()
            case q.Begin(base=base):
                return guest.answer(question, bases.required_base(base, self._context))
        return guest.answer(question, None)

    @cached_property
    def _cards(self) -> tuple[q.Card, ...]:
        return usable_cards()

    def _coming(self, base: q.Base) -> ArrivingBase:
        if self._arriving is None or self._arriving[0] != base:
            self._arriving = base, bases.arriving(base, self._context)
        return self._arriving[1]


def _describe(pace: bool, cards: tuple[q.Card, ...]) -> q.Description:
    memory, trained = psutil.virtual_memory(), guest.trained_guest()
    return q.Description(
        system=system_name(),
        processor=processor(),
        cores=physical_cores(),
        memory=memory.total,
        free=memory.available,
        disk=shutil.disk_usage(nearest_existing(paths.home())).free,
        cards=cards,
        flops=measured_flops() if pace else 0.0,
        run=trained.name if trained is not None else "",
    )


def usable_cards() -> tuple[q.Card, ...]:
    """Return the graphics cards that a training may use by this computer's settings."""
    wanted = device_for(AUTO)
    found = list_found().devices if wanted != CPU else []
    usable = [one for one in found if one.name == wanted or (wanted == AUTO and is_card(one))]
    reports = [report_of(one, test=False) for one in usable[: q.MOST_CARDS]]
    return tuple(q.Card(one.description[:255], one.memory_total, one.integrated, one.verdict) for one in reports)


def measured_flops() -> float:
    """Return multiplications of F32 matrices per second, the best of a few measurements, which take a fraction of a
    second.
    """
    values = np.full((_SIDE, _SIDE), 0.5, np.float32)
    seconds = []
    for _ in range(_TRIES):
        began = time.perf_counter()
        values @ values
        seconds.append(time.perf_counter() - began)
    return 2 * _SIDE**3 / min(seconds)
