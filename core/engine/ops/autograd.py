"""Reverse-mode differentiation over ggml graphs.

Operations (the other files of this folder) record, next to the node they emit, a rule that turns the gradient of their
output into gradients of their inputs. `Tape.backward` walks the rules in reverse and emits the backward graph into the
same graph. Rules emit only what a trainable tensor needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.engine.ggml.backend import Backend, Graph
from core.engine.ggml.tensor import Tensor
from core.engine.kernels.library import Kernels, kernels_of

Rule = Callable[[Tensor], Sequence[Tensor | None]]  # gradient of the output -> one gradient per input


class _Entry(NamedTuple):
    output: Tensor
    inputs: Sequence[Tensor]
    rule: Rule


class Tape(Graph):
    """A graph under construction, and how to differentiate it."""

    def __init__(self, backend: Backend, capacity: int = 2048, name: str = "") -> None:
        super().__init__(backend, capacity, name)
        self._entries: list[_Entry] = []
        self._gradients: dict[int, Tensor] = {}
        self._narrow: dict[int, Tensor] = {}

    @property
    def kernels(self) -> Kernels:
        """Our own kernels, which an operation may choose over ggml's; each states which inputs it supports."""
        return kernels_of(self.ggml)

    def record(self, output: Tensor, inputs: Sequence[Tensor], rule: Rule) -> Tensor:
        """Remember how to differentiate `output`, if any of its inputs needs a gradient."""
        if any(x.requires_grad for x in inputs):
            output.requires_grad = True
            self._entries.append(_Entry(output, inputs, rule))
        return output

    def recall(self, value: Tensor, saved: Tensor) -> Tensor:
        """Let `saved`, which an earlier graph stored, replace `value`.

        Gradients flow on to `value` as if it had been computed; it is computed only if a rule reads it.
        """
        stored = self.shaped(saved, value)
        if saved.kind != value.kind:
            narrow, stored = stored, self.emit("cast", stored, value.kind)
            self._narrow[stored.address] = narrow
        return self.record(stored, (value,), lambda dy: (dy,))

    def as_stored(self, x: Tensor) -> Tensor:
        """Return the tensor that `recall` found, before its cast, for kernels that read the stored type; else x."""
        return self._narrow.get(x.address, x)

    def backward(self, output: Tensor, gradient: Tensor, *others: tuple[Tensor, Tensor]) -> None:
        """Emit the backward graph of `output`, given the gradient of the loss with respect to it.

        others: further tensors that the loss reads, each with the loss's gradient with respect to it.
        """
        self._gradients = {x.address: dx for x, dx in ((output, gradient), *others)}
        for entry in reversed(self._entries):
            dy = self._gradients.pop(entry.output.address, None)
            if dy is None:
                continue
            for x, dx in zip(entry.inputs, entry.rule(dy), strict=True):
                if x.requires_grad and dx is not None:
                    self._accumulate(x, dx)

    def gradient(self, x: Tensor) -> Tensor | None:
        """Return the gradient that reached an input of the graph, after `backward`."""
        return self._gradients.get(x.address)

    def _accumulate(self, x: Tensor, dx: Tensor) -> None:
        earlier = self._gradients.get(x.address)
        self._gradients[x.address] = dx if earlier is None else self.emit("add", earlier, dx)
