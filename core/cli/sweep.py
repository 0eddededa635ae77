"""`luthier sweep`: trains with several settings, one after the other, and ranks the results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from core import protocol as p
from core.advice.goals import GOALS
from core.advice.losses import all_beside_the_loss
from core.base.child_process import claim_stdout
from core.base.numbers import count, significant
from core.cli.listing import WIDE
from core.cli.options import DATA_HELP, MODEL_HELP, Json, Overrides, absolute, model_of, settings_of, wrong_usage
from core.cli.running import INTERRUPTED, ended
from core.cli.terminal import Terminal, json_line
from core.cli.training import Device, settings_of_goal
from core.protocol.specs import OfSweep
from core.runs import run as runs
from core.runs import sweeps
from core.runs.sweeps import Trial

_TRY_HELP = "KEY=VALUE,VALUE… of one setting; given more than once, every combination is trained."
_CASE_HELP = 'One training with "KEY=VALUE KEY=VALUE"; may be given more than once.'
_ONE_EACH_HELP = "One training on each computer of `luthier computers`, this one too, at the same time."
_NAME_HELP = "What it is called; alone: go on with the sweep of that name, or show what came of it."


def sweep(
    model: Annotated[str | None, typer.Option(help=MODEL_HELP)] = None,
    data: Annotated[Path | None, typer.Option(help=DATA_HELP)] = None,
    eval_data: Annotated[Path | None, typer.Option(help="Data to measure on; by default part of --data.")] = None,
    tries: Annotated[list[str] | None, typer.Option("--try", metavar="KEY=V,V", help=_TRY_HELP)] = None,
    cases: Annotated[list[str] | None, typer.Option("--case", metavar="SETTINGS", help=_CASE_HELP)] = None,
    goal: Annotated[str | None, typer.Option(help=f"Set everything else from a goal: {', '.join(GOALS)}.")] = None,
    name: Annotated[str, typer.Option(help=_NAME_HELP)] = "",
    device: Device = None,
    one_each: Annotated[bool, typer.Option("--one-each", help=_ONE_EACH_HELP)] = False,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Train with several settings, and show the best. Trains one after the other. Ctrl+C stops; --name goes on."""
    output = claim_stdout() if json else None
    if name and not (tries or cases):
        found = sweeps.trials(name)
        if not found or found[0].info.sweep is None:
            raise wrong_usage("--name", f"there is no sweep '{name}'; give --model, --data and --try to begin it.")
        of = found[0].info.sweep
    else:
        if model is None or data is None:
            raise typer.BadParameter("is needed.", None, None, "--model" if model is None else "--data")
        folder = str(runs.new_folder(model, str(data)))
        chosen = [*(settings or []), *([f"device={device}"] if device else [])]
        base = p.TrainJob(
            model=model_of(model),
            data=absolute(data),
            run=folder,
            eval_data=absolute(eval_data) if eval_data else None,
            config=settings_of(chosen) if goal is None else settings_of_goal(goal, model, data, chosen, json),
        )
        wanted = sweeps.configs(base.config, [_parsed(one) for one in tries or []], cases or [])
        of = OfSweep(name=name, trials=len(wanted))
        of = of if name else sweeps.named(of, runs.own_title(Path(folder).name))
        if sweeps.trials(of.name):
            raise wrong_usage("--name", f"there is a sweep '{of.name}' already; --name alone goes on with it.")
        for job in sweeps.jobs(of, base, wanted):
            runs.create(job)  # create all first, so that a stopped sweep keeps its pending runs
    if one_each:
        _train_on_all(p.SweepJob(name=of.name), json)
    while following := sweeps.next_jobs(sweeps.trials(of.name)):
        _train_all(of, following, json)
    found = sweeps.ranked(sweeps.trials(of.name))
    if output is not None:
        output.write(json_line(facts(of, found)).encode() + b"\n")
    else:
        _show(found)
    if all(trial.figures.eval_best is None for trial in found):
        raise typer.Exit(1)


def _parsed(text: str) -> tuple[str, list[str]]:
    key, equals, values = text.partition("=")
    if not equals or not values:
        raise wrong_usage("--try", f"'{text}' is not KEY=VALUE,VALUE.")
    return key.strip(), [value.strip() for value in values.split(",")]


def _train_all(of: OfSweep, jobs: Sequence[p.ResumeJob], json: bool) -> None:
    """Train the runs one by one, skipping those whose settings fail. Raises typer.Exit if all would fail, or one was
    stopped.
    """
    for number, job in enumerate(jobs, 1):
        run = runs.Run(Path(job.run))
        done = sweeps.percent_done(of, sweeps.trials(of.name))
        line = f"\n{number} of {len(jobs)}: {run.title} ({done}% of the sweep is done)"
        Terminal(stderr=json).print(line, markup=False, style="bold")
        end = ended(job, as_json=json)
        if isinstance(end, p.Finished) and end.outcome != "done":
            raise typer.Exit(INTERRUPTED)
        # Failures that the run does not record, such as a lock held by another program, would hit every run.
        is_told = sweeps.trial(run).figures.status == "failed"
        if isinstance(end, p.Failed) and (not is_told or sweeps.would_meet_all(end.code)):
            raise typer.Exit(1)


def _train_on_all(job: p.SweepJob, json: bool) -> None:
    """Train the runs on all computers. Raises typer.Exit as `_train_all` does."""
    match ended(job, as_json=json):
        case p.Finished(outcome="done"):
            pass
        case p.Finished():
            raise typer.Exit(INTERRUPTED)
        case _:
            raise typer.Exit(1)


def facts(of: OfSweep, found: list[Trial]) -> dict[str, Any]:
    """Return the values that `--json` prints for a sweep, best trial first."""
    configs = [trial.info.config for trial in found]
    return {
        "name": of.name,
        "best": str(found[0].run.folder) if found and found[0].figures.eval_best is not None else None,
        "trials": [
            {
                "run": str(trial.run.folder),
                "settings": sweeps.differing(configs, trial.info.config),
                "eval_loss": trial.figures.eval_best,
                "best_step": trial.figures.eval_best_step,
                "right": trial.figures.right,
                "answers": trial.figures.answers,
                "choices": msgspec.to_builtins(trial.figures.choices),
                "step": trial.figures.step,
                "steps": trial.figures.steps,
                "status": trial.figures.status,
                "trouble": trial.figures.trouble,
            }
            for trial in found
        ],
    }


def _show(found: list[Trial]) -> None:
    configs = [trial.info.config for trial in found]
    keys = list(dict.fromkeys(key for one in configs for key in sweeps.differing(configs, one)))
    beside = all_beside_the_loss([trial.figures for trial in found])
    table = Table(
        "run", *keys, *map(str.lower, beside), "loss on unseen text", "at step", "steps", "", box=None, pad_edge=False
    )
    for place, trial in enumerate(found):
        own, figures = sweeps.differing(configs, trial.info.config), trial.figures
        state = "best" if not place and figures.eval_best is not None else figures.status
        done = f"{count(figures.step)} / {count(figures.steps)}"
        values = [str(own.get(key, "")) for key in keys]
        values += [texts[place] for texts in beside.values()]
        table.add_row(
            trial.run.name, *values, significant(figures.eval_best), count(figures.eval_best_step), done, state
        )
    terminal = Terminal()
    terminal.width = WIDE
    terminal.print()
    terminal.print(table, soft_wrap=True)
    if told := sweeps.too_far(found, lambda trial: trial.run.name):
        terminal.print(f"\n{told}", markup=False, soft_wrap=True)
