"""`luthier ollama create`: an exported folder brought into a running Ollama."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core import protocol as p
from core.base.command_lines import typed
from core.cli.listing import folder_of
from core.cli.options import Force, Json, NoQuestions, absolute
from core.cli.results import show_commands, show_ollama
from core.cli.running import perform
from core.cli.terminal import Terminal

app = typer.Typer(help="Models in Ollama.", no_args_is_help=True)


@app.callback()
def ollama() -> None:
    """Models in Ollama."""


@app.command()
def find(json: Json = False) -> None:
    """Say whether an Ollama runs that takes models. Exits 1 where none does."""
    found = perform(p.FindOllamaJob(), json)
    if not json:
        is_there = f"Ollama {found.version} at {found.address}."
        said = is_there if found.version else f"{found.problem}\n{typed(found.hint)}"
        Terminal().print(said, markup=False, soft_wrap=True)
    if not found.version:
        raise typer.Exit(1)


@app.command()
def create(
    folder: Annotated[Path, typer.Argument(help="What `luthier export RUN ollama` has written.")],
    name: Annotated[str, typer.Option(help="Of the model; else the run's.")] = "",
    run: Annotated[str, typer.Option(help="Whose evaluation's questions to ask; else the run of that name.")] = "",
    force: Force = False,
    no_questions: NoQuestions = False,
    json: Json = False,
) -> None:
    """Bring an exported folder into the running Ollama, ask it, and compare its answers with those given here."""
    job = p.OllamaJob(
        folder=absolute(folder),
        name=name,
        run=folder_of(run) if run else "",
        force=force,
        questions=not no_questions,
    )
    result = perform(job, json)
    if not json:
        show_ollama(Terminal(), result)
        show_commands(Terminal(), result.commands)
