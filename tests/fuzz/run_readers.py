"""Readers of what Luthier itself wrote: a disk, an older version or a person may have changed it."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.base import settings
from core.engine.train.checkpoint import load_newest
from core.runs.run import Run
from core.runs.summary import FiguresReader
from tests.fuzz.kinds import Readers


def read_commands(path: Path) -> None:
    """As a worker does: line after line."""
    for line in path.read_bytes().splitlines():
        p.question_in(line)
        p.decode_command(line)


def read_events(path: Path) -> None:
    """As a window does with what a worker says, and with the file of a run: damaged lines are passed over there."""
    FiguresReader(Run(path.parent)).read()
    for line in path.read_bytes().splitlines():
        p.decode_event(line)


def read_run(path: Path) -> None:
    """As a list of runs does."""
    run = Run(path.parent)
    run.info()
    run.notes()
    assert run.title and run.status()


def read_checkpoint(path: Path) -> None:
    """As a resumed run does."""
    load_newest(path.parent.parent, 10**6, "")


def read_settings(path: Path) -> None:
    """As every start does."""
    assert path == settings.settings_file()
    settings.load()


READERS: Readers = {
    "commands": ("commands.jsonl", read_commands),
    "events": ("events.jsonl", read_events),
    "run.json": ("run.json", read_run),
    "notes.json": ("notes.json", read_run),
    "progress.json": ("step-000002/progress.json", read_checkpoint),
    "state": ("step-000002/state.safetensors", read_checkpoint),
    "checksums": ("step-000002/checksums.sha256", read_checkpoint),
    "settings.json": ("settings.json", read_settings),
}
