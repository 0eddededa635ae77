"""`luthier data`: training data, looked at and cleaned."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core import protocol as p
from core.cli.options import DATA_HELP, Force, Json, Model, Output, Overrides, absolute, model_of, settings_of
from core.cli.results import show_preview, show_result, show_statistics, show_tokens
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal

app = typer.Typer(help="Look at training data.", no_args_is_help=True)
DataFile = Annotated[Path, typer.Argument(help=DATA_HELP)]


@app.command()
def inspect(
    file: DataFile,
    model: Model,
    limit: Annotated[int, typer.Option(min=0, help="How many rows to show.")] = 5,
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Show a data file as the model reads it: rows, tokens, and which of them are trained."""
    job = p.InspectJob(model=model_of(model), data=absolute(file), config=settings_of(settings), limit=limit)
    result = perform(job, json)
    if not json:
        show_preview(Terminal(), result.preview)
        show_result(Terminal(), result)
        if result.statistics is not None:
            show_statistics(Terminal(), result.statistics)


@app.command()
def preview(
    file: DataFile,
    model: Model,
    start: Annotated[int, typer.Option(min=1, help="The first row to show.")] = 1,
    limit: Annotated[int, typer.Option(min=1, help="How many rows to show.")] = 1,
    search: Annotated[str, typer.Option(help="Only rows with this text in them.")] = "",
    settings: Overrides = None,
    json: Json = False,
) -> None:
    """Show rows token by token, and why each token is trained or not."""
    job = p.PreviewJob(
        model=model_of(model),
        data=absolute(file),
        config=settings_of(settings),
        start=start - 1,
        limit=limit,
        search=search,
    )
    result = perform(job, json)
    if not json:
        show_tokens(Terminal(), result.rows)


@app.command()
def clean(file: DataFile, output: Output, settings: Overrides = None, force: Force = False, json: Json = False) -> None:
    """Write the rows that can be used, each once, to a new file of JSON lines; running text as text."""
    perform_and_show(
        p.CleanJob(data=absolute(file), output=absolute(output), config=settings_of(settings), force=force), json
    )
