"""`luthier estimate`, `train` and `eval`: estimate, train and evaluate an adapter."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from core import protocol as p
from core.advice.goals import GOALS, Machine, settings_for
from core.base.command_lines import luthier
from core.base.errors import LuthierError
from core.base.numbers import brief_size
from core.base.settings import runs_dir
from core.cli.event_lines import show_pace
from core.cli.listing import folder_of
from core.cli.options import (
    DATA_HELP,
    MODEL_HELP,
    Json,
    Model,
    Overrides,
    absolute,
    adapter_of,
    model_of,
    settings_of,
    wrong_usage,
)
from core.cli.results import show_commands, show_result
from core.cli.running import perform, perform_and_show, show_error
from core.cli.terminal import Terminal
from core.jobs.context import Control, JobContext
from core.protocol.config import TrainConfig, from_values
from core.runs import run as runs
from core.runs.disk import delete_for_good
from core.runs.run import Run

Data = Annotated[Path, typer.Option("--data", help=DATA_HELP)]
_KINDS = "a GGUF adapter, a run, a folder of PEFT or mlx-lm"
Adapter = Annotated[Path | None, typer.Option("--adapter", help=f"On top of the model: {_KINDS}.")]


_LAYERS_HELP = "Which layers learn: all, 'last half', 'last 8', 'first 8', or numbers from 0, such as 4-11."
Layers = Annotated[str | None, typer.Option(metavar="WHICH", help=_LAYERS_HELP)]
_OBJECTIVE_HELP = "What is learnt of the data: answers (sft), or from choices between answers (dpo, kto, orpo)."
Objective = Annotated[str | None, typer.Option(metavar="sft|dpo|kto|orpo", help=_OBJECTIVE_HELP)]
_PRIORITY_HELP = "low: other programs go first and a core is left to them; normal: not. Else as `luthier settings` say."
Priority = Annotated[str | None, typer.Option(metavar="low|normal", help=_PRIORITY_HELP)]
_DEVICE_HELP = "What computes: auto, cpu, or one that `luthier devices` names, such as vulkan:0."
Device = Annotated[str | None, typer.Option(metavar="auto|cpu|NAME", help=_DEVICE_HELP)]
_ON_HELP = "Have that computer of `luthier computers` do it; the run stays here. With --resume: here, to go on here."
On = Annotated[str | None, typer.Option("--on", metavar="NAME", help=_ON_HELP)]
_ALONE_HELP = "Hours that it goes on there while this computer does not ask for it; then it stops, and can be resumed."
Alone = Annotated[float, typer.Option("--alone-hours", min=0, max=1e6, help=_ALONE_HELP)]
HERE = "here"


def estimate(
    model: Model,
    adapter: Annotated[Path | None, typer.Option(help=f"To go on from: {_KINDS}.")] = None,
    data: Annotated[Path | None, typer.Option(help="Say how long training on this takes.")] = None,
    objective: Objective = None,
    layers: Layers = None,
    device: Device = None,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Estimate a training's memory and speed. Shows whether it fits this machine."""
    config = settings_of(_with(settings, objective=objective, layers=layers, device=device))
    begun, read = adapter_of(adapter) if adapter else None, absolute(data) if data else ""
    result = perform(p.EstimateJob(model=model_of(model), config=config, adapter=begun, data=read), json)
    if not json:
        console = Terminal()
        show_result(console, result)
        show_pace(console, result)


def train(
    model: Annotated[str | None, typer.Option(help=MODEL_HELP)] = None,
    data: Annotated[Path | None, typer.Option(help=DATA_HELP)] = None,
    eval_data: Annotated[Path | None, typer.Option(help="Data to measure on; by default part of --data.")] = None,
    run: Annotated[Path | None, typer.Option(help="A new folder for the run; by default one is made.")] = None,
    adapter: Annotated[Path | None, typer.Option(help=f"Go on from this: {_KINDS}.")] = None,
    goal: Annotated[str | None, typer.Option(help=f"Set everything from a goal: {', '.join(GOALS)}.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Train a step or two, measure, and keep nothing.")] = False,
    resume: Annotated[str | None, typer.Option(metavar="RUN", help="Continue this run: a name or a folder.")] = None,
    objective: Objective = None,
    layers: Layers = None,
    priority: Priority = None,
    device: Device = None,
    on: On = None,
    alone_hours: Alone = 24.0,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Train an adapter. Ctrl+C finishes the step and saves; --resume continues."""
    if dry_run and on:
        raise wrong_usage("--dry-run", "measures this computer alone: leave --on out.")
    other = p.OnMachine(machine=on, alone_hours=alone_hours) if on and on != HERE else None
    if resume is not None:
        others = (model, data, eval_data, run, adapter, goal, dry_run, objective, layers, priority, settings)
        if any(others):
            what = "goes on with the run's own model, data and settings; give no others but --device."
            raise typer.BadParameter(what, None, None, "--resume")
        folder = folder_of(resume)
        if not on and (was_on := Run(Path(folder)).info().on):
            other = p.OnMachine(machine=was_on, alone_hours=alone_hours)
        elsewhere = settings_of(_with(None, device=device)).device if device else ""
        perform_and_show(p.ResumeJob(run=folder, device=elsewhere, on=other), json)
        _say_what_next(folder, json)
        return
    if model is None or data is None:
        missing = "--model" if model is None else "--data"
        raise typer.BadParameter("is needed, unless --resume is given.", None, None, missing)
    chosen = _with(settings, objective=objective, layers=layers, priority=priority, device=device)
    config = settings_of(chosen) if goal is None else settings_of_goal(goal, model, data, chosen, json)
    held_out = absolute(eval_data) if eval_data else None
    begun = adapter_of(adapter) if adapter else None
    if dry_run:
        job = p.DryRunJob(model=model_of(model), data=absolute(data), eval_data=held_out, config=config, adapter=begun)
        perform_and_show(job, json)
        return
    _train(
        p.TrainJob(
            model=model_of(model),
            data=absolute(data),
            eval_data=held_out,
            run=absolute(run) if run else str(runs.new_folder(model, str(data))),
            config=config,
            adapter=begun,
            on=other,
        ),
        json,
    )


def _with(settings: list[str] | None, **chosen: str | None) -> list[str]:
    """Combine the settings from --set with those from options of their own."""
    return [*(settings or []), *(f"{key}={value}" for key, value in chosen.items() if value is not None)]


def _train(job: p.TrainJob, json: bool) -> None:
    is_new = not Path(job.run).exists()
    try:
        perform_and_show(job, json)
    except typer.Exit:
        with suppress(LuthierError, OSError):
            if is_new and Run(Path(job.run)).is_unbegun():  # as in the window: a mistyped model leaves no run
                delete_for_good(Run(Path(job.run)))
        raise
    _say_what_next(job.run, json)


def _say_what_next(run: str, as_json: bool) -> None:
    folder = Path(run)
    name = folder.name if folder.parent == runs_dir() else run
    if not as_json:
        show_commands(Terminal(), [luthier("chat", name), luthier("export", name, "ollama", "-o", "FOLDER")])
        from core.export.merge import estimated_bytes  # imported late: it loads ggml
        from core.jobs.export.possible import base_header, learnt_tensors

        with suppress(LuthierError, OSError):  # the export itself would report it
            size = estimated_bytes(base_header(Run(folder).info().model), None, learnt_tensors(Run(folder)))
            print(f"\nExported, the model will take about {brief_size(size)}.")


def evaluate(model: Model, data: Data, adapter: Adapter = None, settings: Overrides = None, json: Json = False) -> None:
    """Measure loss and perplexity of a model on a data file."""
    job = p.EvalJob(
        model=model_of(model),
        data=absolute(data),
        adapter=adapter_of(adapter) if adapter else None,
        config=settings_of(settings),
    )
    perform_and_show(job, json)


def settings_of_goal(goal: str, model: str, data: Path, overrides: list[str], quiet: bool) -> TrainConfig:
    """Return the settings for the goal; overrides (--set) take precedence. Prints reasons and advice unless quiet.

    Raises typer.Exit if the model or the data cannot be read.
    """
    if goal not in GOALS:
        raise typer.BadParameter(f"is one of {', '.join(GOALS)}.", None, None, "--goal")
    own = settings_of(overrides)
    named = {setting.partition("=")[0].strip() for setting in overrides}  # even if they name the default value
    if "objective" not in named:  # it decides how the data is read
        own = from_values(msgspec.to_builtins(own) | {"objective": GOALS[goal].objective})
    chosen = {key: value for key, value in msgspec.to_builtins(own).items() if key in named}
    found: list[p.Event] = []
    with JobContext(found.append, Control()) as context:
        try:
            from core.jobs.planning.plan import Planner  # imported late: it loads the engine

            planner = Planner(p.PlanJob(model=model_of(model), data=absolute(data), config=own), context)
        except LuthierError as error:
            show_error(error.message, error.hint)
            raise typer.Exit(1) from error
        described = planner.described()
        planner.read_data()
        facts = next((event.facts for event in found if isinstance(event, p.DataRead)), None)
        machine = Machine.described(msgspec.structs.replace(described, tok_s=planner.tok_s()))
        values, reasons = settings_for(goal, machine, described.model, facts, own.objective)
        config = from_values({**values, **chosen})
        if not quiet:
            _say(config, chosen.keys() | {"rslora", "alpha"}, reasons, planner.plan(config))
    return config


def _say(config: TrainConfig, silent: set[str], reasons: dict[str, str], plan: p.TrainingPlan) -> None:
    terminal = Terminal()
    for key, reason in reasons.items():
        if key not in silent:
            terminal.print(f"{f'{key}={getattr(config, key)}'.ljust(26)}{reason}", markup=False, soft_wrap=True)
    for one in plan.advice:
        terminal.print(f"Note: {one.text}", markup=False, soft_wrap=True)
