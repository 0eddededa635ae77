"""`luthier models`: what is on this disk; with what hub.py adds, also what is on the hub."""

from __future__ import annotations

from typing import Annotated

import typer

from core import protocol as p
from core.advice.estimate import suggest
from core.advice.texts.numbers import brief_count, brief_size
from core.base.command_lines import quoted, typed
from core.cli import hub
from core.cli.options import Json, wrong_usage
from core.cli.running import perform
from core.cli.terminal import Terminal
from core.gguf import downloads

app = typer.Typer(help="Models: those on this disk, and those on the Hugging Face hub.", no_args_is_help=True)
app.add_typer(hub.app)


@app.command(name="list")
def list_command(json: Json = False) -> None:
    """Models that Luthier and other programs have here, and those among your downloads."""
    result = perform(p.ListModelsJob(), json, quiet=True)
    if json:
        return
    console = Terminal(soft_wrap=True)
    for model in result.models:
        _show(console, model, result.budget_bytes)
    if not result.models:
        print("No models found. `--model` also takes any GGUF file and any folder with safetensors.")
    if result.folders:
        console.print("Looked in " + ", ".join(result.folders), style="dim", markup=False)


@app.command()
def peek(
    model: Annotated[str, typer.Argument(metavar="REPO[:FILE]", help="A GGUF file on the hub, or a checkpoint.")],
    json: Json = False,
) -> None:
    """Say what a model on the hub is, and what training it needs, by the headers of its files alone."""
    reference = downloads.parse(model)
    if reference is None:
        raise wrong_usage("REPO[:FILE]", f"'{model}' is not owner/name, or owner/name:FILE.")
    result = perform(p.PeekJob(repo=reference.repo, file=reference.file), json, quiet=True)
    if not json:
        _show(Terminal(soft_wrap=True), result.model, result.budget_bytes)


def _show(console: Terminal, model: p.LocalModel, budget: int) -> None:
    console.print(model.name, style="bold", markup=False, end="")
    lines = [_facts(model), _training(model)]
    if suggested := suggest(model, budget):
        lines.append(f"Best here: {suggested.text}")
    console.print(f" ({model.source})\n  " + "\n  ".join(lines) + "\n", markup=False)


def _facts(model: p.LocalModel) -> str:
    parts = [
        f"{model.title} ({model.architecture})" if model.title else model.architecture,
        f"{brief_count(model.parameters)} parameters" if model.parameters else "",
        model.quantization,
        f"{model.context:,} tokens" if model.context else "",
        brief_size(model.bytes) if model.bytes else "",
        f"{model.licence}, which {model.licence_note}" if model.licence_note else model.licence,
        "with a chat template" if model.chat_template else "",
    ]
    return " · ".join(part for part in parts if part) or model.path


def _training(model: p.LocalModel) -> str:
    if not model.trains:
        return f"Does not train here: {model.trouble} {typed(model.hint)}".rstrip()
    needs = f"needs {brief_size(model.need)} of memory" + ("" if model.fits else ", more than is free")
    return f"Trains here, {needs}: --model {quoted(model.model)}"
