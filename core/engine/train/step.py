"""One optimizer step, top to bottom; and the gradient of its rows: each adds its own, wherever it is computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite

from core.engine.lora.adapter import LoraAdapter
from core.engine.train.engine import Engine
from core.engine.train.hold import Hold
from core.engine.train.noise import RowOfStep
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


NumberedRows = Sequence[tuple[int, PackedRow]]  # a row's number in its step decides its dropout and noise
ReportShare = Callable[[float], None]  # how much of a step is done, from 0 to 1
BACKWARD_SHARE = 3  # times what the forward pass through a layer takes: computed again, then two gradients


@dataclass(frozen=True)
class Work:
    """What one machine did of a step. tokens: without padding. fetching: seconds, besides, for the adapter's values."""

    tokens: int
    seconds: float
    fetching: float = 0.0

    def __add__(self, other: Work) -> Work:
        return Work(self.tokens + other.tokens, self.seconds + other.seconds, self.fetching + other.fetching)


@dataclass(frozen=True)
class Gathered:
    """What a step's rows gave; their gradient lies in the adapter's gradients.

    losses: of each row, a sum over all that it counts. scale: the gradient is so many times that of the sum of the
    losses. distance: how far the model has moved on ordinary text, in nats a token; None where that was not looked at.
    """

    losses: list[float]
    scale: float
    distance: float | None = None


class WrongNumbersError(Exception):
    """What was learnt from step `since` on came of wrong numbers, which that machine sent."""

    def __init__(self, since: int, machine: str) -> None:
        super().__init__(f"{machine} sent wrong numbers")
        self.since, self.machine = since, machine


# Of the rows of a step with that number. Leaves the gradient in the adapter's, clean of what was there.
Gather = Callable[[NumberedRows, int, ReportShare], Gathered]


def gather_here(
    engine: Engine,
    adapter: LoraAdapter,
    rows: NumberedRows,
    step: int,
    report: ReportShare = lambda share: None,
    hold: Hold | None = None,
) -> Gathered:
    """Gather the gradients by one engine, a row after the other. hold: what holds the model to its reference.

    Where only the gradient is not finite, which may have left the range of a device's numbers, all is done again with a
    smaller loss scale, while there is one.
    """
    first_scale = engine.loss_scale
    while True:
        losses, distance = _passes(engine, adapter, rows, step, report, hold)
        if isfinite(adapter.gradient_norm()) or not all(map(isfinite, (*losses, distance or 0.0))):
            break
        if not engine.lower_loss_scale():
            engine.loss_scale = first_scale  # it was something else
            break
    return Gathered(losses, engine.loss_scale, distance)


def _passes(
    engine: Engine, adapter: LoraAdapter, rows: NumberedRows, step: int, report: ReportShare, hold: Hold | None
) -> tuple[list[float], float | None]:
    """The losses of the rows, and the distance where the step holds the model."""
    done, losses, distance = 0, [], None
    holds = hold is not None and hold.is_due(step)
    passes = (len(rows) + holds) * (len(engine.loaded.model.layers) + BACKWARD_SHARE * engine.backward_layers)

    def layers_done(passed: int) -> None:
        nonlocal done
        done += passed
        report(done / passes)

    adapter.zero_gradients()
    for number, row in rows:
        engine.load(row, RowOfStep(step, number))
        engine.forward(lambda: layers_done(1))
        losses.append(engine.loss(weight=engine.loss_scale))
        engine.backward(lambda: layers_done(BACKWARD_SHARE))
    if hold is not None and holds:
        counted = sum(engine.objective.counted(row) for _, row in rows)
        distance = hold.passes(step, counted, lambda: layers_done(1), lambda: layers_done(BACKWARD_SHARE))
    adapter.gather_gradients()
    return losses, distance
