"""`luthier export`, `exports` and `types`: a run in the forms that other programs take, and what each type costs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec import UnsetType

from core import protocol as p
from core.advice.texts.numbers import brief_size
from core.base.command_lines import typed
from core.cli.event_lines import show_types
from core.cli.listing import folder_of
from core.cli.options import Checkpoint, Force, ImatrixOfRun, Json, NoQuestions, absolute, wrong_usage
from core.cli.results import show_commands, show_ollama, show_result
from core.cli.running import perform
from core.cli.terminal import Terminal

_NEXT = {
    "merged": "Any program that reads GGUF opens it; the README beside it says how in some.",
    "lmstudio": "It is in LM Studio's list of models now.",
    "peft": "README.md in it says how to load it in Python.",
    "elsewhere": "README.md in it says step by step what to do on the other machine, and how to come home.",
}


def export(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    kind: Annotated[
        str,
        typer.Argument(
            help="ollama (a folder), lmstudio (into its models), merged (the whole model in a file), adapter (a file), "
            "peft (an adapter's folder for Python) or elsewhere (a folder that trains the run on a bigger machine)."
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to write; lmstudio finds its folder by itself.")
    ] = None,
    checkpoint: Checkpoint = "",
    dtype: Annotated[
        str | None,
        typer.Option(
            "--type",
            help="Of the model's weights, for example f16; base: as in the base; base+: a tenth larger at most. "
            "Without it as in the base, but in 8 bits (q8_0) where fewer would lose what was learnt.",
        ),
    ] = None,
    imatrix: ImatrixOfRun = False,
    force: Force = False,
    create: Annotated[
        bool, typer.Option("--create", help="ollama: bring it into the running Ollama, too, and compare its answers.")
    ] = False,
    name: Annotated[str, typer.Option(help="ollama, with --create: of the model; else the run's.")] = "",
    no_questions: NoQuestions = False,
    adapter: Annotated[
        bool, typer.Option("--adapter", help="ollama: what was learnt alone, for Ollama 0.30.0 to 0.34.0.")
    ] = False,
    json: Json = False,
) -> None:
    """Write a run's adapter for other programs, and check it there."""
    if kind not in p.EXPORT_KINDS:
        raise wrong_usage("KIND", f"'{kind}' is not one of {', '.join(p.EXPORT_KINDS)}.")
    if dtype is not None and kind in ("adapter", "elsewhere", "peft"):
        raise wrong_usage("--type", "is only for whole models.")
    if checkpoint and kind == "elsewhere":
        raise wrong_usage("--checkpoint", "is not for elsewhere: its folder trains the run from the beginning.")
    if output is None and kind != "lmstudio":
        raise wrong_usage("-o", "is needed: where to write.")
    for option, given in (("--create", create), ("--adapter", adapter)):
        if given and kind != "ollama":
            raise wrong_usage(option, "is only for ollama.")
    if adapter and (create or dtype):
        raise wrong_usage("--adapter", "goes with neither --create nor --type.")
    for option, set_ in (("--name", name), ("--no-questions", no_questions)):
        if set_ and not create:
            raise wrong_usage(option, "is only for --create.")
    if imatrix and dtype is None:
        raise wrong_usage("--imatrix", "is for weights that are quantized: give --type, too.")
    job = p.ExportJob(
        run=folder_of(run),
        kind=kind,
        output=absolute(output) if output else "",
        checkpoint=checkpoint,
        dtype=dtype,
        imatrix=imatrix,
        force=force,
        create=create,
        name=name,
        questions=not no_questions,
        adapter=adapter,
    )
    result = perform(job, json)
    if not json:
        show_result(Terminal(), result)
        if not isinstance(result.ollama, UnsetType):
            show_ollama(Terminal(), result.ollama)
        show_commands(Terminal(), result.commands)
        if kind in _NEXT:
            print(f"\n{_NEXT[kind]}")


def exports(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    json: Json = False,
) -> None:
    """Say what can be made of a run: about how large, and where the window would put it."""
    result = perform(p.ExportsJob(run=folder_of(run)), json)
    if json:
        return
    terminal = Terminal()
    for place in result.places:
        where = place.output or f"{place.problem} {typed(place.hint)}".strip()
        there = " (is there)" if place.is_there else ""
        line = f"{place.kind:<11}{brief_size(place.bytes):>8}  {where}{there}"
        terminal.print(line, markup=False, soft_wrap=True)
    for one in result.checkpoints:
        loss = f", held-out loss {one.loss:.4f}" if one.loss is not None else ""
        terminal.print(f"checkpoint {one.step}{loss}{' (the best)' if one.best else ''}", markup=False)


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
