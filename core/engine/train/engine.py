"""A model, an adapter and the graphs that train it, for rows of any length up to the longest.

`logits_of` computes the logits of a text, to compare the engine with llama.cpp; training does not need it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.engine.ggml.backend import Scratch, Storage
from core.engine.ggml.tensor import Tensor, read
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.layers import output_logits
from core.engine.model.on_device import ModelOnDevice
from core.engine.model.weights import LoadedModel
from core.engine.ops.autograd import Tape
from core.engine.train.loss import LossGraphs
from core.engine.train.noise import Noise, RowOfStep
from core.engine.train.objective import CROSS_ENTROPY, Objective, Totals
from core.engine.train.row_graphs import LayerDone, RowGraphs, Stretch
from core.engine.train.rows import NO_LABEL, PackedRow, PerSegment, PerToken
from core.protocol.config import TrainConfig

# Three places lose small gradients: products with Q8_0 weights round each 32 gradients to 8 bits with a scale in F16,
# devices round gradients to F16, and the mean loss over thousands of tokens has gradients below F16's range. So we
# train on the sum of the losses times this factor (loss scaling, arXiv:1710.03740), and scale the adapter's gradient
# back.
LOSS_SCALE = 1024.0
SCALE_STEP, LOWEST_SCALE = 8, 2.0**-11  # powers of two change no digits


class Evaluated(NamedTuple):
    """The result of evaluating rows.

    loss: the objective's, a mean over what it counts. tokens: the supervised ones. right, answers: counted by the
    objective. choices: only for rows of choices.
    """

    loss: float
    tokens: int
    right: int
    answers: int
    choices: Totals | None = None

    @property
    def distance(self) -> float | None:
        """Return the distance of an answer's log-probability from the reference, in nats a token; None without a
        reference.
        """
        return self.choices.distance if self.choices else None


class Engine:
    """Forward, loss and backward of one packed row at a time.

    adapter: None for the base model alone. objective: computes a row's loss. config: for dropout and noise in training;
    None for neither.
    saved_layers: the number of CPU layers that save their activations for backward.
    there: the part of the model on a device, None without a device. saved_there: as saved_layers, for the device's
    layers.
    trainable: False builds only the forward pass and the loss.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        adapter: LoraAdapter | None,
        max_tokens: int,
        *,
        objective: Objective = CROSS_ENTROPY,
        config: TrainConfig | None = None,
        saved_layers: int = 0,
        there: ModelOnDevice | None = None,
        saved_there: int = 0,
        trainable: bool = True,
    ) -> None:
        self.loaded, self.adapter, self.objective = loaded, adapter, objective
        self._config, self._max_tokens, self._trainable = config or TrainConfig(), max_tokens, trainable
        self._lowest = adapter.lowest if adapter else 0
        self._stretches = self._divide(there, saved_layers, saved_there)
        self._rows: dict[int, list[RowGraphs]] = {}
        self._losses: dict[bool, LossGraphs] = {}
        self._row: PackedRow | None = None
        self.loss_scale = LOSS_SCALE

    @property
    def scratch(self) -> Scratch:
        """Return the CPU's scratch."""
        return self._stretches[0].scratch

    @property
    def streams(self) -> list[Tensor]:
        """Return the stream before each layer and after the last, on the backend where the layer reads it."""
        return [stretch.activations.stream[i] for stretch in self._stretches for i in stretch.layers] + [self.output]

    @property
    def last(self) -> Stretch:
        """Return the stretch that ends in the head."""
        return self._stretches[-1]

    @property
    def output(self) -> Tensor:
        """Return the stream after the last layer, where the head reads it: [d_model, max_tokens + 1]."""
        return self.last.activations.stream[self.last.layers.stop]

    @property
    def backward_layers(self) -> int:
        """Return the number of layers that a gradient passes through: from the last to the lowest that learns."""
        return len(self.loaded.model.layers) - self._lowest

    def lower_loss_scale(self) -> bool:
        """Lower the gradients by a power of two, if a device's numbers limit them and the scale may still shrink.

        The scale stays after a step that goes well: gradients that were too large once will be again.
        """
        bounded = any(stretch.backend.halves_products for stretch in self._stretches)
        if not bounded or self.loss_scale <= LOWEST_SCALE:
            return False
        self.loss_scale /= SCALE_STEP
        return True

    def load(self, row: PackedRow, row_of_step: RowOfStep | None = None) -> None:
        """Choose the row for the next passes. row_of_step: sets its dropout and noise in training."""
        self._row = row
        for graphs in self._graphs(len(row.tokens)):
            graphs.load(row, row_of_step)

    def forward(self, layer_done: LayerDone = lambda: None) -> None:
        n_tokens, before = len(self._current_row().tokens), None
        for stretch, graphs in zip(self._stretches, self._graphs(n_tokens), strict=True):
            if before is not None:
                stretch.take_stream(before, n_tokens)
            graphs.forward(layer_done)
            before = stretch

    def hidden(self) -> NDArray[np.float32]:
        """Return the head's input for the row after `forward`: [n_tokens, d_model], C order."""
        found = np.empty((len(self._current_row().tokens), self.output.shape[0]), np.float32)
        self.last.backend.ggml.backend_tensor_get(self.output.address, found.ctypes.data, 0, found.nbytes)
        return found

    def loss(self, weight: float) -> float:
        """Return the row's loss, a sum over all that it counts. weight: the row's weight in the gradient."""
        row, objective = self._current_row(), self.objective
        losses = self._loss_graphs(with_gradient=True).run(row, lambda found: weight * objective.weights(row, found))
        return objective.loss(row, losses)

    def backward(self, layer_done: LayerDone = lambda: None) -> None:
        n_tokens, after = len(self._current_row().tokens), None
        for stretch, graphs in reversed(list(zip(self._stretches, self._graphs(n_tokens), strict=True))):
            if stretch.layers.stop <= self._lowest and after is not None:
                break
            if after is not None:
                stretch.take_gradient(after, n_tokens)
            graphs.backward(layer_done)
            after = stretch

    def evaluate(self, rows: Sequence[PackedRow], progress: ReportProgress) -> Evaluated:
        """Measure the rows. progress: counts rows, also called after each layer; it may raise to cancel."""
        objective, total, counted, tokens, right, answers = self.objective, 0.0, 0, 0, 0, 0
        choices: Totals | None = None
        for row, losses, likeliest in self._measured(rows, progress):
            total += objective.loss(row, losses)
            counted += objective.counted(row)
            tokens += row.n_supervised
            of_row = objective.right(row, losses, likeliest)
            right, answers = right + of_row[0], answers + of_row[1]
            if (more := objective.totals(row, losses)) is not None:
                choices = more if choices is None else choices.plus(more)
        return Evaluated(total / max(counted, 1), tokens, right, answers, choices)

    def log_probabilities(self, rows: Sequence[PackedRow], progress: ReportProgress) -> Iterator[PerSegment]:
        """Yield each row's log-probabilities of its segments' answers, in nats. progress: as for evaluate."""
        for row, losses, _ in self._measured(rows, progress):
            yield row.log_probabilities(losses)

    def _measured(
        self, rows: Sequence[PackedRow], progress: ReportProgress
    ) -> Iterator[tuple[PackedRow, PerToken, NDArray[np.bool_]]]:
        """Yield each row, the losses of its supervised tokens, and whether each token is the likeliest."""
        for done, row in enumerate(rows):
            progress(done, len(rows))
            self.load(row)
            self.forward(partial(progress, done, len(rows)))
            yield row, *self._loss_graphs(with_gradient=False).evaluate(row)
        progress(len(rows), len(rows))

    def _divide(self, there: ModelOnDevice | None, saved_layers: int, saved_there: int) -> list[Stretch]:
        """Split the layers: the CPU has the first, because it embeds; a device has some up to the last, and the head if
        it fits.
        """
        n_layer = len(self.loaded.model.layers)
        on_cpu = range(n_layer if there is None else there.first_layer)
        stretches = [self._on_cpu(on_cpu, saved_layers, embeds=True)]
        if there is not None:
            layers = range(there.first_layer, n_layer)
            mirror = self.adapter.mirror(there.backend, layers) if self.adapter else None
            noise = Noise(there.backend, there.model.shape, self._config, self._max_tokens)
            stretches.append(
                Stretch(
                    there.backend,
                    there.model,
                    layers,
                    mirror.layers if mirror else None,
                    noise,
                    self._max_tokens,
                    saved_layers=saved_there,
                    lowest=self._lowest,
                )
            )
            if not there.has_head:
                stretches.append(self._on_cpu(range(n_layer, n_layer)))
        return stretches

    def _on_cpu(self, layers: range, saved_layers: int = 0, *, embeds: bool = False) -> Stretch:
        loaded = self.loaded
        return Stretch(
            loaded.backend,
            loaded.model,
            layers,
            self.adapter.layers if self.adapter else None,
            Noise(loaded.backend, loaded.model.shape, self._config, self._max_tokens),
            self._max_tokens,
            saved_layers=saved_layers,
            lowest=self._lowest,
            embeds=embeds,
        )

    def _current_row(self) -> PackedRow:
        if self._row is None:
            raise RuntimeError("load a row first")
        return self._row

    def _loss_graphs(self, with_gradient: bool) -> LossGraphs:
        if with_gradient not in self._losses:
            self._losses[with_gradient] = LossGraphs(self.last, with_gradient)
        return self._losses[with_gradient]

    def _graphs(self, n_tokens: int) -> list[RowGraphs]:
        if n_tokens not in self._rows:
            made = [RowGraphs(stretch, n_tokens, trainable=self._trainable) for stretch in self._stretches]
            self._rows[n_tokens] = made
        return self._rows[n_tokens]


def logits_of(
    loaded: LoadedModel, adapter: LoraAdapter | None, tokens: Sequence[int], last: int
) -> NDArray[np.float32]:
    """Compute the logits that follow each of a text's `last` tokens, F32 [last, n_vocab]."""
    n_tokens, model = len(tokens), loaded.model
    engine = Engine(loaded, adapter, n_tokens, trainable=False)
    engine.load(_row(tokens))
    engine.forward()
    storage = Storage(loaded.backend, 2)
    place = storage.new(model.shape.n_vocab, last)
    storage.allocate()
    tape, x = Tape(loaded.backend, 16, "logits"), engine.output
    x = tape.emit("view_3d", x, x.shape[0], last, 1, x.strides[1], x.strides[2], (n_tokens - last) * x.strides[1])
    tape.store(output_logits(tape, model, x), place)
    scratch = Scratch(loaded.backend)
    scratch.add(tape)
    loaded.backend.compute(tape)
    return read(loaded.ggml, place).reshape(last, -1)


def _row(tokens: Sequence[int]) -> PackedRow:
    n_tokens = len(tokens)
    zeros, labels = np.zeros(n_tokens, np.int32), np.full(n_tokens, NO_LABEL, np.int32)
    return PackedRow(np.array(tokens, np.int32), np.arange(n_tokens, dtype=np.int32), zeros, labels, n_tokens, 0)
