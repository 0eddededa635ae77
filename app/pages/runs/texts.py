"""What the Runs page says."""

from __future__ import annotations

from collections.abc import Sequence

from app.pages.runs.listed_run import ListedRun
from app.widgets.question import Question
from core.shared.texts.numbers import size

EMPTY = "No runs yet.\n\nEvery training that you start is kept here, with its graphs and what it learnt."
STATUS_WORDS = {
    "new": "Not begun",
    "running": "▶ Training",
    "done": "✓ Finished",
    "stopped": "■ Stopped, kept",
    "cancelled": "✕ Cancelled",
    "failed": "⚠ Error",
    "interrupted": "⚠ Interrupted",
}


def state(listed: ListedRun) -> str:
    """In a word, and how far where it goes on."""
    figures = listed.figures
    if listed.status == "running" and figures.paused:
        return "Ⅱ Paused"
    if listed.status == "running" and figures.steps:
        return f"{STATUS_WORDS['running']} {figures.step / figures.steps:.0%}"
    return STATUS_WORDS[listed.status]


def no_match(text: str) -> str:
    return f"No run has “{text.strip()}” in its name, tags, notes, model, data or state."


def named(chosen: Sequence[ListedRun], most: int = 5) -> str:
    """Their names, each on a line."""
    names = [f"• {one.title}" for one in chosen[:most]]
    if len(chosen) > most:
        names.append(f"and {len(chosen) - most} more")
    return "\n".join(names)


def runs_word(n: int) -> str:
    return "1 run" if n == 1 else f"{n} runs"


def delete_question(chosen: Sequence[ListedRun]) -> Question:
    taken = size(sum(one.size for one in chosen))
    what = f"“{chosen[0].title}”" if len(chosen) == 1 else f"{len(chosen)} runs"
    names = "" if len(chosen) == 1 else f"{named(chosen)}\n\n"
    return Question(
        f"Move {what} to the bin?",
        f"{names}{taken}: graphs, checkpoints and what was learnt. What you exported to other places stays.",
        "Move to the &bin",
    )


def no_bin_question(chosen: Sequence[ListedRun]) -> Question:
    what = f"“{chosen[0].title}”" if len(chosen) == 1 else f"these {len(chosen)} runs"
    return Question(
        "There is no bin on this disk",
        f"{named(chosen)}\n\nDelete {what} for good? That cannot be undone.",
        "&Delete for good",
    )


def no_bin_for(name: str, taken: str) -> Question:
    return Question(
        "There is no bin on this disk",
        f"{name}, {taken}.\n\nDelete it for good? It can be made again from its run.",
        "&Delete for good",
    )


def in_training(chosen: Sequence[ListedRun]) -> str:
    names = ", ".join(one.title for one in chosen)
    return f"{names}: stop the training first, or wait until it is done. Nothing was deleted."


def moved(n: int) -> str:
    return f"{runs_word(n)} moved to the bin."


def how_many(runs: Sequence[ListedRun], shown: int) -> str:
    """Below the list."""
    if not runs:
        return ""
    total = f"{runs_word(len(runs))}, {size(sum(run.size for run in runs))} on disk"
    return total if shown == len(runs) else f"{shown} of {total}"


NOTHING_SPARE = "Only the newest and the best checkpoint are there, and they are kept."


def tidy_question(spare: int) -> Question:
    return Question(
        f"Delete {size(spare)} of checkpoints?",
        "Of each run the newest and the best by evaluation stay; the others are deleted for good. "
        "You can still go on with every run, talk to it and export it.",
        "&Delete them",
    )


def freed(n_bytes: int) -> str:
    return f"{size(n_bytes)} more are free now."
