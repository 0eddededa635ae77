"""One machine at the gradients of a run: its engine with the base loaded, and its copy of the adapter's values."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import numpy as np
from distributed import Reschedule

from core.cluster.encoding import Encoding, ErrorFeedback
from core.cluster.sent_rows import received
from core.cluster.sums import Failure, Sum, added, failed
from core.cluster.versions import Change, Copy
from core.engine.ggml.tensor import host_values
from core.engine.lora.adapter import LoraAdapter
from core.engine.train.engine import Engine
from core.engine.train.gradients import Work, gather_here
from core.shared.errors import LuthierError

Source = Callable[[int], Change]  # the version that is there: what is between it and the newest


class Machine:
    """Does one thing at a time. feedback: of what it sends.

    source: None where the training itself is: its adapter has the values already.
    """

    def __init__(
        self, name: str, run: str, engine: Engine, adapter: LoraAdapter, source: Source | None, encoding: Encoding
    ) -> None:
        self.name, self.run, self.feedback = name, run, ErrorFeedback(encoding)
        self._engine, self._adapter, self._source = engine, adapter, source
        self._copy = Copy()
        self.lock = threading.Lock()  # whose is the engine
        self.is_wanted = True  # else what is being computed is given up

    def gradient(self, run: str, version: int, step: int, rows: bytes) -> Sum:
        """As core/cluster/tasks.py has it. Whatever goes wrong is said, not raised.

        Raises Reschedule where this machine gives up.
        """
        try:
            if run != self.run:
                raise LuthierError("cluster.other-run", f"{self.name} has not prepared for the run {run}.")
            with self.lock:
                self._go_on()
                return self._gradient(version, step, rows)
        except Reschedule:
            raise
        except Exception as error:  # another machine's trouble has to come as words
            return failed(_in_words(self.name, error))

    def total(self, sums: Sequence[Sum]) -> Sum:
        """As core/cluster/tasks.py has it. Whatever goes wrong is said, not raised."""
        try:
            total = self._total(sums)
            total.maker = self.name
            return total
        except Exception as error:  # too little memory, for example
            return failed(_in_words(self.name, error))

    def _total(self, sums: Sequence[Sum]) -> Sum:
        count, failures = len(host_values(self._adapter.values)), [one for part in sums for one in part.failures]
        for one in sums:
            if not one.failures and len(one.gradient) != count:
                message = f"Its gradient has {len(one.gradient)} numbers, not {count}."
                failures.append(Failure(one.maker, "cluster.garbage", message, ""))
        if failures:
            return failed(*failures)
        return sums[0] if len(sums) == 1 else added(sums, self.feedback)

    def _gradient(self, version: int, step: int, rows: bytes) -> Sum:
        numbered, began = received(rows), time.monotonic()
        if self._source is not None and version != self._copy.version:
            self._copy.take(self._source(self._copy.version))
            host_values(self._adapter.values)[:] = self._copy.values
            self._adapter.refresh()
            if version != self._copy.version:  # of a step that is over
                raise Reschedule
        fetched = time.monotonic()
        gathered = gather_here(self._engine, self._adapter, numbered, step, self._go_on)
        gradient = host_values(self._adapter.gradients) * np.float32(1 / gathered.scale)
        tokens = sum(row.n_tokens for _, row in numbered)
        work = Work(tokens, time.monotonic() - fetched, fetched - began)
        return Sum(gradient, gathered.losses, {self.name: work}, self.feedback, maker=self.name)

    def _go_on(self, _share: float = 0.0) -> None:
        if not self.is_wanted:
            raise Reschedule


def _in_words(machine: str, error: Exception) -> Failure:
    if isinstance(error, LuthierError):
        return Failure(machine, error.code, error.message, error.hint)
    return Failure(machine, "internal", f"It hit an error it does not know: {error!r}.", "")
