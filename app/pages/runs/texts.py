"""What the Runs page says."""

from __future__ import annotations

from collections.abc import Sequence

from app.pages.runs.listed_run import ListedRun
from app.widgets.question import Question
from core import protocol as p
from core.base.language import tr
from core.base.numbers import count, share, significant, size
from core.runs import sweeps
from core.runs.sweeps import Trial

EMPTY = tr("No runs yet.\n\nEvery training is kept here, with its graphs and what it learnt.")
STATUS_WORDS = {
    "new": tr("Not begun"),
    "running": tr("▶ Training"),
    "done": tr("✓ Finished"),
    "stopped": tr("■ Stopped, kept"),
    "cancelled": tr("✕ Cancelled"),
    "failed": tr("⚠ Error"),
    "interrupted": tr("⚠ Interrupted"),
}


def sweep(of: p.OfSweep, found: Sequence[Trial]) -> str:
    """Return how far a sweep is, in a sentence or two."""
    over = [trial for trial in found if trial.figures.status not in ("new", "running")]
    done = share(sweeps.percent_done(of, found) / 100)
    words = tr(
        "{done} is done: {over} of {trials} trainings are over.",
        done=done,
        over=count(len(over)),
        trials=count(of.trials),
    )
    return f"{words} {sweeps.too_far(found, lambda trial: short(trial.run.title))}".rstrip()


def short(title: str) -> str:
    """Return the title of a sweep's training without what all of them are called."""
    return title.rpartition(": ")[2]


def best(trial: Trial) -> str:
    """Say which of a sweep's trainings is the best, and by what."""
    name, figures = short(trial.run.title), trial.figures
    right, of = count(figures.right), count(figures.answers)
    if figures.choices:
        return tr("The best: {name}, with {right} of {of} choices right.", name=name, right=right, of=of)
    if figures.answers:
        return tr("The best: {name}, with {right} of {of} answers right.", name=name, right=right, of=of)
    loss = significant(figures.eval_best)
    return tr("The best: {name}, with a loss of {loss} on unseen text.", name=name, loss=loss)


def state(listed: ListedRun) -> str:
    """Return the state in a word, and how far a run in progress is."""
    figures = listed.figures
    if listed.status == "running" and figures.paused:
        return tr("Ⅱ Paused")
    if listed.status == "running" and figures.steps:
        return f"{STATUS_WORDS['running']} {share(figures.step / figures.steps)}"
    return STATUS_WORDS[listed.status]


def no_match(text: str) -> str:
    return tr("No run has “{text}” in its name, tags, notes, model, data or state.", text=text.strip())


def named(chosen: Sequence[ListedRun], most: int = 5) -> str:
    """Return the runs' names, each on a line."""
    names = [f"• {one.title}" for one in chosen[:most]]
    if len(chosen) > most:
        names.append(tr("and {chosen} more", chosen=len(chosen) - most))
    return "\n".join(names)


def runs_word(n: int) -> str:
    return tr("{n} runs", "1 run", n, n=n)


def without_files(pupils: Sequence[str]) -> str:
    """Return which runs cannot be resumed once their data is gone; "" for none."""
    if not pupils:
        return ""
    return tr(
        "{names} learn from files in there, and cannot be resumed without them.",
        "{names} learns from a file in there, and cannot be resumed without it.",
        len(pupils), names=", ".join(f"“{one}”" for one in pupils),
    )  # fmt: skip


def no_bin_question(chosen: Sequence[ListedRun], pupils: Sequence[str] = ()) -> Question:
    what = f"“{chosen[0].title}”" if len(chosen) == 1 else tr("these {chosen} runs", chosen=len(chosen))
    asked = tr("{named}\n\nDelete {what} for good? That cannot be undone.", named=named(chosen), what=what)
    return Question(
        tr("There is no bin on this disk"),
        f"{lost}\n\n{asked}" if (lost := without_files(pupils)) else asked,
        tr("&Delete for good"),
    )


def no_bin_for(name: str, taken: str) -> Question:
    return Question(
        tr("There is no bin on this disk"),
        tr("{name}, {taken}.\n\nDelete it for good? It can be made again from its run.", name=name, taken=taken),
        tr("&Delete for good"),
    )


def in_training(chosen: Sequence[ListedRun]) -> str:
    names = ", ".join(one.title for one in chosen)
    return tr("{names}: stop the training first, or wait until it is done. Nothing was deleted.", names=names)


def moved(gone: Sequence[ListedRun], pupils: Sequence[str] = ()) -> str:
    taken = size(sum(one.size for one in gone))
    if len(gone) == 1:
        said = tr("“{title}” ({taken}) is in the bin.", title=gone[0].title, taken=taken)
    else:
        said = tr("{runs_word} ({taken}) are in the bin.", runs_word=runs_word(len(gone)), taken=taken)
    return " ".join(filter(None, (said, without_files(pupils))))


TICK = tr("Tick two runs or more to compare them.")


def how_many(runs: Sequence[ListedRun], shown: int) -> str:
    """Return the line below the list."""
    if not runs:
        return ""
    total = tr("{runs}, {size} on disk", runs=runs_word(len(runs)), size=size(sum(run.size for run in runs)))
    return total if shown == len(runs) else tr("{shown} of {total}", shown=shown, total=total)


NOTHING_SPARE = tr("Only the newest and the best checkpoint are left, and these are kept.")


def tidy_question(spare: int) -> Question:
    return Question(
        tr("Delete {spare} of checkpoints?", spare=size(spare)),
        tr(
            "For each run, the newest checkpoint and the best by evaluation stay; the others are deleted for "
            "good. You can still resume every run, talk to it and export it."
        ),
        tr("&Delete them"),
    )


def freed(n_bytes: int) -> str:
    return tr("{size} freed.", size=size(n_bytes))
