"""ggml with our own kernels beside it. ggml knows nothing of them: who computes loads both here."""

from __future__ import annotations

import ctypes

from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import Kernels, load_kernels
from core.engine.kernels.watch import graph_watch


class GgmlWithKernels(Ggml):
    """kernels: those that run on this processor."""

    def __init__(self, base: ctypes.CDLL, cpu: ctypes.CDLL) -> None:
        super().__init__(base, cpu)
        self.kernels = load_kernels()
        self.watch = graph_watch(self.kernels.library, base, cpu)

    def type_name(self, kind: int) -> str:
        """q4_K, f16, ..., or the name of the kernel that multiplies a packed weight."""
        return self.kernels.name(kind) if kind in self.kernels else super().type_name(kind)


def load() -> GgmlWithKernels:
    """Raises LuthierError `ggml.missing`, `ggml.version` or `ggml.abi`."""
    return GgmlWithKernels.load()


def kernels_of(ggml: Ggml) -> Kernels:
    """Return the kernels beside ggml; with ggml alone, none."""
    return ggml.kernels if isinstance(ggml, GgmlWithKernels) else Kernels(None)
