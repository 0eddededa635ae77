"""Captures the inputs of a model's weights while it reads texts, as the products that fitting needs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.engine.llama_cpp.products import watched_products
from core.export.small.grid import Float32
from core.gguf.header import Header

_AT_ONCE = 256  # tokens: longer texts are read in parts
_ROWS_COUNT = 0.7  # weight of the run's own rows; the rest is general text, which should stay as with the adapter
_RIDGE = 1e-3  # of an input's mean square, added to all: leaves no direction unconstrained
_POOLED = 0.1  # of all experts' inputs, added to an expert's own, which may be few
_LARGEST_F16 = 65504.0
_MULTIPLIED = 2048  # tokens, about, whose inputs are multiplied in one product
_SHARED = 2  # products kept for linears with the same inputs: files may have another linear between key and query
_SAME = {"attn_k": "attn_q", "attn_v": "attn_q", "ffn_up": "ffn_gate", "ffn_up_exps": "ffn_gate_exps"}  # inputs


class Texts(NamedTuple):
    """Tokens of the run's rows, and of general text.

    Each is read on its own, as in later use: the first tokens of a text differ from all others, and packed rows contain
    them only once. Measured on 40 facts and three layers of SmolLM2 135M with rows read on their own: weights fitted to
    packed rows kept 93% of what was learnt, weights fitted also to single rows 99%.
    """

    rows: Sequence[NDArray[np.int32]]
    general: Sequence[NDArray[np.int32]]

    @property
    def n_tokens(self) -> int:
        return _tokens(self.rows) + _tokens(self.general)


class Inputs:
    """The inputs of some weights at a time: as many as fit into memory.

    model: reads the texts; adapter: the one it reads with, None if the model already contains it.
    """

    def __init__(self, model: Header, adapter: Path | None, texts: Texts) -> None:
        self._model, self._adapter, self._texts = model, adapter, texts
        self._of: dict[str, dict[int, list[NDArray[np.float16]]]] = {}
        self._last: tuple[str, NDArray[np.float32]] | None = None
        self._scale = 1.0
        self._pooled: dict[str, Float32] = {}
        self._products: list[tuple[object, Float32]] = []  # of the last linears; others may share them

    def read(self, names: Collection[str], between: Callable[[], None] = lambda: None) -> None:
        """Read the inputs of these weights, replacing earlier ones. between: called from time to time; it may raise.

        Raises the errors of open_in_llama_cpp.
        """
        self._of, self._last, self._pooled, self._products = {}, None, {}, []
        with watched_products(self._model, names.__contains__, self._add, _AT_ONCE, self._adapter) as read:
            for texts, share in ((self._texts.rows, _ROWS_COUNT), (self._texts.general, 1 - _ROWS_COUNT)):
                self._scale = (share * self._texts.n_tokens / max(1, _tokens(texts))) ** 0.5
                for part in (text[i : i + _AT_ONCE] for text in texts for i in range(0, len(text), _AT_ONCE)):
                    between()
                    read(part)

    def products(self, name: str, matrix: int, d_in: int) -> Float32:
        """Return H of one of a weight's matrices, [d_in, d_in]: the sum of x x' over tokens, plus enough to be positive
        definite.

        Linears with the same inputs share it.
        """
        inputs = self._of.get(name, {}).get(matrix, [])
        is_one = self._model.tensors[name].shape[2] == 1
        for shared, known in self._products if is_one and inputs else ():
            if shared is inputs[0]:
                return known
        found = _squared(inputs, d_in)
        if not is_one:
            found += np.float32(_POOLED) * self._all_experts(name, d_in)
        mean = float(np.trace(found)) / d_in
        found[np.diag_indices(d_in)] += np.float32(_RIDGE * mean if mean > 0 else 1.0)
        if is_one and inputs:
            self._products = [*self._products[1 - _SHARED :], (inputs[0], found)]
        return found

    def _all_experts(self, name: str, d_in: int) -> Float32:
        """Return the average over experts of their inputs' squares."""
        if name not in self._pooled:
            inputs = [x for of_expert in self._of.get(name, {}).values() for x in of_expert]
            self._pooled = {name: _squared(inputs, d_in) / np.float32(self._model.tensors[name].shape[2])}
        return self._pooled[name]

    def _add(self, name: str, matrix: int, x: NDArray[np.float32]) -> None:
        """Add inputs to a product; weights with the same inputs (query, key and value; gate and up) share one array."""
        here = self._of.setdefault(name, {}).setdefault(matrix, [])
        if self._last is not None and self._last[0] != name and np.array_equal(self._last[1], x):
            here.append(self._of[self._last[0]][matrix][-1])
        else:
            self._last = name, x.copy()
            scaled = np.clip(x * np.float32(self._scale), -_LARGEST_F16, _LARGEST_F16)
            here.append(scaled.astype(np.float16))


def with_room(model: Header, names: Sequence[str], n_tokens: int, room: int) -> Sequence[str]:
    """Return the first of these weights and as many after it as have room for their inputs, in bytes."""
    counted = set[str]()
    for place, name in enumerate(names):
        layer, _, linear = name.removesuffix(".weight").rpartition(".")
        site = f"{layer}.{_SAME.get(linear, linear)}"
        if site not in counted:
            counted.add(site)
            tensor = model.tensors[name]
            room -= 2 * n_tokens * tensor.shape[0] * min(tensor.shape[2], experts_used(model))
        if room < 0 and place > 0:
            return names[:place]
    return names


def experts_used(model: Header) -> int:
    """Return the number of experts that a token uses."""
    return int(model.values.get(f"{model.architecture}.expert_used_count") or 1)


def _tokens(texts: Sequence[NDArray[np.int32]]) -> int:
    return sum(map(len, texts))


def _squared(inputs: Sequence[NDArray[np.float16]], d_in: int) -> Float32:
    """Return the sum of x x', many texts in one product: a wide row's sum alone exceeds a cache."""
    found = np.zeros((d_in, d_in), np.float32)
    ends = np.cumsum([len(x) for x in inputs])
    for _, parts in groupby(zip(inputs, ends // _MULTIPLIED, strict=True), key=lambda part: part[1]):
        wide = np.concatenate([x for x, _ in parts]).astype(np.float32)
        found += wide.T @ wide
    return found
