"""The job `bench`: real layers of tiny models are trained, and nothing but the result is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import protocol as p
from core.advice import machine_speed
from core.advice.machine_speed import keep_speed, known_speed
from core.base import paths
from core.base.errors import Cancelled, LuthierError
from core.base.owned_lock import claimed
from core.base.paths import make_private
from core.jobs.context import Control, JobContext
from core.jobs.planning.estimate import estimate
from core.jobs.planning.plan import Planner
from core.jobs.training.bench import bench
from core.protocol.config import TrainConfig
from tests.support.bench_shapes import HUGE, MIXED, TINY, speeds

CHATS = paths.DEMO / "chat.jsonl"
JOB = p.BenchJob(shapes=[TINY, MIXED], tokens=128, device="cpu")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the layers are written."""
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    monkeypatch.setenv("LUTHIER_DEVICE", "cpu")
    return paths.cache_dir() / "luthier-bench"


@pytest.mark.slow
def test_that_each_size_is_measured_told_and_kept(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "left.gguf").write_bytes(b"of a bench that was killed")
    told: list[p.Event] = []
    with JobContext(told.append) as context:
        outcome, result = bench(JOB, context)
    assert outcome == "done" and known_speed("cpu") == result and not folder.exists()
    assert [event.speed for event in told if isinstance(event, p.SpeedMeasured)] == result.speeds
    for speed in result.speeds:
        assert speed.fits and speed.tok_s is not None and speed.tok_s > 0 and speed.products > 0
        assert 0 < speed.need < result.budget and speed.device == "cpu"
    assert [speed.name for speed in result.speeds] == ["tiny", "mixed"]
    progress = [event.done for event in told if isinstance(event, p.Progress)]
    assert progress == [0, 1]


@pytest.mark.slow
def test_that_what_does_not_fit_is_planned_and_not_tried() -> None:
    with JobContext(lambda event: None) as context:
        _, result = bench(p.BenchJob(shapes=[HUGE], device="cpu"), context)
    (speed,) = result.speeds
    assert not speed.fits and speed.tok_s is None and speed.need > result.budget


@pytest.mark.slow
def test_that_a_cancelled_one_leaves_nothing(folder: Path) -> None:
    control = Control()

    def cancel(event: p.Event) -> None:
        if isinstance(event, p.SpeedMeasured):
            control.apply(p.Cancel())

    with JobContext(cancel, control) as context, pytest.raises(Cancelled):
        bench(JOB, context)
    assert not folder.exists() and known_speed("cpu") is None


def test_that_one_is_measured_at_a_time(folder: Path) -> None:
    make_private(paths.home() / "locks")
    with claimed(folder), JobContext(lambda event: None) as context, pytest.raises(LuthierError, match="being written"):
        bench(JOB, context)


def test_that_a_place_that_takes_no_files_is_named(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")
    with JobContext(lambda event: None) as context, pytest.raises(LuthierError) as caught:
        bench(JOB, context)
    assert caught.value.code == "bench.no-room" and str(folder) in caught.value.message


@pytest.mark.slow
def test_that_an_estimate_goes_by_it_and_is_narrower(demo_gguf: Path) -> None:
    job = p.EstimateJob(model=str(demo_gguf), config=TrainConfig(context=256), data=str(CHATS))

    def estimated() -> p.EstimateResult:
        with JobContext(lambda event: None) as context:
            return estimate(job, context)[1]

    guessed = estimated()
    keep_speed("cpu", speeds({10**6: 100.0}, products=2.0))
    benched = estimated()
    assert (guessed.time_from, benched.time_from) == ("products", "bench")
    assert guessed.steps == benched.steps and (benched.rows or 0) > 0
    for low, high in (("tok_s_low", "tok_s_high"), ("seconds_low", "seconds_high")):
        before, now = (getattr(one, high) / getattr(one, low) for one in (guessed, benched))
        assert now == pytest.approx(machine_speed.HIGH / machine_speed.LOW) and now < before


@pytest.mark.slow
def test_that_the_bar_before_training_goes_by_it(demo_gguf: Path) -> None:
    def planned() -> p.TrainingPlan:
        with JobContext(lambda event: None) as context:
            planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(CHATS)), context)
            planner.read_data()
            return planner.plan(TrainConfig(context=256))

    guessed = planned()
    keep_speed("cpu", speeds({10**6: 100.0}, products=1.5))
    quick = planned()
    keep_speed("cpu", speeds({10**6: 100.0}, products=3.0))
    benched = planned()
    assert (guessed.time_from, benched.time_from) == ("products", "bench")
    assert benched.seconds_high / benched.seconds_low < guessed.seconds_high / guessed.seconds_low
    assert benched.seconds_low == pytest.approx(2 * quick.seconds_low, rel=0.01)
