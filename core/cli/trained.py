"""`luthier chat` and `export`: what was trained, here and in other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from core.cli.listing import folder_of
from core.cli.options import (
    AdapterFile,
    Checkpoint,
    Force,
    ImatrixOfRun,
    Json,
    Model,
    Output,
    absolute,
    model_of,
    wrong_usage,
)
from core.cli.results import show_commands, show_result
from core.cli.running import INTERRUPTED, perform
from core.cli.terminal import Terminal, visible
from core.cli.type_table import show_types
from core.shared import protocol as p
from core.shared.quant_types import quant_type


def chat(
    model: Model,
    adapter: AdapterFile = None,
    prompt: Annotated[str | None, typer.Option(help="What to say. Without it, prompts are read line by line.")] = None,
    temperature: Annotated[float, typer.Option(min=0, help="0: the likeliest words; 1: as varied as trained.")] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same answer.")] = 0,
    max_tokens: Annotated[int, typer.Option(min=1, help="Longest answer.")] = 200,
    json: Json = False,
) -> None:
    """Talk to a model. Each prompt is answered on its own."""
    if json and prompt is None:
        raise wrong_usage("--prompt", "is needed with --json.")
    for text in [prompt] if prompt is not None else _typed_prompts():
        job = p.ChatJob(
            model=model_of(model),
            prompt=text,
            adapter=absolute(adapter) if adapter else None,
            temperature=temperature,
            seed=seed,
            max_tokens=max_tokens,
        )
        result = perform(job, json, quiet=True)
        if not json:
            print(visible(result.text), flush=True)


def export(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    kind: Annotated[
        str,
        typer.Argument(
            help="ollama (a folder), merged (the whole model in a file), adapter (a file), "
            "peft (an adapter's folder for Python) or elsewhere (a folder that trains the run on a bigger machine)."
        ),
    ],
    output: Output,
    checkpoint: Checkpoint = "",
    dtype: Annotated[
        str | None, typer.Option("--type", help="Of the model's weights, for example q8_0; else as in the base.")
    ] = None,
    imatrix: ImatrixOfRun = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a run's adapter for other programs, and check it there."""
    if kind not in p.EXPORT_KINDS:
        raise wrong_usage("KIND", f"'{kind}' is not one of {', '.join(p.EXPORT_KINDS)}.")
    if dtype is not None and kind in ("adapter", "elsewhere", "peft"):
        raise wrong_usage("--type", "is only for merged and ollama.")
    if imatrix and dtype is None:
        raise wrong_usage("--imatrix", "is for weights that are quantized: give --type, too.")
    job = p.ExportJob(
        run=folder_of(run),
        kind=kind,
        output=absolute(output),
        checkpoint=checkpoint,
        dtype=dtype,
        imatrix=imatrix,
        force=force,
    )
    result = perform(job, json)
    if not json:
        show_result(Terminal(), result)
        show_commands(Terminal(), result.commands)


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
    for name in chosen or ():
        quant_type(name)
    job = p.TypesJob(run=folder_of(run), types=chosen or list(p.USUAL_TYPES), checkpoint=checkpoint, imatrix=imatrix)
    result = perform(job, json)
    if not json:
        show_types(Terminal(), result, run)


def _typed_prompts() -> Iterator[str]:
    """Lines from stdin until its end or Ctrl+C; asked for when a person is there."""
    try:
        while line := (input("> ") if sys.stdin.isatty() else sys.stdin.readline()):
            yield line.strip()
    except EOFError:
        return
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
