"""What do trainings teach? Nine tasks of the kinds people train, by Luthier's recipe and others', on published models.

    make bench-teach                                      all tasks and recipes; `make published` fetches the models
    make bench-teach ARGS='--tasks style,facts --recipes ours --models smollm2'
    make bench-teach ARGS='--model FILE'                  a model of yours, besides those of `--models`
    make bench-teach ARGS='--tasks facts --recipes epochs=10 --recipes epochs=20,learning_rate=1e-3'
    make bench-teach ARGS='--tasks facts --recipes ours --types default,base'    and in merged files of these types
    make bench-teach ARGS=--short                         a few steps of the bundled model: does it all work?

A recipe is `ours` (the goal's own values), `peft`, `unsloth`, `peft-itself` (by PyTorch and PEFT instead of our engine,
in an environment that is made for it; OMP_NUM_THREADS sets its threads), or settings with commas between, which stand
in place of the goal's. What is measured is kept in build/bench/teach/rows.jsonl and not measured again while the task
stays the same; a training that was cut off goes on. Prints a Markdown table of all that was asked for.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import msgspec

from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import BUILD, ROOT, Options
from tests.lab.bench.make_model import bundled_model
from tests.lab.bench.teach.tasks import VARIANTS, tasks
from tests.lab.bench.teach.trial import BASE, RECIPES, USUAL, Recipe, Row, Trial
from tests.lab.bench.teach.untaught import ASKED

sys.path.append(str(ROOT / "packaging"))  # its scripts import one another by name
from published_models import MODELS, published_folder

FOLDER = BUILD / "bench" / "teach"
BUNDLED = "storyteller"  # the model that comes with Luthier, for --models
HEAD = (
    "Task", "Recipe", "Right before", "after", "In other words before", "after", "Untaught before", "after",
    "Forgetting", "of the book", "of code", "Steps", "Tokens", "Seconds", "of processor", "Peak MB",
)  # fmt: skip


def main() -> int:
    """Measure what is not known yet, and print the table. Returns how many trials failed."""
    be_a_good_neighbour()
    options = parse_options()
    if options.short:
        return short()
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept, failed = Kept(FOLDER / "rows.jsonl"), 0
    trials = list(chosen(options))
    for trial in trials:
        if not kept.knows(trial):
            failed += not measure(trial, kept)
    print("\n".join(table([row for row in kept.rows if any(belongs(row, trial) for trial in trials)])))
    return failed


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = Options(__doc__)
    parser.add_argument("--tasks", default="", help=f"with commas between, of {', '.join(tasks())}")
    parser.add_argument("--recipes", action="append", help=f"{', '.join(RECIPES)}, or settings; may be given often")
    parser.add_argument("--models", default="", help=f"parts of the published models' names, or {BUNDLED}, with commas")
    parser.add_argument("--model", action="append", default=[], type=Path, help="a GGUF file; may be given often")
    parser.add_argument("--types", default="", help="of merged files to ask as well, with commas between")
    return parser.parsed()


def chosen(options: argparse.Namespace) -> Iterator[Trial]:
    """Yield the trials that are asked for: a recipe on all tasks, then the next. Exits where a name is not known."""
    names = [name for name in options.tasks.split(",") if name] or [name for name in tasks() if name not in VARIANTS]
    recipes = [recipe_of(words) for words in options.recipes or USUAL]
    if unknown := set(names) - set(tasks()):
        sys.exit(f"No task is called {', '.join(sorted(unknown))}. There are: {', '.join(tasks())}.")
    parts = [part for part in options.models.lower().split(",") if part]
    files = [published_folder() / model.file for model in MODELS]
    if BUNDLED in parts:
        files.append(bundled_model())
    if parts or options.model:
        files = [file for file in files if any(part in file.name.lower() for part in parts)]
    if not files and not options.model:
        sys.exit(
            f"No model is called {options.models}. There are {', '.join(model.file for model in MODELS)}, {BUNDLED}."
        )
    for file in [*files, *options.model]:
        if not file.exists():
            print(f"{file} is not there. `make published` fetches the published models.", file=sys.stderr)
            continue
        for recipe in recipes:
            for name in names:
                yield Trial(file, tasks()[name], recipe, FOLDER, [one for one in options.types.split(",") if one])


def recipe_of(words: str) -> Recipe:
    """Return the recipe of this name, or ours with these settings. Exits where it is neither."""
    if words not in RECIPES and "=" not in words:
        sys.exit(f"No recipe is called {words}. There are {', '.join(RECIPES)}, or settings such as epochs=10,rank=8.")
    return RECIPES.get(words) or Recipe(words, True, tuple(words.split(",")))


class Kept:
    """Rows that were measured, one JSON line each."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_bytes().splitlines() if file.exists() else []
        self.rows = [msgspec.json.decode(line, type=Row) for line in lines]

    def knows(self, trial: Trial, recipe: str = "") -> bool:
        """Return whether a row is there, with the files that are asked for."""
        wanted = identity(trial.row(recipe))
        types = set() if recipe else set(trial.types)
        return any(identity(row) == wanted and types <= row.files.keys() for row in self.rows)

    def add(self, row: Row) -> None:
        """Keep a row, at once."""
        self.rows.append(row)
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(row) + b"\n")


def identity(row: Row) -> tuple[str, ...]:
    """Return what two rows of the same trial have in common."""
    return row.model, row.task, row.key, row.recipe


def measure(trial: Trial, kept: Kept) -> bool:
    """Do a trial and keep its rows; its run is deleted then. Returns whether it came to its end."""
    try:
        for row in trial.rows(with_base=not kept.knows(trial, BASE)):
            kept.add(row)
            print(line(row, None), flush=True)
    except RuntimeError as error:
        print(f"{trial.run.name} failed: {error}", file=sys.stderr, flush=True)
        return False
    rmtree(trial.run)
    return True


def belongs(row: Row, trial: Trial) -> bool:
    """Return whether a row is of this trial, or of its model as it came."""
    return identity(row) in (identity(trial.row()), identity(trial.row(BASE)))


def table(rows: list[Row]) -> Iterator[str]:
    """Yield the lines of a Markdown table for each model; of files, a line each below it."""
    newest = {(row.model, row.task, row.recipe): row for row in rows}
    for model in dict.fromkeys(row.model for row in rows):
        found = [row for row in newest.values() if row.model == model and row.recipe != BASE]
        order, threads = list(tasks()), ", ".join(map(str, sorted({row.threads for row in found})))
        yield from ("", f"**{model}**, threads: {threads}", "")
        yield from (f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}")
        for row in sorted(found, key=lambda row: order.index(row.task)):
            yield line(row, newest.get((model, row.task, BASE)))
        for row in found:
            for dtype, one in row.files.items():
                yield (
                    f"\n{row.task}, {row.recipe}, as {dtype}: {one.right} of {row.asked}; keeps {one.keeps:.0%}; "
                    f"{one.size / 1e6:.0f} MB"
                )


def line(row: Row, base: Row | None) -> str:
    """Return a row of the table."""
    cells = (
        row.task,
        row.recipe,
        result(base),
        result(row),
        in_other_words(base),
        in_other_words(row),
        untaught(base),
        untaught(row),
        *(f"{one:.3f}" if row.recipe != BASE else "" for one in (row.forgetting, row.book, row.code)),
        f"{row.steps:,}",
        f"{row.tokens:,}",
        "" if row.seconds is None else f"{row.seconds:.0f}",
        "" if row.processor_seconds is None else f"{row.processor_seconds:.0f}",
        f"{row.peak / 1e6:.0f}",
    )
    return f"| {' | '.join(cells)} |"


def result(row: Row | None) -> str:
    """Return the right answers in words, or the loss where that is measured."""
    if row is None:
        return ""
    return f"{row.right} of {row.asked}" if row.loss is None else f"{row.loss:.3f} nats"


def in_other_words(row: Row | None) -> str:
    """Return the right answers to what is asked so, in words; "" where nothing is."""
    return f"{row.other} of {row.other_asked}" if row is not None and row.other_asked else ""


def untaught(row: Row | None) -> str:
    """Return the right answers to what no task teaches, in words; "" where that was not asked."""
    return f"{row.untaught} of {len(ASKED)}" if row is not None and row.untaught is not None else ""


def short() -> int:
    """Go the whole way with a few steps of the bundled model; nothing is kept. Returns how many trials failed."""
    with TemporaryDirectory() as name:
        folder, labels = Path(name), tasks()["labels"]
        task = replace(labels, asked=labels.asked[:4])
        trial = Trial(bundled_model(), task, Recipe("short", True, ("max_steps=4",)), folder)
        kept = Kept(folder / "rows.jsonl")
        is_done = measure(trial, kept)
        print("\n".join(table(kept.rows)))
        return int(not is_done)


if __name__ == "__main__":
    sys.exit(main())
