"""Moving a weight's codes and scales so that its outputs are those of the exact, merged weight.

For the rows e of Q - W, Q on the grid and W what it should be, for the inputs x of the linear and H = sum of x x' over
tokens [d_in, d_in], the error of the outputs is

    sum over tokens of |(Q - W) x|^2  =  sum over rows of e' H e

Least of it alone is no good aim: where little was learnt, beside the steps of the grid, any move costs more than it
gains, and the codes stay where the base lies. So what falls short of what was learnt, row by row, counts more than
what goes astray, which the rest of the model takes for noise. With the learnt change c of a row and the
direction v = H c / sqrt(c' H c) in which it shows:

    e' H e + bias (v' e)^2

Starting where the base lies, or at the nearest codes where those do better, each code in turn goes to the whole number
that makes this least with all others as they are, then each scale and each minimum: coordinate descent, in which no
step makes it worse. The gradient H e and v' e are kept up to date; moving by k along a direction u changes them by
k H u and k v' u.

Rounding to the nearest is the same with H a multiple of the identity and no bias counted: there what was learnt falls
back to the base's own codes. Measured on a base of 6 million weights in Q4_1 and a short run, loss 4.284 before and
4.264 after training: 4.278 with a bias of 0, 4.267 with 3, 4.263 with 10, 4.266 with 100; by lot 4.269. But where rows
are long and much was learnt (40 facts on SmolLM2 135M, loss 0.001), 0.034 with 0, 0.038 with 2, 0.087 with 10: so only
rows that fall far short are pressed.
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

BAND = 512  # rows that are moved at once
ROUNDS = 2  # a third takes half as long again, for a hundredth of the error
_AT_ONCE = 64  # columns whose changes reach the others together
_LARGEST_F16 = np.float32(65504.0)
_BIAS, _PRESSED = np.float32(2), np.float32(10)  # what falls short counts so much more; in rows that fall far short
_FAR_SHORT = 0.15  # of what was learnt for a row, after a round
_SMALLEST = 1e-30  # of a change's square, where nothing was learnt for a row

_NARROW, _WIDE = 256, 1024  # weights in a row
_LEARNT = np.float32(0.01)  # beside the weights, as a training changes them
_READING = 2  # times as long as products of the same size in NumPy


def fit(grid: Grid, exact: Float32, products: Float32, rounds: int = 1) -> None:
    """Move the base's rows to do what the exact ones [n, d_in] do. products: H, [d_in, d_in], positive definite."""
    descent = _Descent(grid, exact, products)
    for _ in range(rounds):
        descent.move_codes()
        descent.move_scales()
        descent.press()


def _nearest(grid: Grid, exact: Float32) -> NDArray[np.int8]:
    """Codes by plain rounding, on the grid as it is."""
    kind, steps = grid.kind, grid.steps
    wide = exact.reshape(*steps.shape, kind.group) + grid.offsets[..., None]
    codes = np.rint(wide / np.where(steps != 0, steps, np.float32(np.inf))[..., None])
    return np.clip(codes, kind.lowest, kind.highest).reshape(exact.shape).astype(np.int8)


class _Descent:
    """g: the gradient H e [d_in, n], columns first, so that a column of the weight lies in one stretch. along, short: v
    [d_in, n] and v' e [n] of each row. Begins at the nearest codes in the rows where these are nearer in outputs than
    those of the base: much was learnt there.
    """

    def __init__(self, grid: Grid, exact: Float32, products: Float32) -> None:
        self._grid, self._h = grid, products
        learnt = np.ascontiguousarray((exact - grid.values()).T)
        wanted = products @ learnt
        squares = np.einsum("in,in->n", learnt, wanted)
        self._lengths = np.sqrt(np.maximum(squares, _SMALLEST))
        self._along = wanted / self._lengths
        self._bias = np.full(len(squares), _BIAS)
        before, grid.codes = grid.codes, _nearest(grid, exact)
        left = np.ascontiguousarray((grid.values() - exact).T)
        g = products @ left
        is_nearer = np.einsum("in,in->n", left, g) < squares
        grid.codes = np.where(is_nearer[:, None], grid.codes, before)
        self._g = np.where(is_nearer, g, -wanted)
        self._short = np.where(is_nearer, np.einsum("in,in->n", self._along, left), -squares / self._lengths)
        self._codes = np.ascontiguousarray(grid.codes.T).astype(np.float32)

    def press(self) -> None:
        """Have what falls far short count more from now on."""
        self._bias[-self._short > _FAR_SHORT * self._lengths] = _PRESSED

    def move_codes(self) -> None:
        kind, h = self._grid.kind, self._h
        steps = np.ascontiguousarray(self._grid.steps.T)
        low, high = np.float32(kind.lowest), np.float32(kind.highest)
        per_step = np.divide(np.float32(-1), steps, out=np.zeros_like(steps), where=steps != 0)
        for start in range(0, len(h), _AT_ONCE):
            here = slice(start, min(start + _AT_ONCE, len(h)))
            g, within = self._g[here].copy(), h[here, here]
            moved = np.zeros_like(g)
            for j in range(len(g)):
                column = start + j
                along, codes = self._along[column], self._codes[column]
                k = g[j] + self._bias * along * self._short
                k *= per_step[column // kind.group]
                k /= within[j, j] + self._bias * along * along
                k += codes
                np.rint(k, out=k)
                np.clip(k, low, high, out=k)
                k -= codes
                k *= per_step[column // kind.group] != 0
                codes += k
                k *= steps[column // kind.group]
                moved[j] = k
                self._short += along * k
                if j + 1 < len(g):
                    g[j + 1 :] += within[j + 1 :, j, None] * k
            self._g += h[:, here] @ moved
        self._grid.codes[:] = self._codes.T

    def move_scales(self) -> None:
        if self._grid.kind.is_nested:
            self._move_nested()
        self._move_blocks()

    def _move_nested(self) -> None:
        """The whole numbers of each group."""
        grid, kind = self._grid, self._grid.kind
        for group in range(grid.scales.shape[1]):
            here = slice(group * kind.group, (group + 1) * kind.group)
            block = group * kind.group // kind.block
            d, dmin = (values[:, block].astype(np.float32) for values in (grid.d, grid.dmin))
            lowest = 0 if kind.has_minima else -128
            highest = 63 if kind.has_minima else 127
            self._move_whole(here, d * self._codes[here], grid.scales[:, group], lowest, highest)
            if kind.has_minima:
                ones = np.broadcast_to(-dmin, (kind.group, len(dmin)))
                self._move_whole(here, ones, grid.minima[:, group], 0, 63)

    def _move_whole(self, here: slice, v: Float32, numbers: NDArray[np.int16], lowest: int, highest: int) -> None:
        before = numbers.astype(np.float32)
        after = np.clip(np.rint(before + self._best(here, v)), lowest, highest)
        self._apply(here, v * (after - before))
        numbers[:] = after.astype(np.int16)

    def _move_blocks(self) -> None:
        """d and dmin of each block."""
        grid, kind = self._grid, self._grid.kind
        groups = kind.block // kind.group
        for block in range(grid.d.shape[1]):
            here = slice(block * kind.block, (block + 1) * kind.block)
            of_block = slice(block * groups, (block + 1) * groups)

            def spread(numbers: NDArray[np.int16]) -> Float32:
                return np.repeat(numbers[:, of_block].T.astype(np.float32), kind.group, axis=0)  # noqa: B023

            self._move_real(here, spread(grid.scales) * self._codes[here], grid.d[:, block])
            if kind.has_minima:
                self._move_real(here, -spread(grid.minima), grid.dmin[:, block])
                self._move_real(here, spread(grid.scales) * self._codes[here], grid.d[:, block])

    def _move_real(self, here: slice, v: Float32, numbers: NDArray[np.float16]) -> None:
        before = numbers.astype(np.float32)
        after = np.clip(before + self._best(here, v), -_LARGEST_F16, _LARGEST_F16).astype(np.float16)
        self._apply(here, v * (after.astype(np.float32) - before))
        numbers[:] = after

    def _best(self, here: slice, v: Float32) -> Float32:
        """How far to go along v [columns, n], for each row."""
        along = np.einsum("in,in->n", v, self._along[here])
        slope = np.einsum("in,in->n", v, self._g[here]) + self._bias * along * self._short
        curve = np.einsum("in,in->n", v, self._h[here, here] @ v) + self._bias * along * along
        best: Float32 = np.divide(-slope, curve, out=np.zeros_like(slope), where=curve > 0)
        return best

    def _apply(self, here: slice, moved: Float32) -> None:
        self._g += self._h[:, here] @ moved
        self._short += np.einsum("in,in->n", moved, self._along[here])


class Pace(NamedTuple):
    """Seconds. product: of one of a product's multiplications. columns: by block type, of a column of a band of rows,
    and more for each column of the row: when one is moved, the errors of all change.
    """

    product: float
    columns: dict[int, tuple[float, float]]


def estimated_seconds(base: Header, names: Sequence[str], n_tokens: int, room: int, pace: Pace | None = None) -> float:
    """Return about how long fitting these weights takes. n_tokens: of texts. room: as Small has it.

    pace: of this machine; None: as it is measured now, in about a second.
    """
    tensors = [base.tensors[name] for name in names]
    pace = pace or measure_pace({tensor.kind for tensor in tensors})
    multiplications, left = 0.0, names
    of_token = sum(one.elements * min(1, experts_used(base) / one.shape[2]) for one in base.tensors.values())
    while left:
        left = left[len(with_room(base, left, n_tokens, room)) :]
        multiplications += _READING * n_tokens * of_token
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
