"""Merging: the rows of W + s B A, with DoRA brought to the lengths that were trained (arXiv:2402.09353)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor
from core.engine.lora.adapter_file import Adapter
from core.engine.lora.dora import SMALLEST_SQUARE
from core.engine.model.copies import dequantize_rows


def merged_rows(ggml: Ggml, weight: Tensor, adapter: Adapter, name: str, first: int, count: int) -> NDArray[np.float32]:
    """Rows first .. first + count of the merged weight, F32 [count, d_in] (numpy order).

    weight: the base's own tensor `name` [d_in, d_out, n_experts], of any type. A stack's rows are counted through all
    experts; those asked for are one expert's.
    """
    a, b = adapter.tensors[name]
    d_in, d_out, n_experts = weight.shape[:3]
    expert, start = divmod(first, d_out)
    here = slice(start, start + count)
    scaled = np.float32(adapter.scale(name)) * b.reshape(n_experts, d_out, -1)[expert, here]
    change = scaled @ a.reshape(n_experts, -1, d_in)[expert]
    rows: NDArray[np.float32] = dequantize_rows(ggml, weight, first, count) + change
    magnitude = adapter.magnitudes.get(name)
    if magnitude is not None:
        norms = np.sqrt(np.maximum(np.einsum("oi,oi->o", rows, rows), SMALLEST_SQUARE))
        rows *= (magnitude[here] / norms)[:, None]
    return rows
