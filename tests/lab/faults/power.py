"""Power cuts: every state of the disk that one could leave, from the first file of a run to its exports, is opened.

The writing calls of a real training and of its exports are traced, and done again one after the other on the model of a
disk in power_disk.py. Some of the states are trained on to the end, which has to give the adapter of a run that nothing
disturbed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from core import protocol as p
from core.base import settings
from core.convert.convert import convert
from core.engine.lora.adapter_file import read_adapter
from core.engine.train.checkpoint import load_newest
from core.runs import run as runs
from core.runs.summary import FiguresReader
from tests.lab.faults.power_disk import Tree
from tests.lab.faults.power_tasks import run_of
from tests.lab.faults.power_trace import Replay, calls, can_trace, traced
from tests.lab.faults.table import Row
from tests.support.places import FIXTURES

TASKS = [sys.executable, "-m", "tests.lab.faults.power_tasks"]
SHORT_STATES, SHORT_RESUMED, RESUMED = 150, 1, 40


class State(NamedTuple):
    """told: the newest checkpoint that the user was told of when the power went; -1: none."""

    tree: Tree
    told: int
    is_saved: bool  # whether anything was told to be finished


def rows(place: Path, short: bool) -> Iterator[Row]:
    """Nothing where calls cannot be traced."""
    if not can_trace():
        print("Power cuts are not tried: strace is not here, or may not look.", file=sys.stderr)
        return
    prepare(place)
    root = place / "root"
    root.mkdir()
    with home_at(root):
        traced([*TASKS, str(root)], {**os.environ}, place / "trace")
        whole = {name: (root / name).read_bytes() for name in ("exports/adapter.gguf", "exports/merged.gguf")}
        states = list(distinct(Replay(root), place / "trace"))
        tried = spread(states, SHORT_STATES) if short else states
        yield opened(tried, root, whole)
        yield resumed(spread([s for s in states if s.told >= 0], SHORT_RESUMED if short else RESUMED), root, whole)


def prepare(place: Path) -> None:
    convert(FIXTURES / "llama-biased", place / "model.gguf", "f16", lambda done, total: None)
    pages = "\n\n".join(f"Once upon a time there was a fox number {number}." for number in range(60))
    (place / "rows.txt").write_text(pages)


@contextmanager
def home_at(folder: Path) -> Iterator[None]:
    before = os.environ.get("LUTHIER_HOME")
    os.environ["LUTHIER_HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["LUTHIER_HOME"]
        else:
            os.environ["LUTHIER_HOME"] = before


def distinct(replay: Replay, trace: Path) -> Iterator[State]:
    """Every state once for what was told by then; of the caches, which may be lost, not all on their own."""
    known = set[bytes]()
    told, heard = -1, 0
    for call in calls(trace):
        is_changed = replay.take(*call)
        for event in replay.told[heard:]:
            told = event.step if isinstance(event, p.Checkpoint) else told
        is_new, heard = len(replay.told) > heard, len(replay.told)
        if not is_changed and not is_new:
            continue
        for tree in replay.disk.after_a_cut():
            kept = sorted((name, data) for name, data in tree.items() if not name.startswith("cache"))
            digest = blake2b(repr((told, kept)).encode()).digest()
            if digest not in known:
                known.add(digest)
                yield State(tree, told, heard > 0)


def spread(states: list[State], count: int) -> list[State]:
    """So many of them, from the first to the last."""
    step = max(1, len(states) // count)
    return states[::step][:count]


def opened(states: list[State], root: Path, whole: dict[str, bytes]) -> Row:
    """Each with all that reads a run, an export and the settings."""
    survived, lost, left_over, trouble = 0, 0, 0, "nothing: all is there"
    for state in states:
        put(state.tree, root)
        try:
            lost = max(lost, steps_lost(state, root, whole))
            survived += 1
        except Exception as error:  # whatever it is, it is what the user would see
            trouble = f"{type(error).__name__}: {error}"
            print(f"told {state.told}: {trouble}: {sorted(state.tree)}", file=sys.stderr)
    return Row("Power cut, files opened", len(states), survived, lost, left_over, trouble)


def steps_lost(state: State, root: Path, whole: dict[str, bytes]) -> int:
    """Of those whose checkpoint had been told. Raises what the readers do, or AssertionError."""
    settings.load()
    listed = runs.list_runs()
    assert not listed.unreadable, listed.unreadable[0]
    for name, content in whole.items():
        assert not (root / name).exists() or (root / name).read_bytes() == content, f"{name} is half-written"
    run = runs.Run(run_of(root))
    if not listed.runs:
        assert state.told < 0, "the run is gone"
        return 0
    assert run.info().created and run.notes() and run.status() and FiguresReader(run).read()
    if run.adapter.exists():
        read_adapter(run.adapter)
    if state.told < 0:
        return 0
    found = load_newest(run.checkpoints_dir, 10**6, "")
    assert not found.passed_over, found.passed_over
    assert run.adapter.exists(), "the adapter is gone"
    return max(0, state.told - found.progress.step)


def resumed(states: list[State], root: Path, whole: dict[str, bytes]) -> Row:
    """Trained on to the end by the same command, and exported."""
    survived, left_over, trouble = 0, 0, "nothing: it goes on"
    for state in states:
        put(state.tree, root)
        command = [sys.executable, "-m", "core.cli", "train", "--resume", str(run_of(root))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        adapter = root / "runs/run/adapter.gguf"
        good = done.returncode == 0 and tensors(adapter) == tensors_of(whole["exports/adapter.gguf"], root)
        survived += good
        left_over += sum(1 for _ in run_of(root).rglob("*.part"))
        if not good:
            trouble = (done.stderr or done.stdout)[-300:]
            print(f"told {state.told}: {trouble}", file=sys.stderr)
    return Row("Power cut, run resumed", len(states), survived, 0, left_over, trouble)


def tensors(adapter: Path) -> dict[str, bytes]:
    return {name: b"".join(part.tobytes() for part in pair) for name, pair in read_adapter(adapter).tensors.items()}


def tensors_of(content: bytes, root: Path) -> dict[str, bytes]:
    file = root / "whole.gguf"
    file.write_bytes(content)
    return tensors(file)


def put(tree: Tree, root: Path) -> None:
    """In place of what is there."""
    shutil.rmtree(root)
    root.mkdir()
    for name, content in tree.items():
        if content is None:
            (root / name).mkdir()
        else:
            (root / name).write_bytes(content)
