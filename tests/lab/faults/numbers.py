"""Trainings whose numbers go wrong: far too fast ones, also ended at the worst moments, settings and data of no use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np

from core import protocol as p
from core.base import paths
from core.base.errors import LuthierError
from core.convert.convert import convert
from core.engine.lora.adapter_file import read_adapter
from core.jobs.context import JobContext
from core.jobs.training.train import resume_training, start_training
from core.protocol.config import TrainConfig, with_settings
from core.runs import run as runs
from core.runs.run import Run
from tests.lab.bench.bench_spikes import data_files
from tests.lab.faults.table import Row

# The rate rises until it is far too high, so there is something good to go back to.
RISING = TrainConfig(
    context=32, rank=4, grad_accumulation=1, learning_rate=0.03, warmup_ratio=0.5, max_steps=40, save_every=5,
    eval_share=0, packing=False, threads=1,
)  # fmt: skip
FAR_TOO_FAST = msgspec.structs.replace(RISING, learning_rate=1.0, warmup_ratio=0.0, max_grad_norm=0.0)
OF_NO_USE = (
    "learning_rate=2", "learning_rate=nan", "alpha=inf", "dropout=1", "betas=0.9,1", "eval_share=1", "rank=0",
    "grad_accumulation=0", "epochs=0", "neftune_alpha=nan", "weight_decay=inf", "lora_plus_ratio=0",
    "learning_rate=0.5 lora_plus_ratio=16", "warmup_ratio=1", "context=4", "alpha=1e9",
)  # fmt: skip


class Ended(Exception):  # noqa: N818 - no error: what a power cut is to the program
    """Nothing after this moment is done."""


def rows(place: Path, short: bool) -> Iterator[Row]:
    """One for each fault."""
    model, data = place / "model.gguf", data_files(place)["facts"]
    convert(paths.SAMPLE_MODEL, model, "f16", lambda done, total: None)
    yield _goes_back(place / "ended", model, data, short)
    yield _gives_up(place / "fast", model, data)
    yield _refused()


def _goes_back(place: Path, model: Path, data: Path, short: bool) -> Row:
    """Ended as it goes back, before and after; what comes of it is compared with a training that nothing has ended."""
    whole = run_of(place / "whole", model, data, RISING)
    events = trained(whole)
    back = next(event for event in events if isinstance(event, p.WentBack))
    moments: list[Callable[[p.Event], bool]] = [lambda event: isinstance(event, p.WentBack)]
    if not short:
        told = [event for event in events if isinstance(event, p.Step | p.WentBack | p.Checkpoint)]
        moments += [_like(event) for event in told[:: len(told) // 20]]
    survived = 0
    for number, moment in enumerate(moments):
        run = run_of(place / f"ended-{number}", model, data, RISING)
        trained(run, moment)
        trained(run)
        survived += _same_adapter(run, whole)
    lost = max(event.step - event.to for event in events if isinstance(event, p.WentBack))
    message = f"The training went wrong by step {back.step}: {back.reason}"
    return Row(
        "The loss rises and stays, and the program is ended", len(moments), survived, lost, _left(place), message
    )


def _gives_up(place: Path, model: Path, data: Path) -> Row:
    """Nothing helps: it ends with the reason, and with an adapter of numbers."""
    run, message = run_of(place / "run", model, data, FAR_TOO_FAST), ""
    try:
        trained(run)
    except LuthierError as error:
        message = f"{error} {error.hint}" if error.code == "train.diverged" else ""
    factors = read_adapter(run.adapter).tensors.values()
    is_finite = all(np.isfinite(factor).all() for pair in factors for factor in pair)
    return Row("A learning rate 500 times too high", 1, int(bool(message) and is_finite), None, _left(place), message)


def _refused() -> Row:
    survived, message = 0, ""
    for settings in OF_NO_USE:
        try:
            with_settings(TrainConfig(), settings.split())
        except LuthierError as error:
            message = str(error)
            survived += error.code == "config.bad-value" and settings.split()[0].partition("=")[0] in message
    return Row("Settings that cannot work", len(OF_NO_USE), survived, None, 0, message)


def run_of(folder: Path, model: Path, data: Path, config: TrainConfig) -> Run:
    """Made, not begun."""
    return runs.create(p.TrainJob(model=str(model), data=str(data), run=str(folder), config=config))


def trained(run: Run, until: Callable[[p.Event], bool] = lambda event: False) -> list[p.Event]:
    """What it says to its end, or to the first event of this kind, after which nothing more is done."""
    events: list[p.Event] = []

    def take(event: p.Event) -> None:
        events.append(event)
        if until(event):
            raise Ended

    with JobContext(take) as context:
        try:
            if run.has_checkpoint():
                resume_training(p.ResumeJob(run=str(run.folder)), context)
            else:
                start_training(p.TrainJob(model="", data="", run=str(run.folder), config=RISING), context)
        except Ended:
            pass
    return events


def _like(wanted: p.Event) -> Callable[[p.Event], bool]:
    return lambda event: msgspec.structs.replace(event, time=wanted.time) == wanted


def _same_adapter(one: Run, other: Run) -> bool:
    return one.adapter.read_bytes()[-4096:] == other.adapter.read_bytes()[-4096:] and all(
        np.array_equal(ours, theirs)
        for pair, others in zip(
            read_adapter(one.adapter).tensors.values(), read_adapter(other.adapter).tensors.values(), strict=True
        )
        for ours, theirs in zip(pair, others, strict=True)
    )


def _left(place: Path) -> int:
    return sum(1 for _ in place.rglob("*.part"))
