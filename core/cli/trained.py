"""`luthier export`, `exports`, `types`, `elsewhere`, `ollama`: exports of runs to other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec import UnsetType
from rich.table import Table

from core import protocol as p
from core.advice import assessment
from core.advice.export_kinds import EXPORT_KINDS
from core.base.command_lines import typed
from core.base.numbers import brief_size
from core.cli import listing
from core.cli.event_lines import show_types
from core.cli.listing import folder_of
from core.cli.options import (
    DATA_HELP,
    Checkpoint,
    Force,
    ImatrixOfRun,
    Json,
    Model,
    NoQuestions,
    Output,
    Overrides,
    absolute,
    model_of,
    settings_of,
    wrong_usage,
)
from core.cli.results import show_commands, show_ollama, show_result
from core.cli.running import perform, perform_and_show
from core.cli.terminal import Terminal
from core.runs import run as runs

_KINDS = [f"{kind.key} ({kind.gives})" for kind in EXPORT_KINDS.values()]

ollama_app = typer.Typer(help="Models in Ollama.", no_args_is_help=True)


def export(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    kind: Annotated[str, typer.Argument(help=f"{', '.join(_KINDS[:-1])} or {_KINDS[-1]}.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to write.")] = None,
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
        bool, typer.Option("--create", help="ollama: also load it into the running Ollama, and compare its answers.")
    ] = False,
    name: Annotated[str, typer.Option(help="ollama, with --create: the model's name; by default the run's.")] = "",
    no_questions: NoQuestions = False,
    strength: Annotated[
        float,
        typer.Option(min=0.01, max=2, help="Of what was learnt, 1 as trained: `luthier strengths` measures some."),
    ] = 1.0,
    json: Json = False,
) -> None:
    """Export a run's adapter for other programs. The result is checked."""
    if (chosen := EXPORT_KINDS.get(kind)) is None:
        raise wrong_usage("KIND", f"'{kind}' is not one of {', '.join(EXPORT_KINDS)}.")
    if dtype is not None and not chosen.is_whole:
        raise wrong_usage("--type", "is only for whole models.")
    for option, is_given in (("--checkpoint", checkpoint), ("--strength", strength != 1)):
        if is_given and chosen.trains_anew:
            raise wrong_usage(option, f"is not for {kind}: its folder trains the run from the beginning.")
    if output is None and not chosen.own_place:
        raise wrong_usage("-o", "is needed: where to write.")
    if create and kind != "ollama":
        raise wrong_usage("--create", "is only for ollama.")
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
        strength=strength,
    )
    result = perform(job, json)
    if not json:
        show_result(Terminal(), result)
        if not isinstance(result.ollama, UnsetType):
            show_ollama(Terminal(), result.ollama)
        show_commands(Terminal(), result.commands)
        if chosen.after:
            print(f"\n{chosen.after}")


def exports(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    json: Json = False,
) -> None:
    """List a run's possible exports. Shows sizes, and the places where the window would put them."""
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


def strengths(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    chosen: Annotated[
        list[float] | None,
        typer.Option("--strength", min=0.01, max=2, help="May be given many times. Without it: 0.9, 0.8, 0.7, 0.6."),
    ] = None,
    checkpoint: Checkpoint = "",
    json: Json = False,
) -> None:
    """Measure an adapter at several strengths. Counts right answers, and measures how much else has changed."""
    job = p.StrengthsJob(run=folder_of(run), checkpoint=checkpoint)
    result = perform(msgspec.structs.replace(job, strengths=tuple(chosen)) if chosen else job, json)
    if json:
        return
    terminal, right = Terminal(), f"of {result.of:,} right"
    table = Table("strength", *([right] if result.of else []), "everything else", box=None, pad_edge=False)
    for one in result.measured:
        table.add_row(f"{one.strength:g}", *([f"{one.right:,}"] if result.of else []), assessment.in_short(one.moved))
    terminal.print(table)
    terminal.print(assessment.to_keep(result), markup=False, soft_wrap=True)


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
    """Measure what each type of weights would cost. That is the cost for a merged model; no file is kept."""
    job = p.TypesJob(run=folder_of(run), types=chosen or list(p.USUAL_TYPES), checkpoint=checkpoint, imatrix=imatrix)
    result = perform(job, json)
    if not json:
        show_types(Terminal(), result, run)


def elsewhere(
    model: Model,
    data: Annotated[Path, typer.Option("--data", help=DATA_HELP)],
    output: Output,
    eval_data: Annotated[Path | None, typer.Option(help="Data to measure on; by default part of --data.")] = None,
    base: Annotated[str, typer.Option(metavar="OWNER/NAME", help="The model's original checkpoint on the hub.")] = "",
    run: Annotated[Path | None, typer.Option(help="A new folder for the run; by default one is made.")] = None,
    settings: Overrides = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a folder to train on a bigger machine. It has data, settings, scripts, a notebook, and the way home."""
    job = p.ElsewhereJob(
        model=model_of(model),
        data=absolute(data),
        eval_data=absolute(eval_data) if eval_data else None,
        run=absolute(run) if run else str(runs.new_folder(model, str(data))),
        output=absolute(output),
        config=settings_of(settings),
        base=base,
        force=force,
    )
    result = perform(job, json)
    if not json:
        show_result(Terminal(), result)
        print(f"\nREADME.md in it says how to go on. What comes home goes into the run {Path(job.run).name}.")


@listing.app.command(name="bring-home")
def bring_home(
    run: Annotated[str, typer.Argument(help="The run that the folder was made of: its name or its folder.")],
    adapter: Annotated[Path, typer.Argument(help="The adapter's folder that a script wrote, or its zip file.")],
    json: Json = False,
) -> None:
    """Bring an adapter that was trained elsewhere into its run."""
    perform_and_show(p.BringHomeJob(run=listing.folder_of(run), adapter=absolute(adapter)), json)


@ollama_app.callback()
def ollama() -> None:
    """Bring models into Ollama."""


@ollama_app.command()
def find(json: Json = False) -> None:
    """Check whether a running Ollama accepts models. Exits with 1 if not."""
    found = perform(p.FindOllamaJob(), json)
    if not json:
        is_there = f"Ollama {found.version} at {found.address}."
        said = is_there if found.version else f"{found.problem}\n{typed(found.hint)}"
        Terminal().print(said, markup=False, soft_wrap=True)
    if not found.version:
        raise typer.Exit(1)


@ollama_app.command()
def create(
    folder: Annotated[Path, typer.Argument(help="The folder that `luthier export RUN ollama` wrote.")],
    name: Annotated[str, typer.Option(help="The model's name; by default the run's.")] = "",
    run: Annotated[str, typer.Option(help="The run whose questions to ask; by default the run of that name.")] = "",
    force: Force = False,
    no_questions: NoQuestions = False,
    json: Json = False,
) -> None:
    """Load an exported folder into the running Ollama. Compares its answers with Luthier's."""
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
