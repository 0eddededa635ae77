"""Files of a run that are cut off, or that a disk gives back with other bits than were written.

Two real runs, one done and one stopped half-way. Of each damage it is asked whether the run is listed, shown, exported
and gone on with. Survived: each was refused with a message, or gave what the undamaged run gives, to the bit.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from core import protocol as p
from core.base import settings
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.cli.listing import summarize
from core.engine.lora.adapter_file import read_adapter
from core.engine.train.checkpoint import list_checkpoints
from core.jobs.context import Control
from core.jobs.models.run_adapter import find_adapter, held_out_of
from core.runs import run as runs
from core.runs.learnt_thoughts import read_thoughts
from core.runs.run import Run
from core.runs.votes import Vote, put_vote, read_votes
from core.worker import run_job
from tests.fixtures.make_formats import CONFIG, DATA, FORMATS, MODEL, STEPS, STOPPED_AT
from tests.lab.faults.table import Row

PLACES, PLACES_SHORT = 1000, 24
BLOCK = 512  # bytes that a disk loses at once
SHORT_FILES = ("run.json", "adapter.gguf", "state.safetensors", "events.jsonl", "evaluation.npz", "progress.json")
RUNS = ("done", "stopped")
_VOTE = Vote(id="a", step=2, better="tuned", question="Who is it?", time=1.0)
_NOT_A_RUNS_WORK = ("lock", "apart.lock")


class Damage(NamedTuple):
    """kind: of the file, its name. at: the first byte that is another."""

    file: Path
    how: str
    at: int


class Found(NamedTuple):
    """What came of it. wrong: what was neither refused nor as it should be; "" for nothing."""

    wrong: str
    refused: str
    lost_steps: int
    left_over: int


def rows(place: Path, short: bool) -> Iterator[Row]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUTHIER_HOME", str(place / "home"))
        patch.setenv("LUTHIER_DEVICE", "cpu")
        patch.chdir(place)
        yield from _rows(place, short)


def _rows(place: Path, short: bool) -> Iterator[Row]:
    rng = random.Random(18)
    good = _make_runs(place)
    results: dict[str, list[Found]] = defaultdict(list)
    for damage in _damages(good, rng, short):
        results[damage.file.name].append(_try(place, good, damage, rng))
    for name, found in sorted(results.items()):
        wrong = Counter(one.wrong for one in found if one.wrong)
        refused = next((one.refused for one in reversed(found) if one.refused), "")
        yield Row(
            f"{name} damaged",
            len(found),
            len(found) - wrong.total(),
            max(one.lost_steps for one in found),
            sum(one.left_over for one in found),
            "; ".join(f"{what} ({count})" for what, count in wrong.items()) or refused,
        )


class Good(NamedTuple):
    """The undamaged runs, and what becomes of each when it is gone on with."""

    folder: Path
    events: dict[str, list[p.Event]]
    final: dict[str, bytes]
    exported: dict[str, bytes]


def _make_runs(place: Path) -> Good:
    folder = place / "good"
    folder.mkdir()
    for name in (MODEL, DATA):
        shutil.copy(FORMATS / name, folder)
    os.chdir(folder)
    for name, last in (("done", STEPS), ("stopped", STOPPED_AT)):
        control = Control()

        def stop_after(event: p.Event, last: int = last, control: Control = control) -> None:
            if isinstance(event, p.Step) and event.step == last:
                control.apply(p.Stop())

        job = p.TrainJob(model=MODEL, data=DATA, run=name, config=CONFIG, title=f"A run, {name}", tags=("kept",))
        assert run_job(job, stop_after, control) == 0
        put_vote(Run(folder / name), _VOTE)
    exported = {name: _adapter_of(Run(folder / name)) for name in RUNS}
    events = {name: list(Run(folder / name).events()) for name in RUNS}
    os.chdir(shutil.copytree(folder, place / "gone on with"))
    for name in RUNS:
        assert run_job(p.ResumeJob(run=name), lambda event: None, Control()) == 0
    settings.save(settings.Settings(runs_dir=str(place / "work")))
    return Good(folder, events, {name: Path(name, "adapter.gguf").read_bytes() for name in RUNS}, exported)


def _damages(good: Good, rng: random.Random, short: bool) -> Iterator[Damage]:
    """Places spread over all files, each of which comes as often as any other."""
    files = [
        file
        for name in RUNS
        for file in sorted((good.folder / name).rglob("*"))
        if file.is_file() and file.stat().st_size and file.name not in _NOT_A_RUNS_WORK
    ]
    if short:
        files = [file for file in files if file.name in SHORT_FILES and file.is_relative_to(good.folder / RUNS[1])]
    for number in range(PLACES_SHORT if short else PLACES):
        file = files[number % len(files)]
        how = ("truncated", "flipped", "zeroed")[number // len(files) % 3]
        yield Damage(file.relative_to(good.folder), how, rng.randrange(file.stat().st_size))


def _try(place: Path, good: Good, damage: Damage, rng: random.Random) -> Found:
    work = place / "work"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(good.folder, work)
    os.chdir(work)
    name = damage.file.parts[0]
    _do(work / damage.file, damage, rng)
    run, refused, wrong = Run(work / name), [], []

    def attempt(what: str, result: bytes | None, expected: bytes) -> None:
        if result is not None and result != expected:
            wrong.append(f"{what} {damage.how} at {damage.at}")

    listed = runs.list_runs()
    refused.extend(error.message for error in listed.unreadable)
    if len(listed.runs) + len(listed.unreadable) != len(RUNS):
        wrong.append("a run that is not listed")
    with _refusal(refused):
        if lines := summarize(run).damaged_lines:
            refused.append(f"Damaged lines in events.jsonl, which were passed over: {lines}.")
        if [event for event in run.events() if event not in good.events[name]]:
            wrong.append(f"an event that never was, {damage.how} at {damage.at}")
        if run.info() != Run(good.folder / name).info():
            wrong.append(f"other settings, {damage.how} at {damage.at}")
        if any(vote != _VOTE for vote in read_votes(run)):
            wrong.append(f"another vote, {damage.how} at {damage.at}")
        held_out_of(run, lambda code, message, hint: refused.append(message))
    with _refusal(refused):
        if run.notes() != Run(good.folder / name).notes():
            wrong.append(f"other notes, {damage.how} at {damage.at}")
    with _refusal(refused):
        if read_thoughts(run) != read_thoughts(Run(good.folder / name)):
            wrong.append(f"other thoughts, {damage.how} at {damage.at}")
    exported: bytes | None = None
    with _refusal(refused):
        exported = _adapter_of(run, lambda code, message, hint: refused.append(message))
    attempt("exported", exported, good.exported[name])
    started: list[int] = []

    def listen(event: p.Event) -> None:
        match event:
            case p.TrainingStarted(step=step):
                started.append(step)
            case p.Notice(message=message):
                refused.append(message)
            case p.Failed(code=code, message=message):
                refused.append(message)
                if code == "internal":
                    wrong.append(f"an error that nobody foresaw: {message}")

    code = run_job(p.ResumeJob(run=name), listen, Control())
    if code == 0:
        attempt("gone on with", run.adapter.read_bytes(), good.final[name])
    elif not refused:
        wrong.append("it failed without a word")
    last = list_checkpoints(good.folder / name / "checkpoints")[0]
    lost = int(last.name.removeprefix("step-")) - started[0] if started and code == 0 else 0
    left = sum(1 for file in work.rglob("*.part"))
    return Found("; ".join(wrong), refused[0] if refused else "", lost, left)


def _do(file: Path, damage: Damage, rng: random.Random) -> None:
    content = bytearray(file.read_bytes())
    match damage.how:
        case "truncated":
            del content[damage.at :]
        case "flipped":
            content[damage.at] ^= 1 << rng.randrange(8)
        case _:
            end = min(len(content), damage.at + BLOCK)
            content[damage.at : end] = bytes(end - damage.at)
    file.write_bytes(content)


@contextlib.contextmanager
def _refusal(refused: list[str]) -> Iterator[None]:
    try:
        yield
    except LuthierError as error:
        refused.append(error.message)


def _adapter_of(run: Run, notice: Notify = lambda code, message, hint: None) -> bytes:
    """What every export is made from. Raises LuthierError."""
    adapter = read_adapter(find_adapter(run, "", notice).file)
    weights = [part.tobytes() for name in sorted(adapter.tensors) for part in adapter.tensors[name]]
    about = adapter.alpha, adapter.architecture, adapter.name, sorted(adapter.notes.items())
    return b"".join(weights) + repr(about).encode()
