"""How long the products of a frozen linear take on this machine, by type and shape: measured once and remembered.

Remembered on disk, so that two runs of the same settings choose the same layouts and compute the same to the bit, and
that a second start need not measure. A week later it is measured anew, in case the machine was busy the first time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np

from core import paths
from core.errors import LuthierError
from core.files import written_whole
from core.ggml import abi
from core.ggml.autograd import Tape
from core.ggml.backend import Backend, Scratch, Storage
from core.ggml.lib import library_folder
from core.ggml.ops import input_gradient
from core.ggml.tensor import Tensor, write

TOKENS = 256
ROWS, STREAMED_ROWS = 1024, 256  # of the weight: the time grows with them in proportion
REPEATS = 5
WEEK = 7 * 24 * 3600  # seconds


class ProductTimes:
    """Seconds for `tokens` tokens. Used as a context: what was measured is remembered at its end."""

    def __init__(self, backend: Backend, tokens: int) -> None:
        self._backend, self._scale = backend, tokens / TOKENS
        self._machine = f"{_library()} {backend.threads} threads"
        self._known = _remembered()
        self._is_new = False

    def __enter__(self) -> ProductTimes:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_new:
            with contextlib.suppress(LuthierError), written_whole(_file()) as partial:  # they can be measured again
                partial.write_bytes(msgspec.json.encode(self._known))

    def product(self, kind: int, d_in: int, d_out: int) -> float:
        """W x with W [d_in, d_out] of that type."""
        rows = min(d_out, ROWS)
        return self._seconds("product", _product_seconds, kind, d_in, rows) * d_out / rows * self._scale

    def streamed(self, kind: int, d_in: int, d_out: int) -> float:
        """W^T dy without a transposed copy."""
        rows = min(d_out, STREAMED_ROWS)
        return self._seconds("streamed", _streamed_seconds, kind, d_in, rows) * d_out / rows * self._scale

    def _seconds(
        self, what: str, measure: Callable[[Backend, int, int, int], float], kind: int, d_in: int, rows: int
    ) -> float:
        key = f"{self._machine}: {what} {self._backend.ggml.type_name(kind)} {d_in} x {rows}"
        if key not in self._known:
            self._known[key] = measure(self._backend, kind, d_in, rows)
            self._is_new = True
        return self._known[key]


def _file() -> Path:
    return paths.cache_dir() / "product-times.json"


def _library() -> str:
    """It is built anew for another machine or version; its place and age tell."""
    folder = library_folder()
    return f"ggml {abi.VERSION} {folder} {folder.stat().st_mtime_ns}"


def _remembered() -> dict[str, float]:
    try:
        if time.time() - _file().stat().st_mtime > WEEK:
            return {}
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, float])
    except (OSError, msgspec.DecodeError):
        return {}


def _product_seconds(backend: Backend, kind: int, d_in: int, d_out: int) -> float:
    storage = Storage(backend, 2)
    weight, x = storage.new(d_in, d_out, kind=kind), storage.new(d_in, TOKENS)
    tape = Tape(backend.ggml, 4)
    return _fastest(backend, storage, tape, x, tape.emit("mul_mat", weight, x))


def _streamed_seconds(backend: Backend, kind: int, d_in: int, d_out: int) -> float:
    storage = Storage(backend, 2)
    weight, dy = storage.new(d_in, d_out, kind=kind), storage.new(d_out, TOKENS)
    tape = Tape(backend.ggml, 64)
    return _fastest(backend, storage, tape, dy, input_gradient(tape, weight, None, dy))


def _fastest(backend: Backend, storage: Storage, tape: Tape, x: Tensor, result: Tensor) -> float:
    storage.allocate()
    write(backend.ggml, x, np.ones(x.shape[:2], np.float32))
    tape.compute(result)
    scratch = Scratch(backend)
    scratch.add(tape)
    seconds = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        backend.compute(tape)
        seconds.append(time.perf_counter() - started)
    return min(seconds)
