"""A training's steps by all machines of a cluster, and by this one alone as long as no other is there."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import numpy as np
from distributed import Client, TimeoutError, wait

from core.cluster import adapter_values, base_copy, wire
from core.cluster.company import Company
from core.cluster.credentials import Credentials
from core.cluster.dask_server import MachineWorker
from core.cluster.encoding import Encoding
from core.cluster.gather import StepOfRun, Submitted, submit
from core.cluster.machine import Machine
from core.cluster.questions import ADAPTER, COPY, TRAINING, Prepare, Refusal
from core.cluster.reach import reach, unreachable
from core.cluster.shares import kept, shares
from core.cluster.speeds import Speeds
from core.cluster.sums import Sum
from core.cluster.versions import Versions
from core.engine.ggml.tensor import host_values
from core.engine.train.gradients import Gathered, NumberedRows, ReportShare, Work, gather_here
from core.engine.train.training import Training
from core.shared.callbacks import Notify
from core.shared.errors import LuthierError

_CONNECTED_S = 10.0
_LOOKED_S = 0.25  # between looks at a step that is being done
_AGAIN_S = 30.0  # between tries to find a scheduler that was lost
_MOST_ATTEMPTS = 5  # of a step, before this machine does it alone
_FIRST_WAIT_S = 60.0  # for machines that are there to load the base, before the first step


@dataclass(frozen=True)
class Place:
    """Where the machines meet. host: this computer's address there. own: its names in the cluster."""

    scheduler: str
    host: str
    credentials: Credentials
    own: frozenset[str]


class Together:
    """Give its `gather` to a training. told: who did what of each step."""

    def __init__(
        self,
        place: Place,
        training: Training,
        request: Prepare,
        notice: Notify,
        told: Callable[[dict[str, Work]], None],
    ) -> None:
        """Raises LuthierError `cluster.unreachable`, `cluster.other-certificate`, `cluster.busy`."""
        wire.restrict()
        self._place, self._training, self._notice, self._told = place, training, notice, told
        self._request = request
        self._encoding: Encoding = request.encoding
        self._versions, self._speeds = Versions(self._encoding), Speeds()
        self._before: tuple[list[str], list[range]] | None = None
        self._name = next(iter(sorted(place.own)), TRAINING)
        self._machine = Machine(self._name, request.run, training.engine, training.adapter, None, self._encoding)
        self._machine.is_wanted = False  # between steps
        self._lost_at = 0.0
        self._is_first = True
        self._connect()

    def gather(self, rows: NumberedRows, step: int, report: ReportShare) -> Gathered:
        """As core.engine.train.gradients.Gather."""
        for attempt in range(_MOST_ATTEMPTS):
            company = self._company_now(report)
            if company is None or not company.ready:
                break
            total = self._attempt(company, rows, (step, attempt), report)
            if total is not None:
                host_values(self._training.adapter.gradients)[:] = total.gradient
                self._speeds.take(total.work)
                self._told(total.work)
                return Gathered(total.losses, 1.0)
        return self._alone(rows, step, report)

    def close(self) -> None:
        """The others may rest."""
        self._machine.is_wanted = False
        with contextlib.suppress(OSError, TimeoutError):
            if self._client.status == "running":
                self._company.end()
        self._disconnect()
        self._let_the_engine_come_free()

    def _alone(self, rows: NumberedRows, step: int, report: ReportShare) -> Gathered:
        with self._machine.lock:
            began = time.monotonic()
            gathered = gather_here(self._training.engine, self._training.adapter, rows, step, report)
        self._told({self._name: Work(sum(row.n_tokens for _, row in rows), time.monotonic() - began)})
        return gathered

    def _company_now(self, report: ReportShare) -> Company | None:
        """None where the scheduler is lost."""
        if not self._is_connected:
            self._say_it_is_lost()
            if time.monotonic() - self._lost_at < _AGAIN_S:
                return None
            self._lost_at = time.monotonic()
            try:
                self._disconnect()
                self._connect()
            except LuthierError:
                return None
            self._notice("cluster.back", "The cluster is back: the other machines take part again.", "")
            self._lost_at = 0.0
        try:
            self._company.look_round()
            if self._is_first:
                self._is_first = False
                self._company.wait_for_first(lambda: _poll(report), _FIRST_WAIT_S)
        except (OSError, TimeoutError):
            return None
        return self._company

    @property
    def _is_connected(self) -> bool:
        return self._client.status == "running" and self._worker.is_there

    def _say_it_is_lost(self) -> None:
        if not self._lost_at:
            self._lost_at = time.monotonic()
            message = f"The cluster at {self._place.scheduler} does not answer: this machine goes on alone."
            self._notice("cluster.lost", message, "As soon as it answers again, the others take part again.")

    def _attempt(self, company: Company, rows: NumberedRows, at: tuple[int, int], report: ReportShare) -> Sum | None:
        """None where it did not come to an end: somebody is left out now, or gone. at: the step, and which attempt."""
        own = host_values(self._training.adapter.values).copy()
        of = StepOfRun(self._request.run, self._versions.publish(own), *at)
        names = {self._worker.address: self._name, **company.ready}
        planned = self._shares(rows, names)
        try:
            self._compute_at(self._versions.values)
            self._machine.is_wanted = True
            submitted = submit(self._client, of, rows, *planned, self._worker.address)
            total = self._awaited(submitted, report)
        finally:
            self._compute_at(own)
        if total is None or not total.failures:
            return total
        addresses = {name: address for address, name in names.items()}
        for failure in total.failures:
            if failure.machine == self._name:
                raise LuthierError(failure.code, failure.message, failure.hint)
            why = Refusal(failure.code, failure.message, failure.hint)
            company.leave_out(addresses.get(failure.machine, ""), why)
        return None

    def _awaited(self, submitted: Submitted, report: ReportShare) -> Sum | None:
        total = submitted.total
        try:
            while total.status == "pending" and self._is_connected:
                with contextlib.suppress(TimeoutError):
                    wait(total, timeout=_LOOKED_S)
                done = sum(piece.status == "finished" for piece in submitted.pieces)
                report(done / len(submitted.pieces))
            is_done = total.status == "finished" and self._is_connected
            found: Sum | None = self._worker.data.get(total.key) if is_done else None
            return found
        finally:
            self._end(submitted)

    def _end(self, submitted: Submitted) -> None:
        """So that the engine is free: what a lost machine had done for the sum would be done again, here too."""
        self._machine.is_wanted = False
        submitted.end()
        self._let_the_engine_come_free()

    def _let_the_engine_come_free(self) -> None:
        with self._machine.lock:
            """Nobody computes with it any more, and nobody begins to: it is not wanted."""

    def _shares(self, rows: NumberedRows, names: dict[str, str]) -> tuple[dict[str, range], set[str]]:
        """By address, and whose pieces stay where they are."""
        addresses, tokens = list(names), [row.n_tokens for _, row in rows]
        before = self._before[1] if self._before and self._before[0] == addresses else None
        paces = self._speeds.of(names)
        found = shares(tokens, paces, before)
        self._before = addresses, found
        planned = dict(zip(addresses, found, strict=True))
        return planned, kept(tokens, planned, paces)

    def _compute_at(self, values: np.ndarray) -> None:
        """What is rounded on its way is the same everywhere, here too."""
        if self._encoding != "f32":
            with self._machine.lock:
                host_values(self._training.adapter.values)[:] = values
                self._training.adapter.refresh()

    def _connect(self) -> None:
        place, security = self._place, self._place.credentials.security()
        try:
            asyncio.run(reach(place.scheduler, place.credentials))
            self._client = Client(place.scheduler, security=security, timeout=_CONNECTED_S, direct_to_workers=True)
        except (OSError, TimeoutError) as error:
            raise unreachable(place.scheduler) from error

        async def begin() -> MachineWorker:
            model = self._training.loaded.model.file.path
            answers = {ADAPTER: adapter_values.answering(self._versions), COPY: base_copy.answering(model)}
            worker = MachineWorker(place.scheduler, answers, name=TRAINING, host=place.host, security=security)
            await worker
            worker.begin(self._machine, worker.address)
            return worker

        try:
            self._worker: MachineWorker = self._client.sync(begin)
        except (ValueError, RuntimeError, OSError) as error:
            self._client.close()
            raise LuthierError(
                "cluster.busy",
                "The cluster trains something else already.",
                "Wait until that is done, or train without --cluster.",
            ) from error
        request = msgspec.structs.replace(self._request, training=self._worker.address)
        self._company = Company(self._client, request, self._place.own, self._notice)

    def _disconnect(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            self._client.sync(self._worker.close, executor_wait=False, timeout=2)
        with contextlib.suppress(OSError, TimeoutError):
            self._client.close(timeout=2)


def _poll(report: ReportShare) -> None:
    report(0.0)
    time.sleep(_LOOKED_S)
