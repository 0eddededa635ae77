"""What does a file of few bits keep of a training? The small export beside llama.cpp's types, with and without an
importance matrix, on published models.

    make bench-small                                     facts, a style and JSON on both published models
    make bench-small ARGS='--tasks facts --models smollm2 --types base,q4_k_m'
    make bench-small ARGS=--short                        a few steps of the bundled model: does it work?
    make bench-small ARGS=--seconds                      what is estimated for larger models, and what a layer takes

The trainings are those of `make bench-teach`, by Luthier's own recipe; one that is there already (build/bench/small) is
taken as it is. What is measured is kept in rows.jsonl there and not measured again. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np

from core import protocol as p
from core.base import paths
from core.cli.conversation import held_model
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.export.small.inputs import Inputs, Texts
from core.export.small.small import Small, can_fit
from core.export.small.solve import estimated_seconds, measure_pace
from core.export.small.store import kept_at
from core.gguf.header import Header, read_header
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import BUILD, ROOT, Options
from tests.lab.bench.make_model import SHAPES, bundled_model, make_model, random_model
from tests.lab.bench.teach.tasks import Task, tasks
from tests.lab.bench.teach.trial import RECIPES, Recipe, Row, Trial, luthier, processor_seconds, right_in_file

sys.path.append(str(ROOT / "packaging"))  # its scripts import one another by name
from published_models import MODELS, published_folder

FOLDER = BUILD / "bench" / "small"
ADAPTER = "adapter"
TYPES = (
    ADAPTER,
    "base",
    "base+",
    "q4_k_m",
    "q4_k_m*",
    "q5_k_m",
    "q5_k_m*",
    "q6_k",
    "q6_k*",
    "q8_0",
)  # *: importance matrix
SIZES = {"smollm2-135m": "q4_1", "llama-3.2-1b": "q4_k_m", "llama-3.2-3b": "q4_k_m", "llama-3.1-8b": "q4_k_m"}
TOKENS, ROOM, RANK = 6144, 2 << 30, 16  # of --seconds: of texts, as an export reads; bytes for inputs; of the adapter
BOOK = slice(100_000, 108_000)  # characters of the bundled book, of which no task says anything
HEAD = ("Types", "Size MB", "Keeps", "Right", "In other words", "Loss on its rows", "On other text", "Processor s")


class InType(msgspec.Struct, kw_only=True):
    """A training in a file of some type. right, other: answers of so many asked. loss: nats a token of rows: "held-out"
    or "trained". general: of other text. seconds: the export's, of processor time.
    """

    model: str
    task: str
    key: str
    dtype: str
    size: int
    keeps: float
    right: int
    asked: int
    other: int
    other_asked: int
    loss: float
    rows: str
    general: float
    seconds: float


def main() -> int:
    """Measure what is not known yet, and print the table."""
    be_a_good_neighbour()
    parser = Options(__doc__, types="q4_k_m*")
    parser.add_argument("--tasks", default="facts,style,extract", help=f"with commas between, of {', '.join(tasks())}")
    parser.add_argument("--models", default="", help="parts of the published models' names, with commas between")
    parser.add_argument("--types", default=",".join(TYPES), help="with commas between; * with an importance matrix")
    parser.add_argument("--seconds", action="store_true", help="that fitting models of usual sizes takes")
    options = parser.parsed()
    if options.seconds:
        return seconds(options.short)
    FOLDER.mkdir(parents=True, exist_ok=True)
    if options.short:
        with TemporaryDirectory(dir=FOLDER) as name:
            folder, labels = Path(name), tasks()["labels"]
            few = replace(labels, asked=labels.asked[:2])
            show([Trial(bundled_model(), few, Recipe("short", True, ("max_steps=4",)), folder)], folder, options)
    else:
        show(list(chosen(options)), FOLDER, options)
    return 0


def chosen(options: argparse.Namespace) -> Iterator[Trial]:
    """Yield the trials that are asked for."""
    for model in (published_folder() / model.file for model in MODELS):
        if any(part in model.name.lower() for part in options.models.lower().split(",")):
            for name in options.tasks.split(","):
                yield Trial(model, tasks()[name], RECIPES["ours"], FOLDER)


def show(trials: list[Trial], folder: Path, options: argparse.Namespace) -> None:
    """Print the table, of what was measured before and what was not."""
    file = folder / "rows.jsonl"
    known = read(file)
    for trial in trials:
        for dtype in options.types.split(","):
            if identity(trial, dtype) not in known:
                row = measured(trial, dtype)
                with file.open("ab") as rows:
                    rows.write(msgspec.json.encode(row) + b"\n")
                known[identity(trial, dtype)] = row
    print("\n".join(line for trial in trials for line in table(trial, known, options.types.split(","))))


def read(file: Path) -> dict[tuple[str, ...], InType]:
    """Return the newest of what was measured, by what it was measured of."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    rows = [msgspec.json.decode(line, type=InType) for line in lines]
    return {(row.model, row.task, row.key, row.dtype): row for row in rows}


def identity(trial: Trial, dtype: str) -> tuple[str, ...]:
    """Return what two rows of the same measurement have in common."""
    return trial.model.stem, trial.task.name, trial.task.key, dtype


def measured(trial: Trial, dtype: str) -> InType:
    """Train if that was not done yet, export, and ask the file. Raises RuntimeError with what a command said."""
    trial.train(trial.row())
    general = trial.folder / "general.txt"
    general.write_text((paths.DEMO / "holmes.txt").read_text("utf-8")[BOOK], "utf-8")
    with TemporaryDirectory(dir=trial.folder) as folder:
        file = Path(folder) / "file.gguf"
        before = processor_seconds()
        matrix = ["--imatrix"] if dtype.endswith("*") else []
        kind = ["adapter"] if dtype == ADAPTER else ["merged", "--type", dtype.rstrip("*"), *matrix]
        result = json.loads(luthier("export", trial.run, *kind, "-o", file, "--json"))
        seconds = processor_seconds() - before
        if dtype == ADAPTER:
            right, other = by_adapter(trial)
            words = ("--model", trial.model, "--adapter", trial.run)
        else:
            right, other = (right_in_file(file, task) for task in (trial.task, in_other_words(trial.task)))
            words = ("--model", file)
        told = luthier("eval", *words, "--data", general, "--set", "context=1024", "--json")
        name, task, key, _ = identity(trial, dtype)
        return InType(
            model=name, task=task, key=key, dtype=dtype, size=file.stat().st_size, keeps=result.get("keeps", 1.0),
            right=right, asked=len(trial.task.asked), other=other, other_asked=len(trial.task.other_words),
            loss=result["loss_llama_cpp"], rows=result["rows"], general=json.loads(told)["loss"], seconds=seconds,
        )  # fmt: skip


def in_other_words(task: Task) -> Task:
    """Return the task with what is asked in a wording that was not taught."""
    return replace(task, asked=task.other_words)


def by_adapter(trial: Trial) -> tuple[int, int]:
    """Return how many answers of base and adapter are right: as taught or like that, and in other words."""
    with held_model(p.ConverseJob(run=str(trial.run))) as held:
        row: Row = trial.answered(trial.row(), held, "tuned")
    return row.right, row.other


def table(trial: Trial, known: dict[tuple[str, ...], InType], types: list[str]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield from ("", f"**{trial.model.stem}, {trial.task.title}**", "")
    yield from (f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}")
    for row in (known[identity(trial, dtype)] for dtype in types):
        cells = (
            row.dtype.replace("*", " with matrix"),
            f"{row.size / 1e6:.0f}",
            f"{row.keeps:.0%}",
            f"{row.right} of {row.asked}",
            f"{row.other} of {row.other_asked}" if row.other_asked else "",
            f"{row.loss:.3f} ({row.rows})",
            f"{row.general:.2f}",
            f"{row.seconds:.0f}",
        )
        yield f"| {' | '.join(cells)} |"


def seconds(is_short: bool) -> int:
    """Print the processor seconds that are estimated for models of usual sizes, and for a layer of the 1B one with
    random weights those that it took besides.
    """
    for name, kind in list(SIZES.items())[: 1 if is_short else None]:
        header = read_header(random_model(name, kind, hollow=True))
        print(f"{name}: {estimate(header):,.0f} s estimated", flush=True)
    with TemporaryDirectory(dir=BUILD) as name:
        file, learnt, random = Path(name) / "layer.gguf", Path(name) / "adapter.gguf", np.random.default_rng(0)
        sizes = SHAPES["tiny"] if is_short else replace(SHAPES["llama-3.2-1b"], vocab=SHAPES["tiny"].vocab)
        make_model(replace(sizes, layers=1), "q4_k_m", file, tokenizer=bundled_model())
        header = read_header(file)
        factors = {
            name: (
                random.normal(size=(RANK, header.tensors[name].shape[0])).astype(np.float32) / 1000,
                random.normal(size=(header.tensors[name].shape[1], RANK)).astype(np.float32),
            )
            for name in linears(header)
        }
        write_adapter(learnt, header.architecture, factors, RANK)
        rows = [random.integers(3, sizes.vocab, 64, np.int32) for _ in range(TOKENS // 64)]
        texts, adapter = Texts(rows[: 2 * len(rows) // 3], rows[2 * len(rows) // 3 :]), read_adapter(learnt)
        expected, began = estimate(header), time.process_time()
        with kept_at(Path(name) / "fitted", "", 0) as store:
            small = Small(header, adapter, {}, Inputs(header, learnt, texts), texts.n_tokens, ROOM, lambda: None, store)
            for weight in small.names:
                fit = small.fit_of(weight)
                assert fit is not None
                for _ in fit():
                    pass
        print(f"A layer of 1B: {expected:,.0f} s estimated, {time.process_time() - began:,.0f} s taken")
    return 0


def estimate(header: Header) -> float:
    """Return the processor seconds that fitting a model's linears is estimated to take."""
    names = linears(header)
    pace = measure_pace({header.tensors[name].kind for name in names}, time.process_time)
    return estimated_seconds(header, names, TOKENS, ROOM, pace)


def linears(header: Header) -> list[str]:
    """Return the names of the layers' weights that are fitted."""
    return [name for name, info in header.tensors.items() if name.startswith("blk.") and can_fit(info)]


if __name__ == "__main__":
    sys.exit(main())
