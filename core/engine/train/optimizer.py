"""AdamW (arXiv:1711.05101) on the adapter's flat vector, with clipping by the global norm. The learning rate warms up
linearly, then stays or decays to zero.
"""

from __future__ import annotations

from itertools import groupby
from math import cos, isfinite, pi
from typing import NamedTuple

import numpy as np

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Graph, Scratch, Storage
from core.engine.ggml.tensor import Tensor, host_values, read, write
from core.engine.lora.adapter import LoraAdapter, Parameter
from core.protocol.config import TrainConfig

EPSILON = 1e-8


class ParamGroup(NamedTuple):
    """Parameters with the same settings, as in PyTorch's optimizers: share of the learning rate, and weight decay."""

    rate: float
    decay: float


def param_group(parameter: Parameter, config: TrainConfig) -> ParamGroup:
    """Return a parameter's group. LoRA+ (arXiv:2402.12354) lets B learn faster than A; PEFT counts magnitudes with B.

    A magnitude does not decay: as it went to zero it would shrink the base model's own weight too.
    """
    rate = 1.0 if parameter == "a" else config.lora_plus_ratio
    return ParamGroup(rate, decay=0.0 if parameter == "magnitude" else config.weight_decay)


class AdamW:
    """State: first and second moments, F32 [n] like the adapter's values, and the number of updates."""

    def __init__(self, backend: Backend, scratch: Scratch, adapter: LoraAdapter, config: TrainConfig) -> None:
        self._backend, self.adapter, self._config = backend, adapter, config
        pieces = _pieces(adapter, config)
        self._storage = Storage(backend, 4 * len(pieces) + 8)
        self._m = self._storage.new(adapter.n_values)
        self._v = self._storage.new(adapter.n_values)
        self._parameters = {group: self._storage.new(7) for group in {group for group, _, _ in pieces}}
        self._graph = Graph(backend, 5 * len(pieces) + 8, "optimizer")  # a view counts as a node
        vectors = (adapter.values, adapter.gradients, self._m, self._v)
        views = [[self._storage.view(x, count, offset=start) for x in vectors] for _, start, count in pieces]
        self._storage.allocate()
        for (group, _, _), piece in zip(pieces, views, strict=True):
            _mark_trainable(piece[0])
            self._graph.compute(self._graph.emit("opt_step_adamw", *piece, self._parameters[group]))
        scratch.add(self._graph)
        self.updates = 0

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def clip(self, scale: float) -> float:
        """Multiply the gradients by `scale`, then reduce their norm to `max_grad_norm`.

        Return the norm between the two. If that is not finite, the gradients stay unchanged. All in place: a copy of so
        many numbers takes longer than these operations.
        """
        limit = self._config.max_grad_norm
        norm = scale * self.adapter.gradient_norm()
        if isfinite(norm):
            gradients = host_values(self.adapter.gradients)
            gradients *= np.float32(scale * (min(1, limit / norm) if limit and norm else 1))
        return norm

    def update(self, learning_rate: float) -> None:
        """Take one step along the gradients; learning_rate: that of A."""
        self.updates += 1
        beta1, beta2 = self._config.betas
        bias1, bias2 = 1 / (1 - beta1**self.updates), 1 / (1 - beta2**self.updates)
        for group, place in self._parameters.items():
            # ggml's order: alpha, beta1, beta2, eps, weight decay, and the two bias corrections
            values = [learning_rate * group.rate, beta1, beta2, EPSILON, group.decay, bias1, bias2]
            write(self._backend.ggml, place, np.array(values, np.float32))
        self._backend.compute(self._graph)
        self.adapter.refresh()

    def state(self) -> dict[str, np.ndarray]:
        """Copy everything a checkpoint has to hold: values, m, v, each [n]."""
        tensors = {"values": self.adapter.values, "m": self._m, "v": self._v}
        return {name: read(self._backend.ggml, tensor).reshape(-1) for name, tensor in tensors.items()}

    def load_state(self, state: dict[str, np.ndarray], updates: int) -> None:
        """Restore a checkpoint's state."""
        for tensor, name in ((self.adapter.values, "values"), (self._m, "m"), (self._v, "v")):
            write(self._backend.ggml, tensor, state[name])
        self.adapter.refresh()
        self.updates = updates


def _pieces(adapter: LoraAdapter, config: TrainConfig) -> list[tuple[ParamGroup, int, int]]:
    """Return group, start and count of the pieces of the vector that learn alike: a single one if nothing differs."""
    pieces = []
    for group, found in groupby(adapter.spans, key=lambda span: param_group(span.parameter, config)):
        spans = list(found)
        pieces.append((group, spans[0].start, sum(span.count for span in spans)))
    return pieces


def _mark_trainable(view: Tensor) -> None:
    """Mark a view as trainable. ggml_set_param refuses views, but the optimizer's operation insists on the flag."""
    abi.TensorStruct.from_address(view.address).flags |= abi.FLAG_PARAM


def warmup_steps(config: TrainConfig, steps: int) -> int:
    """Return the number of steps in which the rate warms up."""
    return round(config.warmup_ratio * steps)


def learning_rate(config: TrainConfig, step: int, steps: int) -> float:
    """Return the rate for optimizer step `step` (0 .. steps - 1) of `steps`.

    The curves of Hugging Face's get_{constant,linear,cosine}_schedule_with_warmup, except that warmup starts one notch
    above zero: a step with rate 0 would be computed for nothing.
    """
    warmup = warmup_steps(config, steps)
    if step < warmup:
        return config.learning_rate * (step + 1) / (warmup + 1)
    progress = (step - warmup) / max(1, steps - warmup)
    match config.schedule:
        case "constant":
            return config.learning_rate
        case "linear":
            return config.learning_rate * (1 - progress)
        case "cosine":
            return config.learning_rate * 0.5 * (1 + cos(pi * progress))
