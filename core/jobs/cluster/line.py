"""The line to a machine that does a whole training for this computer, also after it was cut for a moment."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack, suppress
from typing import TypeVar

import msgspec
from distributed import Client

from core.cluster import away_questions as q
from core.cluster.connection import CUT
from core.cluster.questions import AWAY, HAS, Base, Has, Refusal, answered, packed
from core.jobs.cluster.copy import send_base
from core.jobs.cluster.visiting import address_of, visiting
from core.jobs.context import JobContext
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header
from core.shared.home_cluster import Cluster

Q = TypeVar("Q", bound=msgspec.Struct)

LOST_S = 30.0  # without an answer, after which the machine is given up
GO_ON = "Go on with the run, here or there: its checkpoints are on this computer."
_AGAIN_S = 2.0  # between two tries
_ANSWERED_S = 20.0
_ENDED_S = 30.0  # where its worker has to end first
_HAD_S = 600.0  # where it may have to read whole files to answer


class Line:
    """To be closed. All questions raise LuthierError `cluster.lost`, and what the machine refuses with."""

    def __init__(self, cluster: Cluster, machine: str, run: str, key: str) -> None:
        """Raises LuthierError `cluster.unreachable`, `cluster.other-certificate`, `cluster.no-machine`."""
        self._cluster, self.machine, self._run, self._key = cluster, machine, run, key
        self._held = ExitStack()
        self._connect()

    def close(self) -> None:
        self._held.close()

    def ask(self, asked: q.Question, kind: type[Q]) -> Q:
        """What it answers to that."""
        content = packed(q.Away(self._run, self._key, asked))
        seconds = _HAD_S if isinstance(asked, q.Begin) else _ANSWERED_S
        return self._answered(AWAY, content, seconds, kind)

    def end(self) -> None:
        """The machine is to forget the run; where it does not answer it does so by itself."""
        with suppress(*CUT):
            content = packed(q.Away(self._run, self._key, q.End()))
            self._client.sync(self._asked, AWAY, content, _ENDED_S)

    def bring_base(self, header: Header, base: Base, may_copy: bool, context: JobContext) -> None:
        """Raises LuthierError `cluster.no-base` where it lacks the base and may not have it sent."""
        if self._answered(HAS, packed(base), _HAD_S, Has).base == "here":
            return
        if not may_copy:
            raise LuthierError(
                "cluster.no-base",
                f"{self.machine} does not have the base model {base.name}.",
                "Train with --cluster-copy to have it sent there, or copy the file into that machine's models folder.",
            )
        context.phase("copy", f"Sending {base.name} to {self.machine}")
        self._client.sync(send_base, self._client, self._cluster, header, base, self.machine, context)

    def _answered(self, question: str, content: bytes, seconds: float, kind: type[Q]) -> Q:
        deadline = time.monotonic() + LOST_S
        while True:
            try:
                said = answered(self._client.sync(self._asked, question, content, seconds), kind)
            except CUT as error:
                self._go_on_or_give_up(deadline, error)
                continue
            if isinstance(said, Refusal):
                raise LuthierError(said.code, f"{self.machine}: {said.message}", said.hint)
            return said

    async def _asked(self, question: str, content: bytes, seconds: float) -> bytes:
        remote = self._client.rpc(self._address)
        said: bytes = await asyncio.wait_for(getattr(remote, question)(request=content), seconds)
        return said

    def _go_on_or_give_up(self, deadline: float, error: Exception) -> None:
        """Connect again, which the machine may have done as well, under another address."""
        while time.monotonic() < deadline:
            time.sleep(_AGAIN_S)
            try:
                self._held.close()
                self._connect()
            except LuthierError as other:
                if other.code not in ("cluster.unreachable", "cluster.no-machine"):
                    raise
            else:
                return
        raise LuthierError(
            "cluster.lost",
            f"{self.machine} does not answer any more.",
            GO_ON,
        ) from error

    def _connect(self) -> None:
        self._client: Client = self._held.enter_context(visiting(self._cluster))
        self._address = self._client.sync(address_of, self.machine, self._client)
