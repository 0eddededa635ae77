"""One optimizer step, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

from core.engine.train.engine import Engine
from core.engine.train.noise import RowOfStep
from core.engine.train.optimizer import AdamW
from core.engine.train.rows import PackedRow

# Products with Q8_0 weights round each 32 gradients to 8 bits with a scale in F16, and the mean loss over thousands of
# tokens has gradients that F16 cannot hold. So the sum of the losses is trained, this many times over (loss scaling,
# arXiv:1710.03740), and the adapter's gradient scaled back.
LOSS_SCALE = 1024.0

ReportShare = Callable[[float], None]  # how much of a step is done, from 0 to 1
BACKWARD_SHARE = 3  # times what the forward pass through a layer takes: computed again, then two gradients


@dataclass(frozen=True)
class StepResult:
    """loss: mean over the step's supervised tokens, nats. updated: False when something was not finite."""

    loss: float
    grad_norm: float
    updated: bool


def train_step(
    engine: Engine,
    optimizer: AdamW,
    rows: Sequence[PackedRow],
    learning_rate: float,
    step: int = 0,
    report: ReportShare = lambda share: None,
) -> StepResult:
    """Gather the gradient of the mean loss over all supervised tokens of `rows`, however they are spread, and update.

    step: its number in the run, which decides dropout and noise. report: called after each layer; what it raises ends
    the step with the weights as they were.
    A step whose loss or gradient is not finite leaves the weights as they were.
    """
    n_supervised = sum(row.n_supervised for row in rows)
    loss, done = 0.0, 0
    layers, back = len(engine.loaded.model.layers), engine.backward_layers
    passes = len(rows) * (layers + BACKWARD_SHARE * back)

    def layers_done(passed: int) -> None:
        nonlocal done
        done += passed
        report(done / passes)

    optimizer.zero_gradients()
    for index, row in enumerate(rows):
        engine.load(row, RowOfStep(step, index))
        engine.forward(lambda: layers_done(1))
        loss += engine.loss(weight=LOSS_SCALE) / n_supervised
        engine.backward(lambda: layers_done(BACKWARD_SHARE))
    grad_norm = optimizer.clip(scale=1 / (LOSS_SCALE * n_supervised))
    updated = isfinite(loss) and isfinite(grad_norm)
    if updated:
        optimizer.update(learning_rate)
    return StepResult(loss, grad_norm, updated)
