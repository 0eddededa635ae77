"""One machine at the gradients of a run: its engine with the base loaded, and its copy of the adapter's values.

Everything that comes here comes from another computer, and is checked before the engine sees it.

Also here: the adapter's values as machines have them: the head says what they are, everybody else brings its copy up to
that.

With F32 the values themselves travel. Else what has changed since the version before does, rounded; everybody, the head
too, computes at the values that come of that, and what rounding left out is part of the next change.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.cluster.encoding import (
    Encoded,
    Encoding,
    ErrorFeedback,
    Float32,
    NumberedRow,
    decoded,
    encoded,
    n_bytes,
    received,
    sound_rows,
    whole,
)
from core.cluster.questions import SAMPLED, Compute, Computed, Values
from core.cluster.wire import PART, garbage
from core.engine.ggml.tensor import host_values
from core.engine.train.step import Gathered, NumberedRows, gather_here
from core.engine.train.training import Training

NONE = -1  # the version of a machine that has none


class GivenUpError(Exception):
    """Nobody wants any more what is being computed."""


class Machine:
    """Computes for another computer's training, one thing at a time. is_wanted: else what is being computed is given
    up.
    """

    def __init__(self, training: Training, longest: int, encoding: Encoding) -> None:
        """longest: tokens of a row, at most."""
        self._training = training  # whole: the graphs of its parts lie in one memory
        self._adapter, self._longest = training.adapter, longest
        self._feedback, self._copy = ErrorFeedback(encoding), Copy()
        self._coming, self._leaving = bytearray(), b""  # what travels in parts
        self._sum: Float32 | None = None
        self._lock = threading.Lock()
        self.is_wanted = True

    @property
    def count(self) -> int:
        """The count of the adapter's numbers."""
        return self._adapter.n_values

    def come_to_rest(self) -> None:
        """Wait until what is given up is over: another may compute with the same engine then."""
        with self._lock:
            """Nothing is being done any more."""

    def take_values(self, part: Values) -> None:
        """Take in a part of the adapter's values. Raises LuthierError `cluster.garbage`."""
        with self._lock:
            kind: Encoding = part.encoding
            size = n_bytes(kind, self.count)
            if part.start == 0:
                self._coming = bytearray()
            if part.start != len(self._coming) or len(self._coming) + len(part.content) > size:
                raise garbage("a part of the adapter's values that does not fit")
            self._coming += part.content
            if len(self._coming) == size:
                self._copy.take(Change(part.since, part.version, received(kind, self.count, self._coming)))
                self._coming = bytearray()
                host_values(self._adapter.values)[:] = self._copy.values
                self._adapter.refresh()
                self._sum = None  # of another version

    def compute(self, asked: Compute) -> Computed:
        """Add the gradient of some rows to that of others. Raises LuthierError `cluster.garbage`, GivenUpError."""
        with self._lock:
            if asked.version != self._copy.version:
                raise garbage(f"rows for version {asked.version} of the adapter, without its values")
            rows = sound_rows(asked.rows, self._longest, self._training.loaded.model.shape.n_vocab)
            began = time.monotonic()
            gradient, gathered = self._gradient(rows, asked.step)
            seconds = time.monotonic() - began
            shown, values = (
                sampled(numbers, asked.first, asked.every) for numbers in (gradient, host_values(self._adapter.values))
            )
            if self._sum is None:
                self._sum = gradient
            else:
                self._sum += gradient
            return Computed(gathered.losses, seconds, shown.tobytes(), checksum(values))

    def collect(self, start: int) -> bytes:
        """Return a part of the encoded sum, empty past its end. Raises LuthierError `cluster.garbage`."""
        with self._lock:
            if start == 0:
                if self._sum is None:
                    raise garbage("a question for a gradient that nobody asked to compute")
                self._leaving, self._sum = self._feedback.encoded(self._sum).content, None
            return self._leaving[start : start + PART]

    def _gradient(self, rows: list[NumberedRow], step: int) -> tuple[Float32, Gathered]:
        return gradient_of(self._training, rows, step, lambda: self.is_wanted)


def gradient_of(
    training: Training, rows: NumberedRows, step: int, is_wanted: Callable[[], bool]
) -> tuple[Float32, Gathered]:
    """Compute a gradient here: [n], of the sum of the rows' losses. Raises GivenUpError once nobody wants it."""

    def go_on(_share: float) -> None:
        if not is_wanted():
            raise GivenUpError

    gathered = gather_here(training.engine, training.adapter, rows, step, go_on)
    return host_values(training.adapter.gradients) * np.float32(1 / gathered.scale), gathered


def sampled(numbers: Float32, first: int, every: int) -> Float32:
    """Return every so many of [n], at most as many as are sent."""
    return np.ascontiguousarray(numbers[first::every][:SAMPLED], dtype=np.float32)


def checksum(sample: Float32) -> int:
    """Return a checksum by which two computers see that they have the same values."""
    return zlib.crc32(sample.tobytes())


@dataclass(frozen=True)
class Change:
    """The change from a version to the newest. since: NONE: these are the values themselves, in F32. version: the
    newest.
    """

    since: int
    version: int
    sent: Encoded


@dataclass(frozen=True)
class _Published:
    """values: [n] as all machines have them. change: that made them of the version before; None: they travel whole."""

    version: int
    values: Float32
    change: Encoded | None


class Versions:
    """The versions of the head's values. One thread publishes them while another says what has changed."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding: Encoding = encoding
        self._newest = _Published(NONE, np.empty(0, np.float32), None)

    @property
    def values(self) -> Float32:
        """[n] as all machines have them."""
        return self._newest.values

    @property
    def version(self) -> int:
        """The newest version's number."""
        return self._newest.version

    def publish(self, values: Float32) -> int:
        """Publish the values [n] that the optimizer left, and return their version's number."""
        before = self._newest
        if self.encoding == "f32" or before.version == NONE:
            self._newest = _Published(before.version + 1, values.copy(), None)
        else:
            change = encoded(values - before.values, self.encoding)
            self._newest = _Published(before.version + 1, before.values + decoded(change), change)
        return self._newest.version

    def change(self, since: int) -> Change:
        """Return what turns that version into the newest."""
        newest = self._newest
        if newest.change is not None and since == newest.version - 1:
            return Change(since, newest.version, newest.change)
        return Change(NONE, newest.version, whole(newest.values))


class Copy:
    """Another machine's copy of the values."""

    def __init__(self) -> None:
        self.version, self.values = NONE, np.empty(0, np.float32)

    def take(self, change: Change) -> None:
        """Apply a change to the values. Raises LuthierError `cluster.garbage`."""
        if change.since not in (NONE, self.version):
            raise garbage(f"a change from version {change.since}, which nobody asked for")
        values = decoded(change.sent)
        self.values = values if change.since == NONE else self.values + values
        self.version = change.version
