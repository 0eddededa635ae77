"""A run where it cannot be written: said plainly, nothing half-written stays, and it goes on when there is room."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import read_adapter
from core.jobs.context import JobContext
from core.jobs.demo import run_demo
from core.jobs.training.recorder import recorder
from core.protocol.config import TrainConfig
from core.runs.run import Run, create
from tests.support.data import write_book
from tests.support.jobs import done
from tests.support.refusals import command_refuses, worker_refuses
from tests.support.unprivileged import disk_of, open_to_all, room_for, without_privileges

CONFIG = TrainConfig(
    context=64, rank=16, max_steps=3, grad_accumulation=1, learning_rate=3e-3, eval_share=0.1, save_every=1, threads=1
)
SETTINGS = [f"--set={field}={getattr(CONFIG, field)}" for field in ("context", "rank", "max_steps", "save_every")]
ROOM = 64 << 20


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path) -> p.TrainJob:
    text = write_book(tmp_path / "pages.txt", 4_000)
    return p.TrainJob(model=str(demo_gguf), data=str(text), run=str(tmp_path / "disk" / "run"), config=CONFIG)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with disk_of(ROOM, tmp_path / "disk") as folder:
        yield folder


def command(job: p.TrainJob) -> list[str]:
    return ["train", "--model", job.model, "--data", job.data, "--run", job.run, *SETTINGS]


def adapter_of(run: Path) -> dict[str, np.ndarray]:
    return {name: b for name, (_, b) in read_adapter(run / "adapter.gguf").tensors.items()}


def resize(disk: Path, size: int) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", disk], check=True)


@pytest.mark.process
def test_that_a_disk_that_gets_full_ends_a_run_that_goes_on_with_room(job: p.TrainJob, disk: Path) -> None:
    done(job)
    whole, taken = adapter_of(Path(job.run)), sum(file.stat().st_size for file in disk.rglob("*") if file.is_file())
    for share in (0.001, 0.2, 0.4, 0.9):  # run.json; in the first checkpoint its state, its adapter; a later checkpoint
        subprocess.run(["rm", "-r", job.run], check=True)
        resize(disk, int(taken * share))
        failed = worker_refuses(job, job.run, "the disk is full", "room")
        assert failed.code == "files.cannot-write"
        assert not list(disk.rglob("*.part")), share
        resize(disk, ROOM)
        done(p.ResumeJob(run=job.run) if (Path(job.run) / "run.json").exists() else job)
        for name, values in adapter_of(Path(job.run)).items():
            np.testing.assert_array_equal(values, whole[name], err_msg=f"{name} {share}")


@pytest.mark.process
def test_that_the_command_line_says_that_the_disk_is_full(job: p.TrainJob) -> None:
    with room_for(300_000):
        command_refuses(command(job), "step-000000", "files may not be so large there")
    assert not list(Path(job.run).rglob("*.part"))


def test_that_a_folder_that_may_not_be_written_is_named(job: p.TrainJob, tmp_path: Path) -> None:
    open_to_all(tmp_path)
    open_to_all(Path(job.model).parent)
    tmp_path.chmod(0o555)
    with without_privileges():
        worker_refuses(job, job.run, "you have no permission to write there")
        command_refuses(command(job), job.run, "you have no permission to write there")
    tmp_path.chmod(0o755)
    (tmp_path / "disk").write_text("a file in place of a folder")
    worker_refuses(job, job.run, "a part of its path is a file")
    job.run = str(tmp_path / "disk")
    command_refuses(command(job), "a file is in its place")


def test_that_a_run_that_may_not_be_read_is_named(job: p.TrainJob, tmp_path: Path) -> None:
    run = create(job)
    open_to_all(tmp_path)
    for folder in (run.folder.parent, run.folder):  # theirs alone as they are made
        folder.chmod(0o755)
    run.events_file.write_bytes(b"")
    for path, arguments in (
        (run.events_file, ["runs", "show", run.folder]),
        (run.folder, ["runs", "show", run.folder]),
        (run.folder, ["train", "--resume", run.folder]),
    ):
        path.chmod(0)
        with without_privileges():
            command_refuses(arguments, f"{path} cannot be read: Permission denied")
        path.chmod(0o755)


def test_that_a_demo_in_a_home_that_is_read_only_says_what_to_set(tmp_path: Path) -> None:
    open_to_all(tmp_path)
    with without_privileges(), pytest.raises(LuthierError, match="you have no permission to write there") as caught:
        run_demo(p.DemoJob(output=str(tmp_path / "home" / "demo")), JobContext(lambda event: None))
    assert caught.value.code == "files.cannot-write" and "set LUTHIER_HOME" in caught.value.hint


@pytest.mark.process
def test_that_a_run_on_a_disk_that_became_read_only_is_not_resumed(job: p.TrainJob, disk: Path) -> None:
    done(job)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    worker_refuses(p.ResumeJob(run=job.run), job.run, "the disk is read-only")
    command_refuses(["train", "--resume", job.run], job.run, "the disk is read-only")


@pytest.mark.process
def test_that_events_that_cannot_be_written_do_not_end_a_run(job: p.TrainJob, disk: Path) -> None:
    events: list[p.Event] = []
    ballast = disk / "ballast"
    with recorder(job, events.append) as record:
        record(p.Hello(pid=1, job="train", version="0"))
        ballast.write_bytes(bytes(ROOM - (2 << 20)))
        with pytest.raises(OSError), ballast.open("ab", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        for number in range(200):
            record(p.Log(level="info", source="test", text=f"{number} " + "." * 80))
        ballast.unlink()
        record(p.Finished(outcome="done"))
    told = [event for event in events if isinstance(event, p.Notice)]
    assert [notice.code for notice in told] == ["runs.not-recorded"]
    assert "the disk is full" in told[0].message and str(job.run) in told[0].message
    assert len(events) == 203
    kept = list(Run(Path(job.run)).events())
    assert 1 < len(kept) < 202 and isinstance(kept[-1], p.Finished)
    assert len(kept) == len(Run(Path(job.run)).events_file.read_bytes().splitlines())


def test_that_a_line_that_was_cut_off_does_not_swallow_the_next(job: p.TrainJob) -> None:
    with recorder(job, lambda event: None) as record:
        record(p.Hello(pid=1, job="train", version="0"))
    run = Run(Path(job.run))
    with run.events_file.open("ab") as file:
        file.write(b'{"type":"finis')
    with recorder(p.ResumeJob(run=job.run), lambda event: None) as record:
        record(p.Finished(outcome="stopped"))
    assert [type(event) for event in run.events()] == [p.Hello, p.Finished]
