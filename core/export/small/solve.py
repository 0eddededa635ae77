"""Moves a weight's codes and scales so that its outputs match those of the exact, merged weight.

For the rows e of Q - W, with Q on the grid and W the exact weight, for the inputs x of the linear and H = sum of x x'
over tokens [d_in, d_in], the error of the outputs is

    sum over tokens of |(Q - W) x|^2  =  sum over rows of e' H e

Minimizing that alone is not enough: if little was learnt, compared to the steps of the grid, any move costs more than
it gains, and the codes stay at the base's. So a row's shortfall from what was learnt counts more than other errors,
which the rest of the model treats as noise. With the learnt change c of a row and the direction
v = H c / sqrt(c' H c) in which it shows, we minimize

    e' H e + bias (v' e)^2

Starting at the base's codes, or at the nearest codes in rows where those do better, block by block each code in turn
moves to the integer that minimizes this with all others fixed, then the block's scales and minima: coordinate descent,
in which no step increases the error. The gradient H e and v' e are updated; a move by k along a direction u changes
them by k H u and k v' u. All codes first and then all scales gives the same, a little worse, in two to three times the
time: a wide row's gradient does not fit a cache, and each scale rewrote it.

Rounding to the nearest is the same with H a multiple of the identity and a bias of 0: it undoes what was learnt, back
to the base's own codes. Measured on a base of 6 million weights in Q4_1 and a short run, loss 4.284 before and
4.264 after training: 4.278 with a bias of 0, 4.267 with 3, 4.263 with 10, 4.266 with 100; stochastic rounding 4.269.
But where rows are long and much was learnt (40 facts on SmolLM2 135M, loss 0.001), 0.034 with 0, 0.038 with 2, 0.087
with 10: so only rows with a large shortfall get the larger bias.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.lib import load
from core.engine.model.weight_layouts import quantize_rows
from core.export.small.grid import KINDS, Float32, Grid, unpack
from core.export.small.inputs import experts_used, with_room
from core.gguf.header import Header

BAND = 512  # rows moved together
ROUNDS = 2  # a third takes half the time again, for a hundredth of the error
_SPAN = 256  # columns whose moves are applied to all others together, a whole number of every type's blocks
_AT_ONCE = 32  # columns whose moves are applied to the others of their block together
_LARGEST_F16 = np.float32(65504.0)
_BIAS, _PRESSED = np.float32(2), np.float32(10)  # weight of a shortfall; in rows with a large one
_FAR_SHORT = 0.15  # of a row's learnt change, after a round
_SMALLEST = 1e-30  # of a change's square, for rows that learnt nothing

_NARROW, _WIDE = 256, 2048  # weights in a row
_LEARNT = np.float32(0.01)  # relative to the weights, like a training's change
_READING = 2  # times a product of the same size in NumPy


def fit(grid: Grid, exact: Float32, products: Float32, rounds: int = 1) -> None:
    """Move the base's rows to match the outputs of the exact ones [n, d_in]. products: H, [d_in, d_in], positive
    definite.
    """
    descent = _Descent(grid, exact, products)
    for _ in range(rounds):
        descent.move()
        descent.press()


def _nearest(grid: Grid, exact: Float32) -> NDArray[np.int8]:
    """Return codes by plain rounding, on the unchanged grid."""
    kind, steps = grid.kind, grid.steps
    wide = exact.reshape(*steps.shape, kind.group) + grid.offsets[..., None]
    codes = np.rint(wide / np.where(steps != 0, steps, np.float32(np.inf))[..., None])
    return np.clip(codes, kind.lowest, kind.highest).reshape(exact.shape).astype(np.int8)


class _Descent:
    """The descent on all rows. g: the gradient H e [d_in, n], columns first, so that a column of the weight is
    contiguous. along, short: v [d_in, n] and v' e [n] of each row. Begins at the nearest codes in the rows where their
    outputs are nearer than the base's: these learnt much.
    """

    def __init__(self, grid: Grid, exact: Float32, products: Float32) -> None:
        self.grid, self.h = grid, products
        learnt = np.ascontiguousarray((exact - grid.values()).T)
        wanted = products @ learnt
        squares = np.einsum("in,in->n", learnt, wanted)
        self._lengths = np.sqrt(np.maximum(squares, _SMALLEST))
        self.along = wanted / self._lengths
        self.bias = np.full(len(squares), _BIAS)
        before, grid.codes = grid.codes, _nearest(grid, exact)
        left = np.ascontiguousarray((grid.values() - exact).T)
        g = products @ left
        is_nearer = np.einsum("in,in->n", left, g) < squares
        grid.codes = np.where(is_nearer[:, None], grid.codes, before)
        self.g = np.where(is_nearer, g, -wanted)
        self.short = np.where(is_nearer, np.einsum("in,in->n", self.along, left), -squares / self._lengths)

    def press(self) -> None:
        """Give large shortfalls more weight from now on."""
        self.bias[-self.short > _FAR_SHORT * self._lengths] = _PRESSED

    def move(self) -> None:
        """Move each block's codes and then its scales, once.

        A wide row's gradient does not fit into a processor's cache: it is written once for a span of blocks.
        """
        for start in range(0, len(self.h), _SPAN):
            span = slice(start, min(start + _SPAN, len(self.h)))
            g, moved = self.g[span].copy(), []
            for place in range(start, span.stop, self.grid.kind.block):
                here = slice(place, place + self.grid.kind.block)
                block = _Block(self, here, g[place - start : here.stop - start])
                block.move_codes()
                if self.grid.kind.is_nested:
                    block.move_groups()
                block.move_scales()
                moved.append(block.moved)
                if here.stop < span.stop:
                    g[here.stop - start :] += self.h[here.stop : span.stop, here] @ block.moved
            self.g += self.h[:, span] @ np.concatenate(moved)


class _Block:
    """Columns that share a scale, while they are moved. g: their part of the gradient, [columns, n]; moved: the changes
    of their weights.
    """

    def __init__(self, descent: _Descent, here: slice, g: Float32) -> None:
        self._all, self._grid, self._kind = descent, descent.grid, descent.grid.kind
        self._number = here.start // self._kind.block
        self._h, self._g, self._along = descent.h[here, here], g, descent.along[here]
        self._pull = descent.bias * self._along  # what a move adds to the shortfall's slope
        groups = self._kind.block // self._kind.group
        self._groups = slice(self._number * groups, (self._number + 1) * groups)
        self._columns = here
        self._codes = np.ascontiguousarray(self._grid.codes[:, here].T).astype(np.float32)
        self.moved = np.zeros_like(g)

    def move_codes(self) -> None:
        """Move each code to the best integer, given all others' present values."""
        d, scales = self._grid.d[:, self._number].astype(np.float32), self._grid.scales[:, self._groups]
        steps = d * scales.T.astype(np.float32)  # [groups, n]
        low, high = np.float32(self._kind.lowest), np.float32(self._kind.highest)
        per_step = np.divide(np.float32(-1), steps, out=np.zeros_like(steps), where=steps != 0)
        curves = self._h.diagonal()[:, None] + self._pull * self._along
        ratios = np.repeat(per_step, self._kind.group, axis=0) / curves
        short = self._all.short
        for start in range(0, len(ratios), _AT_ONCE):
            here = slice(start, start + _AT_ONCE)
            g, within, changes = self._g[here].copy(), self._h[here, here], np.empty_like(self._g[here])
            for j, column in enumerate(range(start, here.stop)):
                codes = self._codes[column]
                k = self._pull[column] * short
                k += g[j]
                k *= ratios[column]
                k += codes
                np.rint(k, out=k)
                np.clip(k, low, high, out=k)
                k -= codes
                codes += k
                k *= steps[column // self._kind.group]
                changes[j] = k
                short += self._along[column] * k
                if j + 1 < len(g):
                    g[j + 1 :] += within[j + 1 :, j, None] * k
            self._change(here, changes)
        self._grid.codes[:, self._columns] = self._codes.T

    def move_groups(self) -> None:
        """Move the integer scales and minima of a nested kind's groups."""
        grid, kind = self._grid, self._kind
        d, dmin = (values[:, self._number].astype(np.float32) for values in (grid.d, grid.dmin))
        lowest, highest = (0, 63) if kind.has_minima else (-128, 127)
        for place, group in enumerate(range(self._groups.start, self._groups.stop)):
            here = slice(place * kind.group, (place + 1) * kind.group)
            self._move_whole(here, d * self._codes[here], grid.scales[:, group], lowest, highest)
            if kind.has_minima:
                ones = np.broadcast_to(-dmin, (kind.group, len(dmin)))
                self._move_whole(here, ones, grid.minima[:, group], 0, 63)

    def move_scales(self) -> None:
        """Move d and dmin, and d a second time."""
        grid = self._grid

        def spread(numbers: NDArray[np.int16]) -> Float32:
            return np.repeat(numbers[:, self._groups].T.astype(np.float32), self._kind.group, axis=0)

        of_codes = spread(grid.scales) * self._codes
        self._move_real(of_codes, grid.d[:, self._number])
        if self._kind.has_minima:
            self._move_real(-spread(grid.minima), grid.dmin[:, self._number])
            self._move_real(of_codes, grid.d[:, self._number])

    def _move_whole(self, here: slice, v: Float32, numbers: NDArray[np.int16], lowest: int, highest: int) -> None:
        before = numbers.astype(np.float32)
        after = np.clip(np.rint(before + self._best(here, v)), lowest, highest)
        self._apply(here, v * (after - before))
        numbers[:] = after.astype(np.int16)

    def _move_real(self, v: Float32, numbers: NDArray[np.float16]) -> None:
        before, here = numbers.astype(np.float32), slice(0, len(v))
        after = np.clip(before + self._best(here, v), -_LARGEST_F16, _LARGEST_F16).astype(np.float16)
        self._apply(here, v * (after.astype(np.float32) - before))
        numbers[:] = after

    def _best(self, here: slice, v: Float32) -> Float32:
        """Return the best step along v [columns, n], for each row."""
        along = np.einsum("in,in->n", v, self._along[here])
        slope = np.einsum("in,in->n", v, self._g[here]) + self._all.bias * along * self._all.short
        curve = np.einsum("in,in->n", v, self._h[here, here] @ v) + self._all.bias * along * along
        best: Float32 = np.divide(-slope, curve, out=np.zeros_like(slope), where=curve > 0)
        return best

    def _apply(self, here: slice, changes: Float32) -> None:
        self._all.short += np.einsum("in,in->n", changes, self._along[here])
        self._change(here, changes)

    def _change(self, here: slice, changes: Float32) -> None:
        self._g += self._h[:, here] @ changes
        self.moved[here] += changes


class Pace(NamedTuple):
    """Seconds of the fit's parts. product: per multiplication of a product. columns: by block type, per column of a
    band of rows, plus a part for each column of the row: moving one changes the errors of all.
    """

    product: float
    columns: dict[int, tuple[float, float]]


def estimated_seconds(base: Header, names: Sequence[str], n_tokens: int, room: int, pace: Pace | None = None) -> float:
    """Estimate how long fitting these weights takes. n_tokens: of texts. room: as in Small.

    pace: of this machine; None: measure it now, in about a second.
    """
    tensors = [base.tensors[name] for name in names]
    pace = pace or measure_pace({tensor.kind for tensor in tensors})
    multiplications, left = 0.0, names
    layers = [one for name, one in base.tensors.items() if name.startswith("blk.")]
    of_token = sum(one.elements * min(1, experts_used(base) / one.shape[2]) for one in layers)
    while left:  # reading stops after the last of them
        left = left[len(with_room(base, left, n_tokens, room)) :]
        multiplications += _READING * n_tokens * of_token * (1 - len(left) / len(names))
    seconds = 0.0
    for tensor in tensors:
        d_in, d_out, n_matrices = tensor.shape[:3]
        column, more = pace.columns[tensor.kind]
        seconds += n_matrices * d_in * d_out / BAND * (column + more * d_in)
        multiplications += n_tokens * d_in**2 * min(n_matrices, experts_used(base))
    return seconds + pace.product * multiplications


def measure_pace(kinds: Collection[int], clock: Callable[[], float] = time.perf_counter) -> Pace:
    """Fit a band of rows of each type, and multiply. clock: in seconds."""
    random = np.random.default_rng(0)
    x = random.normal(size=(_WIDE, _WIDE)).astype(np.float32)
    products = x.T @ x

    def timed(do: Callable[[], object]) -> float:
        began = clock()
        do()
        return clock() - began

    def of_column(kind: int, width: int) -> float:
        rows = random.normal(size=(BAND, width)).astype(np.float32)
        grid = unpack(KINDS[kind], np.frombuffer(quantize_rows(load(), kind, rows).tobytes(), np.uint8), BAND)
        exact, h = grid.values() + _LEARNT * rows[::-1], products[:width, :width] + np.eye(width, dtype=np.float32)
        return timed(lambda: fit(grid, exact, h, ROUNDS)) / width

    columns = {}
    for kind in kinds:
        narrow, wide = of_column(kind, _NARROW), of_column(kind, _WIDE)
        more = max(0.0, wide - narrow) / (_WIDE - _NARROW)
        columns[kind] = max(0.0, narrow - more * _NARROW), more
    return Pace(timed(lambda: x.T @ x) / _WIDE**3, columns)
