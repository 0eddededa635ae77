"""The adapter's values as machines have them: the head says what they are, everybody else brings its copy up to that.

With F32 the values themselves travel. Else what has changed since the version before does, rounded; everybody, the head
too, computes at the values that come of that, and what rounding left out is part of the next change.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.cluster.encoding import Encoded, Encoding, Float32, decoded, encoded, whole
from core.cluster.wire import garbage

NONE = -1  # the version of a machine that has none


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
        """The newest."""
        return self._newest.version

    def publish(self, values: Float32) -> int:
        """values: [n], as the optimizer left them. Returns the version's number."""
        before = self._newest
        if self.encoding == "f32" or before.version == NONE:
            self._newest = _Published(before.version + 1, values.copy(), None)
        else:
            change = encoded(values - before.values, self.encoding)
            self._newest = _Published(before.version + 1, before.values + decoded(change), change)
        return self._newest.version

    def change(self, since: int) -> Change:
        """What a machine needs that has that version."""
        newest = self._newest
        if newest.change is not None and since == newest.version - 1:
            return Change(since, newest.version, newest.change)
        return Change(NONE, newest.version, whole(newest.values))


class Copy:
    """Another machine's copy of the values."""

    def __init__(self) -> None:
        self.version, self.values = NONE, np.empty(0, np.float32)

    def take(self, change: Change) -> None:
        """Raises LuthierError `cluster.garbage`."""
        if change.since not in (NONE, self.version):
            raise garbage(f"a change from version {change.since}, which nobody asked for")
        values = decoded(change.sent)
        self.values = values if change.since == NONE else self.values + values
        self.version = change.version
