"""A dry run: does a step or two of the real training, measures them, and keeps nothing."""

from __future__ import annotations

import math
import time
from pathlib import Path

from core import protocol as p
from core.base.settings import device_for
from core.base.systems.machine import peak_rss
from core.convert.resolve import resolve_model
from core.data.tokens.collapse_notices import require_sound
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.engine.train.rows import longest
from core.engine.train.training import Measured, Training
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import PreparedData, prepare_data, tell_of_window
from core.jobs.devices.choice import tell_of_device, with_device
from core.jobs.devices.list import with_total
from core.jobs.planning.beginning import begin_with, read_beginning
from core.jobs.planning.pace import EVALUATION_COST, held_tokens
from core.jobs.training.holding import held_rows
from core.jobs.training.train import tell_of_unwise
from core.protocol.config import TrainConfig, require_workable

MOST_STEPS = 4
ENOUGH_SECONDS = 8.0  # of steps, after which no more are run


def dry_run(job: p.DryRunJob, context: JobContext) -> Outcome[p.DryRunResult]:
    """Train a step or two, and measure. Raises LuthierError as training does before its first step."""
    model, config, beginning = resolve_model(job.model, context), job.config, None
    if job.adapter is not None:
        beginning, config = read_beginning(Path(job.adapter), config, model, context)
        require_workable(config)  # again: an adapter brings its own scale
    data = prepare_data(model, job.data, job.eval_data, config, context)
    require_sound(data.dataset.notices, config)
    held = held_rows(None, model, config, data.train_rows, context)
    context.phase("plan", "Preparing the model")
    loaded = load_for_engine(model, config.threads)
    tell_of_window(loaded.model.shape, config, context)
    tell_of_unwise(loaded.model.shape, config, data.train_rows, context)
    chosen = with_device(loaded, device_for(config.device), config, data.train_rows, context)
    loaded = chosen.loaded
    plan = plan_memory(loaded, config, longest(data.train_rows, data.eval_rows, held or ()))
    tell_of_device(chosen, plan, context)
    context.emit(with_total(plan.memory, loaded))
    training = Training(
        loaded, config, data.train_rows, data.eval_rows, plan,
        lambda done, total: context.progress(done, total, "tensors"), context.notice, held_rows=held or (),
    )  # fmt: skip
    if beginning is not None:
        begin_with(training.adapter, beginning, job.adapter, context)
    if training.hold:
        training.hold.ask(lambda done, total: None)
    context.phase("train", "Trying a step")
    measured = _some_steps(training, context)
    best = max(measured, key=lambda one: one.tokens / one.seconds)  # the first step also reads the file and warms up
    tok_s = best.tokens / best.seconds
    seconds = (_tokens_trained(training, data) + _tokens_measured(training, data, config)) / tok_s
    loss = math.nan if training.engine.objective.compares else measured[0].result.loss  # a dry run has no reference
    return "done", p.DryRunResult(
        tok_s=tok_s,
        step_seconds=best.seconds,
        peak_rss_bytes=peak_rss(),
        planned_bytes=plan.memory.total,
        steps=training.batches.steps,
        whole_seconds=seconds,
        loss=loss if math.isfinite(loss) else None,
        tried=len(measured),
    )


def _some_steps(training: Training, context: JobContext) -> list[Measured]:
    """Do at least one step, a more representative second one, and a few more if they are quick."""
    measured, began = list[Measured](), time.monotonic()
    while len(measured) < MOST_STEPS and not training.finished:
        measured.append(training.step(lambda share: context.control.raise_if_cancelled()))
        context.progress(len(measured), MOST_STEPS, "steps")
        if time.monotonic() - began > ENOUGH_SECONDS or context.control.stop.is_set():
            break
    return measured


def _tokens_trained(training: Training, data: PreparedData) -> float:
    """Return the number of tokens in all steps of the run."""
    steps = training.batches.steps
    return data.train_rows.n_tokens * steps / training.batches.steps_per_epoch + held_tokens(training.config, steps)


def _tokens_measured(training: Training, data: PreparedData, config: TrainConfig) -> float:
    """Return the cost of the run's evaluations and of the reference's pass, in equivalent training tokens."""
    evaluations = 2 + (training.batches.steps // config.eval_every if config.eval_every else 0)
    asked = data.train_rows.n_tokens + data.eval_rows.n_tokens if training.engine.objective.compares else 0
    return (evaluations * data.eval_rows.n_tokens + asked) * EVALUATION_COST
