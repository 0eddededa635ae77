"""A model, an adapter and the graphs that train it, for rows of any length up to the longest."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.ggml.backend import Scratch
from core.engine.lora.adapter import LoraAdapter
from core.engine.model.loaded import LoadedModel
from core.engine.train.activations import Activations
from core.engine.train.loss import LossGraphs
from core.engine.train.noise import Noise, RowOfStep
from core.engine.train.row_graphs import LayerDone, RowGraphs
from core.engine.train.rows import PackedRow
from core.shared.callbacks import ReportProgress
from core.shared.config import TrainConfig


class Engine:
    """Forward, loss and backward of one packed row at a time.

    adapter: None for the base model alone. noise: what is random in training; None: nothing.
    saved_layers: how many save their activations for backward.
    trainable: without, only the forward pass and the loss exist.
    """

    def __init__(
        self,
        loaded: LoadedModel,
        adapter: LoraAdapter | None,
        max_tokens: int,
        *,
        noise: Noise | None = None,
        saved_layers: int = 0,
        trainable: bool = True,
    ) -> None:
        self.loaded, self.adapter = loaded, adapter
        self._lowest = adapter.lowest if adapter else 0
        self.activations = Activations(loaded.backend, loaded.model.shape, max_tokens, saved_layers, self._lowest)
        self._noise = noise or Noise(loaded.backend, loaded.model.shape, TrainConfig(), max_tokens)
        self.scratch = Scratch(loaded.backend)
        self._trainable = trainable
        self._rows: dict[int, RowGraphs] = {}
        self._losses: dict[bool, LossGraphs] = {}
        self._row: PackedRow | None = None

    @property
    def backward_layers(self) -> int:
        """That a gradient passes through: from the last to the lowest that learns."""
        return len(self.loaded.model.layers) - self._lowest

    def load(self, row: PackedRow, row_of_step: RowOfStep | None = None) -> None:
        """Choose the row that the next passes work on, with its dropout and noise while it is trained on."""
        self._row = row
        self._graphs(len(row.tokens)).load(row, row_of_step)

    def forward(self, layer_done: LayerDone = lambda: None) -> None:
        self._current().forward(layer_done)

    def loss(self, weight: float) -> float:
        """Sum over the row's supervised tokens, in nats; `weight` is what each counts for in the gradient."""
        return self._loss_graphs(with_gradient=True).run(self._current_row(), weight)

    def backward(self, layer_done: LayerDone = lambda: None) -> None:
        self._current().backward(layer_done)

    def evaluate(self, rows: Sequence[PackedRow], progress: ReportProgress) -> tuple[float, int]:
        """Mean loss over all supervised tokens of the rows, and how many there are."""
        total, n_supervised = 0.0, 0
        for done, row in enumerate(rows):
            progress(done, len(rows))
            self.load(row)
            self.forward()
            total += self._loss_graphs(with_gradient=False).run(row, 0.0)
            n_supervised += row.n_supervised
        progress(len(rows), len(rows))
        return total / max(n_supervised, 1), n_supervised

    def _current_row(self) -> PackedRow:
        if self._row is None:
            raise RuntimeError("load a row first")
        return self._row

    def _current(self) -> RowGraphs:
        return self._graphs(len(self._current_row().tokens))

    def _loss_graphs(self, with_gradient: bool) -> LossGraphs:
        if with_gradient not in self._losses:
            self._losses[with_gradient] = LossGraphs(
                self.loaded.backend, self.scratch, self.loaded.model, self.activations, with_gradient
            )
        return self._losses[with_gradient]

    def _graphs(self, n_tokens: int) -> RowGraphs:
        if n_tokens not in self._rows:
            self._rows[n_tokens] = RowGraphs(
                self.loaded.backend,
                self.scratch,
                self.loaded.model,
                self.adapter,
                self.activations,
                self._noise,
                n_tokens,
                trainable=self._trainable,
            )
        return self._rows[n_tokens]
