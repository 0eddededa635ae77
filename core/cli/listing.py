"""`luthier runs`: lists, renames, annotates, tags, deletes and compares runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from core import protocol as p
from core.advice import losses
from core.base import settings
from core.base.errors import LuthierError
from core.base.logs import CRASH_HINT, crash_of
from core.base.numbers import brief_duration, brief_size, count, small
from core.cli.options import Json, wrong_usage
from core.cli.results import show_facts
from core.cli.terminal import Terminal, print_json
from core.runs import compare as run_compare
from core.runs import disk as run_disk
from core.runs import files as run_files
from core.runs import run as runs
from core.runs.compare import MOST_COMPARED, Compared, Row
from core.runs.disk import delete_for_good, holder_of, require_at_rest, size_of, to_the_bin
from core.runs.info import read_assessment
from core.runs.summary import FiguresReader, RunFigures

WIDE = 1000  # characters, a table's width in a pipe: a truncated name could not be typed
app = typer.Typer(help="List and manage runs.", no_args_is_help=True)

_Run = Annotated[str, typer.Argument(help="A run: its name or its folder.")]


class Return(msgspec.Struct, kw_only=True):
    """A rollback: training had gone wrong by step `at` and resumed from step `to` at this rate, which the schedule
    lowers further.
    """

    at: int
    to: int
    learning_rate: float
    reason: str


class RunSummary(msgspec.Struct, kw_only=True):
    """A run's key figures, from its events, with the user's notes."""

    name: str
    folder: str
    status: str
    model: str
    data: str
    step: int = 0
    steps: int = 0
    loss: float | None = None  # of the last step
    eval_loss_before: float | None = None
    eval_loss_after: float | None = None
    best_step: int | None = None  # of the best adapter on held-out rows, as are these:
    right: int = 0
    answers: int = 0  # 0 if not counted
    choices: p.Choices | None = None
    adapter: str | None = None
    title: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()
    created: float = 0.0  # seconds since 1970
    seconds: float = 0.0  # of all workers, without pauses
    tok_s: float | None = None
    device: str | None = None  # the one that computed, if several could
    damaged_lines: int = 0  # skipped lines of its events
    went_back: list[Return] = []
    trouble: str = ""  # how the last worker failed or crashed
    trouble_code: str = ""  # an error's code, such as train.diverged


def find_run(text: str) -> runs.Run:
    """Find a run by its folder, its name in the runs folder, or its title.

    Raises LuthierError `runs.not-found`, `runs.unreadable`, and `runs.several` if the title is ambiguous.
    """
    for folder in (Path(text).expanduser(), settings.runs_dir() / text):
        try:
            if runs.Run(folder).is_there:
                return runs.Run(folder.absolute())
        except OSError as error:
            raise runs.unreadable(folder, error) from error
    called = [run for run in runs.list_runs().runs if run.title == text]
    if len(called) == 1:
        return called[0]
    if called:
        names = ", ".join(run.name for run in called)
        raise LuthierError("runs.several", f"Several runs are called '{text}': {names}.", "Give one of these names.")
    raise LuthierError(
        "runs.not-found",
        f"There is no run '{text}', neither as a folder nor by this name in {settings.runs_dir()}.",
        "`luthier runs list` shows the runs.",
    )


def folder_of(text: str) -> str:
    """Return the folder of the run named by the user."""
    return str(find_run(text).folder)


def summarize(run: runs.Run) -> RunSummary:
    """Read a run's files. Raises LuthierError `runs.not-a-run`, `runs.unreadable`."""
    info, figures = run.info(), FiguresReader(run).read()
    try:
        own = run.notes()
    except LuthierError:
        own = runs.RunNotes()
    return RunSummary(
        name=run.name,
        folder=str(run.folder),
        status=figures.status,
        model=info.model,
        data=info.data,
        step=figures.step,
        steps=figures.steps,
        loss=figures.loss,
        eval_loss_before=figures.eval_first,
        eval_loss_after=figures.eval_last,
        best_step=figures.eval_best_step if figures.eval_best is not None else None,
        right=figures.right,
        answers=figures.answers,
        choices=figures.choices,
        adapter=figures.adapter,
        title=own.title,
        notes=own.notes,
        tags=own.tags,
        created=info.created,
        seconds=figures.seconds,
        tok_s=figures.tok_s,
        device=figures.device or None,
        damaged_lines=figures.damaged_lines,
        went_back=[
            Return(at=one.step, to=one.to, learning_rate=info.config.learning_rate * one.rate_factor, reason=one.reason)
            for one in figures.went_back
        ],
        trouble=_trouble(figures),
        trouble_code=figures.trouble_code,
    )


def _trouble(figures: RunFigures) -> str:
    crash = crash_of(figures.pid, figures.began) if figures.status == "interrupted" else None
    return f"{crash.in_words()} {CRASH_HINT}" if crash else figures.trouble


@app.command(name="list")
def list_command(json: Json = False) -> None:
    """List all runs, newest first."""
    listed = runs.list_runs()
    summaries, unreadable = list[RunSummary](), list(listed.unreadable)
    for run in listed.runs:
        try:
            summaries.append(summarize(run))
        except LuthierError as error:
            unreadable.append(error)
    for trouble in unreadable:
        Terminal(stderr=True, soft_wrap=True).print(f"Note: {trouble.message}")
    if json:
        print_json(summaries)
    elif not summaries:
        print(f"No runs yet in {settings.runs_dir()}. `luthier train` makes one.")
    else:
        _show_table(summaries)


@app.command()
def show(run: Annotated[str, typer.Argument(help="A run: its name or its folder.")], json: Json = False) -> None:
    """Show one run: settings, progress, and its adapter's place."""
    found = find_run(run)
    summary = summarize(found)
    said = read_assessment(found.assessment_file)
    better = {"assessment": msgspec.to_builtins(said)} if said is not None else {}
    facts = {**msgspec.to_builtins(summary), **better, "settings": msgspec.to_builtins(found.info().config)}
    if json:
        print_json(facts)
    else:
        shown: dict[str, object] = {"went_back": list(map(_in_words, summary.went_back))}
        beside = losses.beside_the_loss(summary).items()
        shown |= {"measured": [f"{title}: {told}" for title, told in beside], "answers": None, "choices": None}
        if said is not None:
            shown["assessment"] = [said.verdict, f"Asked: {said.test}, step {count(said.step)}"]
        show_facts(Terminal(), facts | shown)


def _in_words(back: Return) -> str:
    return f"at step {count(back.at)} to {count(back.to)}, then a rate of {small(back.learning_rate)}: {back.reason}"


def _show_table(summaries: list[RunSummary]) -> None:
    heads = ("name", "status", "steps", "loss", "evaluation", "right", "time", "called", "tags")
    table = Table(*heads, box=None, pad_edge=False)
    for summary in summaries:
        table.add_row(
            summary.name,
            summary.status,
            f"{summary.step}/{summary.steps}",
            "" if summary.loss is None else f"{summary.loss:.3f}",
            _change(summary.eval_loss_before, summary.eval_loss_after),
            f"{count(summary.right)} of {count(summary.answers)}" if summary.answers else "",
            brief_duration(summary.seconds) if summary.seconds else "",
            summary.title,
            ", ".join(summary.tags),
        )
    terminal = Terminal()
    terminal.width = WIDE
    terminal.print(table, soft_wrap=True)


def _change(before: float | None, after: float | None) -> str:
    return " → ".join(f"{loss:.3f}" for loss in (before, after) if loss is not None)


@app.command()
def rename(run: _Run, title: Annotated[str, typer.Argument(help="The new name; empty for its folder's name.")]) -> None:
    """Rename a run. Its folder keeps its name."""
    _change_info(run, title=title.strip())


@app.command()
def note(run: _Run, text: Annotated[str, typer.Argument(help="The note; empty for none.")]) -> None:
    """Write a note on a run, replacing the earlier one."""
    _change_info(run, notes=text.strip())


@app.command()
def tag(run: _Run, tags: Annotated[str, typer.Argument(help="The tags, separated by commas; empty for none.")]) -> None:
    """Set a run's tags, replacing the earlier ones."""
    _change_info(run, tags=runs.tags_in(tags))


@app.command()
def tidy(
    names: Annotated[list[str] | None, typer.Argument(metavar="[RUN...]", help="Runs; by default all.")] = None,
) -> None:
    """Delete all checkpoints except the newest and the best. The best is chosen by evaluation. A run in training stays
    unchanged.
    """
    found = [find_run(name) for name in names] if names else runs.list_runs().runs
    for run in found:
        if names or not holder_of(run):
            print(f"{run.name}: {brief_size(run_disk.tidy(run))} more are free")


@app.command()
def delete(
    names: Annotated[list[str], typer.Argument(metavar="RUN...", help="Runs: their names or folders.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    for_good: Annotated[bool, typer.Option("--for-good", help="Delete for good, not to the bin.")] = False,
) -> None:
    """Move runs to the bin. Their checkpoints and adapters go with them; if the disk has no bin, they are deleted for
    good. Exports in other folders stay, and so do files that a run has not written.
    """
    found = [find_run(name) for name in dict.fromkeys(names)]
    for run in found:
        require_at_rest(run)
        if not for_good:
            run_disk.require_deletable(run)
        print(f"{run.folder}  {brief_size(size_of(run.folder))}")
    for other in run_disk.trained_on_files_of([run.folder for run in found]):
        print(f"{other.title} is trained on a file in there, and cannot be resumed without it.")
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
        raise LuthierError("runs.not-sure", "Nobody can be asked.", "Give --yes to delete without a question.")
    what = "this run" if len(found) == 1 else f"these {len(found)} runs"
    return typer.confirm(f"Delete {what} for good?" if where == "for good" else f"Move {what} to the bin?")


def _change_info(name: str, **changes: object) -> None:
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
    """Compare runs: differing settings, results, samples and votes."""
    found = [find_run(name) for name in dict.fromkeys(names)]
    if not 2 <= len(found) <= MOST_COMPARED:
        raise wrong_usage("RUN RUN...", f"takes two to {MOST_COMPARED} different runs.")
    compared = run_compare.read_compared(found)
    if json:
        print_json({"runs": [summarize(run) for run in found], **_facts(compared)})
        return
    terminal, titles = Terminal(), [run.name for run in compared]
    terminal.print(run_compare.who_is_ahead(compared) + "\n", markup=False, soft_wrap=True)
    _show(terminal, "Results", titles, run_compare.results(compared))
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
