"""The graphs that take a packed row through a stretch of layers, forward and backward; built once per row length.

Backward computes a layer again from its input, less what the forward pass saved of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from core.engine.ggml import abi
from core.engine.ggml.backend import Storage
from core.engine.ggml.tensor import Tensor, write
from core.engine.lora.branch import Branch
from core.engine.model.forward import RowInputs, Saved, decoder_layer, embed
from core.engine.model.weights import Layer
from core.engine.ops import experts
from core.engine.ops.attention.choose import attention_for
from core.engine.ops.attention.interface import Attention
from core.engine.ops.attention.mask import first_keys, reach
from core.engine.ops.autograd import Tape
from core.engine.train.noise import RowOfStep
from core.engine.train.rows import PackedRow
from core.engine.train.stretch import Stretch

LayerDone = Callable[[], None]


class RowGraphs:
    """Graphs for rows of n_tokens; the backward pass only when trainable."""

    def __init__(self, stretch: Stretch, n_tokens: int, *, trainable: bool) -> None:
        self._stretch, self._n_tokens = stretch, n_tokens
        self._backend, self._model = stretch.backend, stretch.model
        self._activations, self._noise = stretch.activations, stretch.noise
        self._inputs = Storage(self._backend)
        self._tokens = self._inputs.new(n_tokens, kind=abi.I32)
        self._row_inputs = self._declare_row_inputs()
        self._inputs.allocate()
        self._embedding = self._embed() if stretch.embeds else None
        self._forward = {i: self._forward_layer(i) for i in stretch.layers}
        passed = [i for i in reversed(stretch.layers) if trainable and i >= stretch.lowest]
        self._backward = {i: self._backward_layer(i) for i in passed}
        embedding = [self._embedding] if self._embedding else []
        stretch.scratch.add(*embedding, *self._forward.values(), *self._backward.values())

    @property
    def bytes(self) -> int:
        """Tokens, positions, and what attention needs beside the graphs."""
        return self._inputs.bytes

    def load(self, row: PackedRow, row_of_step: RowOfStep | None) -> None:
        """Set the row that the next passes work on, and what is random in them; None: nothing."""
        ggml = self._backend.ggml
        self._noise.start(row, row_of_step)
        write(ggml, self._tokens, row.tokens)
        write(ggml, self._row_inputs.positions, row.positions)
        for window, attention in self._row_inputs.attention.items():
            attention.set_mask(first_keys(row.segments, window))

    def forward(self, layer_done: LayerDone = lambda: None) -> None:
        """Fill the residual stream up to the output of the last layer."""
        if self._embedding:
            self._backend.compute(self._embedding)
        for index, tape in self._forward.items():
            self._noise.enter_layer(index)
            self._backend.compute(tape)
            layer_done()

    def backward(self, layer_done: LayerDone = lambda: None) -> None:
        """Take the stream's gradient from the last layer to the lowest that learns, adding up the adapter's."""
        for index, tape in self._backward.items():
            self._noise.enter_layer(index)
            self._backend.compute(tape)
            layer_done()

    def _declare_row_inputs(self) -> RowInputs:
        heads = self._model.shape.heads
        positions = self._inputs.new(self._n_tokens, kind=abi.I32)
        form = attention_for(self._backend.ggml, heads, on_device=self._backend.halves_products)
        reaches = {reach(self._model.layers[i].window, self._n_tokens) for i in self._stretch.layers}
        attention = {window: form(self._backend, self._inputs, self._n_tokens, heads) for window in sorted(reaches)}
        return RowInputs(positions, attention)

    def _embed(self) -> Tape:
        tape = Tape(self._backend, 16)
        noise = self._noise.embedding
        x = embed(tape, self._model, self._tokens, None if noise is None else self._columns(tape, noise))
        tape.store(x, self._columns(tape, self._activations.stream[0]))
        return tape

    def _forward_layer(self, index: int) -> Tape:
        tape, x = self._start_layer(index)
        tensors = self._activations.saved[index]

        def saved(name: str, value: Tensor) -> Tensor:
            if name in tensors:
                tape.store(value, tape.shaped(tensors[name], value))
            return value

        tape.store(self._layer(tape, index, x, saved), self._columns(tape, self._activations.stream[index + 1]))
        return tape

    def _backward_layer(self, index: int) -> Tape:
        assert self._stretch.branches is not None
        tape, x = self._start_layer(index)
        x.requires_grad = index > self._stretch.lowest  # nothing below that layer learns
        tensors = self._activations.saved[index]

        def saved(name: str, value: Tensor) -> Tensor:
            return tape.recall(value, tensors[name]) if name in tensors else value

        y = self._layer(tape, index, x, saved)
        dy = self._columns(tape, self._activations.gradient)
        tape.backward(y, dy)
        _add_gradients(tape, self._stretch.branches[index].values())
        dx = tape.gradient(x)
        if dx is not None:
            tape.store(dx, dy)  # last: everything above still reads dy
        return tape

    def _start_layer(self, index: int) -> tuple[Tape, Tensor]:
        layer = self._model.layers[index]
        attention, n_used = self._row_inputs.attention_of(layer), self._model.shape.n_expert_used
        tape = Tape(self._backend, _capacity(layer, attention, n_used))
        return tape, self._columns(tape, self._activations.stream[index])

    def _layer(self, tape: Tape, index: int, x: Tensor, saved: Saved) -> Tensor:
        branches = self._stretch.branches[index] if self._stretch.branches else {}
        dropped = self._noise.masks if branches else {}
        masks = {name: self._columns(tape, mask) for name, mask in dropped.items()}
        inputs = replace(self._row_inputs, dropout=masks)
        return decoder_layer(tape, self._model.shape, self._model.layers[index], branches, x, inputs, saved)

    def _columns(self, tape: Tape, x: Tensor) -> Tensor:
        """The first n_tokens columns of [d, max_tokens] or more."""
        return tape.emit("view_3d", x, x.shape[0], self._n_tokens, 1, x.strides[1], x.strides[1] * self._n_tokens, 0)


def _capacity(layer: Layer, attention: Attention, n_used: int) -> int:
    """Tensors in a layer's graphs, at most: attention, sums over experts, streamed input gradients."""
    streamed = (linear.streaming(n_used).nodes for linear in layer.linears.values() if linear.transposed is None)
    return 512 + attention.nodes + experts.nodes(n_used) + sum(streamed)


def _add_gradients(tape: Tape, branches: Iterable[Branch]) -> None:
    """Add each value's gradient to its total, the last layer's first; a shared factor has one gradient."""
    totals = {values.address: (values, total) for branch in branches for values, total in branch.trained}
    for values, total in reversed(totals.values()):
        gradient = tape.gradient(values)
        assert gradient is not None, f"values of {values.shape} got no gradient"
        tape.add_into(total, gradient)
