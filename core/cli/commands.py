"""All commands, in the help's order; each is in its subject's file."""

from __future__ import annotations

from typing import Annotated

import typer

from core import __version__
from core.cli import adapters, assess, chat, computers, data, doctor, listing, models, program, sweep, trained, training

app = typer.Typer(
    name="luthier",
    help="Fine-tune language models at home: no NVIDIA card, no PyTorch, no account.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"luthier {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_say_version, is_eager=True)
    ] = False,
) -> None:
    pass


app.command(name="settings")(program.show_or_change)
app.command()(program.demo)
app.command(name="app")(program.window)
app.command()(program.doctor)
app.command()(doctor.devices)
app.command()(program.report)
app.command()(models.convert)
app.command()(models.quantize)
app.command()(training.estimate)
app.command()(training.train)
app.command()(sweep.sweep)
app.command()(trained.elsewhere)
app.command(name="eval")(training.evaluate)
app.command()(assess.assess)
app.command()(chat.chat)
app.command()(chat.serve)
app.command()(trained.export)
app.command()(trained.exports)
app.command()(trained.types)
app.command()(trained.strengths)
app.command()(adapters.import_adapter)
app.add_typer(adapters.app, name="adapters")
app.command()(models.push)
app.add_typer(computers.app, name="computers")
app.command(hidden=True)(computers.worker)
app.add_typer(trained.ollama_app, name="ollama")
app.add_typer(data.app, name="data")
app.add_typer(data.rows_app, name="rows")
app.add_typer(models.app, name="models")
listing.app.command()(listing.compare)
app.add_typer(listing.app, name="runs")
