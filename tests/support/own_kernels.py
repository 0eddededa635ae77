"""Our own kernels one by one, and a product by a weight of any type."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import Tensor, read, write
from core.engine.kernels.interface import BF16, INT8, KINDS
from core.engine.kernels.library import load_kernels
from core.engine.ops.autograd import Tape
from core.engine.ops.frozen_product import frozen_product

AVAILABLE = [
    (kind, choice, kernels.name(kind)) for choice in range(4) for kernels in [load_kernels(choice)]
    for kind in KINDS if kind in kernels
]  # fmt: skip
TRANSPOSED = {INT8: abi.Q8_0, BF16: abi.BF16}  # what ggml's copy is in; there are no others


needs_kernels = pytest.mark.skipif(not AVAILABLE, reason="no kernels on this processor")
every_kernel = pytest.mark.parametrize(
    ("kind", "choice"), [found[:2] for found in AVAILABLE], ids=[name for *_, name in AVAILABLE]
)


def numbers(depth: int, rows: int, tokens: int) -> tuple[np.ndarray, np.ndarray]:
    """A weight [rows, depth] and tokens [tokens, depth]."""
    rng = np.random.default_rng(depth + rows + tokens)
    return rng.normal(size=(rows, depth)).astype(np.float32) * 0.02, rng.normal(size=(tokens, depth)).astype(np.float32)


def product(backend: Backend, weight: Tensor, x: np.ndarray) -> np.ndarray:
    storage, tape = Storage(backend, 2), Tape(backend, 16)
    source, place = storage.new(*x.shape[::-1]), storage.new(weight.shape[1], len(x))
    tape.store(frozen_product(tape, weight, source), place)
    storage.allocate()
    scratch = Scratch(backend)
    scratch.add(tape)
    write(backend.ggml, source, x)
    for _ in range(2):  # a graph runs many times
        write(backend.ggml, place, np.full((len(x), weight.shape[1]), np.nan))
        backend.compute(tape)
    return read(backend.ggml, place).reshape(len(x), -1)


def is_amx(name: str) -> bool:
    return "AMX" in name


def error(y: np.ndarray, true: np.ndarray) -> float:
    return float(np.linalg.norm(y - true) / np.linalg.norm(true))
