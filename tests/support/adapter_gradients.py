"""The gradients of an adapter's factors, to compare with PEFT's."""

from __future__ import annotations

import numpy as np

from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, read
from core.engine.lora.adapter import LoraAdapter
from core.engine.lora.adapter_file import Factors


def factor_gradients(ggml: Ggml, adapter: LoraAdapter) -> dict[str, Factors]:
    """As LoraAdapter.factors has the values."""

    def matrices(x: Tensor) -> np.ndarray:
        """[rows, columns], of a stack with the experts in front."""
        return read(ggml, x).reshape(x.shape[2::-1][x.shape[2] == 1 :])

    return {
        branches[0].name: (
            matrices(branches[0].a_gradient),
            np.concatenate([matrices(branch.b_gradient).swapaxes(-1, -2) for branch in branches], axis=-2),
        )
        for branches in adapter.tensors()
    }
