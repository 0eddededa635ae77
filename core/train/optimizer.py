"""AdamW (arXiv:1711.05101) on the adapter's flat vector, with clipping by the global norm."""

from __future__ import annotations

from math import isfinite, sqrt

import numpy as np

from core.config import TrainConfig
from core.ggml.autograd import Tape
from core.ggml.backend import Backend, Scratch, Storage
from core.ggml.tensor import read, write
from core.lora.adapter import LoraAdapter

EPSILON = 1e-8
NORM_PART = 1 << 16  # values squared and summed in F32; the sums of the parts are added up in F64


class AdamW:
    """State: first and second moments, F32 [n] like the adapter's values, and the number of updates done."""

    def __init__(self, backend: Backend, scratch: Scratch, adapter: LoraAdapter, config: TrainConfig) -> None:
        self._backend, self._adapter, self._config = backend, adapter, config
        self._storage = Storage(backend, 8)
        self._m = self._storage.new(adapter.n_values)
        self._v = self._storage.new(adapter.n_values)
        self._parameters = self._storage.new(7)
        self._storage.allocate()
        self.updates = 0
        self._tape = Tape(backend.ggml, 8)
        backend.ggml.set_param(adapter.values.address)
        self._tape.compute(
            self._tape.emit("opt_step_adamw", adapter.values, adapter.gradients, self._m, self._v, self._parameters)
        )
        scratch.add(self._tape)

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def zero_gradients(self) -> None:
        """Forget the gradients of the last step."""
        self._adapter.zero_gradients()

    def clip(self, scale: float) -> float:
        """Multiply the gradients by `scale`, then reduce them to `max_grad_norm`; returns the norm between the two.

        When that is not finite they are left as they were.
        """
        ggml, limit = self._backend.ggml, self._config.max_grad_norm
        gradients = read(ggml, self._adapter.gradients).reshape(-1)
        parts = np.array_split(gradients, len(gradients) // NORM_PART + 1)
        norm = scale * sqrt(sum(float(np.dot(part, part)) for part in parts))
        if isfinite(norm):
            gradients *= np.float32(scale * (min(1, limit / norm) if limit and norm else 1))
            write(ggml, self._adapter.gradients, gradients)
        return norm

    def update(self, learning_rate: float) -> None:
        """One step along the gradients."""
        self.updates += 1
        beta1, beta2 = self._config.betas
        bias1, bias2 = 1 / (1 - beta1**self.updates), 1 / (1 - beta2**self.updates)
        # ggml's order: alpha, beta1, beta2, eps, weight decay, and the two bias corrections
        values = [learning_rate, beta1, beta2, EPSILON, self._config.weight_decay, bias1, bias2]
        write(self._backend.ggml, self._parameters, np.array(values, np.float32))
        self._backend.compute(self._tape)

    def state(self) -> dict[str, np.ndarray]:
        """Copies of everything a checkpoint has to hold: values, m, v, each [n]."""
        tensors = {"values": self._adapter.values, "m": self._m, "v": self._v}
        return {name: read(self._backend.ggml, tensor).reshape(-1) for name, tensor in tensors.items()}

    def load_state(self, state: dict[str, np.ndarray], updates: int) -> None:
        """Go on from a checkpoint's state."""
        for tensor, name in ((self._adapter.values, "values"), (self._m, "m"), (self._v, "v")):
            write(self._backend.ggml, tensor, state[name])
        self.updates = updates
