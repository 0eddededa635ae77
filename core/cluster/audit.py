"""Whether what a machine sends can be right: its form at once, its numbers by a second computer now and then.

Of the gradient of each piece it shows some numbers at once, at places that it does not choose. The sum that it sends
has to go with them, and from time to time this computer computes a piece of a machine's itself and compares. A machine
that is broken, or does something else than it should, is found so. One that means harm may know by its size which
piece is compared (SECURITY.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from core.base.errors import LuthierError
from core.cluster.encoding import Encoding, Float32
from core.cluster.questions import Computed

EVERY = 8  # steps: each machine is compared once in so many times the number of machines
# Of the length of what is compared. Two computers whose kernels round otherwise: what was measured is in
# docs/cluster.md. -3 times a gradient is 4 away from it.
ROUNDING = 0.1
_LOSS_ROUNDING = 0.02  # of a loss
_SAME = 1e-4  # two results of one computer
_BY_ENCODING: dict[Encoding, float] = {"f32": 1e-3, "f16": 0.02, "int8": 0.5, "int4": 2.0}  # with what was left out


class NotFiniteError(Exception):
    """It may be the training, or the machine: another computer has to say."""


def require_sound(found: Computed, rows: int, sampled: int, values: int) -> None:
    """Check an answer to some rows. sampled: how many numbers were to be shown. values: the right checksum.

    Raises LuthierError `cluster.wrong-numbers`, NotFiniteError.
    """
    if len(found.losses) != rows:
        raise wrong(f"it sent {len(found.losses)} losses for {rows} rows")
    if len(found.sample) != 4 * sampled:
        raise wrong("it did not show the part of its gradient that it was asked for")
    if found.values != values:
        raise wrong("it computes at other values of the adapter than those that it was sent")
    if not (all(map(isfinite, found.losses)) and np.isfinite(np.frombuffer(found.sample, np.float32)).all()):
        raise NotFiniteError
    if not (isfinite(found.seconds) and found.seconds >= 0):
        raise wrong("it says that its part took no time that there is")


def require_sum(gradient: Float32, shown: Float32, samples: Sequence[Float32], encoding: Encoding) -> None:
    """Check a sum against its parts. shown: the sum at the same places as the samples.

    Raises LuthierError `cluster.wrong-numbers`, NotFiniteError.
    """
    if not np.isfinite(gradient).all():
        raise NotFiniteError
    if distance(shown, np.sum(samples, axis=0, dtype=np.float32)) > _BY_ENCODING[encoding]:
        raise wrong("the sum that it sent is not that of its parts")


def agree(theirs: Float32, their_loss: float, ours: Float32, our_loss: float) -> bool:
    """Whether two computers found the same, as far as rounding goes."""
    is_same_loss = abs(their_loss - our_loss) <= _LOSS_ROUNDING * max(abs(our_loss), 1.0)
    return is_same_loss and distance(theirs, ours) <= ROUNDING


def is_steady(once: Float32, again: Float32) -> bool:
    """Whether one computer finds the same twice."""
    return distance(once, again) <= _SAME


def distance(one: Float32, other: Float32) -> float:
    """Return the distance of two vectors [n], as a share of the other's length."""
    away, length = float(np.linalg.norm(one - other)), float(np.linalg.norm(other))
    if length == 0.0:
        return 0.0 if away == 0.0 else float("inf")
    return away / length


def wrong(why: str) -> LuthierError:
    return LuthierError(
        "cluster.wrong-numbers",
        f"{why}.",
        "Its memory or its graphics driver may be faulty: have its memory tested before it trains again.",
    )
