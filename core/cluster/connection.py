"""A training's connection to a cluster, and whether one that was lost could be made again."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

import msgspec
from distributed import Client, TimeoutError
from distributed.client import ClosedClientError

from core.cluster.company import Company
from core.cluster.credentials import Credentials
from core.cluster.dask_server import MachineWorker
from core.cluster.machine import Machine
from core.cluster.questions import TRAINING, Prepare
from core.cluster.reach import reach, unreachable
from core.shared.callbacks import Notify
from core.shared.errors import LuthierError

# What Dask raises, in whatever it is asked, where the scheduler is gone: before, while and after it notices.
CUT = (OSError, TimeoutError, RuntimeError, CancelledError, ClosedClientError)

_CONNECTED_S = 10.0
_CLOSED_S = 2.0
_KNOCKS_S = 30.0  # between tries to find a scheduler that was lost


@dataclass(frozen=True)
class Place:
    """Where the machines meet. host: this computer's address there. own: its names in the cluster."""

    scheduler: str
    host: str
    credentials: Credentials
    own: frozenset[str]


class Connection:
    """To be closed, once. company: who is there.

    answers: what others may ask of the training.
    """

    def __init__(
        self,
        place: Place,
        machine: Machine,
        request: Prepare,
        answers: Mapping[str, Callable[..., Any]],
        notice: Notify,
    ) -> None:
        """Raises LuthierError `cluster.unreachable`, `cluster.other-certificate`, `cluster.busy`."""
        security = place.credentials.security()
        try:
            asyncio.run(reach(place.scheduler, place.credentials))
            self.client = Client(place.scheduler, security=security, timeout=_CONNECTED_S, direct_to_workers=True)
        except (OSError, TimeoutError) as error:
            raise unreachable(place.scheduler) from error

        async def begin() -> MachineWorker:
            worker = MachineWorker(place.scheduler, answers, name=TRAINING, host=place.host, security=security)
            await worker
            worker.begin(machine, worker.address)
            return worker

        try:
            self.worker: MachineWorker = self.client.sync(begin)
        except (ValueError, RuntimeError, OSError) as error:
            self.client.close()
            if not isinstance(error.__cause__, ValueError):  # that of a name which another has
                raise unreachable(place.scheduler) from error
            raise LuthierError(
                "cluster.busy",
                "The cluster trains something else already.",
                "Wait until that is done, or train without --cluster.",
            ) from error
        request = msgspec.structs.replace(request, training=self.worker.address)
        self.company = Company(self.client, request, place.own, notice)

    @property
    def is_up(self) -> bool:
        return self.client.status == "running" and self.worker.is_there

    def close(self) -> None:
        """The others may rest."""
        with contextlib.suppress(*CUT):
            if self.client.status == "running":
                self.company.end()
        with contextlib.suppress(*CUT):
            self.client.sync(self.worker.close, executor_wait=False, timeout=_CLOSED_S)
        with contextlib.suppress(*CUT):
            self.client.close(timeout=_CLOSED_S)


class Knocking:
    """Asks from time to time, beside the training, until the cluster answers."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._is_over = threading.Event()
        self.answered = threading.Event()
        threading.Thread(target=self._knock, daemon=True).start()

    def end(self) -> None:
        self._is_over.set()

    def _knock(self) -> None:
        while not self._is_over.wait(_KNOCKS_S):
            with contextlib.suppress(LuthierError):
                asyncio.run(reach(self._place.scheduler, self._place.credentials))
                self.answered.set()
                return
