"""Model and data changed, cut short or removed while they are trained on, and while they are converted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.base import paths
from tests.lab.faults.forked import done_as_job
from tests.lab.faults.prepared import Prepared
from tests.lab.faults.table import Row
from tests.lab.faults.trainings import Attempts


class Fault(NamedTuple):
    """do: at a step, from the model, the data and the folder of caches. told: of the message; "" if it goes on."""

    name: str
    do: Callable[[Prepared], object]
    told: str = ""


def rows(place: Path, short: bool) -> Iterator[Row]:
    prepared = Prepared(place)
    attempts = Attempts(prepared)
    for fault in FAULTS[:1] if short else FAULTS:
        yield attempts.row(fault.name, fault.do, fault.told, (2,) if short else (1, 2, 5, 8))
    yield _converting(prepared, "model removed while it is converted", shutil.rmtree)
    yield _converting(prepared, "model cut short while it is converted", _halve)


def _cut(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size // 50)


def _halve(model: Path) -> None:
    _cut(model / "model.safetensors")


def _overwrite(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.seek(-1000, 2)
        stream.write(bytes(1000))


def _cut_copies(prepared: Prepared) -> None:
    for file in (prepared.home / "cache" / "copies").iterdir():
        _cut(file)


FAULTS = (
    Fault("model cut short while it is trained", lambda on: _cut(on.model), "storyteller.gguf"),
    Fault("model written to while it is trained", lambda on: _overwrite(on.model), "storyteller.gguf"),
    Fault("model removed while it is trained", lambda on: on.model.unlink()),
    Fault("data cut short while they are trained on", lambda on: _cut(on.text)),
    Fault("data removed while they are trained on", lambda on: on.text.unlink()),
    Fault("copies of the weights cut short", _cut_copies, "could not be read"),
)


def _converting(prepared: Prepared, name: str, do: Callable[[Path], object]) -> Row:
    """In the middle of a conversion that is told of; afterwards the same command makes the same file."""
    model, output = prepared.place / "checkpoint", prepared.place / "converted.gguf"
    shutil.copytree(paths.SAMPLE_MODEL, model)
    job = p.ConvertJob(source=str(model), output=str(output), dtype="f16")
    assert done_as_job(job).is_done
    whole = output.read_bytes()
    output.unlink()
    is_done = False

    def hear(event: p.Event) -> None:
        nonlocal is_done
        if isinstance(event, p.Phase | p.Progress) and not is_done:
            is_done = True
            do(model)

    told = done_as_job(job, hear=hear)
    left_over = len(list(prepared.place.glob("converted*"))) - told.is_done
    is_told = told.is_done or (str(model) in told.message and told.end is not None)
    shutil.rmtree(model, ignore_errors=True)
    shutil.copytree(paths.SAMPLE_MODEL, model)
    again = told if told.is_done else done_as_job(job)
    survived = is_told and again.is_done and output.read_bytes() == whole
    output.unlink(missing_ok=True)
    shutil.rmtree(model)
    return Row(name, 1, int(survived), None, left_over, told.message.replace(str(prepared.place), "…"))
