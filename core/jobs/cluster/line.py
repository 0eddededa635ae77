"""The line to a machine that does a whole training for this computer, also after it was cut for a moment."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TypeVar

import msgspec

from core.base.errors import LuthierError
from core.cluster import questions as q
from core.cluster.meeting import Place
from core.cluster.questions import Base, Has, HasBase
from core.cluster.wire import Connection, Noted
from core.gguf.header import Header
from core.jobs.cluster.copy import send_base
from core.jobs.context import JobContext

Q = TypeVar("Q", bound=msgspec.Struct)

LOST_S = 30.0  # without an answer, after which the machine is given up
GO_ON = "Go on with the run, here or there: its checkpoints are on this computer."
_AGAIN_S = 2.0  # between two tries
_PASSING = ("cluster.unreachable", "cluster.no-machine", "cluster.other-computer")


class Line:
    """A line to a machine, to be closed. All questions raise LuthierError `cluster.lost`, and what the machine refuses
    with.
    """

    def __init__(self, place: Place, machine: str, run: str, key: str) -> None:
        """Raises LuthierError as Place.connect_by_name does."""
        self._place, self.machine, self._run, self._key = place, machine, run, key
        self._connection = place.connect_by_name(machine)

    def close(self) -> None:
        self._connection.close()

    def ask(self, asked: q.Question, kind: type[Q]) -> Q:
        """What it answers to that."""
        return self._answered(q.Away(self._run, self._key, asked), kind)

    def end(self) -> None:
        """The machine is to forget the run; where it does not answer it does so by itself."""
        with suppress(OSError, LuthierError):
            self._connection.ask(q.Away(self._run, self._key, q.End()), Noted)

    def bring_base(self, header: Header, base: Base, may_copy: bool, context: JobContext) -> None:
        """Raises LuthierError `cluster.no-base` where it lacks the base and may not have it sent."""
        if self._answered(HasBase(base), Has).base == "here":
            return
        if not may_copy:
            raise LuthierError(
                "cluster.no-base",
                f"{self.machine} does not have the base model {base.name}.",
                "Train with --cluster-copy to have it sent there, or copy the file into that machine's models folder.",
            )
        context.phase("copy", f"Sending {base.name} to {self.machine}")
        send_base(self._connection, header, base, context)

    def _answered(self, question: msgspec.Struct, kind: type[Q]) -> Q:
        deadline = time.monotonic() + LOST_S
        while True:
            try:
                return self._connection.ask(question, kind)
            except OSError as error:
                self._connection = self._connected_again(deadline, error)
            except LuthierError as error:
                raise LuthierError(error.code, f"{self.machine}: {error.message}", error.hint) from error

    def _connected_again(self, deadline: float, error: OSError) -> Connection:
        """Connect again, perhaps under another address that the machine has now."""
        self._connection.close()
        while time.monotonic() < deadline:
            time.sleep(_AGAIN_S)
            try:
                return self._place.connect_by_name(self.machine)
            except LuthierError as other:
                if other.code not in _PASSING:
                    raise
        raise LuthierError("cluster.lost", f"{self.machine} does not answer any more.", GO_ON) from error
