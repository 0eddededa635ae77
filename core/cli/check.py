"""`luthier check`: what other programs make of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from core import protocol as p
from core.cli.listing import folder_of
from core.cli.options import Json, absolute
from core.cli.results import show_commands, show_facts
from core.cli.running import perform
from core.cli.terminal import Terminal

app = typer.Typer(help="See what other programs make of a run.", no_args_is_help=True)
_SHOWN = ("rendered_ours", "rendered_theirs", "answers", "commands")


@app.callback()
def check() -> None:
    """See what other programs make of a run."""


@app.command(name="llama-server")
def llama_server(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    url: Annotated[
        str, typer.Option(envvar="LLAMA_SERVER_URL", help="Of one that is running; else http://127.0.0.1:8080.")
    ] = "",
    program: Annotated[
        Path | None, typer.Option(envvar="LLAMA_SERVER", help="llama-server, to start one for this check.")
    ] = None,
    json: Json = False,
) -> None:
    """Compare what llama.cpp's server answers with the adapter of a run with our own. Exits 1 if they differ."""
    job = p.LlamaServerJob(run=folder_of(run), address=url, program=absolute(program) if program else "")
    result = perform(job, json)
    if not json:
        _show(result)
    if not result.good:
        raise typer.Exit(1)


def _show(result: p.LlamaServerResult) -> None:
    console = Terminal()
    facts = msgspec.to_builtins(result)
    show_facts(console, {name: value for name, value in facts.items() if name not in _SHOWN})
    if result.rendered is False:
        console.print(f"\nThe trained prompt:\n{result.rendered_ours}", markup=False)
        console.print(f"\nIts own:\n{result.rendered_theirs}", markup=False)
    for answer in result.answers:
        if not answer.same:
            what = f"strength {answer.scale:g}, token {answer.at}: {answer.ours!r} here, {answer.theirs!r} there"
            console.print(f"\n{answer.prompt}\n  {what}", markup=False)
    show_commands(console, result.commands)
