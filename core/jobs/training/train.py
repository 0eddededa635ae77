"""Train: starts or resumes a run, from a model and a data file to an adapter, with events on the way.

Also sends notices about settings that work but have a surprising effect, before the first step.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import protocol as p
from core.advice.goals import held_out_judges
from core.base.errors import Do, Hint, LuthierError
from core.base.numbers import count, significant
from core.base.settings import device_for
from core.convert.resolve import resolve_model
from core.data.example import Example, write_examples
from core.data.tokens.choices import ChoiceView
from core.data.tokens.collapse_notices import require_sound
from core.data.tokens.pack import PackedRows
from core.engine.model.layers import layer_linears
from core.engine.model.shape import Shape
from core.engine.model.targets import targets_of
from core.engine.model.weights import load_for_engine
from core.engine.train.optimizer import warmup_steps
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import known_plan, plan_of_run, remember_plan
from core.engine.train.rows import Batches, Rows, longest
from core.engine.train.training import Training
from core.gguf.header import Header
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import PreparedData, prepare_data, tell_of_window
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
from core.runs.info import RunInfo
from core.runs.learnt_thoughts import write_thoughts
from core.runs.run import Run


def start_training(job: p.TrainJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Train a new run. Raises LuthierError from any stage."""
    return _begin(Run(Path(job.run)), device_for(job.config.device), context)


def resume_training(job: p.ResumeJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Resume a run from its newest checkpoint, or from the start if it has none yet.

    Raises LuthierError `resume.no-checkpoint` for a run trained elsewhere, which has no checkpoint to resume;
    `resume.replay` for one of an earlier version with rows of a kind that is no longer made.
    """
    run = Run(Path(job.run))
    if run.mend_info():
        context.notice("runs.mended", f"{run.info_file} was damaged: its copy in {run.checkpoints_dir} took its place.")
    if run.replay_file.is_file():
        raise LuthierError(
            "resume.replay",
            f"{run.folder} trains answers of the model's own along with the rows (replay), which is no longer done.",
            Do.by("Begin a new run that starts from what this one has learnt.", f"--adapter {run.name}"),
        )
    device, may_fall_back = device_for(job.device or run.info().config.device), not job.device
    if run.has_checkpoint():
        return _go_on(run, device, context, may_fall_back)
    if _came_home(run):
        raise LuthierError(
            "resume.no-checkpoint",
            f"{run.folder} has an adapter but no checkpoint: it was trained elsewhere.",
            Do.by("Begin a new run that starts from what this one has learnt.", f"--adapter {run.name}"),
        )
    return _begin(run, device, context, may_fall_back)


def _begin(run: Run, device: str, context: JobContext, may_fall_back: bool = False) -> Outcome[p.TrainResult]:
    """Train a run from its first step. may_fall_back: to the processor, if the device is not available."""
    started = time.monotonic()
    model = resolve_model(run.info().model, context)
    beginning = open_beginning(run, run.info(), model, context)  # its rank and targets become the run's
    info = run.info()
    require_workable(info.config)  # again: run.json may be edited by hand, and an adapter has its own scale
    with weights_checked(model, context) as weights:
        data = _read(info, model, context)
        require_sound(data.dataset.notices, info.config)
        contents = weights()
    made = _prepare(run, _on(device, info), model, data, context, None, may_fall_back)
    tell_of_unwise(made.training.loaded.model.shape, info.config, data.train_rows, context)
    if beginning is not None:
        begin_with(made.training.adapter, beginning, info.adapter, context)
    _know_reference(made, context, may_ask=True)
    _keep(made)
    if made.held:
        keep_beginning(run, info, made.held, made.training)
    if contents:
        remember_model(run, model, contents)
    return _train(made, context, started)


def _go_on(run: Run, device: str, context: JobContext, may_fall_back: bool) -> Outcome[p.TrainResult]:
    """Resume a run from its newest checkpoint, bit-identical to an uninterrupted run. may_fall_back: as above."""
    started, info = time.monotonic(), run.info()
    model = resolve_model(info.model, context)
    known = model_of_run(run, context.notice)
    with weights_checked(model, context) as weights:
        if known and (contents := weights()):
            require_same_model(known, model, contents)
        data = _read(info, model, context)
        contents = weights()
    made = _prepare(run, _on(device, info), model, data, context, known_plan(run.plan_file), may_fall_back)
    if made.planned_anew:
        context.notice(
            "memory.replanned",
            f"Memory is planned again: {made.planned_anew}.",
            "The run trains as well as before, but may round differently from here on.",
        )
    if made.held and info.adapter:
        begin_with(made.training.adapter, began_with(run), info.adapter, context)
    _know_reference(made, context, may_ask=info.adapter is None)
    suspect = f"The data {info.data}" if known else f"The data {info.data} or the model {info.model}"
    made.training.restore(run.checkpoints_dir, suspect)
    _keep(made)  # only now are model and data known to be the run's own
    if known is None and contents:
        remember_model(run, model, contents)
    return _train(made, context, started)


class _Prepared(NamedTuple):
    """A prepared training. held: the rows that hold the model. planned_anew: why its memory plan differs from the
    earlier one.
    """

    run: Run
    info: RunInfo
    model: Header
    data: PreparedData
    held: PackedRows | None
    training: Training
    sampler: SampleWriter
    planned_anew: str | None

    @property
    def is_text(self) -> bool:
        """Return whether it learns running text."""
        return not self.data.dataset.found.is_conversation


def _on(device: str, info: RunInfo) -> RunInfo:
    return msgspec.structs.replace(info, config=msgspec.structs.replace(info.config, device=device))


def _came_home(run: Run) -> bool:
    """Return whether the run's adapter was trained elsewhere (core/jobs/export/bring_home.py)."""
    return run.adapter.is_file() and any(isinstance(e, p.Hello) and e.job == "bring-home" for e in run.events())


def _read(info: RunInfo, model: Header, context: JobContext) -> PreparedData:
    """Read the rows with the date of the run's start: some templates write the date."""
    day = datetime.fromtimestamp(info.created)
    return prepare_data(model, info.data, info.eval_data, info.config, context, day)


def _prepare(
    run: Run,
    info: RunInfo,
    model: Header,
    data: PreparedData,
    context: JobContext,
    known: Plan | None,
    may_fall_back: bool,
) -> _Prepared:
    """Choose device and plan, and set up the training. known: the run's earlier plan."""
    held = held_rows(run, model, info.config, data.train_rows, context)
    context.phase("plan", "Preparing the model")
    loaded = load_for_engine(model, info.config.threads)
    tell_of_window(loaded.model.shape, info.config, context)
    with offering_elsewhere(run):
        rows = longest(data.train_rows, data.eval_rows, held or ())
        chosen = with_device(
            loaded, info.config.device, info.config, data.train_rows, context, known, or_processor=may_fall_back
        )
        loaded = chosen.loaded
        plan, planned_anew = plan_of_run(loaded, info.config, rows, run.plan_file)
    tell_of_device(chosen, plan, context)
    sampler = SampleWriter(run, info, loaded, context)
    sampler.ask_rows(data.dataset)
    memory = with_total(plan.memory, loaded)
    context.emit(msgspec.structs.replace(memory, time=event_time(), samples=sampler.bytes))  # perhaps an old plan
    is_text = not data.dataset.found.is_conversation
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
    return _Prepared(run, info, model, data, held, training, sampler, planned_anew)


def _know_reference(made: _Prepared, context: JobContext, may_ask: bool) -> None:
    """Compute the reference's outputs, if the run is held to it or learns from choices. may_ask: compute those for
    choices; else read them from the run.
    """
    training = made.training

    def report(done: int, total: int) -> None:
        context.progress(done, total, "rows")

    if training.hold:
        context.phase("reference", "Measuring what it knows")
        training.hold.ask(report)
    if training.engine.objective.compares:
        context.phase("reference", "Measuring the answers before training")
        training.know_reference(made.run.reference, report, may_ask=may_ask)


def _keep(made: _Prepared) -> None:
    """Write the files that the run needs to resume, and for checking exports."""
    run = made.run
    made.training.keep_reference(run.reference)
    save_evaluation(run, made.data.dataset.evaluation)
    write_thoughts(run, made.data.thoughts)
    if made.planned_anew:
        remember_plan(made.training.plan, run.plan_file)


def _train(made: _Prepared, context: JobContext, started: float) -> Outcome[p.TrainResult]:
    """Do the remaining steps. started: the job's start on the monotonic clock."""
    judges = None if made.is_text else made.data.summary.eval_rows
    loop = TrainingLoop(made.run, made.info, made.training, context, made.sampler, judges)
    outcome = loop.run()
    return outcome, loop.result(time.monotonic() - started)


def save_evaluation(run: Run, examples: Sequence[Example]) -> None:
    """Store the held-out tokens with the run, so that exports can be checked against the reported loss; for choices,
    the good answers.
    """
    if isinstance(examples, ChoiceView):
        examples = examples.good()
    if examples:
        write_examples(run.evaluation, examples)


def tell_of_unwise(shape: Shape, config: TrainConfig, rows: Rows, context: JobContext) -> None:
    """Send notices `train.rank-beyond`, `train.few-rows`, `train.only-warmup`. rows: the training rows."""
    _tell_of_rank(shape, config, context)
    _tell_of_steps(config, rows, context)


def _tell_of_rank(shape: Shape, config: TrainConfig, context: JobContext) -> None:
    """Notify of a rank above a linear's narrowest side: a matrix product cannot use it."""
    narrow = dict[str, int]()
    for layer in (shape.layers[number] for number in shape.trained_layers(config)):
        dims = layer_linears(shape, layer)
        widths = {name: min(dims[name][:2]) for name in targets_of(shape, layer, config)}
        narrow |= {name: width for name, width in widths.items() if width < config.rank}
    if narrow:
        shown = ", ".join(f"{name} ({width})" for name, width in narrow.items())
        message = f"A rank of {config.rank} is more than some of the trained matrices are wide: {shown}."
        least = min(narrow.values())
        suits = Do.set("rank", least, f"rank={least} suits all of them.")
        hint = Hint("They learn no more by it, and it takes time and memory.", suits)
        context.notice("train.rank-beyond", message, hint)


def _tell_of_steps(config: TrainConfig, rows: Rows, context: JobContext) -> None:
    steps = Batches(rows, config).steps
    if config.grad_accumulation > len(rows):
        message = f"{config.grad_accumulation} rows are wanted for each step, and the data makes "
        message += f"{count(len(rows))}: each step takes all of it, and the whole training has {count(steps)}."
        hint = Hint("A smaller context makes more rows.", Do.set("grad_accumulation", 1))
        context.notice("train.few-rows", message, hint)
    if warmup_steps(config, steps) >= steps:
        message = f"The warm-up of {config.warmup_ratio:g} is all of the {count(steps)} steps: the learning rate only "
        message += f"rises, and never comes to {significant(config.learning_rate)}."
        context.notice("train.only-warmup", message, "0.05 is usual.")
