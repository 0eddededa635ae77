"""Captures the inputs of products with a model's weights while llama.cpp computes them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from core.engine.ggml import lib
from core.engine.ggml.abi import TensorStruct
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.gguf.header import ModelFile

# A weight's name, the index of one of its matrices (an expert, for example), and that matrix's inputs: F32 [tokens,
# d_in].
Seen = Callable[[str, int, NDArray[np.float32]], None]


@contextmanager
def watched_products(
    model: ModelFile, wanted: Callable[[str], bool], seen: Seen, length: int, adapter: Path | None = None
) -> Iterator[Callable[[NDArray[np.int32]], None]]:
    """Yield a function that makes llama.cpp read a text on its own and passes the inputs of `wanted` weights to `seen`.

    Requests every token's output: for the others llama.cpp skips everything after the last layer's attention.

    length: of the context, in tokens; texts may not be longer. adapter: used while reading. Raises the errors of
    open_in_llama_cpp; reading raises those of `seen`.
    """
    products = _Watched(wanted, seen)
    # Lives as long as the context. Were it the object's own, the two would form a circle, and keep what `seen` uses.
    callback = llama_cpp.ggml_backend_sched_eval_callback(products.on_node)
    with (
        open_in_llama_cpp(model) as opened,
        opened.context(length, adapter, on_node=callback) as context,
    ):

        def read(text: NDArray[np.int32]) -> None:
            context.clear()
            for part in (text[i : i + context.batch] for i in range(0, len(text), context.batch)):
                products.begin()
                for _ in context.read(part.tolist(), [True] * len(part)):
                    pass
                if products.error is not None:
                    raise products.error

        yield read


class _Watched:
    """llama.cpp's callback for each operation. Computation stops after the last wanted product: the layers after it and
    the output are not needed. The number of wanted products is known from a text's second part on.

    error: what `seen` raised, for the caller to raise again: exceptions cannot pass through native code.
    """

    def __init__(self, wanted: Callable[[str], bool], seen: Seen) -> None:
        self._wanted, self._seen, self._ggml = wanted, seen, lib.load()
        self._products, self._expected = 0, 0  # wanted products in this part, and in the one before
        self.error: Exception | None = None

    def begin(self) -> None:
        """Expect the next part of a text."""
        self._products, self._expected = 0, max(self._products, self._expected)

    def on_node(self, address: int, ask: bool, _data: Any) -> bool:
        """Handle an operation, before (ask) and after it. ask: return whether we want its result; else: whether to go
        on.
        """
        try:
            node = TensorStruct.from_address(address)
            weight = TensorStruct.from_address(node.src[0]) if node.src[0] else None
            if 0 < self._expected <= self._products:
                return False
            if weight is None or not self._wanted(name := weight.name.decode()):
                return not ask
            kind = self._ggml.op_desc(address)
            if kind not in (b"MUL_MAT", b"MUL_MAT_ID"):
                return not ask
            if not ask:
                x = _array(node.src[1], np.float32)
                if kind == b"MUL_MAT_ID":
                    self._experts(name, x[0], _array(node.src[2], np.int32)[0, 0])
                else:
                    self._matrices(name, x, weight.ne[2], weight.ne[3])
                self._products += 1
                return self._products != self._expected
        except Exception as error:
            self.error = self.error or error
            return False
        return True

    def _matrices(self, name: str, x: NDArray[np.float32], n2: int, n3: int) -> None:
        """Pass on the inputs of plain products. x: [ne3, ne2, tokens, d_in]; a weight of n2 * n3 matrices is repeated
        over the first two axes.
        """
        for i3, i2 in np.ndindex(x.shape[:2]):
            self._seen(name, (i3 % n3) * n2 + i2 % n2, x[i3, i2])

    def _experts(self, name: str, x: NDArray[np.float32], ids: NDArray[np.int32]) -> None:
        """Pass on the inputs of experts. x: [tokens, 1 or k, d_in]; ids: [tokens, k], the experts that the router
        chose.
        """
        for slot in range(ids.shape[1]):
            rows, experts = x[:, slot % x.shape[1]], ids[:, slot]
            for expert in np.unique(experts):
                self._seen(name, int(expert), rows[experts == expert])


def _array(address: int, kind: type[np.generic]) -> NDArray[Any]:
    """Return a tensor on the CPU, without a copy; axes in numpy order."""
    tensor = TensorStruct.from_address(address)
    first = np.ctypeslib.as_array((ctypes.c_uint8 * 4).from_address(tensor.data)).view(kind)
    return np.lib.stride_tricks.as_strided(first, tuple(tensor.ne)[::-1], tuple(tensor.nb)[::-1], writeable=False)
