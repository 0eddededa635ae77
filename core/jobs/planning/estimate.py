"""Estimates the memory of a training before any data is read, with advice if it is too much."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core import protocol as p
from core.adapters.open import open_adapter
from core.adapters.start import settings_for
from core.base.command_lines import export_elsewhere
from core.base.devices import CPU
from core.base.errors import Do, Hint, LuthierError
from core.base.systems.terminals import quoted
from core.convert.resolve import resolve_model
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.changes import leanest_plan, longest_row, smallest_changes, words_of
from core.engine.train.plan.search import best_plan
from core.jobs.context import JobContext, Outcome
from core.jobs.data.prepare import tell_of_window
from core.jobs.devices.list import PlannedDevices, with_total
from core.jobs.planning.pace import PaceHere
from core.jobs.planning.plan import Planner
from core.memory.monitor import memory_budget
from core.protocol.config import TrainConfig
from core.runs.run import Run

TOO_SMALL = "memory.too-small"


def estimate(job: p.EstimateJob, context: JobContext) -> Outcome[p.EstimateResult]:
    """Return the plan that training would choose for rows of the context's length, and the time it takes. Sizes are in
    bytes.

    Raises LuthierError `model.*`, `device.*`, `data.*`, `adapter.*`.
    """
    model = resolve_model(job.model, context)
    context.phase("plan", f"Planning the memory of {model.path.name}")
    config = job.config
    if job.adapter is not None:
        source = Path(job.adapter)
        config = settings_for(open_adapter(source, model), model, config, source)
    devices = PlannedDevices(load_for_engine(model, config.threads), context.control.raise_if_cancelled)
    loaded = devices.loaded_for(config)
    tell_of_window(loaded.model.shape, config, context)
    budget = memory_budget(config)
    plan = with_total(best_plan(loaded, config, config.row_tokens).memory, loaded)
    context.emit(plan)
    if plan.total > budget:
        if ways := [words_of(change) for change in smallest_changes(loaded.model, config, budget)]:
            context.notice("memory.would-fit", f"This does not fit. What would fit: {', or '.join(ways)}.")
        if not config.choices:
            tell_of_elsewhere(job.model, context)
    pace = PaceHere(model.path, devices.loaded_for(TrainConfig(device=CPU))).of(config)
    result = p.EstimateResult(
        fits=plan.total <= budget,
        total_bytes=plan.total,
        budget_bytes=budget,
        least_bytes=min(plan.total, leanest_plan(loaded.model, config, config.row_tokens).total),
        longest_row=longest_row(loaded.model, config, budget),
        weights_bytes=plan.weights,
        copies_bytes=plan.copies + plan.transposed,
        activations_bytes=plan.activations,
        optimizer_bytes=plan.optimizer,
        compute_bytes=plan.compute,
        backward=plan.backward,
        kept_layers=plan.kept_layers,
        device_bytes=plan.device or None,
        device_total_bytes=plan.device_total or None,
        device_layers=plan.device_layers or None,
        tok_s_low=1 / pace.high,
        tok_s_high=1 / pace.low,
        time_from=pace.known_from,
    )
    if job.data:
        _tell_of_data(result, job.model, job.data, config, context)
    return "done", result


def _tell_of_data(result: p.EstimateResult, model: str, data: str, config: TrainConfig, context: JobContext) -> None:
    """Fill in steps and time, as shown beside the window's Start button."""
    context.phase("data", "Reading the data")
    planner = Planner(p.PlanJob(model=model, data=data, config=config), context)
    planner.use_data(planner.lengths())
    plan = planner.plan(config)
    if plan.steps:
        result.rows, result.steps = plan.rows, plan.steps
        result.seconds_low, result.seconds_high, result.time_from = plan.seconds_low, plan.seconds_high, plan.time_from


@contextmanager
def offering_elsewhere(run: Run) -> Iterator[None]:
    """Add the command for training on a bigger machine to a refusal for lack of memory, within this context."""
    try:
        yield
    except LuthierError as error:
        if error.code != TOO_SMALL or run.info().config.choices:  # an exported folder cannot train on choices
            raise
        folder = f"Or train it on a bigger machine; this writes a folder for it: {export_elsewhere(run.folder)}"
        hint = Hint(error.hint, Do.open("elsewhere", folder))
        raise LuthierError(error.code, error.message, hint) from error


def tell_of_elsewhere(model: str, context: JobContext) -> None:
    """Notify of `memory.elsewhere`."""
    context.notice(
        "memory.elsewhere",
        "This does not fit the memory of this machine, but it can be trained on a bigger one.",
        Do.open("elsewhere", f"For that: luthier elsewhere --model {quoted(model)} --data DATA -o FOLDER"),
    )
