"""A run's folder that somebody passed on: what has the names of a run's files is not what a training wrote."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from app.pages.chat.sources import read_checkpoints
from app.pages.runs.listed_run import read_all
from app.workers.run_session import EventsFile
from core import protocol as p
from core.base import bounded_file, paths, settings
from core.base.errors import LuthierError
from core.cli.commands import app
from core.data.example import read_examples
from core.engine.train.checkpoint import load_newest
from core.engine.train.plan.search import known_plan
from core.jobs.context import JobContext
from core.jobs.export.bring_home import bring_home
from core.jobs.models.check import model_of_run
from core.jobs.models.run_adapter import find_adapter, held_out_of
from core.runs import files as run_files
from core.runs import lost_file, report
from core.runs import run as runs
from core.runs.disk import holder_of
from core.runs.learnt_thoughts import read_thoughts
from core.runs.summary import FiguresCache
from core.runs.votes import read_votes
from tests.support.export_runs import exported, trained_run
from tests.support.homecoming import came_back

STEP = "checkpoints/step-000004"
NAMES = (
    *(name for name in sorted(run_files.FILES) if not name.endswith(".part")),
    *(f"{STEP}/{name}" for name in sorted(run_files.OF_A_CHECKPOINT)),
    "lock.owner",
)


def as_pipe(place: Path) -> None:
    assert sys.platform != "win32"
    os.mkfifo(place)


def as_socket(place: Path) -> None:
    assert sys.platform != "win32"
    here = Path.cwd()
    os.chdir(place.parent)  # a socket's name has 108 bytes
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(place.name)
    os.chdir(here)


def as_device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def as_endless_line(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(bounded_file.WHOLE + 1)


KINDS = [
    *([] if sys.platform == "win32" else [as_pipe, as_socket, as_device]),
    as_endless_line,
]


@pytest.fixture(scope="module")
def trained(demo_gguf_q8: Path, tmp_path_factory: pytest.TempPathFactory) -> runs.Run:
    folder = tmp_path_factory.mktemp("passed-on") / "run"
    return trained_run(demo_gguf_q8, paths.DEMO / "chat.jsonl", folder, context=64, max_steps=4)


@pytest.fixture
def passed_on(trained: runs.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[runs.Run]:
    """A copy among the runs, which a test may spoil."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    yield runs.Run(shutil.copytree(trained.folder, settings.runs_dir() / "theirs"))


def put(run: runs.Run, name: str, kind: Callable[[Path], None]) -> Path:
    place = run.folder / name
    place.unlink(missing_ok=True)
    kind(place)
    return place


def refused(do: Callable[[], object]) -> str:
    with pytest.raises(LuthierError) as caught:
        do()
    return f"{caught.value.code}: {caught.value.message}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_that_no_reader_waits_for_or_holds_what_is_no_file(
    passed_on: runs.Run, name: str, kind: Callable[[Path], None]
) -> None:
    """Each comes back: with what is there besides, or with a sentence."""
    put(passed_on, name, kind)
    readers: list[Callable[[], object]] = [
        passed_on.info,
        passed_on.notes,
        passed_on.mend_info,
        lambda: list(passed_on.events()),
        lambda: list(EventsFile(passed_on).read()),
        lambda: read_checkpoints(str(passed_on.folder)),
        lambda: read_votes(passed_on),
        lambda: read_thoughts(passed_on),
        lambda: model_of_run(passed_on),
        lambda: known_plan(passed_on.plan_file),
        lambda: load_newest(passed_on.checkpoints_dir, 4, ""),
        lambda: held_out_of(passed_on),
        lambda: find_adapter(passed_on),
        lambda: lost_file._what_is_wrong(passed_on),
        lambda: list(report._events(passed_on)),
        lambda: holder_of(passed_on),
        lambda: run_files.others(passed_on.folder),
    ]
    for read in readers:
        with suppress(LuthierError):
            read()
    assert CliRunner().invoke(app, ["runs", "list"]).exit_code == 0
    listed = read_all(FiguresCache(), lambda reading: None)
    assert len(listed.runs) + len(listed.unreadable) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_that_a_run_is_listed_with_what_is_wrong_with_its_events(
    passed_on: runs.Run, kind: Callable[[Path], None]
) -> None:
    """The list, in the terminal and in the window, waited for ever."""
    put(passed_on, "events.jsonl", kind)
    said = CliRunner().invoke(app, ["runs", "list"], env={"COLUMNS": "1000"})
    assert said.exit_code == 0 and "events.jsonl cannot be read: " in said.output
    (trouble,) = read_all(FiguresCache(), lambda reading: None).unreadable
    words = "has more than 16 MB" if kind is as_endless_line else "not a file"
    assert "events.jsonl cannot be read: " in trouble and words in trouble


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_that_an_export_and_what_comes_home_say_it(
    passed_on: runs.Run, trained: runs.Run, kind: Callable[[Path], None], tmp_path: Path
) -> None:
    put(passed_on, "events.jsonl", kind)
    assert "runs.unreadable: " in refused(lambda: exported(passed_on, tmp_path / "out.gguf", "adapter"))
    put(passed_on, "run.json", kind)
    put(passed_on, "checkpoints/run.json", kind)
    job = p.BringHomeJob(run=str(passed_on.folder), adapter=str(came_back(trained, tmp_path)))
    assert "runs.not-a-run: " in refused(lambda: bring_home(job, JobContext(lambda event: None)))


def zeros(file: Path, **shapes: int) -> None:
    """Arrays of zeros, packed, which are never all in memory."""
    types = {"tokens": "<i4", "trained": "|b1", "lengths": "<i4"}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, length in shapes.items():
            with packed.open(f"{name}.npy", "w", force_zip64=True) as part:
                head = {"descr": types[name], "fortran_order": False, "shape": (length,)}
                np.lib.format.write_array_header_1_0(part, head)  # type: ignore[arg-type]
                left = length * np.dtype(types[name]).itemsize
                while left > 0:
                    left -= part.write(bytes(min(left, 1 << 20)))


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        ({"tokens": 100 << 20, "trained": 1, "lengths": 1}, "unpacks to more than 256 MB"),
        ({"tokens": 1, "trained": 1, "lengths": 8 << 20}, "8,388,608 examples"),
    ],
    ids=["tokens", "examples"],
)
def test_that_held_out_tokens_that_unpack_to_gigabytes_are_refused(
    passed_on: runs.Run, shapes: dict[str, int], words: str
) -> None:
    """Two megabytes took gigabytes of memory, and minutes."""
    zeros(passed_on.evaluation, **shapes)
    assert words in refused(lambda: read_examples(passed_on.evaluation))
    told: list[str] = []
    assert held_out_of(passed_on, lambda code, message, hint: told.append(code)) == []
    assert told == ["export.bad-evaluation"]
