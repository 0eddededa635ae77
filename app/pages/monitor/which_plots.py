"""The plots that a run has: titles, axes and curves, and what is drawn of a RunModel."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from app.look import theme
from app.pages.monitor.axes import Curve, StepAxis, TimeAxis
from app.pages.monitor.live_plot import LivePlot
from app.workers.run_model import RunModel
from core.advice.assessment import AS_BEFORE, FAR, everything_else_while_held
from core.base.language import tr
from core.base.numbers import NOTHING, count, decimals, significant, size, small

# What the curves are called, and known by.
EACH_STEP, SMOOTHED, EVALUATION = tr("each step"), tr("smoothed"), tr("evaluation")
CHOSEN, REJECTED = tr("chosen"), tr("rejected")
SPEED = tr("tokens/s")
WORKER, PEAK, FREE, CARD = tr("used by training"), tr("peak"), tr("free"), tr("graphics card")
RATE, NORM = tr("learning rate"), tr("gradient norm")
MOVED = tr("distance")


class Kind(NamedTuple):
    """A kind of plot: makes one, draws a run in it, and tells whether a run has it."""

    make: Callable[[], LivePlot]
    draw: Callable[[LivePlot, RunModel], None]
    is_of: Callable[[RunModel], bool] = lambda _model: True


def _loss() -> LivePlot:
    return LivePlot(
        tr("How far off it still is (loss), lower is better"),
        StepAxis("bottom"),
        [
            Curve(EACH_STEP, theme.TRAIN_LOSS, width=1, faint=True),
            Curve(SMOOTHED, theme.TRAIN_LOSS, width=2.5, smooth=True),
            Curve(EVALUATION, theme.EVAL_LOSS, markers=True, at_times=True),
        ],
        marked=True,
    )


def _speed() -> LivePlot:
    return LivePlot(tr("Speed"), StepAxis("bottom"), [Curve(SPEED, theme.SPEED, widest="00 000")])


def _memory() -> LivePlot:
    return LivePlot(
        tr("Memory, GB"),
        TimeAxis("bottom"),
        [
            Curve(WORKER, theme.WORKER_MEMORY),
            Curve(PEAK, theme.WORKER_MEMORY, width=1.5, dashed=True),
            Curve(CARD, theme.DEVICE_MEMORY, at_times=True),
        ],
    )


def _rates() -> LivePlot:
    return LivePlot(
        tr("Learning"),
        StepAxis("bottom"),
        [Curve(RATE, theme.LEARNING_RATE, widest="0.00e-0")],
    )


def _norm() -> LivePlot:
    return LivePlot(tr("Size of the steps"), StepAxis("bottom"), [Curve(NORM, theme.GRADIENT_NORM, width=1.5)])


def _free() -> LivePlot:
    free = Curve(FREE, theme.SYSTEM_FREE, widest="00.0")
    return LivePlot(tr("Memory that is free, GB"), TimeAxis("bottom"), [free])


def _draw_loss(plot: LivePlot, model: RunModel) -> None:
    steps, evaluations = model.steps, model.evaluations
    plot.draw(EACH_STEP, steps["step"], steps["loss"])
    plot.draw(SMOOTHED, steps["step"], steps["smoothed"])
    plot.show_curve(EVALUATION, len(evaluations) > 0)
    plot.draw(EVALUATION, evaluations["step"], evaluations["loss"])
    plot.show_marks(model.marks)
    best = evaluations["step"] == (-1 if model.best_step is None else model.best_step)
    best &= np.isfinite(evaluations["loss"])
    plot.show_best(evaluations["step"][best], evaluations["loss"][best])
    loss, smoothed = significant(steps.last("loss")), significant(steps.last("smoothed"))
    evaluated = significant(evaluations.last("loss"))
    plot.say(EACH_STEP, "")
    plot.say(SMOOTHED, smoothed)
    plot.say(EVALUATION, evaluated)
    if len(steps):
        plot.summarize(
            tr(
                "Loss over {steps} steps: {first} at first, {loss} now, {smoothed} smoothed, {evaluated} at the "
                "last of {evaluations} evaluations.",
                steps=count(len(steps)),
                first=significant(steps["loss"][0]),
                loss=loss,
                smoothed=smoothed,
                evaluated=evaluated,
                evaluations=count(len(evaluations)),
            )
        )


def _moved() -> LivePlot:
    title = tr(
        "What it knew before: up to {low} kept, from {high} on much changed", low=decimals(AS_BEFORE, 2),
        high=decimals(FAR, 1),
    )  # fmt: skip
    return LivePlot(title, StepAxis("bottom"), [Curve(MOVED, theme.GRADIENT_NORM, width=1.5, smooth=True)], least=FAR)


def _has_moved(model: RunModel) -> bool:
    return model.story.moved() is not None


def _draw_moved(plot: LivePlot, model: RunModel) -> None:
    """Draw the distance of a held run on ordinary text."""
    known, moved = np.isfinite(model.steps["moved"]), model.story.moved()
    plot.draw(MOVED, model.steps["step"][known], model.steps["moved"][known])
    plot.say(MOVED, significant(moved))
    if moved is not None:
        plot.summarize(everything_else_while_held(moved))


def _choices() -> LivePlot:
    chosen, rejected = (Curve(CHOSEN, theme.SPEED, widest="-000"), Curve(REJECTED, theme.GRADIENT_NORM, widest="-000"))
    return LivePlot(tr("How likely the answers are, in nats"), StepAxis("bottom"), [chosen, rejected])


def _has_choices(model: RunModel) -> bool:
    return bool(np.isfinite(model.evaluations["chosen"]).any())


def _draw_choices(plot: LivePlot, model: RunModel) -> None:
    """Draw how likely chosen and rejected answers are: log-probabilities, in nats."""
    evaluations = model.evaluations
    for name, column in ((CHOSEN, "chosen"), (REJECTED, "rejected")):
        known = np.isfinite(evaluations[column])
        plot.draw(name, evaluations["step"][known], evaluations[column][known])
        plot.say(name, significant(evaluations[column][known][-1]) if known.any() else NOTHING)


def _draw_speed(plot: LivePlot, model: RunModel) -> None:
    speeds = model.steps["tok_s"]
    plot.draw(SPEED, model.steps["step"], speeds)
    plot.say(SPEED, significant(model.steps.last("tok_s")))
    if len(speeds):
        plot.summarize(
            tr(
                "Speed: {now} tokens per second now, {mean} on average.",
                now=significant(speeds[-1]),
                mean=significant(speeds.mean()),
            )
        )


def _draw_memory(plot: LivePlot, model: RunModel) -> None:
    memory = model.memory
    for name, column in ((WORKER, "rss"), (PEAK, "peak")):
        plot.draw(name, memory["seconds"], memory[column] / 1e9)
        plot.say(name, significant(memory[column][-1] / 1e9) if len(memory) else NOTHING)
    on_card = memory["device"]
    known = np.isfinite(on_card)
    plot.show_curve(CARD, bool(known.any()))
    if known.any():
        plot.draw(CARD, memory["seconds"][known], on_card[known] / 1e9)
        plot.say(CARD, significant(on_card[-1] / 1e9))
    if len(memory):
        card = (
            tr("; {on_card} of the graphics card's are taken", on_card=size(on_card[-1]))
            if np.isfinite(on_card[-1])
            else ""
        )
        plot.summarize(
            tr(
                "Memory: the training process uses {rss}, at most {peak} so far{card}.",
                rss=size(memory["rss"][-1]),
                peak=size(memory["peak"][-1]),
                card=card,
            )
        )


def _draw_free(plot: LivePlot, model: RunModel) -> None:
    memory = model.memory
    plot.draw(FREE, memory["seconds"], memory["available"] / 1e9)
    plot.say(FREE, significant(memory["available"][-1] / 1e9) if len(memory) else NOTHING)
    if len(memory):
        plot.summarize(tr("The system has {available} free.", available=size(memory["available"][-1])))


def _draw_rates(plot: LivePlot, model: RunModel) -> None:
    steps, rate = model.steps, small(model.steps.last("learning_rate"))
    plot.draw(RATE, steps["step"], steps["learning_rate"])
    plot.say(RATE, rate)
    if len(steps):
        plot.summarize(tr("Learning rate {rate} at the last step.", rate=rate))


def _draw_norm(plot: LivePlot, model: RunModel) -> None:
    steps, norm = model.steps, significant(model.steps.last("grad_norm"))
    plot.draw(NORM, steps["step"], steps["grad_norm"])
    plot.say(NORM, norm)
    if len(steps):
        plot.summarize(tr("Gradient norm {norm} at the last step.", norm=norm))


KINDS = {
    "loss": Kind(_loss, _draw_loss),
    "moved": Kind(_moved, _draw_moved, _has_moved),
    "speed": Kind(_speed, _draw_speed),
    "memory": Kind(_memory, _draw_memory),
    "rates": Kind(_rates, _draw_rates),
    "norm": Kind(_norm, _draw_norm),
    "free": Kind(_free, _draw_free),
    "choices": Kind(_choices, _draw_choices, _has_choices),
}
