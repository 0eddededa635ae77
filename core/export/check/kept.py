"""Measures how much of what was learnt a merged file keeps, and the rounding error of its weights.

Rounding moves a weight to the nearest value of its type. If these are far apart, a small change is lost, and the file
answers like the base, although it is as near to the exact weights as its type allows. So we measure the outputs
y = W x of each linear, for inputs x from the run's own rows, of the file (W'), the base (W) and the exact sum of base
and adapter (W + D):

    kept = <(W' - W) x, D x> / <D x, D x>

It is 1 if all that was learnt is kept, 0 if nothing is. A grid can also exaggerate a change: 1.3 is as wrong as 0.7,
and counts as that. Sums are over some rows of each weight. A linear's weight in the mean is how much it learnt, as a
share of its output: |D x|^2 / |W x|^2.

To tell rounding from a wrong merge, a file's adapted weights are compared with the exact ones, in numbers without any
rounding. If their error is what their types make unavoidable, rounding explains the rest of the file's loss; if it is
larger, the merge is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.data.example import Example
from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml, load
from core.engine.ggml.tensor import Tensor
from core.engine.llama_cpp.products import watched_products
from core.engine.lora.adapter_file import Adapter
from core.engine.lora.merge import merged_rows, square_by_lot
from core.engine.model.copies import dequantize_rows
from core.engine.model.gguf_file import GgufFile
from core.engine.model.weight_layouts import rounded
from core.gguf.header import ModelFile

FORGOTTEN = 0.5  # a file that keeps less of what was learnt is refused; under KEPT_WELL it is reported
_BANDS, _ROWS = 4, 32  # bands in each weight, and rows in a band
_EXAMPLES, _TOKENS = 8, 256  # the most examples for inputs, and tokens of each

_ROWS_AT_ONCE = 128  # of each tensor, from its middle
_FARTHER = 1.5  # times its type's own rounding error; an importance matrix adds up to a third where inputs are weak
_FINEST = 1e-6  # relative; smaller errors are F32's own rounding


def measure_kept(
    base: ModelFile,
    adapter: Adapter,
    merged: ModelFile,
    examples: Sequence[Example],
    report: ReportProgress = lambda done, total: None,
) -> float:
    """Return the share that a merged file keeps, over all linears that the adapter changes; 1 if it changes nothing.

    examples: texts like those in training, which the merged file reads in llama.cpp; a linear that no token uses (an
    expert's) is judged by its weights alone. report: of examples; it may raise to stop. Raises LuthierError `model.*`.
    """
    sums = _Sums(base, adapter, merged)
    chosen = examples[:: max(1, len(examples) // _EXAMPLES)][:_EXAMPLES]
    with watched_products(merged, adapter.tensors.__contains__, sums.add, _TOKENS) as read:
        for done, example in enumerate(chosen):
            report(done, len(chosen))
            read(example.tokens[:_TOKENS])
    for name in adapter.tensors.keys() - sums.of.keys():
        sums.add(name, 0, None)
    return sums.kept


class _Sums:
    """Sums over outputs. of: by weight, <(W' - W) x, D x>, |D x|^2 and |W x|^2."""

    def __init__(self, base: ModelFile, adapter: Adapter, merged: ModelFile) -> None:
        self._ggml, self._adapter = load(), adapter
        self._before, self._after = GgufFile(self._ggml, base), GgufFile(self._ggml, merged)
        self.of: dict[str, NDArray[np.float64]] = {}

    def add(self, name: str, matrix: int, x: NDArray[np.float32] | None) -> None:
        """Add one of the weight's matrices. x: its inputs [tokens, d_in]; None weighs all directions equally."""
        before, after = self._before.tensors[name], self._after.tensors[name]
        here = self.of.setdefault(name, np.zeros(3))
        changes = []  # of the file, the adapter, the base itself: [3, rows, d_in] of each band
        for first, count in _bands(before.shape[1]):
            first += matrix * before.shape[1]
            old, new = (dequantize_rows(self._ggml, weight, first, count) for weight in (before, after))
            learnt = merged_rows(self._ggml, before, self._adapter, name, first, count) - old
            changes.append(np.stack([new - old, learnt, old]))
        change = np.concatenate(changes, axis=1)
        if x is not None:  # in one product, because NumPy's threads synchronize in each
            change = (change.reshape(-1, x.shape[1]) @ x.T).reshape(3, -1)
        of_file, of_learnt, of_base = change.astype(np.float64)
        here += [np.vdot(of_file, of_learnt), np.vdot(of_learnt, of_learnt), np.vdot(of_base, of_base)]

    @property
    def kept(self) -> float:
        """Return the share that all linears together keep."""
        changed = [sums for sums in self.of.values() if sums[1] > 0 and sums[2] > 0]
        kept = [max(0.0, 1.0 - abs(1.0 - of_file / of_learnt)) for of_file, of_learnt, _ in changed]
        learnt = [of_learnt / of_base for _, of_learnt, of_base in changed]
        return float(np.average(kept, weights=learnt)) if changed else 1.0


def _bands(d_out: int) -> Iterator[tuple[int, int]]:
    """Yield first rows and numbers of rows, evenly over a matrix."""
    rows = min(_ROWS, d_out // _BANDS)
    if rows == 0:
        yield 0, d_out
        return
    for place in range(_BANDS):
        yield (2 * place + 1) * d_out // (2 * _BANDS) - rows // 2, rows


class Rounding(NamedTuple):
    """Root mean squares over the adapted weights, relative to the merged weights.

    error: of the file. learnt: of the adapter's changes. wrong: the tensors that rounding does not explain.
    """

    error: float
    learnt: float
    wrong: list[str]


def measure_rounding(base: ModelFile, adapter: Adapter, merged: ModelFile) -> Rounding:
    """Measure the rounding in some rows of every adapted tensor of a merged file."""
    ggml = load()
    before, after = GgufFile(ggml, base), GgufFile(ggml, merged)
    sums, wrong = np.zeros(3), list[str]()
    for name in adapter.tensors:
        error, own, learnt, whole = _squares(ggml, before.tensors[name], after.tensors[name], adapter, name)
        sums += (error, learnt, whole)
        if error > _FARTHER**2 * max(own, _FINEST**2 * whole):
            wrong.append(name)
    error, learnt = np.sqrt(sums[:2] / sums[2])
    return Rounding(float(error), float(learnt), wrong)


def _squares(
    ggml: Ggml, before: Tensor, after: Tensor, adapter: Adapter, name: str
) -> tuple[float, float, float, float]:
    """Return sums of squares: of the file's error, of its type's own, of the adapter's change, of the exact weights."""
    d_out = before.shape[1]
    count = min(_ROWS_AT_ONCE, d_out)
    first = (d_out - count) // 2
    exact = merged_rows(ggml, before, adapter, name, first, count)
    found, old = (dequantize_rows(ggml, weight, first, count) for weight in (after, before))
    unknown = ggml.quantize_requires_imatrix(after.kind)  # cannot be quantized without an importance matrix
    own = math.inf if unknown else _square(rounded(ggml, after.kind, exact) - exact)
    if before.kind == after.kind == abi.Q8_0:  # may have been rounded stochastically
        own = max(own, square_by_lot(exact))
    return _square(found - exact), own, _square(exact - old), _square(exact)


def _square(values: NDArray[np.float32]) -> float:
    return float(np.einsum("oi,oi->", values, values, dtype=np.float64))
