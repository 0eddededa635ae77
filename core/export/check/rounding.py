"""What rounding does to merged weights, told apart from a merge that is wrong.

A file's adapted weights are compared with what they should be, in numbers that no rounding went through. If they are as
far from it as their types cannot but be, the rest of the file's loss is rounding's; if they are farther, the merge is
wrong.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml, load
from core.engine.ggml.tensor import Tensor
from core.engine.lora.adapter_file import Adapter
from core.engine.lora.merge import merged_rows, square_by_lot
from core.engine.model.copies import dequantize_rows
from core.engine.model.gguf_file import GgufFile
from core.engine.model.weight_forms import rounded
from core.gguf.header import ModelFile

_ROWS = 128  # of each tensor, from its middle
_FARTHER = 1.5  # times its type's own rounding; an importance matrix takes up to a third more where inputs are weak
_FINEST = 1e-6  # relative; below that it is F32's own rounding


class Rounding(NamedTuple):
    """Root mean squares over the adapted weights, relative to the merged weights.

    error: of the file. learnt: of what the adapter changes. wrong: the tensors that rounding does not explain.
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
    """Sums of squares: of the file's error, of its type's own, of what was learnt, of the exact weights."""
    d_out = before.shape[1]
    count = min(_ROWS, d_out)
    first = (d_out - count) // 2
    exact = merged_rows(ggml, before, adapter, name, first, count)
    found, old = (dequantize_rows(ggml, weight, first, count) for weight in (after, before))
    unknown = ggml.quantize_requires_imatrix(after.kind)  # it is not written without one
    own = math.inf if unknown else _square(rounded(ggml, after.kind, exact) - exact)
    if before.kind == after.kind == abi.Q8_0:  # it may have been rounded by lot
        own = max(own, square_by_lot(exact))
    return _square(found - exact), own, _square(exact - old), _square(exact)


def _square(values: NDArray[np.float32]) -> float:
    return float(np.einsum("oi,oi->", values, values, dtype=np.float64))
