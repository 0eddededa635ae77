"""The adapter's values as machines have them: the head says what they are, everybody else brings its copy up to that.

With F32 the values themselves travel. Else what has changed since the version before does, rounded; everybody, the head
too, computes at the values that come of that, and what rounding left out is part of the next change.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.cluster.encoding import Encoded, Encoding, Float32, decoded, encoded, whole
from core.shared.errors import LuthierError

NONE = -1  # the version of a machine that has none


@dataclass(frozen=True)
class Change:
    """From a version to the newest. since: NONE: these are the values themselves, in F32. version: the newest."""

    since: int
    version: int
    sent: Encoded


class Versions:
    """Of the head."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding: Encoding = encoding
        self.newest = NONE
        self.values: Float32 = np.empty(0, np.float32)  # [n] as all machines have them
        self._change: Encoded | None = None

    def publish(self, values: Float32) -> int:
        """values: [n], as the optimizer left them. Returns the version's number."""
        if self._encoding == "f32" or self.newest == NONE:
            self.values = values.copy()
        else:
            self._change = encoded(values - self.values, self._encoding)
            self.values = self.values + decoded(self._change)
        self.newest += 1
        return self.newest

    def change(self, since: int) -> Change:
        """What a machine needs that has that version."""
        if self._change is not None and since == self.newest - 1:
            return Change(since, self.newest, self._change)
        return Change(NONE, self.newest, whole(self.values))


class Copy:
    """Of another machine."""

    def __init__(self) -> None:
        self.version, self.values = NONE, np.empty(0, np.float32)

    def take(self, change: Change) -> None:
        """Raises LuthierError `cluster.garbage`."""
        if change.since not in (NONE, self.version):
            raise LuthierError("cluster.garbage", f"The change from version {change.since} was not asked for.")
        values = decoded(change.sent)
        self.values = values if change.since == NONE else self.values + values
        self.version = change.version
