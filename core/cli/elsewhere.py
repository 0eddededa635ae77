"""`luthier elsewhere` and `runs bring-home`: a training that does not fit here, to a bigger machine and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core import protocol as p
from core.cli import listing
from core.cli.options import DATA_HELP, Force, Json, Model, Output, Overrides, absolute, model_of, settings_of
from core.cli.results import show_result
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal
from core.runs import run as runs


def elsewhere(
    model: Model,
    data: Annotated[Path, typer.Option("--data", help=DATA_HELP)],
    output: Output,
    eval_data: Annotated[Path | None, typer.Option(help="Data to measure on; else part of --data.")] = None,
    base: Annotated[str, typer.Option(metavar="OWNER/NAME", help="The model's original checkpoint on the hub.")] = "",
    run: Annotated[Path | None, typer.Option(help="A new folder for the run; else one is made.")] = None,
    settings: Overrides = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a folder that trains this on a bigger machine: data, settings, scripts, a notebook, and the way home."""
    job = p.ElsewhereJob(
        model=model_of(model),
        data=absolute(data),
        eval_data=absolute(eval_data) if eval_data else None,
        run=absolute(run) if run else str(runs.new_folder(model, str(data))),
        output=absolute(output),
        config=settings_of(settings),
        base=base,
        force=force,
    )
    result = perform(job, json)
    if not json:
        show_result(Terminal(), result)
        print(f"\nREADME.md in it says how to go on. What comes home goes into the run {Path(job.run).name}.")


@listing.app.command(name="bring-home")
def bring_home(
    run: Annotated[str, typer.Argument(help="The run that the folder was made of: its name or its folder.")],
    adapter: Annotated[Path, typer.Argument(help="The adapter's folder that a script wrote, or its zip file.")],
    json: Json = False,
) -> None:
    """Put what was trained elsewhere into its run."""
    perform_and_show(p.BringHomeJob(run=listing.folder_of(run), adapter=absolute(adapter)), json)
