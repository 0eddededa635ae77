"""Train: from a model and a data file to an adapter, reporting all the way.

Also here: settings that work but do something else than they seem to, told before the first step.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path

import msgspec

from core import protocol as p
from core.advice.goals import held_out_judges
from core.advice.texts.numbers import count, significant
from core.base.errors import LuthierError
from core.base.settings import device_for
from core.convert.resolve import resolve_model
from core.data.example import Example
from core.data.tokens.choices import ChoiceView
from core.data.tokens.collapse_notices import require_sound
from core.engine.model.layers import layer_linears
from core.engine.model.shape import Shape
from core.engine.model.targets import targets_of
from core.engine.model.weights import load_for_engine
from core.engine.train.batches import Batches
from core.engine.train.plan.stored import known_plan, plan_of_run, remember_plan
from core.engine.train.rows import Rows, longest
from core.engine.train.schedule import warmup_steps
from core.engine.train.training import Training
from core.export.check.loss import write_evaluation
from core.jobs.cluster.training import computed_together
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import prepare_data, tell_of_window
from core.jobs.devices.choice import tell_of_device, with_device
from core.jobs.devices.list import with_total
from core.jobs.models.check import model_of_run, remember_model, require_same_model, weights_checked
from core.jobs.planning.beginning import begin_with, open_beginning
from core.jobs.planning.estimate import offering_elsewhere
from core.jobs.training.holding import began_with, held_rows, keep_beginning
from core.jobs.training.loop import TrainingLoop
from core.jobs.training.sample import SampleWriter
from core.protocol.config import TrainConfig, require_workable
from core.protocol.event import event_time
from core.runs.learnt_thoughts import write_thoughts
from core.runs.run import Run


def start_training(job: p.TrainJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Train a new run. Raises LuthierError from any stage."""
    return _train(Run(Path(job.run)), context, device_for(job.config.device), job, resume=False)


def resume_training(job: p.ResumeJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Go on with a run from its newest checkpoint, or from the start when there is none yet.

    Raises LuthierError `resume.no-checkpoint` for a run that has learnt elsewhere: there is nothing to go on from;
    `resume.replay` for one of an earlier version that trained rows which are no longer made.
    """
    run = Run(Path(job.run))
    if run.mend_info():
        context.notice("runs.mended", f"{run.info_file} was damaged: its copy in {run.checkpoints_dir} took its place.")
    if _came_home(run) and not run.has_checkpoint():
        raise LuthierError(
            "resume.no-checkpoint",
            f"{run.folder} has an adapter but no checkpoint: it was trained elsewhere.",
            f"Begin a new run with what it has learnt: luthier train --adapter {run.name}, with its model and data.",
        )
    if run.replay_file.is_file():
        raise LuthierError(
            "resume.replay",
            f"{run.folder} trains answers of the model's own along with the rows (replay), which is no longer done.",
            f"Begin a new run with what it has learnt: luthier train --adapter {run.name}, with its model and data.",
        )
    device = device_for(job.device or run.info().config.device)
    return _train(run, context, device, job, resume=True, or_processor=not job.device)


def _came_home(run: Run) -> bool:
    """Return whether its adapter was trained elsewhere (core/jobs/export/bring_home.py)."""
    return run.adapter.is_file() and any(isinstance(e, p.Hello) and e.job == "bring-home" for e in run.events())


def _train(
    run: Run,
    context: JobContext,
    device: str,
    job: p.TrainJob | p.ResumeJob,
    resume: bool,
    or_processor: bool = False,
) -> Outcome[p.TrainResult]:
    """or_processor: as with_device has it: a run goes on where the card that it was begun on is no longer there."""
    started, info = time.monotonic(), run.info()
    model = resolve_model(info.model, context)
    beginning = None if run.has_checkpoint() else open_beginning(run, info, model, context)
    info = run.info()
    if not run.has_checkpoint():
        require_workable(info.config)  # once more: run.json may be changed by hand, and an adapter has its own scale
    info = msgspec.structs.replace(info, config=msgspec.structs.replace(info.config, device=device))
    day = datetime.fromtimestamp(info.created)  # of the start, so that a resumed run reads the same tokens
    known = model_of_run(run, context.notice) if run.has_checkpoint() else None
    with weights_checked(model, context) as weights:
        if known and (contents := weights()):
            require_same_model(known, model, contents)
        data = prepare_data(model, info.data, info.eval_data, info.config, context, day)
        held = held_rows(run, model, info.config, data.train_rows, context)
        if not run.has_checkpoint():
            require_sound(data.dataset.notices, info.config)
        contents = weights()
    context.phase("plan", "Preparing the model for training")
    loaded = load_for_engine(model, info.config.threads)
    tell_of_window(loaded.model.shape, info.config, context)
    if not run.has_checkpoint():
        tell_of_unwise(loaded.model.shape, info.config, data.train_rows, context)
    with offering_elsewhere(run):
        known_by = known_plan(run.plan_file) if run.has_checkpoint() else None
        chosen = with_device(loaded, device, info.config, data.train_rows, context, known_by, or_processor=or_processor)
        loaded = chosen.loaded
        plan, why_anew = plan_of_run(
            loaded, info.config, longest(data.train_rows, data.eval_rows, held or ()), run.plan_file
        )
    tell_of_device(chosen, plan, context)
    if run.has_checkpoint() and why_anew:
        context.notice(
            "memory.replanned",
            f"Memory is planned again: {why_anew}.",
            "The run trains as well as before, but may round differently from here on.",
        )
    is_text = not data.dataset.found.is_conversation
    sampler = SampleWriter(run, info, loaded, context)
    sampler.ask_rows(data.dataset)
    memory = with_total(plan.memory, loaded)
    context.emit(msgspec.structs.replace(memory, time=event_time(), samples=sampler.bytes))  # it may be an old plan
    training = Training(
        loaded,
        info.config,
        data.train_rows,
        data.eval_rows,
        plan,
        lambda done, total: context.progress(done, total, "tensors"),
        context.notice,
        held_out_judges(info.config.goal, data.summary.eval_rows, is_text, data.dataset.is_apart),
        held or (),
    )
    if held and info.adapter and beginning is None:
        beginning = began_with(run)
    if beginning is not None:
        begin_with(training.adapter, beginning, info.adapter, context)
    goes_on = resume and run.has_checkpoint()
    if training.hold:
        context.phase("reference", "Reading ordinary text before training")
        training.hold.ask(lambda done, total: context.progress(done, total, "rows"))
    if training.engine.objective.compares:
        context.phase("reference", "Measuring the answers before training")
        training.know_reference(
            run.reference,
            lambda done, total: context.progress(done, total, "rows"),
            may_ask=info.adapter is None or not goes_on,
        )
    if goes_on:
        suspect = f"The data {info.data}" if known else f"The data {info.data} or the model {info.model}"
        training.restore(run.checkpoints_dir, suspect)
    # Only now is it certain that model and data are the run's own, so that what it knows of them may be written.
    training.keep_reference(run.reference)
    if held and not goes_on:
        keep_beginning(run, info, held, training)
    save_evaluation(run, data.dataset.evaluation)
    write_thoughts(run, data.thoughts)
    if why_anew:
        remember_plan(plan, run.plan_file)
    if known is None and contents:
        remember_model(run, model, contents)
    loop = TrainingLoop(run, info, training, context, sampler, None if is_text else data.summary.eval_rows)
    cluster = job.cluster
    with computed_together(run.name, training, model, contents, cluster, context) if cluster else nullcontext():
        outcome = loop.run()
    return outcome, loop.result(time.monotonic() - started)


def save_evaluation(run: Run, examples: Sequence[Example]) -> None:
    """Keep the held-out tokens with the run, so that an export can be checked against the reported loss; of choices,
    those of good answers.
    """
    if isinstance(examples, ChoiceView):
        examples = examples.good()
    if examples:
        write_evaluation(run.evaluation, examples)


def tell_of_unwise(shape: Shape, config: TrainConfig, rows: Rows, context: JobContext) -> None:
    """Notify of `train.rank-beyond`, `train.few-rows`, `train.only-warmup`. rows: that are trained on."""
    _tell_of_rank(shape, config, context)
    _tell_of_steps(config, rows, context)


def _tell_of_rank(shape: Shape, config: TrainConfig, context: JobContext) -> None:
    """A product of matrices has no higher rank than its narrowest side, so the rest is computed for nothing."""
    narrow = dict[str, int]()
    for layer in (shape.layers[number] for number in shape.trained_layers(config)):
        dims = layer_linears(shape, layer)
        widths = {name: min(dims[name][:2]) for name in targets_of(shape, layer, config)}
        narrow |= {name: width for name, width in widths.items() if width < config.rank}
    if narrow:
        shown = ", ".join(f"{name} ({width})" for name, width in narrow.items())
        message = f"rank={config.rank} is more than some of the trained matrices are wide: {shown}."
        hint = f"They learn no more by it, and it takes time and memory. rank={min(narrow.values())} suits all of them."
        context.notice("train.rank-beyond", message, hint)


def _tell_of_steps(config: TrainConfig, rows: Rows, context: JobContext) -> None:
    steps = Batches(rows, config).steps
    if config.grad_accumulation > len(rows):
        message = f"grad_accumulation={config.grad_accumulation} rows are wanted for each step, and the data makes "
        message += f"{count(len(rows))}: each step takes all of it, and the whole training has {count(steps)}."
        hint = "Set grad_accumulation=1 for more steps, or a smaller context for more rows."
        context.notice("train.few-rows", message, hint)
    if warmup_steps(config, steps) >= steps:
        message = f"warmup_ratio={config.warmup_ratio:g} is all of the {count(steps)} steps: the learning rate only "
        message += f"rises, and never comes to {significant(config.learning_rate)}."
        context.notice("train.only-warmup", message, "0.05 is usual.")
