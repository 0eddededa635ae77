"""`luthier models search`, `fetch`, `login` and `logout`, and `luthier push`: the Hugging Face hub."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from core import protocol as p
from core.base import settings
from core.cli.options import Json, absolute, wrong_usage
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal
from core.gguf import downloads

app = typer.Typer()
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


@app.command()
def search(
    words: Annotated[list[str] | None, typer.Argument(help="Words in the model's name or its owner's.")] = None,
    format_: Annotated[str, typer.Option("--format", metavar="gguf|safetensors", help="Only in this form.")] = "",
    max_size: Annotated[str, typer.Option(metavar="SIZE", help="Of the weights, for example 2G or 800M.")] = "0",
    licence: Annotated[str, typer.Option(help="As the hub writes it: apache-2.0, mit, llama3.2.")] = "",
    fits: Annotated[bool, typer.Option("--fits", help="Only what this machine has the memory to train.")] = False,
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
    """A line for each; exits 1 where one is no longer as the list has it."""
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
    to: Annotated[Path | None, typer.Option(help="A folder; else the models folder.")] = None,
    revision: Annotated[str, typer.Option(help="A branch, tag or commit.")] = "main",
    json: Json = False,
) -> None:
    """Download a model, or go on with it. Ctrl+C keeps what has come."""
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
    repo: Annotated[str, typer.Argument(metavar="OWNER/NAME", help="Made if it is not there.")],
    public: Annotated[bool, typer.Option("--public", help="For everybody to see; else only for you.")] = False,
    message: Annotated[str, typer.Option(help="What the commit says.")] = "Upload with Luthier",
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
    """Save an access token for gated and private models in the system's keyring."""
    from core.hub import access_token, client

    endpoint = client.endpoint_of(settings.load())
    is_person = sys.stdin.isatty()
    secret = typer.prompt(f"Access token for {endpoint}", hide_input=True) if is_person else sys.stdin.readline()
    access_token.save(endpoint, secret)
    print(f"Saved in the system's keyring, for {endpoint}.")


@app.command()
def logout() -> None:
    """Take the access token out of the system's keyring."""
    from core.hub import access_token, client

    endpoint = client.endpoint_of(settings.load())
    print(f"Deleted, for {endpoint}." if access_token.forget(endpoint) else f"No token was saved for {endpoint}.")


def _bytes(text: str) -> int:
    match = re.fullmatch(r"([\d.]+)\s*([kmgt]?)b?", text.lower())
    try:
        return int(float(match[1]) * _UNITS[match[2]]) if match else int(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is not a size like 2G or 800M.", None, None, "--max-size") from None
