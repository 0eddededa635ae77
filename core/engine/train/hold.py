"""Holds a model to itself while it learns: on ordinary text it should expect what it expected before.

Every second step also passes a short row of ordinary text through the model. Its loss does not depend on the text's own
tokens, but on how far the model's distribution has moved from that of the model before training (the reference):

hold * KL(reference || model), the mean over POSITIONS tokens of the row, in nats

So nothing pulls until the model moves, and then it is pulled back (Learning without Forgetting, Li and Hoiem,
arXiv:1606.09282, with the whole distribution in place of softened labels). We keep only the reference's last hidden
states, d_model numbers a token: the head computes its exact distribution from them again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.engine.ggml import abi
from core.engine.ggml.backend import Storage
from core.engine.ggml.tensor import read, write
from core.engine.model.layers import output_logits
from core.engine.ops.autograd import Tape
from core.engine.ops.cross_entropy import divergence
from core.engine.train.engine import Engine
from core.engine.train.row_graphs import LayerDone
from core.engine.train.rows import NO_LABEL, PackedRow, epoch_order
from core.protocol.config import HELD_EVERY, TrainConfig

POSITIONS = 16  # per row, drawn anew each time; every row has at least this many
_DRAWN = 0x401D  # the purpose of a random stream, part of its seed

Hidden = NDArray[np.float32]  # [n_tokens, d_model], C order


class Hold:
    """Rows of ordinary text with the reference's hidden states, and the graph of the divergence from them."""

    def __init__(self, engine: Engine, rows: Sequence[PackedRow], config: TrainConfig) -> None:
        """rows: all of one length, each with at least POSITIONS labels. Call `ask` before the first step."""
        self._engine, self._rows, self._config = engine, rows, config
        self._reference: list[Hidden] = []
        self._graph: _DivergenceGraph | None = None

    def ask(self, report: ReportProgress) -> None:
        """Compute the reference's hidden states with the engine in its present state: with the adapter before training.

        report: counts rows; it may raise to cancel. Raises LuthierError `train.not-finite`.
        """
        self._reference = []
        for done, row in enumerate(self._rows):
            report(done, len(self._rows))
            self._engine.load(row)
            self._engine.forward()
            hidden = self._engine.hidden()
            if not np.isfinite(hidden).all():
                raise LuthierError(
                    "train.not-finite",
                    "The model computes numbers that are not finite on ordinary text: its weights are damaged.",
                    "Download it again, or choose another.",
                )
            self._reference.append(hidden)
        report(len(self._rows), len(self._rows))

    def is_due(self, step: int) -> bool:
        """Return whether a step, counted from 0, holds the model."""
        return step % HELD_EVERY == 0

    def passes(
        self, step: int, counted: int, forward_done: LayerDone = lambda: None, backward_done: LayerDone = lambda: None
    ) -> float:
        """Add the gradient of a step's divergence to the adapter's, like that of one more row; return the divergence.

        counted: what the step's rows count; the gradient is later divided by it. forward_done, backward_done: called
        after each layer.
        """
        index, row = self.row_of(step)
        columns = drawn(row, self._config.seed, step)
        self._engine.load(row)  # without dropout and noise, like the reference
        self._engine.forward(forward_done)
        if self._graph is None:
            self._graph = _DivergenceGraph(self._engine)
        weight = self._engine.loss_scale * self._config.hold * HELD_EVERY * counted / POSITIONS
        found = self._graph.run(columns, self._reference[index][columns], weight)
        self._engine.backward(backward_done)
        return found

    def tokens(self, step: int) -> int:
        """Return the number of tokens in a step's row of ordinary text, without padding."""
        return self.row_of(step)[1].n_tokens if self.is_due(step) else 0

    def row_of(self, step: int) -> tuple[int, PackedRow]:
        """Return a step's row and its number. The order is drawn anew after each pass over the rows."""
        turns, place = divmod(step // HELD_EVERY, len(self._rows))
        index = int(epoch_order(len(self._rows), turns, self._config.seed)[place])
        return index, self._rows[index]


def drawn(row: PackedRow, seed: int, step: int) -> NDArray[np.int64]:
    """Return the columns of a row that a step compares, ascending: [POSITIONS], only columns with a label."""
    random = np.random.default_rng([seed, step, _DRAWN])
    return np.sort(random.choice(np.flatnonzero(row.labels != NO_LABEL), POSITIONS, replace=False))


class _DivergenceGraph:
    """The graph from the last layer's stream, and the reference's at the same tokens, to the stream's gradient."""

    def __init__(self, engine: Engine) -> None:
        stretch = engine.last
        self._backend, self._activations, model = stretch.backend, stretch.activations, stretch.model
        storage = Storage(self._backend, 8)
        self._columns = storage.new(POSITIONS, kind=abi.I32)
        self._reference = storage.new(model.shape.d_model, POSITIONS)
        self._found = storage.new(POSITIONS)
        self._weight = storage.new(1)
        storage.allocate()
        streamed = 0 if model.head.transposed is not None else model.head.streaming(n_used=0).nodes
        tape = Tape(self._backend, 256 + streamed, "holding")
        expected = output_logits(tape, model, self._reference)  # [n_vocab, POSITIONS]
        likeliest = tape.emit("argmax", expected)  # where the gradient is largest: kept out of the rounding to few bits
        tape.compute(likeliest)
        x = tape.emit("get_rows", engine.output, self._columns)
        x.requires_grad = True
        logits = output_logits(tape, model, x, likeliest)
        tape.compute(logits)  # before the softmaxes, which work in place
        tape.backward(logits, divergence(tape, expected, logits, self._found))
        dx = tape.gradient(x)
        assert dx is not None
        weighed = tape.emit("mul", dx, self._weight)
        tape.compute(tape.emit("set_rows", self._activations.gradient, weighed, self._columns))
        self._tape = tape
        stretch.scratch.add(tape)

    def run(self, columns: NDArray[np.int64], reference: Hidden, weight: float) -> float:
        """Compute the stream's gradient of `weight` times the sum of the divergences; return their mean, in nats.

        columns: [POSITIONS], of the row. reference: [POSITIONS, d_model].
        """
        ggml = self._backend.ggml
        self._activations.zero_gradient()
        for tensor, values in ((self._columns, columns), (self._reference, reference), (self._weight, [weight])):
            write(ggml, tensor, np.asarray(values))
        self._backend.compute(self._tape)
        return float(read(ggml, self._found).astype(np.float64).mean())
