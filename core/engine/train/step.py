"""One optimizer step, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

from core.engine.train.engine import Engine
from core.engine.train.noise import RowOfStep
from core.engine.train.optimizer import AdamW
from core.engine.train.rows import PackedRow

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
    A step whose loss or gradient is not finite leaves the weights as they were. Where only a gradient is not, which may
    have left the range of a device's numbers, the step is done again with a smaller loss scale, while there is one.
    """
    first_scale = engine.loss_scale
    while True:
        loss, grad_norm = _gathered(engine, optimizer, rows, step, report)
        updated = isfinite(loss) and isfinite(grad_norm)
        if updated or not isfinite(loss):
            break
        if not engine.lower_loss_scale():
            engine.loss_scale = first_scale  # it was something else
            break
    if updated:
        optimizer.update(learning_rate)
    return StepResult(loss, grad_norm, updated)


def _gathered(
    engine: Engine, optimizer: AdamW, rows: Sequence[PackedRow], step: int, report: ReportShare
) -> tuple[float, float]:
    """The mean loss, and the norm of its gradient, which is then clipped and ready for an update."""
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
        loss += engine.loss(weight=engine.loss_scale) / n_supervised
        engine.backward(lambda: layers_done(BACKWARD_SHARE))
    return loss, optimizer.clip(scale=1 / (engine.loss_scale * n_supervised))
