"""One optimizer step, top to bottom, and the gradient of its rows: each adds its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

from core.engine.lora.adapter import LoraAdapter
from core.engine.train.engine import Engine
from core.engine.train.hold import Hold
from core.engine.train.noise import RowOfStep
from core.engine.train.optimizer import AdamW
from core.engine.train.rows import PackedRow


@dataclass(frozen=True)
class StepResult:
    """The result of a step.

    loss: mean over what the step's rows count. updated: False if something was not finite. distance: how far the model
    has moved on ordinary text (hold.py), in nats a token; None in steps that do not measure it.
    """

    loss: float
    grad_norm: float
    updated: bool
    distance: float | None = None


def train_step(
    engine: Engine,
    optimizer: AdamW,
    rows: Sequence[PackedRow],
    learning_rate: float,
    step: int = 0,
    report: ReportShare = lambda share: None,
    hold: Hold | None = None,
) -> StepResult:
    """Gather the gradient of the mean loss over all that `rows` count, and update.

    step: its number in the run, which sets dropout and noise. report: called after each layer; if it raises, the step
    ends with the weights unchanged. hold: holds the model to its reference. A step whose loss or gradient is not finite
    leaves the weights unchanged.
    """
    gathered = gather(engine, optimizer.adapter, rows, step, report, hold)
    counted = sum(map(engine.objective.counted, rows))
    loss = 0.0
    for of_row in gathered.losses:
        loss += of_row / counted
    grad_norm = optimizer.clip(scale=1 / (gathered.scale * counted))
    distance = gathered.distance
    updated = isfinite(loss) and isfinite(grad_norm) and isfinite(distance or 0.0)
    if updated:
        optimizer.update(learning_rate)
    return StepResult(loss, grad_norm, updated, distance)


ReportShare = Callable[[float], None]  # the share of a step that is done, from 0 to 1
BACKWARD_SHARE = 3  # multiples of a layer's forward time: recomputing it, then two gradients


@dataclass(frozen=True)
class Gathered:
    """The losses of a step's rows; their gradient is in the adapter's gradients.

    losses: of each row, a sum over all that it counts. scale: the gradient's factor, compared to that of the sum of the
    losses. distance: how far the model has moved on ordinary text, in nats a token; None if not measured.
    """

    losses: list[float]
    scale: float
    distance: float | None = None


def gather(
    engine: Engine, adapter: LoraAdapter, rows: Sequence[PackedRow], step: int, report: ReportShare, hold: Hold | None
) -> Gathered:
    """Gather the gradients of the rows. hold: holds the model to its reference.

    If only the gradient is not finite, it may have exceeded a device's number range: repeat all with a smaller loss
    scale, as long as one is left.
    """
    first_scale = engine.loss_scale
    while True:
        losses, distance = _passes(engine, adapter, rows, step, report, hold)
        if isfinite(adapter.gradient_norm()) or not all(map(isfinite, (*losses, distance or 0.0))):
            break
        if not engine.lower_loss_scale():
            engine.loss_scale = first_scale  # the scale was not the cause
            break
    return Gathered(losses, engine.loss_scale, distance)


def _passes(
    engine: Engine, adapter: LoraAdapter, rows: Sequence[PackedRow], step: int, report: ReportShare, hold: Hold | None
) -> tuple[list[float], float | None]:
    """Return the rows' losses, and the distance if the step holds the model."""
    done, losses, distance = 0, [], None
    holds = hold is not None and hold.is_due(step)
    passes = (len(rows) + holds) * (len(engine.loaded.model.layers) + BACKWARD_SHARE * engine.backward_layers)

    def layers_done(passed: int) -> None:
        nonlocal done
        done += passed
        report(done / passes)

    adapter.zero_gradients()
    for number, row in enumerate(rows):
        engine.load(row, RowOfStep(step, number))
        engine.forward(lambda: layers_done(1))
        losses.append(engine.loss(weight=engine.loss_scale))
        engine.backward(lambda: layers_done(BACKWARD_SHARE))
    if hold is not None and holds:
        counted = sum(map(engine.objective.counted, rows))
        distance = hold.passes(step, counted, lambda: layers_done(1), lambda: layers_done(BACKWARD_SHARE))
    adapter.gather_gradients()
    return losses, distance
