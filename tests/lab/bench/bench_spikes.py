"""Does Luthier see when a training has gone wrong, and only then? Trains the bundled model, well and far too fast.

    .venv/bin/python -m tests.lab.bench.bench_spikes [good|bad] [--short] [--series FILE]

Prints by which step it saw trouble, of trainings with going back turned off: 0 where it saw none. About a quarter of an
hour on two cores. --series: also write every loss there, a training a line. --short: of each kind the shortest.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.jobs.context import JobContext
from core.jobs.training import train
from core.protocol.config import TrainConfig, require_workable
from core.runs.run import Run, RunInfo
from core.worker import be_a_good_neighbour
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model
from tests.lab.bench.teach.written import FACTS


class Case(NamedTuple):
    """data: a name of `data_files`. diverges: whether its settings are far too wild to learn anything."""

    name: str
    data: str
    settings: dict[str, Any]
    diverges: bool = False

    @property
    def config(self) -> TrainConfig:
        return msgspec.convert({**USUAL, **self.settings}, TrainConfig)


class Series(msgspec.Struct, kw_only=True):
    """losses: of all steps, None where a step was not finite. seen: the step by which trouble was, 0 for none."""

    name: str
    diverges: bool
    losses: list[float | None] = []
    norms: list[float] = []
    seen: int = 0
    reason: str = ""

    @property
    def is_right(self) -> bool:
        return bool(self.seen) == self.diverges


USUAL = {"context": 64, "rank": 8, "grad_accumulation": 1, "learning_rate": 2e-3, "eval_share": 0.05, "max_steps": 200,
         "threads": 1, "rollback": False}  # fmt: skip
GOOD: tuple[Case, ...] = (
    *(Case(f"{data} {seed}", data, {"seed": seed}) for data in ("book", "chat", "uneven") for seed in range(2)),
    Case("long rows", "book", {"context": 256, "max_steps": 80}),
    Case("four rows a step", "chat", {"grad_accumulation": 4, "max_steps": 80}),
    *(Case(f"facts {seed}", "facts", {"epochs": 30, "max_steps": 0, "eval_share": 0, "seed": seed}) for seed in (0, 1)),
    Case("facts, unpacked", "facts", {"packing": False, "max_steps": 600, "eval_share": 0}),
    Case("facts, fast", "facts", {"packing": False, "max_steps": 400, "eval_share": 0, "learning_rate": 5e-3}),
    Case("one row over and over", "one", {"packing": False, "eval_share": 0}),
    Case("unpacked", "chat", {"packing": False}),
    Case("unpacked, uneven", "uneven", {"packing": False, "max_steps": 400}),
    Case("short rows", "book", {"context": 8, "max_steps": 400}),
    Case("short rows, uneven", "uneven", {"context": 40, "max_steps": 400}),
    Case("DoRA", "chat", {"dora": True, "max_steps": 120}),
    Case("LoRA+", "chat", {"lora_plus_ratio": 16}),
    Case("rsLoRA, rank 64", "chat", {"rslora": True, "rank": 64, "max_steps": 120}),
    Case("dropout and noise", "chat", {"dropout": 0.1, "neftune_alpha": 5, "max_steps": 120}),
    Case("no warm-up", "book", {"warmup_ratio": 0}),
    Case("long warm-up", "book", {"warmup_ratio": 0.5}),
    Case("constant", "uneven", {"schedule": "constant"}),
    Case("no clipping", "chat", {"max_grad_norm": 0}),
    Case("slow", "book", {"learning_rate": 1e-5}),
    Case("fast", "chat", {"learning_rate": 6e-3}),
    Case("fast, book", "book", {"learning_rate": 6e-3}),
    Case("ten epochs", "chat", {"max_steps": 0, "epochs": 10, "context": 256}),
)
BAD: tuple[Case, ...] = tuple(
    Case(f"{data}, rate {rate:g}{', ' + also if also else ''}", data, {"learning_rate": rate, **more}, diverges=True)
    for rate in (0.02, 0.03, 0.05, 0.1, 0.3, 1.0)
    for data in ("book", "chat", "facts")
    for also, more in (
        ("", {}),
        ("constant", {"schedule": "constant", "warmup_ratio": 0}),
        ("no clipping", {"max_grad_norm": 0, "warmup_ratio": 0}),
    )
) + tuple(
    Case(f"{data}, {also}", data, more, diverges=True)
    for data in ("book", "chat")
    for also, more in (
        ("alpha 2000", {"alpha": 2000}),
        ("alpha 8000", {"alpha": 8000}),
        ("LoRA+ 500", {"lora_plus_ratio": 500}),
        ("long warm-up, rate 0.3", {"learning_rate": 0.3, "warmup_ratio": 0.5}),
        ("DoRA, rate 0.3", {"dora": True, "learning_rate": 0.3}),
        ("four rows, rate 0.2", {"grad_accumulation": 4, "learning_rate": 0.2, "max_steps": 80}),
    )
)
SHORT: tuple[Case, ...] = (
    Case("a few steps", "chat", {"max_steps": 20}),
    Case("a few steps, rate 1", "chat", {"learning_rate": 1.0, "max_steps": 40}, diverges=True),
)


def data_files(folder: Path) -> dict[str, Path]:
    """What the cases are trained on, by name."""
    files = {name: folder / f"{name}.jsonl" for name in ("facts", "one", "uneven")}
    rows = [_row(fact.question, fact.answer) for fact in FACTS]
    files["facts"].write_text("\n".join(rows))
    files["one"].write_text("\n".join(rows[:1] * 20))
    files["uneven"].write_text("\n".join(_uneven_rows()))
    return {**files, "book": paths.DEMO / "holmes.txt", "chat": paths.DEMO / "chat.jsonl"}


def _row(question: str, answer: str) -> str:
    return json.dumps({"messages": [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]})


def _uneven_rows() -> Iterator[str]:
    """Easy ones and impossible ones, in no order: chat, numbers, random letters, one word over and over."""
    draw = random.Random(3)
    chat = paths.DEMO.joinpath("chat.jsonl").read_text(encoding="utf-8").splitlines()
    for number in range(400):
        letters = "".join(draw.choices("abcdefghijklmnopqrstuvwxyzäßéñ0123456789#{}[]", k=draw.randrange(5, 120)))
        numbers = " ".join(str(draw.randrange(10**6)) for _ in range(12))
        again = _row("Again.", "yes " * draw.randrange(1, 60))
        yield draw.choice([chat[number % len(chat)], _row("Write.", letters), again, _row("Numbers.", numbers)])


def record(case: Case, model: Path, data: Path, folder: Path) -> Series:
    """Train it until trouble is seen, without going back."""
    config = case.config
    run, series = Run(folder), Series(name=case.name, diverges=case.diverges)
    run.folder.mkdir()
    run.write_info(RunInfo(model=str(model), data=str(data), created=0.0, config=config))

    def take(event: p.Event) -> None:
        match event:
            case p.Step(loss=loss, grad_norm=norm):
                series.losses.append(loss)
                series.norms.append(norm)
            case p.Skipped():
                series.losses.append(None)
            case p.Notice(code="train.unstable", message=message):
                series.seen, series.reason = len(series.losses), message
                context.control.stop.set()

    with JobContext(take) as context:
        try:
            train.start_training(p.TrainJob(model=str(model), data=str(data), run=str(folder), config=config), context)
        except LuthierError as error:
            if error.code != "train.diverged":
                raise
            series.seen, series.reason = series.seen or len(series.losses), series.reason or error.message
    return series


def main() -> int:
    parser = Options(__doc__)
    parser.add_argument("which", nargs="?", choices=["good", "bad", "all"], default="all")
    parser.add_argument("--series", type=Path, help="a file for the losses")
    chosen = parser.parsed()
    be_a_good_neighbour()
    for case in (*GOOD, *BAD):
        require_workable(case.config)  # before the first is trained: one that is refused ends the benchmark
    found: list[Series] = []
    cases = [
        case
        for case in (SHORT if chosen.short else (*GOOD, *BAD))
        if chosen.which in ("all", "bad" if case.diverges else "good")
    ]
    with TemporaryDirectory() as folder:
        place = Path(folder)
        os.environ |= {"LUTHIER_HOME": str(place / "home"), "LUTHIER_DEVICE": "cpu"}
        model, files = bundled_model("f16"), data_files(place)
        for number, case in enumerate(cases):
            series = record(case, model, files[case.data], place / f"run-{number}")
            found.append(series)
            told = f"{case.name:40}{len(series.losses):6} steps  seen {series.seen:4}  {series.reason}"
            print(told if series.is_right else f"WRONG: {told}", flush=True)
    if chosen.series:
        chosen.series.write_bytes(b"\n".join(map(msgspec.json.encode, found)))
    good, bad = ([one for one in found if one.diverges is diverges] for diverges in (False, True))
    steps, seen = sum(len(one.losses) for one in good), [one.seen for one in bad if one.seen]
    print(f"{sum(bool(one.seen) for one in good)} false alarms in {len(good)} good trainings of {steps:,} steps in all")
    if seen:
        print(f"{len(seen)} of {len(bad)} bad ones seen by step {min(seen)} to {max(seen)}, median {median(seen):g}")
    return 0 if all(one.is_right for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
