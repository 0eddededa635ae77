"""What rows do models on this disk write about documents, and what does a training on them teach?

    make bench-documents                               all of it; `make published` fetches the models
    make bench-documents ARGS='--models gemma --sample 12'
    make bench-documents ARGS='--only read'            only: read, rows or train
    make bench-documents ARGS=--short                  a page with the bundled model, and without PDF and Word unless
                                                       their environment is there: does it work?

read: a manual of some 40 pages as PDF, Word document, EPUB and web page, each beside the text that it was made of.
rows: of pieces of the bundled book, the manual and a company's ten documents; how many pass the checks.
train: rows of the whole manual, each question in three other wordings, and forty questions that were written by hand.

Prints Markdown tables. Documents, rows and runs stay in build/bench/documents.
"""

from __future__ import annotations

import argparse
import difflib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from core.base import paths
from core.base.bounded_file import document_kind
from core.data.read.documents.document import read_document
from core.worker import be_a_good_neighbour
from tests.lab.bench.documents.asked import ASKED
from tests.lab.bench.documents.formats import FORMATS, TEXTS
from tests.lab.bench.environments import BUILD, ROOT, Options, is_ready, python_with
from tests.lab.bench.make_model import bundled_model
from tests.lab.bench.teach.__main__ import HEAD, MODELS, line, published_folder
from tests.lab.bench.teach.made import Pair
from tests.lab.bench.teach.tasks import Task, holds
from tests.lab.bench.teach.trial import Recipe, Trial, luthier

FOLDER = BUILD / "bench" / "documents"
ENVIRONMENT = TEXTS.parent / "requirements.txt", "documents-venv"
OF_ITSELF = (".epub", ".html")  # what is written without more packages


def main() -> int:
    """Do what is asked for, and print what came of it."""
    be_a_good_neighbour()
    options = parse_options()
    options.formats, python = OF_ITSELF, Path(sys.executable)
    if not options.short or is_ready(*ENVIRONMENT):
        options.formats, python = tuple(FORMATS), python_with(*ENVIRONMENT)
    command = [python, "-m", "tests.lab.bench.documents.formats", FOLDER, *options.formats]
    subprocess.run(command, check=True, cwd=ROOT)
    steps = {"read": read, "rows": rows, "train": train}
    if options.short:
        del steps["rows"]  # what the bundled model is to read has no room in its 1,024 tokens
    for name, step in steps.items():
        if options.only in ("", name):
            print("\n".join(step(options)), flush=True)
    return 0


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = Options(__doc__, sample=1)
    parser.add_argument("--only", default="", choices=["read", "rows", "train"])
    parser.add_argument("--models", default="", help="parts of the published models' names, with commas between")
    parser.add_argument("--sample", type=int, default=12, help="pieces of each source")
    return parser.parsed()


def read(options: argparse.Namespace) -> Iterator[str]:
    """Yield a table of how much of the manual each format gives: words, with marks of headings, lists and tables."""
    expected = (TEXTS / "manual.md").read_text("utf-8").split()
    yield from ("| Manual as | Pages | Words | The same |", "|---|---|---|---|")
    for ending in options.formats:
        path = FOLDER / f"manual{ending}"
        about, text = read_document(path, document_kind(path) or "html")
        words = text.decode().split()
        same = difflib.SequenceMatcher(None, expected, words, autojunk=False).ratio()
        yield f"| {ending} | {about.pages or ''} | {len(words):,} | {same:.1%} |"


def rows(options: argparse.Namespace) -> Iterator[str]:
    """Yield a table of what each model writes about a sample of each source, and how many rows pass."""
    sources = {"book": paths.DEMO / "holmes.txt", "manual": FOLDER / "manual.pdf", "company": FOLDER / "company"}
    yield from (
        "",
        "| Model | Source | Pieces | Written | Pass | Minutes | Left out |",
        "|---|---|---|---|---|---|---|",
    )
    for model in models(options):
        for name, source in sources.items():
            output = FOLDER / f"{model.stem}-{name}.jsonl"
            said = luthier(
                "rows", source, "--model", model, "-o", output, "--sample", options.sample, "--force", "--json"
            )
            made = json.loads(said)
            fell = "; ".join(f"{count} {why}" for why, count in made["fell"].items())
            yield (
                f"| {model.stem} | {name} | {options.sample} of {made['pieces']} | {made['written']} | {made['rows']} "
                f"({made['rows'] / max(made['written'], 1):.0%}) | {made['seconds'] / 60:.1f} | {fell} |"
            )


def train(options: argparse.Namespace) -> Iterator[str]:
    """Yield a table of the forty questions before and after a training on a model's own rows of the whole manual."""
    yield from ("", f"| Rows | {' | '.join(HEAD)} |", f"|{'---|' * (len(HEAD) + 1)}")
    for model in models(options):
        if options.short:
            task = Task("manual", "qa", "a manual", list(ASKED[:4]), [], list(ASKED[:2]), holds, most=8)
            base, tuned = Trial(model, task, Recipe("short", True, ("max_steps=4",)), FOLDER).rows(with_base=True)
            yield f"| 4 {line(tuned, base)}"
            continue
        output = FOLDER / f"{model.stem}-all.jsonl"
        resume = ("--resume",) if output.exists() else ()
        luthier("rows", FOLDER / "manual.pdf", "--model", model, "-o", output, "--wordings", 3, "--json", *resume)
        made = [json.loads(text) for text in output.read_text("utf-8").splitlines()]
        taught = [Pair(row["question"], row["answer"]) for row in made]
        task = Task("manual", "qa", "a manual", taught, [], list(ASKED), holds, most=40)
        base, tuned = Trial(model, task, Recipe("8 epochs", True, ("epochs=8",)), FOLDER).rows(with_base=True)
        yield f"| {len(taught):,} {line(tuned, base)}"


def models(options: argparse.Namespace) -> list[Path]:
    """Return the published models' files that are asked for and there."""
    if options.short:
        return [bundled_model()]
    parts = [part for part in options.models.lower().split(",") if part] or [""]
    files = [published_folder() / model.file for model in MODELS]
    return [file for file in files if file.exists() and any(part in file.name.lower() for part in parts)]


if __name__ == "__main__":
    sys.exit(main())
