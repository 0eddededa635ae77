"""Dask's servers as a cluster of Luthier has them: what they are not asked for is closed.

Of Dask's extensions only the one is loaded that hands out tasks anew: others send plug-ins to machines, and keep what
grows with every step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from distributed import Scheduler, Worker, stealing
from distributed.core import Status

from core.cluster import wire
from core.cluster.machine import Machine

# First words of tasks' keys: nobody takes these over from a machine that is there, as Dask thinks they are too short.
KEPT, MOVED, TOTAL = "kept", "moved", "total"
stealing.fast_tasks |= {KEPT, MOVED, TOTAL}


class _NoHttp:
    """Dask would show its state to anybody on the network, unencrypted."""

    def start_http_server(self, *_: object, **__: object) -> None:
        """Nothing listens."""


class MeetingPoint(_NoHttp, Scheduler):  # type: ignore[misc]
    """Where machines meet: knows who is there, and who does what."""

    def __init__(self, **options: Any) -> None:
        super().__init__(dashboard=False, extensions={"stealing": stealing.WorkStealing}, **options)
        wire.leave_only(self, wire.ASKED_OF_SCHEDULERS, {})

    @property
    def names(self) -> set[str]:
        """Of who is there."""
        return {str(worker.name) for worker in self.workers.values()}


class MachineWorker(_NoHttp, Worker):  # type: ignore[misc]
    """A machine. Is handed no tasks until it has something to compute them with.

    answers: what others may ask of it besides what Dask needs.
    """

    def __init__(self, scheduler: str, answers: Mapping[str, Callable[..., Any]], **options: Any) -> None:
        super().__init__(scheduler, nthreads=1, memory_limit=0, dashboard=False, extensions={}, **options)
        wire.leave_only(self, wire.ASKED_OF_WORKERS, answers)
        self.machine: Machine | None = None
        self.training = ""  # the address of the one that it computes for, or prepares to
        self.when_left: Callable[[], None] = lambda: None  # by that one

    @property
    def is_there(self) -> bool:
        """Whether the scheduler has it."""
        return self.status in (Status.running, Status.paused)

    def asked_of(self, address: str, question: str, **words: Any) -> dict[str, Any]:
        """What another answers, for a thread that waits for it. Raises OSError."""

        async def ask() -> dict[str, Any]:
            answer: dict[str, Any] = await getattr(self.rpc(address), question)(**words)
            return answer

        return asyncio.run_coroutine_threadsafe(ask(), self.loop.asyncio_loop).result()

    def begin(self, machine: Machine, training: str) -> None:
        """Take tasks from now on."""
        self.machine, self.training = machine, training
        self.status = Status.running

    def rest(self) -> None:
        """Give the memory back. What is being computed comes to its end."""
        self.status = Status.paused
        self.machine, self.training = None, ""

    def give_up(self) -> None:
        """Rest, and let others compute what is being computed here."""
        if self.machine is not None:
            self.machine.is_wanted = False
        self.rest()

    def _handle_remove_worker(self, worker: str, stimulus_id: str) -> None:
        """The scheduler tells all who is gone: nobody computes on for a training that is."""
        super()._handle_remove_worker(worker, stimulus_id)
        if worker == self.training:
            self.rest()
            self.when_left()
