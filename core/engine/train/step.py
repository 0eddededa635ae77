"""One optimizer step, top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite

from core.engine.train.engine import Engine
from core.engine.train.gradients import Gather, ReportShare, gather_here
from core.engine.train.hold import Hold
from core.engine.train.optimizer import AdamW
from core.engine.train.rows import PackedRow


@dataclass(frozen=True)
class StepResult:
    """What a step came to.

    loss: mean over what the step's rows count. updated: False when something was not finite. distance: how far the
    model has moved on ordinary text (hold.py), in nats a token; None in steps that do not look.
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
    gather: Gather | None = None,
    hold: Hold | None = None,
) -> StepResult:
    """Gather the gradient of the mean loss over all that `rows` count, however that is spread, and update.

    step: its number in the run, which decides dropout and noise. report: called after each layer; what it raises ends
    the step with the weights as they were. gather: what computes the gradient; None: this engine alone. hold: what
    holds the model to its reference.
    A step whose loss or gradient is not finite leaves the weights as they were.
    """
    gather = gather or partial(gather_here, engine, optimizer.adapter, hold=hold)
    gathered = gather(list(enumerate(rows)), step, report)
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
