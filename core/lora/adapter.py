"""The trainable part: one pair of low-rank factors beside each chosen linear, all in one flat vector.

Flat, so that the optimizer, clipping and checkpoints each deal with one vector instead of hundreds of tensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.config import TrainConfig
from core.ggml.backend import Backend, Storage
from core.ggml.tensor import Tensor, read, write
from core.lora.gguf import Factors
from core.model.forward import LowRank
from core.model.weights import Model


@dataclass(frozen=True)
class Branch(LowRank):
    """Low-rank factors with the places where their gradients add up. a and b [d, r]."""

    name: str  # of the base tensor, `blk.0.attn_q.weight`
    a_gradient: Tensor
    b_gradient: Tensor


class LoraAdapter:
    """Factors of every targeted linear of every layer. values and gradients: F32 [n]."""

    def __init__(self, backend: Backend, model: Model, config: TrainConfig) -> None:
        self._ggml = backend.ggml
        self.rank, self.scale = config.rank, config.scale
        targets = [[(key, layer.linears[key]) for key in config.target_linears] for layer in model.layers]
        self.n_values = sum(config.rank * (linear.d_in + linear.d_out) for layer in targets for _, linear in layer)
        self._storage = Storage(backend, 4 * sum(map(len, targets)) + 2)
        self.values = self._storage.new(self.n_values, requires_grad=True)
        self.gradients = self._storage.new(self.n_values)
        offset = 0
        self.layers: list[dict[str, Branch]] = []
        for layer in targets:
            self.layers.append({})
            for key, linear in layer:
                self.layers[-1][key] = self._branch(linear.name, linear.d_in, linear.d_out, offset)
                offset += config.rank * (linear.d_in + linear.d_out)
        self._storage.allocate()

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def branches(self) -> Iterator[Branch]:
        """All pairs, in forward order."""
        for layer in self.layers:
            yield from layer.values()

    def initialize(self, seed: int) -> None:
        """A uniform in +-1/sqrt(d_in), B zero: the first step starts at the base model (PEFT's initialisation,
        kaiming_uniform with a = sqrt(5))."""
        rng = np.random.default_rng(seed)
        for branch in self.branches():
            d_in = branch.a.shape[0]
            bound = 1 / np.sqrt(d_in)
            write(self._ggml, branch.a, rng.uniform(-bound, bound, (self.rank, d_in)))
            write(self._ggml, branch.b, np.zeros((self.rank, branch.b.shape[0])))

    def zero_gradients(self) -> None:
        """Forget the gradients of the last step."""
        self._ggml.backend_tensor_memset(self.gradients.address, 0, 0, 4 * self.n_values)

    def factors(self) -> dict[str, Factors]:
        """Copies by base tensor name: A [r, d_in], B [d_out, r] (numpy order)."""
        return {
            branch.name: (_matrix(read(self._ggml, branch.a)), _matrix(read(self._ggml, branch.b)).T)
            for branch in self.branches()
        }

    def load_factors(self, factors: dict[str, Factors]) -> None:
        """Take values from an adapter with the same targets and rank. Raises KeyError, ValueError."""
        for branch in self.branches():
            a, b = factors[branch.name]
            write(self._ggml, branch.a, a)
            write(self._ggml, branch.b, b.T)

    def _branch(self, name: str, d_in: int, d_out: int, offset: int) -> Branch:
        part, r = self._storage.part, self.rank
        return Branch(
            a=part(self.values, d_in, r, offset=offset),
            b=part(self.values, d_out, r, offset=offset + r * d_in),
            scale=self.scale,
            name=name,
            a_gradient=part(self.gradients, d_in, r, offset=offset),
            b_gradient=part(self.gradients, d_out, r, offset=offset + r * d_in),
        )


def _matrix(values: np.ndarray) -> np.ndarray:
    return values.reshape(values.shape[-2:])
