"""The trainable part: one pair of low-rank factors beside each chosen linear, all in one flat vector.

Flat, so that the optimizer, clipping and checkpoints each deal with one vector instead of hundreds of tensors.
Linears that are one tensor in the file (Phi-3's q, k and v) share A, and B is kept in their pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from core.config import TrainConfig
from core.ggml.backend import Backend, Storage
from core.ggml.tensor import Tensor, read, write
from core.lora.gguf import Factors
from core.model.forward import LowRank
from core.model.weights import FrozenLinear, Layer, Model


@dataclass(frozen=True)
class Branch(LowRank):
    """Low-rank factors with the places where their gradients add up. a and b [d, r]."""

    name: str  # of the base tensor, `blk.0.attn_q.weight`
    a_gradient: Tensor
    b_gradient: Tensor


Linears = Mapping[str, FrozenLinear]  # by our name: q, k, ...


def targeted_tensors(layer: Layer, config: TrainConfig) -> list[Linears]:
    """The linears to adapt, those of one tensor together: a tensor is adapted whole when any of its linears is wanted,
    since llama.cpp knows no adapter for a piece of it.
    """
    names = dict.fromkeys(layer.linears[key].name for key in config.target_linears)
    return [{key: linear for key, linear in layer.linears.items() if linear.name == name} for name in names]


def trainable_numbers(linears: Linears, rank: int) -> int:
    """In the factors of one tensor: A [d_in, r], B [d_out, r]."""
    d_in = next(iter(linears.values())).d_in
    return rank * (d_in + sum(linear.d_out for linear in linears.values()))


class LoraAdapter:
    """Factors of every targeted linear of every layer. values and gradients: F32 [n]."""

    def __init__(self, backend: Backend, model: Model, config: TrainConfig) -> None:
        self._ggml = backend.ggml
        self.rank, self.scale = config.rank, config.scale
        targets = [targeted_tensors(layer, config) for layer in model.layers]
        self.n_values = sum(trainable_numbers(linears, config.rank) for layer in targets for linears in layer)
        self._storage = Storage(backend, 4 * sum(len(linears) for layer in targets for linears in layer) + 2)
        self.values = self._storage.new(self.n_values, requires_grad=True)
        self.gradients = self._storage.new(self.n_values)
        offset = 0
        self.layers: list[dict[str, Branch]] = []
        for layer in targets:
            self.layers.append({})
            for linears in layer:
                self.layers[-1] |= self._branches(linears, offset)
                offset += trainable_numbers(linears, self.rank)
        self._storage.allocate()

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def tensors(self) -> Iterator[list[Branch]]:
        """The branches beside each adapted tensor, in forward order; they share A."""
        for layer in self.layers:
            for name in dict.fromkeys(branch.name for branch in layer.values()):
                yield [branch for branch in layer.values() if branch.name == name]

    def initialize(self, seed: int) -> None:
        """A uniform in +-1/sqrt(d_in), B zero: the first step starts at the base model (PEFT's initialisation,
        kaiming_uniform with a = sqrt(5))."""
        rng = np.random.default_rng(seed)
        for first, *others in self.tensors():
            d_in = first.a.shape[0]
            bound = 1 / np.sqrt(d_in)
            write(self._ggml, first.a, rng.uniform(-bound, bound, (self.rank, d_in)))
            for branch in (first, *others):
                write(self._ggml, branch.b, np.zeros((self.rank, branch.b.shape[0])))

    def zero_gradients(self) -> None:
        """Forget the gradients of the last step."""
        self._ggml.backend_tensor_memset(self.gradients.address, 0, 0, 4 * self.n_values)

    def factors(self) -> dict[str, Factors]:
        """Copies by base tensor name: A [r, d_in], B [d_out, r] (numpy order)."""
        return {
            branches[0].name: self._joined(branches[0].a, [branch.b for branch in branches])
            for branches in self.tensors()
        }

    def factor_gradients(self) -> dict[str, Factors]:
        """As `factors` has the values."""
        return {
            branches[0].name: self._joined(branches[0].a_gradient, [branch.b_gradient for branch in branches])
            for branches in self.tensors()
        }

    def load_factors(self, factors: dict[str, Factors]) -> None:
        """Take values from an adapter with the same targets and rank. Raises KeyError, ValueError."""
        for branches in self.tensors():
            a, b = factors[branches[0].name]
            write(self._ggml, branches[0].a, a)
            ends = np.cumsum([branch.b.shape[0] for branch in branches])
            if len(b) != ends[-1]:
                raise ValueError(f"{branches[0].name} has {ends[-1]} outputs, and its adapter {len(b)}")
            for branch, piece in zip(branches, np.split(b, ends[:-1]), strict=True):
                write(self._ggml, branch.b, piece.T)

    def _branches(self, linears: Linears, offset: int) -> dict[str, Branch]:
        """Places in the flat vectors, from `offset` on: A, then the pieces of B."""
        d_in, r = next(iter(linears.values())).d_in, self.rank
        a, a_gradient = self._parts(d_in, offset)
        offset += r * d_in
        branches = {}
        for key, linear in linears.items():
            b, b_gradient = self._parts(linear.d_out, offset)
            branches[key] = Branch(a, b, self.scale, linear.name, a_gradient, b_gradient)
            offset += r * linear.d_out
        return branches

    def _parts(self, d: int, offset: int) -> tuple[Tensor, Tensor]:
        """A factor [d, r] and its gradient."""
        part = self._storage.part
        return part(self.values, d, self.rank, offset=offset), part(self.gradients, d, self.rank, offset=offset)

    def _joined(self, a: Tensor, pieces: list[Tensor]) -> Factors:
        b = [_matrix(read(self._ggml, piece)).T for piece in pieces]
        return _matrix(read(self._ggml, a)), np.concatenate(b) if len(b) > 1 else b[0]


def _matrix(values: np.ndarray) -> np.ndarray:
    return values.reshape(values.shape[-2:])
