"""A training that may use a graphics card, in a process of its own, and what becomes of it when that is lost."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import msgspec
import psutil
import pytest

from core import protocol as p
from core.base import devices
from core.engine.ggml.devices import Device
from core.engine.trial.messages import Outcome
from core.jobs.devices import verdicts as device_verdicts
from core.jobs.devices.list import list_found
from core.protocol.config import TrainConfig
from core.runs.run import Run, create
from tests.support.data import write_book
from tests.support.losing_worker import Order, command, marks
from tests.support.worker import Worker

CONFIG = TrainConfig(
    context=64, rank=4, max_steps=6, grad_accumulation=1, learning_rate=3e-3, eval_share=0.02, save_every=2, threads=1,
    device="auto",
)  # fmt: skip


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("text") / "pages.txt", 20_000)


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path, text: Path) -> p.TrainJob:
    return p.TrainJob(model=str(demo_gguf), data=str(text), run=str(tmp_path / "run"), config=CONFIG)


@pytest.fixture
def order(tmp_path: Path) -> Order:
    (tmp_path / "marks").mkdir()
    return Order(marks=str(tmp_path / "marks"))


@pytest.fixture(scope="module")
def undisturbed(demo_gguf: Path, text: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[int, float]:
    """The loss of every step, where nothing gets in the way; evaluations under the steps' negatives."""
    run = tmp_path_factory.mktemp("undisturbed") / "run"
    worker = Worker(p.TrainJob(model=str(demo_gguf), data=str(text), run=str(run), config=CONFIG))
    assert isinstance(worker.finish(), p.Finished)
    return losses(worker)


def losses(worker: Worker) -> dict[int, float]:
    """What it said last of each step."""
    steps = {event.step: event.loss for event in worker.seen if isinstance(event, p.Step)}
    return steps | {-event.step: event.loss or 0.0 for event in worker.seen if isinstance(event, p.Evaluation)}


def recorded(run: str) -> list[bytes]:
    """What its folder has of it, but for readings of memory."""
    return [p.encode(event) for event in Run(Path(run)).events() if not isinstance(event, p.Memory)]


def notices(worker: Worker) -> list[str]:
    return [event.message for event in worker.seen if isinstance(event, p.Notice) and event.code == "device.lost"]


@pytest.mark.slow
def test_that_a_training_whose_driver_gives_up_again_and_again_ends_on_the_processor_to_the_bit(
    job: p.TrainJob, order: Order, undisturbed: dict[int, float]
) -> None:
    order = msgspec.structs.replace(order, lose=(4, 5, 3))
    worker = Worker(job, command(order))
    finished = worker.finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done" and worker.process.returncode == 0
    assert losses(worker) == undisturbed
    assert [level for _, level in marks(order)] == ["0", "1", "2", "2"]
    first, second, third = notices(worker)
    assert "crashed (SIGABRT), at step 4" in first and "smaller portions" in first
    assert "goes on from step 2 (1 step is done again)" in first
    assert "crashed (SIGABRT), at step 5" in second and "smallest portions" in second
    assert "goes on from step 4 (nothing is lost)" in second
    assert "at step 5" in third and "on the processor" in third
    last = worker.of(p.DeviceChosen)[-1]
    assert isinstance(last, p.DeviceChosen) and (last.device, bool(last.reason)) == ("cpu", True)  # Monitor shows it
    assert [event.step for event in worker.of(p.TrainingStarted)] == [0, 2, 4, 4]
    assert [event.step for event in worker.of(p.Step)] == [1, 2, 3, 3, 4, 5, 6]


@pytest.mark.slow
def test_that_a_run_with_a_process_of_its_own_looks_like_any_other(
    job: p.TrainJob, order: Order, undisturbed: dict[int, float]
) -> None:
    worker = Worker(job, command(order))
    finished = worker.finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done" and len(marks(order)) == 1
    assert losses(worker) == undisturbed
    peaks = [event.peak for event in worker.seen if isinstance(event, p.Memory)]
    assert peaks == sorted(peaks)  # none of the worker that only waits comes between
    assert finished.result["peak_rss_bytes"] >= peaks[-1]


def test_that_the_run_has_one_worker_which_says_everything_once(job: p.TrainJob, order: Order) -> None:
    worker = Worker(job, command(msgspec.structs.replace(order, lose=(3,))))
    assert isinstance(worker.finish(), p.Finished)
    assert [event.pid for event in worker.of(p.Hello)] == [worker.process.pid]
    assert len(worker.of(p.Finished)) == 1 and not worker.of(p.Failed)
    assert recorded(job.run) == [p.encode(event) for event in worker.seen if not isinstance(event, p.Memory)]
    assert Run(Path(job.run)).status() == "done"


@pytest.mark.slow
def test_that_ggmls_own_error_counts_as_a_lost_device_and_is_not_the_runs_end(job: p.TrainJob, order: Order) -> None:
    worker = Worker(job, command(msgspec.structs.replace(order, lose=(3,), how="error")))
    finished = worker.finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done"
    (notice,) = notices(worker)
    assert "ended with an error (ggml stopped with status -1), at step 3" in notice
    assert not worker.of(p.Failed)


def test_that_a_process_that_the_system_ends_is_not_started_again(job: p.TrainJob, order: Order) -> None:
    worker = Worker(job, command(msgspec.structs.replace(order, lose=(3,), how="kill")))
    failed = worker.finish()
    assert isinstance(failed, p.Failed) and failed.code == "training.lost" and not failed.details
    assert "SIGKILL" in failed.message and "memory" in failed.message and failed.hint
    assert worker.process.returncode == 1 and len(marks(order)) == 1
    assert Run(Path(job.run)).status() == "failed"


def test_that_no_driver_is_blamed_where_no_card_computes(job: p.TrainJob, order: Order) -> None:
    worker = Worker(job, command(msgspec.structs.replace(order, lose=(3,), has_card=False)))
    failed = worker.finish()
    assert isinstance(failed, p.Failed) and failed.code == "training.lost"
    assert "no graphics driver was at work" in failed.message
    assert not notices(worker) and len(marks(order)) == 1


@pytest.mark.slow
def test_that_a_crash_on_the_processor_ends_the_run_with_a_word(job: p.TrainJob, order: Order) -> None:
    worker = Worker(job, command(msgspec.structs.replace(order, lose=(0, 0, 0, 0), on_processor=True)))
    failed = worker.finish()
    assert isinstance(failed, p.Failed) and failed.code == "training.lost"
    assert "SIGABRT" in failed.message and "no graphics driver was at work" in failed.message
    assert ["before its first step was done" in text for text in notices(worker)] == [True] * 3
    assert len(marks(order)) == 4


def test_that_an_error_of_the_settings_is_not_taken_for_a_lost_device(job: p.TrainJob, order: Order) -> None:
    job = msgspec.structs.replace(job, data=str(Path(job.data).with_name("none.txt")))
    failed = Worker(job, command(order)).finish()
    assert isinstance(failed, p.Failed) and failed.code.startswith("data.") and "none.txt" in failed.message
    assert len(marks(order)) == 1


def test_that_stop_while_the_process_is_lost_keeps_what_there_is(job: p.TrainJob, order: Order) -> None:
    order = msgspec.structs.replace(order, lose=(4,), how="abort")
    worker = Worker(job, command(order))
    worker.until(p.Step, step=3)
    worker.send(p.Stop())  # before or after it is lost
    stopped = worker.finish()
    assert isinstance(stopped, p.Finished) and stopped.outcome == "stopped" and stopped.result["steps"] >= 2
    run = Run(Path(job.run))
    assert run.status() == "stopped" and run.adapter.exists()


@pytest.mark.slow
def test_that_a_pause_outlasts_a_lost_process_and_a_sample_is_written_by_the_next(
    job: p.TrainJob, order: Order
) -> None:
    worker = Worker(job, command(order))
    worker.until(p.Step, step=2)
    worker.send(p.Pause())
    worker.until(p.State)
    ((pid, _),) = marks(order)
    os.kill(pid, signal.SIGABRT)
    notice = worker.until(p.Notice)
    assert isinstance(notice, p.Notice) and notice.code == "device.lost"
    worker.send(p.TakeSample(prompt="Holmes", max_tokens=4))
    again = worker.until(p.State)
    assert isinstance(again, p.State) and again.state == "paused"
    tuned = next(event for event in worker.events if isinstance(event, p.Sample) and event.label == "tuned")
    assert tuned.prompt == "Holmes"
    worker.send(p.Resume())
    finished = worker.finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done"
    assert len(worker.of(p.Sample)) == 2  # base and tuned, not written anew


@pytest.mark.parametrize("how", ["killed", pytest.param("stdin", marks=pytest.mark.slow)])
def test_that_a_process_whose_worker_is_gone_checkpoints_and_ends(job: p.TrainJob, order: Order, how: str) -> None:
    job = msgspec.structs.replace(job, config=msgspec.structs.replace(CONFIG, max_steps=100_000, save_every=0))
    worker = Worker(job, command(order))
    worker.until(p.Step, step=2)
    ((pid, _),) = marks(order)
    process = psutil.Process(pid)
    run = Run(Path(job.run))
    if how == "killed":
        worker.process.kill()
        worker.process.wait(timeout=60)
        assert run.status() == "interrupted"
    else:
        assert worker.process.stdin is not None
        worker.process.stdin.close()
        stopped = worker.finish()
        assert isinstance(stopped, p.Finished) and stopped.outcome == "stopped"
    process.wait(timeout=60)
    kept = sorted(path.name for path in run.checkpoints_dir.iterdir())[-1]
    assert int(kept.removeprefix("step-")) >= 2


@pytest.mark.slow
def test_that_nobody_else_gets_a_run_whose_process_outlived_its_worker(job: p.TrainJob, order: Order) -> None:
    worker = Worker(job, command(order))
    worker.until(p.Step, step=2)
    ((pid, _),) = marks(order)
    process = psutil.Process(pid)
    process.suspend()  # as one that waits for its driver: it hears that its worker is gone, and does not end
    worker.process.kill()
    worker.process.wait(timeout=60)
    refused = Worker(p.ResumeJob(run=job.run)).finish()
    assert isinstance(refused, p.Failed) and refused.code == "runs.busy"
    process.resume()
    process.wait(timeout=60)
    assert isinstance(Worker(p.ResumeJob(run=job.run)).finish(), p.Finished)


def test_that_a_training_on_the_processor_has_no_process_of_its_own(job: p.TrainJob, order: Order) -> None:
    create(job)  # with device=auto
    assert isinstance(Worker(p.ResumeJob(run=job.run, device="cpu"), command(order)).finish(), p.Finished)
    assert marks(order) == []


@pytest.mark.slow
def test_that_a_training_that_says_nothing_any_more_is_ended_and_goes_on(job: p.TrainJob, order: Order) -> None:
    worker = Worker(job, command(msgspec.structs.replace(order, lose=(4,), how="hang", patience_s=3.0)))
    finished = worker.finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done" and finished.result["steps"] == 6
    assert "was ended, having said nothing for 3 s, at step" in notices(worker)[0]
    assert not psutil.pid_exists(marks(order)[0][0])


@pytest.mark.slow
def test_that_a_training_goes_on_on_its_device_with_smaller_portions_to_the_bit(
    job: p.TrainJob, vulkan_environment: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path / "home"))
    device = vulkan_environment
    (found,) = (found for found in list_found().devices if found.name == device.name)
    device_verdicts.remember(found, Outcome(verdict="works", reason="It has tests of its own."))
    config = msgspec.structs.replace(
        CONFIG, device=device.name, context=32, max_steps=4, eval_share=0.0, layers="last 1"
    )
    worker = Worker(msgspec.structs.replace(job, config=config))
    before = worker.until(p.Step, step=3)
    (process,) = (child for child in psutil.Process(worker.process.pid).children() if "apart" in child.cmdline())
    process.send_signal(signal.SIGABRT)
    finished = worker.finish()
    assert isinstance(finished, p.Finished) and finished.outcome == "done"
    (notice,) = notices(worker)
    assert device.description in notice and "goes on from step 2 (1 step is done again), with smaller" in notice
    chosen = [event for event in worker.seen if isinstance(event, p.DeviceChosen)]
    assert [event.device for event in chosen] == [device.name] * 2
    again = [event for event in worker.seen if isinstance(event, p.Step) and event.step == 3]
    assert isinstance(before, p.Step) and [event.loss for event in again] == [before.loss] * 2
    key = devices.device_key(device.name, device.description, device.version)
    assert devices.remembered(key) == 1
