"""How long fitting takes on this machine, told before it begins: measured on random rows that are soon done."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np

from core.engine.ggml.lib import load
from core.engine.model.weight_forms import quantize_rows
from core.export.small.grid import KINDS, unpack
from core.export.small.inputs import experts_used, with_room
from core.export.small.solve import BAND, ROUNDS, fit
from core.gguf.header import Header

_NARROW, _WIDE = 256, 2048  # weights in a row
_LEARNT = np.float32(0.01)  # beside the weights, as a training changes them
_READING = 2  # times as long as products of the same size in NumPy


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
    layers = [one for name, one in base.tensors.items() if name.startswith("blk.")]
    of_token = sum(one.elements * min(1, experts_used(base) / one.shape[2]) for one in layers)
    while left:  # reading ends behind the last of them
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
