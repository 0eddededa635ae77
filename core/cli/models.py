"""`luthier models …`, `push`, `convert` and `quantize`: models on this disk and on the hub."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from core import protocol as p
from core.base import settings
from core.base.command_lines import typed
from core.base.numbers import brief_count, brief_size
from core.base.systems.terminals import quoted
from core.cli.options import Force, Json, Output, absolute, wrong_usage
from core.cli.results import show_quant_types
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal
from core.gguf import downloads
from core.memory.estimate import suggest

app = typer.Typer(help="List, find and download models.", no_args_is_help=True)

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


@app.command(name="list")
def list_command(json: Json = False) -> None:
    """List the models on this disk. These are Luthier's, other programs', and those among your downloads."""
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
    """Describe a model on the hub before the download. Reads only the headers of its files."""
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


@app.command()
def search(
    words: Annotated[list[str] | None, typer.Argument(help="Words in the model's name or its owner's.")] = None,
    format_: Annotated[str, typer.Option("--format", metavar="gguf|safetensors", help="Only in this form.")] = "",
    max_size: Annotated[
        str, typer.Option(metavar="SIZE", help="The largest size of the weights, for example 2G or 800M.")
    ] = "0",
    licence: Annotated[str, typer.Option(help="As the hub writes it: apache-2.0, mit, llama3.2.")] = "",
    fits: Annotated[
        bool, typer.Option("--fits", help="Only models that this machine has the memory to train.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many at most.")] = 20,
    check_picks: Annotated[
        bool, typer.Option("--check-picks", help="Ask only whether the models to start with are still there.")
    ] = False,
    json: Json = False,
) -> None:
    """Find models on the hub, most downloaded first."""
    if check_picks:
        _check_picks(json)
        return
    if not words:
        raise wrong_usage("WORDS", "are needed: what to search for.")
    if format_.lower() not in ("", "gguf", "safetensors"):
        raise typer.BadParameter(f"'{format_}' is neither gguf nor safetensors.", None, None, "--format")
    job = p.SearchJob(
        words=" ".join(words),
        format=format_.lower(),
        max_bytes=_bytes(max_size),
        licence=licence.lower(),
        fits=fits,
        limit=limit,
    )
    result = perform(job, json)
    if not json and not result.models:
        print("Nothing found. Fewer words or filters may help.")


def _check_picks(json: bool) -> None:
    """Print a line for each recommended model. Exit with 1 if one differs from the list."""
    picks = perform(p.CheckPicksJob(), json).picks
    for pick in () if json else picks:
        Terminal().print(f"{pick.repo}: {pick.problem or 'as in the list'}", markup=False, soft_wrap=True)
    if any(pick.problem for pick in picks):
        raise typer.Exit(1)


@app.command()
def fetch(
    model: Annotated[
        str, typer.Argument(metavar="REPO[:FILE]", help="owner/name, and a file or a quantization in it.")
    ],
    to: Annotated[Path | None, typer.Option(help="A folder; by default the models folder.")] = None,
    revision: Annotated[str, typer.Option(help="A branch, tag or commit.")] = "main",
    json: Json = False,
) -> None:
    """Download a model, or continue a download. Ctrl+C keeps the part received so far."""
    reference = downloads.parse(model)
    if reference is None:
        raise typer.BadParameter(f"'{model}' is not owner/name or owner/name:FILE.", None, None, "REPO[:FILE]")
    job = p.FetchJob(
        repo=reference.repo,
        files=[reference.file] if reference.file else [],
        to=absolute(to) if to else None,
        revision=revision,
    )
    perform_and_show(job, json)


def push(
    export: Annotated[Path, typer.Argument(help="The folder of an export, or its GGUF file.")],
    repo: Annotated[str, typer.Argument(metavar="OWNER/NAME", help="A repository; it is made if it does not exist.")],
    public: Annotated[bool, typer.Option("--public", help="Let everybody see it; by default only you can.")] = False,
    message: Annotated[str, typer.Option(help="The commit message.")] = "Upload with Luthier",
    only_list: Annotated[bool, typer.Option("--list", help="Say what would be uploaded, and upload nothing.")] = False,
    json: Json = False,
) -> None:
    """Upload an export with its model card to the hub."""
    if only_list:
        perform_and_show(p.PushableJob(path=absolute(export)), json)
        return
    perform_and_show(p.PushJob(path=absolute(export), repo=repo, public=public, message=message), json)


@app.command()
def login() -> None:
    """Save an access token in the system's keyring. It is for gated and private models."""
    from core.hub import access_token, client

    endpoint = client.endpoint_of(settings.load())
    is_person = sys.stdin.isatty()
    secret = typer.prompt(f"Access token for {endpoint}", hide_input=True) if is_person else sys.stdin.readline()
    access_token.save(endpoint, secret)
    print(f"Saved in the system's keyring, for {endpoint}.")


@app.command()
def logout() -> None:
    """Remove the access token from the system's keyring."""
    from core.hub import access_token, client

    endpoint = client.endpoint_of(settings.load())
    print(f"Deleted, for {endpoint}." if access_token.forget(endpoint) else f"No token was saved for {endpoint}.")


def _bytes(text: str) -> int:
    match = re.fullmatch(r"([\d.]+)\s*([kmgt]?)b?", text.lower())
    try:
        return int(float(match[1]) * _UNITS[match[2]]) if match else int(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is not a size like 2G or 800M.", None, None, "--max-size") from None


def convert(
    source: Annotated[Path, typer.Argument(help="A folder with config.json and .safetensors files.")],
    output: Output,
    dtype: Annotated[
        str, typer.Option("--type", help="Type of the weights: f16, bf16, f32, q8_0, q6_k, q5_k_m, q4_k_m, ...")
    ] = "f16",
    imatrix: Annotated[
        Path | None, typer.Option(help="Data that shows which weights matter, for types of few bits.")
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Convert a Hugging Face folder to a GGUF file."""
    job = p.ConvertJob(
        source=absolute(source),
        output=absolute(output),
        dtype=dtype.lower(),
        imatrix=absolute(imatrix) if imatrix else None,
        force=force,
    )
    perform_and_show(job, json)


def quantize(
    source: Annotated[Path | None, typer.Argument(help="A GGUF file.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to write.")] = None,
    dtype: Annotated[str | None, typer.Option("--type", help="One of --list; q4_k_m is the usual choice.")] = None,
    imatrix: Annotated[
        Path | None, typer.Option(help="Data that shows which weights matter, or an importance matrix.")
    ] = None,
    measure: Annotated[Path | None, typer.Option(help="Data to measure perplexity on, before and after.")] = None,
    sample_tokens: Annotated[int, typer.Option(min=64, help="Read at most this many tokens of either data.")] = 32768,
    show_types: Annotated[bool, typer.Option("--list", help="List the types.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Quantize a GGUF file, to make it smaller."""
    if show_types:
        show_quant_types(json)
        return
    if source is None or output is None or dtype is None:
        missing = "SOURCE" if source is None else "--output" if output is None else "--type"
        raise wrong_usage(missing, "is needed, unless --list is given.")
    job = p.QuantizeJob(
        source=absolute(source),
        output=absolute(output),
        dtype=dtype.lower(),
        imatrix=absolute(imatrix) if imatrix else None,
        measure=absolute(measure) if measure else None,
        sample_tokens=sample_tokens,
        force=force,
    )
    perform_and_show(job, json)
