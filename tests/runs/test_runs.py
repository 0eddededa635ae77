"""What a run folder says about itself."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.base.errors import LuthierError
from core.base.files import cannot_write
from core.base.systems import processes
from core.cli.listing import app, find_run, summarize
from core.protocol.config import TrainConfig
from core.runs import info as run_info
from core.runs import run as runs


@pytest.fixture
def run(tmp_path: Path) -> runs.Run:
    """A new run."""
    return runs.create(p.TrainJob(model="m.gguf", data="d.txt", run=str(tmp_path / "run"), config=TrainConfig(rank=4)))


@pytest.fixture
def dead_pid() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def record(run: runs.Run, *events: p.Event) -> None:
    with run.events_file.open("ab") as file:
        file.writelines(p.encode(event) for event in events)


def hello(pid: int, started: float | None = None) -> p.Hello:
    return p.Hello(pid=pid, job="train", version="0", time=started or time.time())


def test_that_a_run_without_events_is_new(run: runs.Run) -> None:
    assert run.status() == "new"


def test_that_a_run_with_a_living_worker_is_running(run: runs.Run) -> None:
    record(run, hello(os.getpid()))
    assert run.status() == "running"


@pytest.mark.process
def test_that_a_run_whose_worker_died_was_interrupted(run: runs.Run, dead_pid: int) -> None:
    record(run, hello(dead_pid), step(3))
    assert run.status() == "interrupted"


def test_that_a_reused_process_number_is_not_taken_for_the_worker(run: runs.Run) -> None:
    record(run, hello(os.getpid(), started=1000.0))
    assert run.status() == "interrupted"


@pytest.mark.process
@pytest.mark.parametrize(
    ("end", "status"),
    [
        (p.Finished(outcome="done"), "done"),
        (p.Finished(outcome="stopped"), "stopped"),
        (p.Finished(outcome="cancelled"), "cancelled"),
        (p.Failed(code="x", message="y"), "failed"),
    ],
)
def test_that_the_last_event_tells_how_a_run_ended(run: runs.Run, dead_pid: int, end: p.Event, status: str) -> None:
    record(run, hello(dead_pid), step(1), end)
    assert run.status() == status


@pytest.mark.process
def test_that_a_resumed_run_is_running_again(run: runs.Run, dead_pid: int) -> None:
    record(run, hello(dead_pid), p.Finished(outcome="stopped"), hello(os.getpid()))
    assert run.status() == "running"


@pytest.mark.process
def test_that_a_line_cut_off_by_a_crash_hides_nothing_else(run: runs.Run, dead_pid: int) -> None:
    record(run, hello(dead_pid), step(1))
    with run.events_file.open("ab") as file:
        file.write(p.encode(step(2))[:20] + b"\n")
    record(run, p.Finished(outcome="done"))
    assert [type(event) for event in run.events()] == [p.Hello, p.Step, p.Finished]
    assert run.status() == "done"


def test_that_a_run_without_a_name_is_called_after_its_data() -> None:
    assert runs.short_title("/home/ann/my-sea_letters.v2.jsonl.gz") == "My sea letters"
    assert runs.short_title("---.txt") == ""
    data = "my-chats.jsonl"
    folder, title = runs.new_folder("m.gguf", data), runs.short_title(data)
    runs.create(p.TrainJob(model="m.gguf", data=data, run=str(folder), title=title))
    assert (title, runs.short_title(data)) == ("My chats", "My chats 2")
    assert runs.short_title("/home/ann/votes.jsonl", "Gardener") == "Gardener: Votes"


def test_that_a_run_remembers_what_was_asked(run: runs.Run) -> None:
    info = runs.Run(run.folder).info()
    assert (info.model, info.data, info.config) == ("m.gguf", "d.txt", TrainConfig(rank=4))


def test_that_a_second_run_in_the_same_folder_is_refused(run: runs.Run) -> None:
    with pytest.raises(LuthierError) as caught:
        runs.create(p.TrainJob(model="other", data="other", run=str(run.folder)))
    assert caught.value.code == "runs.exists"
    assert run.info().model == "m.gguf"


def test_that_a_run_that_ended_before_its_first_step_blocks_no_name(run: runs.Run) -> None:
    job = p.TrainJob(model="corrected.gguf", data="d.txt", run=str(run.folder))
    record(run, p.Hello(pid=0, job="train", version="1"))
    for is_begun in (False, True):
        if is_begun:
            record(run, p.TrainingStarted(run="run", step=0, steps=9, trainable=1))
        record(run, p.Failed(code="model.missing", message="There is no file m.gguf."))
        assert run.is_unbegun() != is_begun
        if is_begun:
            with pytest.raises(LuthierError):
                runs.create(job)
        else:
            assert runs.create(job).info().model == "corrected.gguf"


def test_that_a_run_that_could_not_be_written_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs.Run(tmp_path / "run")
    job = p.TrainJob(model="m", data="d", run=str(run.folder))

    def full(file: Path, copy: Path, _info: runs.RunInfo) -> None:
        copy.write_bytes(b"{}")
        raise cannot_write(file, OSError(errno.ENOSPC, ""))

    with monkeypatch.context() as patch, pytest.raises(LuthierError, match="the disk is full"):
        patch.setattr(run_info, "write_info", full)  # after the copy was written
        runs.create(job)
    assert not run.is_there
    assert runs.create(job).info().model == "m"


@pytest.mark.parametrize("content", [None, b"", b"{}", b'{"model": 3}', b"\xff", b'{"model": "\xff"}'])
def test_that_a_folder_without_a_readable_run_is_named(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "run.json").write_bytes(content)
    with pytest.raises(LuthierError) as caught:
        runs.Run(tmp_path).info()
    assert caught.value.code == "runs.not-a-run"
    assert str(tmp_path) in caught.value.message


def test_that_runs_are_found_by_folder_and_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    folder = runs.new_folder("storyteller.gguf", "holmes.txt")
    runs.create(p.TrainJob(model="m", data="d", run=str(folder)))
    assert find_run(folder.name).folder == find_run(str(folder)).folder == folder
    assert runs.new_folder("storyteller.gguf", "holmes.txt").name == folder.name + "-2"
    with pytest.raises(LuthierError, match="nowhere"):
        find_run("nowhere")


def test_that_runs_are_listed_newest_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    clock = iter((200.0, 300.0, 100.0))
    monkeypatch.setattr(time, "time", lambda: next(clock))
    for name in ("middle", "newest", "oldest"):
        runs.create(p.TrainJob(model="m", data="d", run=str(runs.settings.runs_dir() / name)))
    assert [run.name for run in runs.list_runs().runs] == ["newest", "middle", "oldest"]


def test_that_a_damaged_run_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    for name in ("good", "damaged", "mute"):
        runs.create(p.TrainJob(model="m", data="d", run=str(runs.settings.runs_dir() / name)))
    for place in ("run.json", "checkpoints/run.json"):
        (runs.settings.runs_dir() / "damaged" / place).write_text("{")
    (runs.settings.runs_dir() / "mute" / "events.jsonl").mkdir()
    listed = runs.list_runs()
    assert [run.name for run in listed.runs] == ["good"]
    damaged, mute = listed.unreadable
    assert "damaged" in damaged.message and "mute" in mute.message


@pytest.mark.process
def test_that_a_summary_follows_a_resumed_run(run: runs.Run, dead_pid: int) -> None:
    record(run, hello(dead_pid), training(0), evaluation(0, 3.0, adapter=False), step(1), step(2))
    record(run, hello(dead_pid), training(1), step(2, loss=1.5), evaluation(2, 2.0, adapter=True))
    summary = summarize(run)
    assert (summary.status, summary.step, summary.steps, summary.loss) == ("interrupted", 2, 4, 1.5)
    assert (summary.eval_loss_before, summary.eval_loss_after) == (3.0, 2.0)


@pytest.mark.process
def test_that_a_summary_tells_what_the_best_adapter_has_right(run: runs.Run, dead_pid: int) -> None:
    of = p.Choices(chosen=-9.0, rejected=-12.0, margin=1.5, distance=0.25)
    best = evaluation(1, 0.6, adapter=True)
    best.right, best.answers, best.choices = 8, 9, of
    worse = evaluation(2, 0.5, adapter=True)
    worse.right, worse.answers, worse.choices = 7, 9, of
    of_dpo = training(0)
    of_dpo.objective = "dpo"
    record(run, hello(dead_pid), of_dpo, step(1), best, step(2), worse)
    summary = summarize(run)
    assert (summary.best_step, summary.right, summary.answers, summary.choices) == (1, 8, 9, of)
    shown = CliRunner().invoke(app, ["show", str(run.folder)], catch_exceptions=False).output
    assert "Right choices: 8 of 9" in shown and "Reward margin: 1.50" in shown and "Distance" in shown


def training(at: int) -> p.TrainingStarted:
    return p.TrainingStarted(run="run", step=at, steps=4, trainable=10)


def evaluation(at: int, loss: float, adapter: bool) -> p.Evaluation:
    return p.Evaluation(step=at, loss=loss, perplexity=1.0, tokens=10, adapter=adapter)


def step(number: int, loss: float = 2.0) -> p.Step:
    return p.Step(
        step=number, steps=4, epoch=0.5, loss=loss, learning_rate=1e-3, grad_norm=1.0, tok_s=100.0, tokens_seen=64,
        tokens_trained=60, seconds_left=1.0,
    )  # fmt: skip


def test_that_a_clock_that_is_set_makes_no_worker_dead_and_none_alive() -> None:
    mine, day = processes.born(), 86400
    for shift in (-day, 0, day):  # of the clock, since the worker said hello
        said = time.time() - shift
        assert runs.is_alive(p.Hello(pid=os.getpid(), job="train", version="0", time=said, born=mine))
        assert not runs.is_alive(p.Hello(pid=os.getpid(), job="train", version="0", time=said, born="another's"))
