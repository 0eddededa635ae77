"""`luthier assess`: checks on unseen questions whether a run's model got better."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.prompt import Prompt
from rich.table import Table

from core import protocol as p
from core.assess.checks import parse_check
from core.base.command_lines import luthier
from core.base.numbers import brief_duration
from core.base.settings import runs_dir
from core.cli.listing import folder_of
from core.cli.options import Checkpoint, Json, absolute, model_of
from core.cli.running import perform
from core.cli.terminal import Terminal
from core.runs.run import Run
from core.runs.votes import choose, counted, read_votes, votes_file

SHOWN = 5  # wrong rows to show
MOST_LABELS = 20  # labels in a table


def assess(
    run: Annotated[str, typer.Argument(help="A run: its name or its folder.")],
    test: Annotated[
        Path | None,
        typer.Option(
            "--test",
            help="Questions with answers, in the form of training data; by default the rows that the run kept aside.",
        ),
    ] = None,
    trained: Annotated[
        bool, typer.Option("--trained", help="Ask some of the questions that it was trained on, which shows less.")
    ] = False,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="base|RUN|MODEL", help="What to compare with; by default the base. May be given several times."
        ),
    ] = None,
    check: Annotated[
        str,
        typer.Option(
            metavar="CHECK",
            help="When an answer is right: label, json, number, number:0.5, number:5%, call, list, short, same, "
            "contains:TEXT, words:TEXT, lacks:TEXT or matches:PATTERN; choice: you choose the better one, without the "
            "names; else what follows from the expected answers.",
        ),
    ] = "",
    checkpoint: Checkpoint = "",
    max_tokens: Annotated[
        int, typer.Option(min=0, help="The longest answer, in tokens; 0: twice the longest expected one.")
    ] = 0,
    json: Json = False,
) -> None:
    """Count right answers to questions that a run never saw. The base answers them, too."""
    job = p.AssessJob(
        run=folder_of(run),
        test=absolute(test) if test else "",
        trained=trained,
        against=tuple(map(_other, against or ["base"])),
        checkpoint=checkpoint,
        check=parse_check(check) if check else None,
        max_tokens=max_tokens,
    )
    result = perform(job, json)
    if json:
        return
    if result.check.kind == "choice" and sys.stdin.isatty():
        choose_all(Terminal(), Run(Path(job.run)), result)
    show(Terminal(), result)
    show_pairs(Terminal(), Run(Path(job.run)), result)


def choose_all(console: Console, run: Run, result: p.AssessResult) -> None:
    """Let the user choose the better answer to each open question; each choice is saved at once."""
    console.print(f"{result.check_words} Each choice is kept at once; q ends it, and the same command goes on.\n")
    to_choose = [row for row in result.judged if not row.settled]
    still_open = [row for row in to_choose if not row.better]
    for number, row in enumerate(still_open, len(to_choose) - len(still_open) + 1):
        sides: list[tuple[p.Better, str]] = [("tuned", row.answers[0].text), ("base", row.answers[1].text)]
        random.shuffle(sides)
        told = "".join(f"\n\n[{place}] {text or '(no answer)'}" for place, (_, text) in enumerate(sides, 1))
        console.print(
            f"Question {number} of {len(to_choose)}: {row.question}\nExpected: {row.expected}{told}\n",
            markup=False,
            soft_wrap=True,
        )
        key = Prompt.ask("Better: 1, 2, 0 for equal or both wrong", console=console, choices=["1", "2", "0", "q"])
        if key == "q":
            return
        choose(run, result, row, "equal" if key == "0" else sides[int(key) - 1][0])
        console.print()


def _other(text: str) -> str:
    """Resolve what --against names: the base, a run by its name or folder, or a model."""
    is_run = Run(runs_dir() / text).is_there or Run(Path(text).expanduser()).is_there
    return text if text == "base" else folder_of(text) if is_run else model_of(text)


def show(console: Console, result: p.AssessResult) -> None:
    """Print the verdict, its figures, and some of the wrong rows."""

    def say(text: str = "") -> None:
        console.print(text, markup=False, soft_wrap=True)

    say(result.verdict)
    say()
    say(result.check_words)
    if result.check.kind != "choice":
        for model in result.models:
            say(f"{_name(model.name)}: {_figures(model)}")
    for reason, count in result.left_out.items():
        say(f"Left out: {count:,} {'row' if count == 1 else 'rows'}: {reason}.")
    for model in result.models:
        if model.labels:
            _show_labels(console, model)
    if result.models[0].fields:
        _show_fields(console, result.models)
    wrong = [row for row in result.judged if not row.answers[0].right and result.check.kind != "choice"]
    if wrong:
        which = "" if len(wrong) <= SHOWN else f" (the first {SHOWN} of {len(wrong)})"
        say(f"\nWrong, of {result.models[0].name}{which}:")
    for row in wrong[:SHOWN]:
        say(f"  {Path(row.file).name}, line {row.line}: {_brief(row.question)}")
        say(f"    {_brief(row.answers[0].text) or '(nothing)'}  [{row.answers[0].why}]")


def show_pairs(console: Console, run: Run, result: p.AssessResult) -> None:
    """Print how to train on the right and wrong answers, or else on all choices made between the run's answers."""
    chosen = any(row.better in ("tuned", "base") and not row.settled for row in result.judged)
    if not (result.pairs or chosen):
        return
    number, file = result.pairs, result.pairs_file
    if not number:
        number, file = counted(read_votes(run)).choices, str(votes_file(run))
    words = (
        "train", "--model", run.info().model, "--adapter", str(run.folder), "--data", file, "--goal", "choices",
    )  # fmt: skip
    what = "A right and a wrong answer" if result.pairs else "Answers that you prefer"
    questions = "1 question" if number == 1 else f"{number:,} questions"
    console.print(
        f"\n{what} to {questions}, to learn from (then they are no longer a test):\n  {luthier(*words)}",
        markup=False, soft_wrap=True,
    )  # fmt: skip


def _figures(model: p.Assessed) -> str:
    parts = [f"{model.right:,} of {model.of:,} right, {model.low:.0%} to {model.high:.0%} of all such questions"]
    if model.score is not None:
        parts.append(f"score {model.score:.2f}")
    if model.unended:
        parts.append(f"{model.unended:,} cut off before their end")
    parts.append(f"{brief_duration(model.seconds)} for {model.asked:,} answers" if model.asked else "answered before")
    return ", ".join(parts)


def _show_labels(console: Console, model: p.Assessed) -> None:
    """Print the confusion table: expected labels in rows, answered ones in columns."""
    labels = [one.label for one in model.labels]
    answered = [*labels, ""] if any("" in of for of in model.confusion.values()) else labels
    columns = [label or "another" for label in answered] if len(labels) <= MOST_LABELS else []
    table = Table(
        "expected", *columns, "precision", "recall", box=None, pad_edge=False, title_justify="left", title_style="bold",
        title=f"\n{_name(model.name)}: what it answered",
    )  # fmt: skip
    for one in model.labels:
        counts = [str(model.confusion[one.label].get(label, "")) for label in answered] if columns else []
        precision = "" if one.precision is None else f"{one.precision:.0%}"
        table.add_row(one.label, *counts, precision, "" if one.recall is None else f"{one.recall:.0%}")
    console.print(table)


def _show_fields(console: Console, models: Sequence[p.Assessed]) -> None:
    names = [model.name for model in models]
    table = Table("field", *names, box=None, pad_edge=False, title="\nRight by field", title_justify="left")
    for field in models[0].fields:
        table.add_row(field or "(the whole)", *(str(model.fields.get(field, 0)) for model in models))
    console.print(table)


def _name(name: str) -> str:
    return name[:1].upper() + name[1:]


def _brief(text: str, most: int = 100) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
