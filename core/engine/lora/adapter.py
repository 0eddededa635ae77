"""The trainable part: one pair of low-rank factors beside each chosen linear, all in one flat vector.

The optimizer, clipping and checkpoints then each deal with one vector instead of hundreds of tensors. Linears that are
one tensor in the file (Phi-3's q, k and v) share A, and each has its own piece of B.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.engine.ggml.backend import Backend, Storage
from core.engine.ggml.tensor import Tensor, host_values, name_tensor, read, write
from core.engine.lora.adapter_file import Factors
from core.engine.lora.merge import RowNorms
from core.engine.model.frozen import FrozenLinear, FrozenModel, Layer
from core.engine.model.targets import require_targets, targets_of
from core.engine.ops.low_rank import LowRank, Magnitude
from core.protocol.config import TrainConfig

Parameter = Literal["a", "b", "magnitude"]


@dataclass(frozen=True)
class Branch(LowRank):
    """Low-rank factors with their accumulated gradients. a and b [d, r], magnitude [d_out]; a and b beside a stack of
    experts [d, r, n_experts].
    """

    name: str  # of the base tensor, `blk.0.attn_q.weight`
    a_gradient: Tensor
    b_gradient: Tensor
    magnitude_gradient: Tensor | None

    @property
    def trained(self) -> list[tuple[Tensor, Tensor]]:
        """Return the values, each with its gradient."""
        factors = [(self.a, self.a_gradient), (self.b, self.b_gradient)]
        if self.magnitude is None or self.magnitude_gradient is None:
            return factors
        return [*factors, (self.magnitude.value, self.magnitude_gradient)]


Linears = Mapping[str, FrozenLinear]  # by our name: q, k, ...


def targeted_tensors(layer: Layer, targets: Sequence[str]) -> list[Linears]:
    """Return the linears to adapt, grouped by tensor: one wanted linear adapts the whole tensor, since llama.cpp cannot
    adapt a piece of it.
    """
    names = dict.fromkeys(layer.linears[key].name for key in targets)
    return [{key: linear for key, linear in layer.linears.items() if linear.name == name} for name in names]


_NORM_PART = 1 << 16  # values squared and summed in F32; the sums of the parts are added up in F64


@dataclass(frozen=True)
class ParameterSpan:
    """Elements start .. start + count of the flat vector, all of one parameter of a branch."""

    parameter: Parameter
    start: int
    count: int


class LoraAdapter:
    """Factors of every targeted linear of every trained layer. values and gradients: F32 [n]."""

    def __init__(self, backend: Backend, model: FrozenModel, config: TrainConfig) -> None:
        self._ggml = backend.ggml
        self.rank, self.scale, self.dora = config.rank, config.scale, config.dora
        targets = _targets(model, config)
        self.n_values = trainable_numbers(model, config)
        self._storage = Storage(backend, 7 * sum(len(linears) for layer in targets for linears in layer) + 2)
        self.values = self._storage.new(self.n_values, requires_grad=True)
        self.gradients = self._storage.new(self.n_values)
        self.spans: list[ParameterSpan] = []  # in the vector's order, without gaps
        self.layers: list[dict[str, Branch]] = []
        for layer in targets:
            self.layers.append({})
            for linears in layer:
                self.layers[-1] |= self._branches(linears)
        self._storage.allocate()
        weights = [
            layer.linears[key].weight for layer, own in zip(model.layers, self.layers, strict=True) for key in own
        ]
        self._norms = RowNorms(backend, list(self.branches()), weights) if config.dora else None
        self._mirrors: list[AdapterMirror] = []

    @property
    def lowest(self) -> int:
        """Return the first layer that learns."""
        return next((number for number, layer in enumerate(self.layers) if layer), 0)

    @property
    def bytes(self) -> int:
        return self._storage.bytes + (self._norms.bytes if self._norms else 0)

    def branches(self) -> Iterator[Branch]:
        """Yield all branches, in forward order."""
        for layer in self.layers:
            yield from layer.values()

    def tensors(self) -> Iterator[list[Branch]]:
        """Yield the branches beside each adapted tensor, in forward order; they share A."""
        for layer in self.layers:
            for name in dict.fromkeys(branch.name for branch in layer.values()):
                yield [branch for branch in layer.values() if branch.name == name]

    def initialize(self, seed: int) -> None:
        """Draw A uniformly in +-1/sqrt(d_in), and set B to zero: the first step starts at the base model (PEFT's
        initialisation, kaiming_uniform with a = sqrt(5)). Magnitudes are the base model's.
        """
        rng = np.random.default_rng(seed)
        for first, *others in self.tensors():
            bound = 1 / np.sqrt(first.a.shape[0])
            write(self._ggml, first.a, rng.uniform(-bound, bound, first.a.shape[::-1]))
            for branch in (first, *others):
                write(self._ggml, branch.b, np.zeros(branch.b.shape[::-1]))
        self.refresh()
        for branch in self.branches():
            if branch.magnitude is not None:
                write(self._ggml, branch.magnitude.value, read(self._ggml, branch.magnitude.norm))

    def refresh(self) -> None:
        """Update what is derived from the values; call it after every change of them."""
        if self._norms is not None:
            self._norms.refresh()
        for mirror in self._mirrors:
            mirror.fill()

    def mirror(self, backend: Backend, layers: range) -> AdapterMirror:
        """Copy some layers' branches to another device, and keep the copy up to date from now on."""
        mirror = AdapterMirror(backend, self.layers, layers)
        mirror.fill()
        self._mirrors.append(mirror)
        return mirror

    def zero_gradients(self) -> None:
        """Set the gradients to zero."""
        self._ggml.backend_tensor_memset(self.gradients.address, 0, 0, 4 * self.n_values)
        for mirror in self._mirrors:
            mirror.zero_gradients()

    def gather_gradients(self) -> None:
        """Add the gradients from other devices; once, before reading them."""
        for mirror in self._mirrors:
            mirror.add_gradients()

    def gradient_norm(self) -> float:
        """Return the norm of all gathered gradients."""
        gradients = host_values(self.gradients)
        parts = np.array_split(gradients, len(gradients) // _NORM_PART + 1)
        return sqrt(sum(float(np.dot(part, part)) for part in parts))

    def factors(self) -> dict[str, Factors]:
        """Copy the factors by base tensor: A [r, d_in], B [d_out, r] (numpy order); of stacks [n_experts, ..] each."""
        return {
            branches[0].name: self._joined(branches[0].a, [branch.b for branch in branches])
            for branches in self.tensors()
        }

    def magnitudes(self) -> dict[str, NDArray[np.float32]]:
        """Copy the magnitudes by base tensor name, [d_out]; empty without DoRA."""
        return {
            branches[0].name: np.concatenate([read(self._ggml, own.value).reshape(-1) for own in magnitudes])
            for branches in self.tensors()
            if (magnitudes := [branch.magnitude for branch in branches if branch.magnitude is not None])
        }

    def load_factors(
        self, factors: Mapping[str, Factors], magnitudes: Mapping[str, NDArray[np.float32]] | None = None
    ) -> None:
        """Load values from an adapter with the same targets and rank. Raises KeyError, ValueError."""
        for branches in self.tensors():
            name = branches[0].name
            a, b = factors[name]
            write(self._ggml, branches[0].a, a)
            ends = np.cumsum([branch.b.shape[0] for branch in branches])
            if b.shape[-2] != ends[-1]:
                raise ValueError(f"{name} has {ends[-1]} outputs, and its adapter {b.shape[-2]}")
            for branch, piece in zip(branches, np.split(b, ends[:-1], axis=-2), strict=True):
                write(self._ggml, branch.b, piece.swapaxes(-1, -2))
            if self.dora:
                for branch, lengths in zip(branches, np.split((magnitudes or {})[name], ends[:-1]), strict=True):
                    assert branch.magnitude is not None
                    write(self._ggml, branch.magnitude.value, lengths)
        self.refresh()

    def _branches(self, linears: Linears) -> dict[str, Branch]:
        """Return A's branches: A, the pieces of B, and with DoRA each piece's magnitudes."""
        first = next(iter(linears.values()))
        a, a_gradient = self._place("a", first.d_in, self.rank, first.n_experts)
        branches = {}
        for key, linear in linears.items():
            b, b_gradient = self._place("b", linear.d_out, self.rank, linear.n_experts)
            magnitude, magnitude_gradient = None, None
            if self.dora:
                value, magnitude_gradient = self._place("magnitude", linear.d_out)
                magnitude = Magnitude(value, norm=self._storage.new(linear.d_out))
            name_tensor(a, f"{linear.name} lora_a")
            name_tensor(b, f"{linear.name} lora_b")
            branches[key] = Branch(a, b, self.scale, magnitude, linear.name, a_gradient, b_gradient, magnitude_gradient)
        return branches

    def _place(self, parameter: Parameter, *shape: int) -> tuple[Tensor, Tensor]:
        """Take the next elements of the vector: values and gradient, with this shape in ggml order."""
        start = self.spans[-1].start + self.spans[-1].count if self.spans else 0
        self.spans.append(ParameterSpan(parameter, start, int(np.prod(shape))))
        values, gradients = (self._storage.view(whole, *shape, offset=start) for whole in (self.values, self.gradients))
        return values, gradients

    def _joined(self, a: Tensor, pieces: list[Tensor]) -> Factors:
        b = [_matrices(read(self._ggml, piece)).swapaxes(-1, -2) for piece in pieces]
        return _matrices(read(self._ggml, a)), np.concatenate(b, axis=-2) if len(b) > 1 else b[0]


def trainable_numbers(model: FrozenModel, config: TrainConfig) -> int:
    """Count the values of an adapter for a model, without making it."""
    return sum(_numbers_beside(linears, config) for layer in _targets(model, config) for linears in layer)


def _targets(model: FrozenModel, config: TrainConfig) -> list[list[Linears]]:
    """Return the linears to adapt, by layer and tensor; none in layers that are not trained."""
    require_targets(model.shape, config)
    trained = set(model.shape.trained_layers(config))
    return [
        targeted_tensors(layer, targets_of(model.shape, layer.shape, config) if i in trained else ())
        for i, layer in enumerate(model.layers)
    ]


def _numbers_beside(linears: Linears, config: TrainConfig) -> int:
    """Return the trained numbers of one tensor: A [d_in, r], B [d_out, r], once for each expert of a stack, and, with
    DoRA, magnitudes [d_out].
    """
    first = next(iter(linears.values()))
    d_out = sum(linear.d_out for linear in linears.values())
    return config.rank * (first.d_in + d_out) * first.n_experts + (d_out if config.dora else 0)


def _matrices(values: np.ndarray) -> np.ndarray:
    """Reshape [1, experts, rows, columns] to [rows, columns], or to [experts, rows, columns] of a stack."""
    return values.reshape(values.shape[-2:] if values.shape[-3] == 1 else values.shape[-3:])


# An adapter's branches on another device: values that follow the adapter's, and gradients that are added to its own.

Layers = Sequence[dict[str, Branch]]


class AdapterMirror:
    """A copy of some layers' branches on a device. layers: the branches by layer number, empty for layers not on the
    device.
    """

    def __init__(self, backend: Backend, branches: Layers, layers: range) -> None:
        """branches: those of all the adapter's layers."""
        self._ggml = backend.ggml
        self._storage = Storage(backend, 8 * sum(len(branches[i]) for i in layers) + 1)
        self._values: dict[int, tuple[Tensor, Tensor]] = {}  # by the original's address: original and copy
        self._gradients: dict[int, tuple[Tensor, Tensor]] = {}
        self.layers = [
            {name: self._branch(branch) for name, branch in layer.items()} if i in layers else {}
            for i, layer in enumerate(branches)
        ]
        if self._values:
            self._storage.allocate()

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def fill(self) -> None:
        """Copy the adapter's values."""
        for there, here in self._values.values():
            self._ggml.backend_tensor_copy(there.address, here.address)

    def zero_gradients(self) -> None:
        """Set the gradients to zero."""
        for _, here in self._gradients.values():
            self._ggml.backend_tensor_memset(here.address, 0, 0, here.bytes)

    def add_gradients(self) -> None:
        """Add the device's gradients to the adapter's own."""
        for there, here in self._gradients.values():
            host_values(there)[:] += read(self._ggml, here).reshape(-1)

    def _branch(self, branch: Branch) -> Branch:
        magnitude = None
        if branch.magnitude is not None:
            magnitude = Magnitude(self._value(branch.magnitude.value), self._value(branch.magnitude.norm))
        return Branch(
            self._value(branch.a),
            self._value(branch.b),
            branch.scale,
            magnitude,
            branch.name,
            self._gradient(branch.a_gradient),
            self._gradient(branch.b_gradient),
            None if branch.magnitude_gradient is None else self._gradient(branch.magnitude_gradient),
        )

    def _value(self, there: Tensor) -> Tensor:
        return self._mirrored(self._values, there)

    def _gradient(self, there: Tensor) -> Tensor:
        return self._mirrored(self._gradients, there)

    def _mirrored(self, pairs: dict[int, tuple[Tensor, Tensor]], there: Tensor) -> Tensor:
        """Copy a tensor once, even if several branches share it."""
        if there.address not in pairs:
            here = self._storage.new(*there.shape, requires_grad=there.requires_grad)
            pairs[there.address] = (there, here)
        return pairs[there.address][1]
