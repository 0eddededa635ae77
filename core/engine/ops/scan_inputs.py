"""What Mamba-2's recurrence reads, and how its heads are sized."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.ggml.tensor import Tensor

PIECES = 16  # of work in our kernel's backward, at least, as far as there are heads


class StateHeads(NamedTuple):
    """heads, the numbers in one and the states of each of these; heads of a group read the same b and c."""

    heads: int
    width: int
    groups: int
    states: int

    @property
    def mixed_width(self) -> int:
        """Numbers per token of x, b and c."""
        return self.heads * self.width + 2 * self.groups * self.states

    @property
    def parts(self) -> int:
        """The number of parts of a group's heads, each of which adds up gradients of b and c by itself."""
        return min(self.heads // self.groups, -(-PIECES // self.groups))


class ScanInputs(NamedTuple):
    """x [H d, T], b, c [g n, T], rows as they lie; decay (its logarithm) and step [H, T]."""

    x: Tensor
    b: Tensor
    c: Tensor
    decay: Tensor
    step: Tensor
