"""`luthier runs`: what was trained so far."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from core.cli.options import Json
from core.cli.results import show_facts
from core.cli.terminal import Terminal, json_line
from core.shared import paths, runs
from core.shared import protocol as p
from core.shared.errors import LuthierError

_WIDE = 1000  # columns that a table of runs may have: a name that is cut cannot be typed
app = typer.Typer(help="What was trained so far.", no_args_is_help=True)


class RunSummary(msgspec.Struct, kw_only=True):
    """A run in a few numbers, from its events."""

    name: str
    folder: str
    status: str
    model: str
    data: str
    step: int = 0
    steps: int = 0
    loss: float | None = None  # of the newest step
    eval_loss_before: float | None = None
    eval_loss_after: float | None = None
    adapter: str | None = None


def find_run(text: str) -> runs.Run:
    """A run by its folder, or by its name in the runs folder.

    Raises LuthierError `runs.not-found`, `runs.unreadable`.
    """
    for folder in (Path(text).expanduser(), paths.runs_dir() / text):
        try:
            if (folder / "run.json").exists():
                return runs.Run(folder.absolute())
        except OSError as error:
            raise runs.unreadable(folder, error) from error
    raise LuthierError(
        "runs.not-found",
        f"There is no run '{text}', neither as a folder nor by this name in {paths.runs_dir()}.",
        "`luthier runs list` shows the runs.",
    )


def folder_of(text: str) -> str:
    """The folder of a run that is named."""
    return str(find_run(text).folder)


def summarize(run: runs.Run) -> RunSummary:
    """Read a run's files. Raises LuthierError `runs.not-a-run`."""
    info = run.info()
    summary = RunSummary(name=run.name, folder=str(run.folder), status=run.status(), model=info.model, data=info.data)
    for event in run.events():
        match event:
            case p.TrainingStarted(step=step, steps=steps):
                summary.step, summary.steps = step, steps
            case p.Step(step=step, loss=loss):
                summary.step, summary.loss = step, loss
            case p.Evaluation(adapter=False, loss=loss):
                summary.eval_loss_before = loss
            case p.Evaluation(loss=loss):
                summary.eval_loss_after = loss
            case p.Checkpoint(adapter=adapter):
                summary.adapter = adapter
    return summary


@app.command(name="list")
def list_command(json: Json = False) -> None:
    """All runs, newest first."""
    listed = runs.list_runs()
    summaries = [summarize(run) for run in listed.runs]
    for error in listed.unreadable:
        Terminal(stderr=True, soft_wrap=True).print(f"Note: {error.message}")
    if json:
        print(json_line(summaries))
    elif not summaries:
        print(f"No runs yet in {paths.runs_dir()}. `luthier train` makes one.")
    else:
        _show_table(summaries)


@app.command()
def show(run: Annotated[str, typer.Argument(help="A run: its name or its folder.")], json: Json = False) -> None:
    """One run: what was asked, how far it came, where its adapter is."""
    found = find_run(run)
    facts = {**msgspec.to_builtins(summarize(found)), "settings": msgspec.to_builtins(found.info().config)}
    if json:
        print(json_line(facts))
    else:
        show_facts(Terminal(), facts)


def _show_table(summaries: list[RunSummary]) -> None:
    table = Table("name", "status", "steps", "loss", "evaluation", box=None, pad_edge=False)
    for summary in summaries:
        table.add_row(
            summary.name,
            summary.status,
            f"{summary.step}/{summary.steps}",
            "" if summary.loss is None else f"{summary.loss:.3f}",
            _change(summary.eval_loss_before, summary.eval_loss_after),
        )
    terminal = Terminal()
    terminal.width = _WIDE
    terminal.print(table, soft_wrap=True)


def _change(before: float | None, after: float | None) -> str:
    return " → ".join(f"{loss:.3f}" for loss in (before, after) if loss is not None)
