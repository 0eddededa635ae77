"""Measures how long the products of a frozen linear take on this machine, by type and shape, and stores it on disk.

So two runs of the same settings choose the same layouts and compute the same to the bit, and a second start need not
measure. We measure the processor time of one thread: beside other programs it differs by a few percent. Wall-clock time
can be twenty times as long there, and so can the processor time of several threads, which spin while one of them has no
core. Measurements expire after a week.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.base import paths
from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.systems.machine import THREAD_CLOCK
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.lib import library_folder
from core.engine.ggml.tensor import Tensor, write
from core.engine.model.weight_layouts import form_of
from core.engine.ops.autograd import Tape
from core.engine.ops.experts import expert_input_gradient
from core.engine.ops.frozen_product import frozen_product, input_gradient

TOKENS = 256
MAX_ROWS, MAX_STREAMED_ROWS = 1024, 256  # of the weight, at most
WEIGHTS, ROWS_STEP = 8 << 20, 64  # fewer rows if they are long or of many experts
MIN_ROWS = 16
MIN_REPEATS, MIN_SECONDS = 3, 0.015  # repeat at least this often, and for this many seconds
WEEK = 7 * 24 * 3600  # seconds


class Routing(NamedTuple):
    """The number of experts in a stack, and how many of them a token uses."""

    n_experts: int = 1
    n_used: int = 1


DENSE = Routing()
Measure = Callable[[Backend, int, int, int, Routing], float]  # type, d_in, rows -> seconds


class ProductTimes:
    """Processor seconds for `tokens` tokens. A context manager: stores its measurements on exit."""

    def __init__(self, backend: Backend, tokens: int) -> None:
        # A backend of its own, since a backend keeps the work memory of its largest product, the head's.
        self._backend, self._scale = Backend(backend.ggml, 1), tokens / TOKENS
        self._machine = f"{_library()} one thread, processor time"
        self._known = _remembered()
        self._is_new = False

    def __enter__(self) -> ProductTimes:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_new:
            with contextlib.suppress(LuthierError), written_whole(_file()) as partial:  # they can be measured again
                partial.write_bytes(msgspec.json.encode(self._known | _remembered()))  # other workers measure too

    def product(self, kind: int, d_in: int, d_out: int, routing: Routing = DENSE) -> float:
        """Return the seconds of W x with W [d_in, d_out] of that type, or of a stack of such experts."""
        return self._seconds("product", _product_seconds, kind, d_in, d_out, MAX_ROWS, routing)

    def streamed(self, kind: int, d_in: int, d_out: int, routing: Routing = DENSE) -> float:
        """Return the seconds of W^T dy without a transposed copy."""
        return self._seconds("streamed", _streamed_seconds, kind, d_in, d_out, MAX_STREAMED_ROWS, routing)

    def _seconds(
        self, what: str, measure: Measure, kind: int, d_in: int, d_out: int, max_rows: int, routing: Routing
    ) -> float:
        """Measure some of the rows, and scale up: time is proportional to rows. With few long rows, a large part of it
        is rounding the tokens, which does not grow with rows: a second measurement determines that part.
        """
        few = max(1, WEIGHTS // (d_in * routing.n_experts) // ROWS_STEP) * ROWS_STEP
        rows = min(d_out, max_rows, few)
        measured = partial(self._measured, what, measure, kind, d_in, routing)
        if few >= max_rows or rows == d_out or measure is not _product_seconds or routing != DENSE:
            return measured(rows) * d_out / rows * self._scale
        fewest, whole = measured(MIN_ROWS), measured(rows)
        a_row = max(whole - fewest, 0) / (rows - MIN_ROWS)
        return (whole + a_row * (d_out - rows)) * self._scale

    def _measured(self, what: str, measure: Measure, kind: int, d_in: int, routing: Routing, rows: int) -> float:
        stack = "" if routing == DENSE else f", {routing.n_used} of {routing.n_experts} experts"
        key = f"{self._machine}: {what} {self._backend.ggml.type_name(kind)} {d_in} x {rows}{stack}"
        if key not in self._known:
            self._known[key] = measure(self._backend, kind, d_in, rows, routing)
            self._is_new = True
        return self._known[key]


def _file() -> Path:
    return paths.cache_dir() / "product-times.json"


def _library() -> str:
    """Identify the library's build by path and age: other machines and versions have another build."""
    folder = library_folder()
    return f"ggml {abi.VERSION} {folder} {folder.stat().st_mtime_ns}"


def _remembered() -> dict[str, float]:
    try:
        if time.time() - _file().stat().st_mtime > WEEK:
            return {}
        return from_json(_file().read_bytes(), type=dict[str, float])
    except (OSError, msgspec.DecodeError):
        return {}


def _product_seconds(backend: Backend, kind: int, d_in: int, d_out: int, routing: Routing) -> float:
    storage, tape = Storage(backend, 3), Tape(backend, 4)
    weight = form_of(kind).declare(storage, d_in, d_out, routing.n_experts)
    if routing == DENSE:
        x = storage.new(d_in, TOKENS)
        return _fastest(backend, storage, tape, {x: _ones(x)}, frozen_product(tape, weight, x))
    x, ids = storage.new(d_in, 1, TOKENS), storage.new(routing.n_used, TOKENS, kind=abi.I32)
    inputs = {x: _ones(x), ids: _even_ids(routing)}
    return _fastest(backend, storage, tape, inputs, tape.emit("mul_mat_id", weight, x, ids))


def _streamed_seconds(backend: Backend, kind: int, d_in: int, d_out: int, routing: Routing) -> float:
    storage, tape = Storage(backend, 3), Tape(backend, 1024)
    weight = storage.new(d_in, d_out, routing.n_experts, kind=kind)
    if routing == DENSE:
        dy = storage.new(d_out, TOKENS)
        return _fastest(backend, storage, tape, {dy: _ones(dy)}, input_gradient(tape, weight, None, dy))
    dy, ids = storage.new(d_out, routing.n_used, TOKENS), storage.new(routing.n_used, TOKENS, kind=abi.I32)
    dx = expert_input_gradient(tape, weight, None, dy, ids, combined=False)
    return _fastest(backend, storage, tape, {dy: _ones(dy), ids: _even_ids(routing)}, dx)


def _ones(tensor: Tensor) -> NDArray[np.float32]:
    return np.ones(tensor.shape[::-1], np.float32)


def _even_ids(routing: Routing) -> NDArray[np.int32]:
    """Return the experts in each token's slots, evenly distributed."""
    return (np.arange(routing.n_used * TOKENS, dtype=np.int32) % routing.n_experts).reshape(TOKENS, -1)


def _fastest(
    backend: Backend, storage: Storage, tape: Tape, inputs: Mapping[Tensor, NDArray[np.generic]], result: Tensor
) -> float:
    storage.allocate()
    for tensor, values in inputs.items():
        write(backend.ggml, tensor, values)
    tape.compute(result)
    scratch = Scratch(backend)
    scratch.add(tape)
    seconds: list[float] = []
    while len(seconds) < MIN_REPEATS or sum(seconds) < MIN_SECONDS:
        started = THREAD_CLOCK()
        backend.compute(tape)
        seconds.append(THREAD_CLOCK() - started)
    return min(seconds)
