"""The graphs that take a packed row through a stretch of layers, forward and backward; built once per row length.

Backward recomputes a layer from its input, except what the forward pass has saved of it.

A stretch is consecutive layers that one backend computes, with all that they read and write on that backend. A model is
one stretch on the CPU, or several in sequence: the layers that fit into a graphics card's memory on the card, the
others on the CPU. Only the stream and its gradient pass between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, Scratch, Storage
from core.engine.ggml.tensor import Tensor, write
from core.engine.lora.adapter import Branch
from core.engine.model.frozen import FrozenModel, Layer
from core.engine.model.layers import decoder_layer, embed, layer_nodes, lent_between, mixer_of, saved_kind, saved_widths
from core.engine.model.parts.feed_forward import embeddings
from core.engine.model.parts.part import KeysValues, RowInputs, Saved, sight
from core.engine.model.shape import Shape
from core.engine.ops.attention.fused import attention_for
from core.engine.ops.attention.interface import Attention, Heads, attended_keys
from core.engine.ops.autograd import Tape
from core.engine.train.noise import Noise, RowOfStep
from core.engine.train.rows import PackedRow


class Stretch:
    """Consecutive layers that one backend computes. layers: their numbers. model: has their tensors on the backend.

    branches: of all the model's layers, None for the base model alone. lowest: the first layer that learns.
    embeds: whether the stream begins in this stretch.
    """

    def __init__(
        self,
        backend: Backend,
        model: FrozenModel,
        layers: range,
        branches: Sequence[dict[str, Branch]] | None,
        noise: Noise,
        max_tokens: int,
        *,
        saved_layers: int = 0,
        lowest: int = 0,
        embeds: bool = False,
    ) -> None:
        self.backend, self.model, self.layers, self.noise = backend, model, layers, noise
        self.branches, self.lowest, self.embeds = branches, lowest, embeds
        self.scratch = Scratch(backend)
        self.activations = Activations(backend, model.shape, layers, max_tokens, saved_layers, lowest)

    def take_stream(self, before: Stretch, n_tokens: int) -> None:
        """Copy the first layer's input, and the keys and values that these layers borrow, from the layers before."""
        here, there = self.activations.stream[self.layers.start], before.activations.stream[before.layers.stop]
        _copy_columns(before.backend, there, self.backend, here, n_tokens)
        for source, lent in self.activations.lent.items():
            if source < self.layers.start:
                for theirs, ours in zip(before.activations.lent[source], lent, strict=True):
                    _copy_columns(before.backend, theirs, self.backend, ours, n_tokens)
        for layer, ours in self.activations.per_layer.items():
            _copy_columns(before.backend, before.activations.per_layer[layer], self.backend, ours, n_tokens)

    def take_gradient(self, after: Stretch, n_tokens: int) -> None:
        """Take the gradients of the last layer's output, and of lent keys and values, from the layers after."""
        there, here = after.activations.gradient, self.activations.gradient
        _copy_columns(after.backend, there, self.backend, here, n_tokens)
        for source, gradients in after.activations.lent_gradient.items():
            if self.lowest <= source < after.layers.start:
                for theirs, ours in zip(gradients, self.activations.lent_gradient[source], strict=True):
                    _copy_columns(after.backend, theirs, self.backend, ours, n_tokens)


def _copy_columns(source: Backend, there: Tensor, target: Backend, here: Tensor, count: int) -> None:
    """Copy the first columns of an F32 matrix, through the computer's own memory."""
    size = count * there.strides[1]
    between = np.empty(size, np.uint8)
    source.ggml.backend_tensor_get(there.address, between.ctypes.data, 0, size)
    target.ggml.backend_tensor_set(here.address, between.ctypes.data, 0, size)


# What lives between graphs: the residual stream at every layer border, its gradient, and the activations that some
# layers save.


class Activations:
    """The activations of consecutive layers. stream[l]: input of layer l, stream[layers.stop]: output of the last, each
    [d_model, max_tokens + 1] F32. Backward reads none below the lowest layer that learns: up to that layer's input all
    are one tensor, which each layer overwrites.

    gradient: of the loss with respect to the stream, at the layer that backward has reached. lent[l], lent_gradient[l]:
    keys and values of a layer that others read, and, unless backward ends above it, the gradient of the loss with
    respect to them, as far as backward has gathered it, each [width, max_tokens] F32. per_layer[l]: the tokens'
    embeddings for one layer alone, [LayerShape.per_layer, max_tokens] F32. saved[l]: for the last `saved_layers` of the
    layers, the activations that backward would else recompute, flat. The extra column receives the padding of the last
    loss chunk.
    """

    def __init__(
        self, backend: Backend, shape: Shape, layers: range, max_tokens: int, saved_layers: int, lowest: int = 0
    ) -> None:
        self._ggml = backend.ggml
        self.max_tokens = max_tokens
        first_saved = layers.stop - saved_layers
        saved = {i: saved_widths(shape, shape.layers[i]) if i >= first_saved else {} for i in layers}
        room = len(layers) + 3 + sum(map(len, saved.values()))
        self._storage = Storage(backend, room + 5 * shape.n_layer)
        self.saved: dict[int, dict[str, Tensor]] = {
            i: {name: self._storage.new(width * max_tokens, kind=saved_kind(name)) for name, width in own.items()}
            for i, own in saved.items()
        }
        self.stream: dict[int, Tensor] = {}
        for i in range(layers.start, layers.stop + 1):
            shared = layers.start < i <= lowest
            self.stream[i] = self.stream[i - 1] if shared else self._storage.new(shape.d_model, max_tokens + 1)
        self.gradient = self._storage.new(shape.d_model, max_tokens + 1)
        lent = {i: shape.layers[i].kv_width for i in lent_between(shape, layers)}
        self.lent = {i: self._keys_values(width) for i, width in lent.items()}
        self.lent_gradient = {i: self._keys_values(width) for i, width in lent.items() if i >= lowest}
        embedded = range(shape.n_layer) if layers.start == 0 else layers
        widths = {i: shape.layers[i].per_layer for i in embedded}
        self.per_layer = {i: self._storage.new(width, max_tokens) for i, width in widths.items() if width}
        self._storage.allocate()

    def _keys_values(self, width: int) -> KeysValues:
        return KeysValues(self._storage.new(width, self.max_tokens), self._storage.new(width, self.max_tokens))

    @property
    def bytes(self) -> int:
        return self._storage.bytes

    def zero_gradient(self) -> None:
        """Set the gradient to zero: tokens without a label get none from the loss."""
        rows, width = self.gradient.shape[1], self.gradient.strides[1]
        self._ggml.backend_tensor_memset(self.gradient.address, 0, 0, rows * width)


LayerDone = Callable[[], None]
Lend = Callable[[KeysValues], None]


class RowGraphs:
    """Graphs for rows of n_tokens; with a backward pass only if trainable."""

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
        """Return the bytes of tokens, positions and attention's inputs, outside the graphs."""
        return self._inputs.bytes

    def load(self, row: PackedRow, row_of_step: RowOfStep | None) -> None:
        """Set the row for the next passes, and its dropout and noise; None: neither."""
        ggml = self._backend.ggml
        self._noise.start(row, row_of_step)
        write(ggml, self._tokens, row.tokens)
        write(ggml, self._row_inputs.positions, row.positions)
        for (_, window), attention in self._row_inputs.attention.items():
            attention.set_mask(attended_keys(row.segments, row.positions, window))

    def forward(self, layer_done: LayerDone = lambda: None) -> None:
        """Fill the residual stream up to the output of the last layer."""
        if self._embedding:
            self._backend.compute(self._embedding)
        for index, tape in self._forward.items():
            self._noise.enter_layer(index)
            self._backend.compute(tape)
            layer_done()

    def backward(self, layer_done: LayerDone = lambda: None) -> None:
        """Take the stream's gradient from the last layer to the lowest that learns, and add up the adapter's
        gradients.
        """
        for index, tape in self._backward.items():
            self._noise.enter_layer(index)
            self._backend.compute(tape)
            layer_done()

    def _declare_row_inputs(self) -> RowInputs:
        positions = self._inputs.new(self._n_tokens, kind=abi.I32)
        layers = [self._model.layers[i].shape for i in self._stretch.layers]
        sights = {sight(layer, self._n_tokens) for layer in layers if mixer_of(layer).attends}
        return RowInputs(positions, {(heads, window): self._attention(heads) for heads, window in sorted(sights)})

    def _attention(self, heads: Heads) -> Attention:
        form = attention_for(self._backend.ggml, heads, on_device=self._backend.halves_products)
        return form(self._backend, self._inputs, self._n_tokens, heads)

    def _embed(self) -> Tape:
        model, per_layer = self._model, self._activations.per_layer
        tape = Tape(self._backend, 32 + 4 * len(per_layer), "embedding")
        noise = self._noise.embedding
        x = embed(tape, model, self._tokens, None if noise is None else self._columns(tape, noise))
        tape.store(x, self._columns(tape, self._activations.stream[0]))
        if model.per_layer:
            for i, values in enumerate(embeddings(tape, model.shape, model.per_layer, self._tokens, x)):
                tape.store(values, self._columns(tape, per_layer[i]))
        return tape

    def _forward_layer(self, index: int) -> Tape:
        tape, x = self._start_layer(index, "forward")
        tensors = self._activations.saved[index]

        def saved(name: str, value: Tensor) -> Tensor:
            if name in tensors:
                tape.store(value, tape.shaped(tensors[name], value))
            return value

        def lend(lent: KeysValues) -> None:
            for value, place in zip(lent, self._activations.lent[index], strict=True):
                tape.store(value, self._heads(tape, place, index))

        y = self._layer(tape, index, x, saved, self._borrowed(tape, index), lend)
        tape.store(y, self._columns(tape, self._activations.stream[index + 1]))
        return tape

    def _backward_layer(self, index: int) -> Tape:
        assert self._stretch.branches is not None
        tape, x = self._start_layer(index, "backward")
        x.requires_grad = index > self._stretch.lowest  # nothing below that layer learns
        tensors = self._activations.saved[index]

        def saved(name: str, value: Tensor) -> Tensor:
            return tape.recall(value, tensors[name]) if name in tensors else value

        lent: list[KeysValues] = []
        borrowed = self._borrowed(tape, index)
        y = self._layer(tape, index, x, saved, borrowed, lent.append)
        dy = self._columns(tape, self._activations.gradient)
        tape.backward(y, dy, *self._gradients_of_lent(tape, index, lent))
        self._return_gradients(tape, index, borrowed)
        _add_gradients(tape, self._stretch.branches[index].values())
        dx = tape.gradient(x)
        if dx is not None:
            tape.store(dx, dy)  # last: everything above still reads dy
        return tape

    def _borrowed(self, tape: Tape, index: int) -> KeysValues | None:
        """Return the keys and values that the layer borrows; with a gradient if the lender or its inputs learn."""
        source = self._model.layers[index].shape.keys_from
        if source is None:
            return None
        keys, values = (self._heads(tape, lent, source) for lent in self._activations.lent[source])
        learns = self._stretch.branches is not None and source >= self._stretch.lowest
        keys.requires_grad = values.requires_grad = learns
        return KeysValues(keys, values)

    def _return_gradients(self, tape: Tape, index: int, borrowed: KeysValues | None) -> None:
        """Gather the gradients of the borrowed keys and values. The lender's last borrower comes first in backward."""
        source = self._model.layers[index].shape.keys_from
        if borrowed is None or source is None or source < self._stretch.lowest:
            return
        layers = self._model.shape.layers
        is_first = index == max(i for i, layer in enumerate(layers) if layer.keys_from == source)
        for value, place in zip(borrowed, self._activations.lent_gradient[source], strict=True):
            gradient, total = tape.gradient(value), self._heads(tape, place, source)
            assert gradient is not None
            if is_first:
                tape.store(gradient, total)
            else:
                tape.add_into(total, gradient)

    def _gradients_of_lent(self, tape: Tape, index: int, lent: list[KeysValues]) -> list[tuple[Tensor, Tensor]]:
        """Return the keys and values that the layer lends, each with the gradient that its borrowers have gathered."""
        places = self._activations.lent_gradient.get(index)
        if not lent or places is None:
            return []
        return [(value, self._heads(tape, place, index)) for value, place in zip(lent[0], places, strict=True)]

    def _heads(self, tape: Tape, place: Tensor, lender: int) -> Tensor:
        """View keys or values of [width * heads, max_tokens] in attention's form: [width, heads, T]."""
        heads, item = self._model.layers[lender].shape.heads, place.strides[0]
        row = item * heads.width
        return tape.emit("view_3d", place, heads.width, heads.keys, self._n_tokens, row, row * heads.keys, 0)

    def _start_layer(self, index: int, which: str) -> tuple[Tape, Tensor]:
        layer = self._model.layers[index]
        tape = Tape(self._backend, self._capacity(layer), f"layer {index}, {which}")
        return tape, self._columns(tape, self._activations.stream[index])

    def _layer(self, tape: Tape, index: int, x: Tensor, saved: Saved, lent: KeysValues | None, lend: Lend) -> Tensor:
        branches = self._stretch.branches[index] if self._stretch.branches else {}
        dropped = self._noise.masks_of(index) if branches else {}
        masks = {name: self._columns(tape, mask) for name, mask in dropped.items()}
        layer, per_layer = self._model.layers[index], self._activations.per_layer.get(index)
        inputs = replace(
            self._row_inputs,
            dropout=masks,
            lent=lent,
            lend=lend if layer.shape.lends else None,
            per_layer=None if per_layer is None else self._columns(tape, per_layer),
        )
        return decoder_layer(tape, self._model.shape, layer, branches, x, inputs, saved)

    def _capacity(self, layer: Layer) -> int:
        """Return the most tensors in a layer's graphs: its parts, attention, streamed input gradients."""
        shape = self._model.shape
        passed = (linear for linear in layer.linears.values() if linear.transposed is None)
        streamed = (linear.streaming(shape.n_expert_used).nodes for linear in passed)
        mixer, backend = mixer_of(layer.shape), self._backend
        attention = self._row_inputs.attention_of(layer.shape).nodes if mixer.attends else 0
        others = mixer.row_nodes(backend.ggml, shape, layer.shape, self._n_tokens, on_device=backend.halves_products)
        return layer_nodes(shape, layer.shape) + attention + others + sum(streamed)

    def _columns(self, tape: Tape, x: Tensor) -> Tensor:
        """Return the first n_tokens columns of [d, max_tokens] or more."""
        return tape.emit("view_3d", x, x.shape[0], self._n_tokens, 1, x.strides[1], x.strides[1] * self._n_tokens, 0)


def _add_gradients(tape: Tape, branches: Iterable[Branch]) -> None:
    """Add each value's gradient to its total, the last layer's first; a shared factor has one gradient."""
    totals = {values.address: (values, total) for branch in branches for values, total in branch.trained}
    for values, total in reversed(totals.values()):
        gradient = tape.gradient(values)
        assert gradient is not None, f"values of {values.shape} got no gradient"
        tape.add_into(total, gradient)
