"""A training's steps by all machines of a cluster, and by this one alone as long as no other is there."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import CancelledError

import numpy as np
from distributed import TimeoutError, wait

from core.cluster import adapter_values, base_copy, wire
from core.cluster.connection import CUT, Connection, Knocking, Place
from core.cluster.encoding import Encoding
from core.cluster.gather import StepOfRun, Submitted, submit
from core.cluster.machine import Machine
from core.cluster.questions import ADAPTER, COPY, TRAINING, Prepare, Refusal
from core.cluster.shares import kept, shares, step_seconds
from core.cluster.speeds import Speeds
from core.cluster.sums import Sum
from core.cluster.versions import Versions
from core.engine.ggml.tensor import host_values
from core.engine.train.gradients import Gathered, NumberedRows, ReportShare, Work, gather_here
from core.engine.train.training import Training
from core.shared.callbacks import Notify
from core.shared.errors import LuthierError

_LOOKED_S = 0.25  # between looks at a step that is being done
_MOST_ATTEMPTS = 5  # of a step, before this machine does it alone
_FIRST_WAIT_S = 60.0  # for machines that are there to load the base, before the first step
_PATIENCE, _PATIENCE_S = 10, 60.0  # times a whole step, and seconds, in which no piece of it is done


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
        self._is_first = True
        self._knocking: Knocking | None = None  # while there is no connection
        self._connection: Connection | None = self._connected()

    def gather(self, rows: NumberedRows, step: int, report: ReportShare) -> Gathered:
        """As core.engine.train.gradients.Gather."""
        for attempt in range(_MOST_ATTEMPTS):
            connection = self._connection_now(report)
            if connection is None or not connection.company.ready:
                return self._alone(rows, step, report)
            try:
                total = self._attempt(connection, rows, (step, attempt), report)
            except _StuckError:
                break
            except CUT:
                if connection.is_up:
                    raise
                continue
            if total is not None:
                host_values(self._training.adapter.gradients)[:] = total.gradient
                self._speeds.take(total.work)
                self._told(total.work)
                return Gathered(total.losses, 1.0)
        self._lose()
        return self._alone(rows, step, report)

    def close(self) -> None:
        """The others may rest."""
        self._machine.is_wanted = False
        if self._connection is not None:
            self._connection.close()
        if self._knocking is not None:
            self._knocking.end()
        self._let_the_engine_come_free()

    def _alone(self, rows: NumberedRows, step: int, report: ReportShare) -> Gathered:
        with self._machine.lock:
            began = time.monotonic()
            gathered = gather_here(self._training.engine, self._training.adapter, rows, step, report)
        self._told({self._name: Work(sum(row.n_tokens for _, row in rows), time.monotonic() - began)})
        return gathered

    def _connection_now(self, report: ReportShare) -> Connection | None:
        """None where the scheduler is lost."""
        if self._knocking is not None and self._knocking.answered.is_set():
            self._connect_again()
        connection = self._connection
        if connection is None:
            return None
        try:
            if connection.is_up:
                connection.company.look_round()
                if self._is_first:
                    self._is_first = False
                    connection.company.wait_for_first(lambda: _poll(report), _FIRST_WAIT_S)
                return connection
        except CUT:
            """It is lost, too."""
        self._lose()
        return None

    def _connected(self) -> Connection:
        model = self._training.loaded.model.file.path
        answers = {ADAPTER: adapter_values.answering(self._versions), COPY: base_copy.answering(model)}
        return Connection(self._place, self._machine, self._request, answers, self._notice)

    def _connect_again(self) -> None:
        self._knocking = None
        try:
            self._connection = self._connected()
        except LuthierError:
            self._knocking = Knocking(self._place)
        else:
            self._notice("cluster.back", "The cluster is back: the other machines take part again.", "")

    def _lose(self) -> None:
        message = f"The cluster at {self._place.scheduler} does not answer: this machine goes on alone."
        self._notice("cluster.lost", message, "As soon as it answers again, the others take part again.")
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._knocking = Knocking(self._place)

    def _attempt(
        self, connection: Connection, rows: NumberedRows, at: tuple[int, int], report: ReportShare
    ) -> Sum | None:
        """None where it did not come to an end: somebody is left out now, or gone. at: the step, and which attempt.

        Raises CUT.
        """
        own = host_values(self._training.adapter.values).copy()
        of = StepOfRun(self._request.run, self._versions.publish(own), *at)
        names = {connection.worker.address: self._name, **connection.company.ready}
        planned = self._shares(rows, names)
        try:
            self._compute_at(self._versions.values)
            self._machine.is_wanted = True
            submitted = submit(connection.client, of, rows, *planned, connection.worker.address)
            total = self._awaited(connection, submitted, self._patience(rows, names), report)
        finally:
            self._machine.is_wanted = False
            self._compute_at(own)
        if total is None or not total.failures:
            return total
        addresses = {name: address for address, name in names.items()}
        for failure in total.failures:
            if failure.machine == self._name:
                raise LuthierError(failure.code, failure.message, failure.hint)
            why = Refusal(failure.code, failure.message, failure.hint)
            connection.company.leave_out(addresses.get(failure.machine, ""), why)
        return None

    def _awaited(
        self, connection: Connection, submitted: Submitted, patience: float, report: ReportShare
    ) -> Sum | None:
        """patience: seconds in which no piece is done, after which it never will be. Raises _StuckError then."""
        total, done, deadline = submitted.total, 0, time.monotonic() + patience
        try:
            while total.status == "pending" and connection.is_up:
                with contextlib.suppress(TimeoutError, CancelledError):  # as Dask has it where the scheduler is lost
                    wait(total, timeout=_LOOKED_S)
                before, done = done, sum(piece.status == "finished" for piece in submitted.pieces)
                if done > before:
                    deadline = time.monotonic() + patience
                if time.monotonic() > deadline:
                    raise _StuckError
                report(done / len(submitted.pieces))
            is_done = total.status == "finished" and connection.is_up
            found: Sum | None = connection.worker.data.get(total.key) if is_done else None
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

    def _patience(self, rows: NumberedRows, names: dict[str, str]) -> float:
        step = step_seconds(sum(row.n_tokens for _, row in rows), list(self._speeds.of(names).values()))
        return _PATIENCE_S + _PATIENCE * step

    def _compute_at(self, values: np.ndarray) -> None:
        """What is rounded on its way is the same everywhere, here too."""
        if self._encoding != "f32":
            with self._machine.lock:
                host_values(self._training.adapter.values)[:] = values
                self._training.adapter.refresh()


class _StuckError(Exception):
    """Nobody does anything for a step that is not done."""


def _poll(report: ReportShare) -> None:
    report(0.0)
    time.sleep(_LOOKED_S)
