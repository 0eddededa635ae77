"""`luthier runs rename`, `note`, `tag`, `delete` and `compare`: what you do with runs that are there."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from core.advice.texts.numbers import brief_size
from core.base.errors import LuthierError
from core.cli.listing import app as app
from core.cli.listing import find_run, summarize
from core.cli.options import Json, wrong_usage
from core.cli.terminal import Terminal, print_json
from core.runs import compare as run_compare
from core.runs import disk as run_disk
from core.runs import files as run_files
from core.runs import run as runs
from core.runs.compare import MOST_COMPARED, Compared, Row
from core.runs.disk import delete_for_good, size_of, to_the_bin
from core.runs.lock import holder_of, require_at_rest

_Run = Annotated[str, typer.Argument(help="A run: its name or its folder.")]


@app.command()
def rename(
    run: _Run, title: Annotated[str, typer.Argument(help="What to call it; empty for its folder's name.")]
) -> None:
    """Call a run something else. Its folder stays where it is."""
    _change(run, title=title.strip())


@app.command()
def note(run: _Run, text: Annotated[str, typer.Argument(help="What to write on it; empty for nothing.")]) -> None:
    """Write a note on a run, in place of the one before."""
    _change(run, notes=text.strip())


@app.command()
def tag(run: _Run, tags: Annotated[str, typer.Argument(help="With commas between them; empty for none.")]) -> None:
    """Give a run tags, in place of those before."""
    _change(run, tags=runs.tags_in(tags))


@app.command()
def tidy(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[RUN...]", help="Runs; else all that are there.")
    ] = None,
) -> None:
    """Delete checkpoints but the newest and the best by evaluation. A run that is being trained stays as it is."""
    found = [find_run(name) for name in names] if names else runs.list_runs().runs
    for run in found:
        if names or not holder_of(run):
            print(f"{run.name}: {brief_size(run_disk.tidy(run))} more are free")


@app.command()
def delete(
    names: Annotated[list[str], typer.Argument(metavar="RUN...", help="Runs: their names or folders.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    for_good: Annotated[bool, typer.Option("--for-good", help="Not to the bin: they cannot be had back.")] = False,
) -> None:
    """Move runs to the bin, with all their checkpoints and adapters; for good where the disk has none. Exports that lie
    elsewhere stay, and so does all else that a run has not written."""
    found = [find_run(name) for name in dict.fromkeys(names)]
    for run in found:
        require_at_rest(run)
        if not for_good:
            run_disk.require_deletable(run)
        print(f"{run.folder}  {brief_size(size_of(run.folder))}")
    if not yes and not _is_sure(found, "for good" if for_good else "to the bin"):
        print("Nothing was deleted.")
        raise typer.Exit(1)
    left = found if for_good else [run for run in found if not to_the_bin(run)]
    if left and not for_good:
        print(f"The disk of {left[0].folder} has no bin.")
        if not yes and not _is_sure(left, "for good"):
            print("They stay." if len(left) > 1 else "It stays.")
            raise typer.Exit(1)
    for run in left:
        if stays := delete_for_good(run):
            print(f"Left as they are, in {run.folder}: {run_files.in_words(stays)}.")
    print("Deleted." if left else "Moved to the bin.")


def _is_sure(found: list[runs.Run], where: str) -> bool:
    if not sys.stdin.isatty():
        raise LuthierError("runs.not-sure", "Nobody is there to be asked.", "Give --yes to delete without a question.")
    what = "this run" if len(found) == 1 else f"these {len(found)} runs"
    return typer.confirm(f"Delete {what} for good?" if where == "for good" else f"Move {what} to the bin?")


def _change(name: str, **changes: object) -> None:
    run = find_run(name)
    notes = msgspec.structs.replace(run.notes(), **changes)
    run.write_notes(notes)
    print(_line(run, notes))


def _line(run: runs.Run, notes: runs.RunNotes) -> str:
    tags = "".join(f" #{tag}" for tag in notes.tags)
    return f"{run.name}: {notes.title or run.name}{tags}" + (f"\n{notes.notes}" if notes.notes else "")


def compare(
    names: Annotated[list[str], typer.Argument(metavar="RUN RUN...", help="Two to six runs: their names or folders.")],
    json: Json = False,
) -> None:
    """Compare runs: settings that differ, results, samples and votes."""
    found = [find_run(name) for name in dict.fromkeys(names)]
    if not 2 <= len(found) <= MOST_COMPARED:
        raise wrong_usage("RUN RUN...", f"takes two to {MOST_COMPARED} different runs.")
    compared = run_compare.read_compared(found)
    if json:
        print_json({"runs": [summarize(run) for run in found], **_facts(compared)})
        return
    terminal, titles = Terminal(), [run.name for run in compared]
    terminal.print(run_compare.who_is_ahead(compared) + "\n", markup=False, soft_wrap=True)
    _show(terminal, "What they came to", titles, run_compare.results(compared))
    differing = run_compare.differences(compared)
    _show(terminal, "In what they differ", titles, differing)
    if not differing:
        terminal.print("Model, data and all settings are the same.")
    _show(terminal, "What they write", titles, run_compare.written(compared))


def _facts(compared: list[Compared]) -> dict[str, Any]:
    settings: list[dict[str, Any]] = [msgspec.to_builtins(run.info.config) for run in compared]
    values = {key: [one[key] for one in settings] for key in settings[0]}
    return {
        "differing": {key: told for key, told in values.items() if any(one != told[0] for one in told)},
        "samples": [
            {
                "prompt": prompt,
                "before": [run.before.get(prompt) for run in compared],
                "after": [run.samples.get(prompt) for run in compared],
            }
            for prompt in run_compare.prompts(compared)
        ],
        "votes": [run.votes._asdict() for run in compared],
    }


def _show(terminal: Terminal, title: str, runs: list[str], rows: list[Row]) -> None:
    if not rows:
        return
    table = Table("", *runs, title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for what, values in rows:
        table.add_row(what, *values)
    terminal.print(table)
    terminal.print()
