"""`luthier types`: which type of weights to export a run in."""

from __future__ import annotations

from typing import Annotated

import typer

from core import protocol as p
from core.cli.listing import folder_of
from core.cli.options import Checkpoint, ImatrixOfRun, Json
from core.cli.running import perform
from core.cli.terminal import Terminal
from core.cli.type_table import show_types


def types(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    chosen: Annotated[
        list[str] | None,
        typer.Option("--type", help=f"May be given many times. Without it: {', '.join(p.USUAL_TYPES)}."),
    ] = None,
    checkpoint: Checkpoint = "",
    imatrix: ImatrixOfRun = False,
    json: Json = False,
) -> None:
    """Measure what each type of weights would cost a merged model; nothing is kept."""
    job = p.TypesJob(run=folder_of(run), types=chosen or list(p.USUAL_TYPES), checkpoint=checkpoint, imatrix=imatrix)
    result = perform(job, json)
    if not json:
        show_types(Terminal(), result, run)
