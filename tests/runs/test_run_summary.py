"""A run in a few numbers, over all its workers, and from the cache."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.pages.chat.sources import read_checkpoints
from core import protocol as p
from core.runs import run as runs
from core.runs.disk import spare_checkpoints
from core.runs.summary import POINTS, FiguresCache, FiguresReader, story_of, thinned


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> runs.Run:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    return runs.create(p.TrainJob(model="m", data="d", run=str(tmp_path / "runs" / "run")))


def record(run: runs.Run, *events: p.Event) -> None:
    with run.events_file.open("ab") as file:
        file.writelines(p.encode(event) for event in events)


def hello(time: float, pid: int = 0) -> p.Hello:
    return p.Hello(pid=pid, job="train", version="0", time=time)


def step(step: int, time: float, loss: float = 2.0, tok_s: float = 50.0) -> p.Step:
    return p.Step(
        step=step, steps=10, epoch=0.1, loss=loss, learning_rate=1e-4, grad_norm=1.0, tok_s=tok_s,
        tokens_seen=100 * step, tokens_trained=90 * step, seconds_left=1.0, time=time,
    )  # fmt: skip


def evaluation(step: int, loss: float, adapter: bool = True) -> p.Evaluation:
    return p.Evaluation(step=step, loss=loss, perplexity=1.0, tokens=9, adapter=adapter, time=0.0)


def test_that_time_counts_every_leg_but_no_pause(run: runs.Run) -> None:
    record(run, hello(1000.0), p.TrainingStarted(run="r", step=0, steps=10, trainable=1, time=1001.0), step(1, 1010.0))
    record(run, hello(5000.0), p.State(state="paused", time=5005.0), p.State(state="running", time=5905.0))
    record(run, step(2, 5925.0), p.Finished(outcome="stopped", time=5930.0))
    figures = FiguresReader(run).read()
    assert (figures.status, figures.step, figures.seconds) == ("stopped", 2, 10.0 + 30.0)


def test_that_speed_is_tokens_over_the_time_at_the_steps(run: runs.Run) -> None:
    record(run, hello(0.0), step(1, 1.0, tok_s=50.0), step(2, 2.0, tok_s=100.0))
    assert FiguresReader(run).read().tok_s == pytest.approx(200 / 3)


def test_that_what_computed_is_of_the_last_leg(run: runs.Run) -> None:
    record(run, hello(0.0), p.DeviceChosen(device="vulkan:0", description="A card"), step(1, 1.0))
    assert FiguresReader(run).read().device == "A card"
    record(run, hello(5.0), step(2, 6.0))  # gone on with on the processor, about which there is nothing to say
    assert FiguresReader(run).read().device == ""


def test_that_the_best_evaluation_is_one_of_the_adapter(run: runs.Run) -> None:
    record(run, hello(0.0), evaluation(0, 1.0, adapter=False), evaluation(5, 3.0), evaluation(10, 4.0))
    figures = FiguresReader(run).read()
    assert (figures.eval_first, figures.eval_last, figures.eval_best, figures.eval_best_step) == (1.0, 4.0, 3.0, 5)


def test_that_a_cancelled_run_is_stopped_only_where_something_is_kept(run: runs.Run) -> None:
    record(run, hello(0.0), p.Finished(outcome="cancelled"))
    assert (FiguresReader(run).read().status, run.status()) == ("cancelled", "cancelled")
    record(run, hello(0.0), p.Checkpoint(step=1, path="c", adapter="a"), hello(0.0), p.Finished(outcome="cancelled"))
    assert (FiguresReader(run).read().status, run.status()) == ("stopped", "stopped")


def test_that_a_growing_run_is_read_on_from_where_it_was(run: runs.Run) -> None:
    cache = FiguresCache()
    record(run, hello(4e9, pid=os.getpid()), step(1, 4e9))
    assert cache.figures(run).step == 1
    whole = run.events_file.read_bytes()
    run.events_file.write_bytes(whole + p.encode(step(2, 4e9 + 5))[:-9])
    assert cache.figures(run).step == 1
    run.events_file.write_bytes(whole + p.encode(step(2, 4e9 + 5)))
    figures = cache.figures(run)
    assert (figures.status, figures.step, figures.seconds) == ("running", 2, 5.0)


def test_that_the_cache_answers_until_the_events_change(run: runs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    record(run, hello(0.0), step(1, 1.0))
    first = FiguresCache()
    first.figures(run)
    first.keep([run])
    read, opened = FiguresReader.read, []
    monkeypatch.setattr(FiguresReader, "read", lambda self: opened.append(1) or read(self))
    assert FiguresCache().figures(run).step == 1 and not opened
    record(run, step(2, 2.0))
    assert FiguresCache().figures(run).step == 2 and opened


def test_that_a_curve_in_small_keeps_its_ends() -> None:
    points = [(float(i), float(-i)) for i in range(1000)]
    small = thinned(points)
    assert len(small) == POINTS and small[-1] == points[-1] and small[0][0] < 25
    assert thinned(points[:5]) == points[:5]


def test_that_what_a_resumed_run_has_not_reached_again_counts_nowhere(run: runs.Run) -> None:
    """The best of all was measured after a checkpoint that training then went on from."""
    again = p.TrainingStarted(run="r", step=4, steps=10, trainable=1, time=0.0)
    measured = [evaluation(0, 3.0, adapter=False), evaluation(2, 2.0), evaluation(4, 2.5), evaluation(6, 1.0)]
    record(run, hello(0.0), *measured, hello(9.0), again, evaluation(8, 2.2))
    for at in (2, 4, 6, 8):
        checkpoint = run.checkpoints_dir / f"step-{at:06}"
        checkpoint.mkdir(parents=True)
        (checkpoint / "adapter.gguf").touch()
    story = story_of(run)
    assert (list(story.losses), story.best(), story.best([4, 8]), story.best([])) == ([2, 4, 8], 2, 8, None)
    figures, shown = FiguresReader(run).read(), read_checkpoints(str(run.folder))
    assert (figures.eval_best_step, figures.eval_best) == (2, 2.0)
    assert (shown.best, [one.loss for one in shown.saved]) == (2, [2.2, None, 2.5, 2.0])
    assert run.checkpoints_dir / "step-000002" not in spare_checkpoints(run)


def test_that_what_does_not_judge_tells_no_best(run: runs.Run) -> None:
    silent = p.Evaluation(step=2, loss=1.0, perplexity=1.0, tokens=9, adapter=True, judges=False, time=0.0)
    record(run, hello(0.0), silent, p.Evaluation(step=4, loss=None, perplexity=None, tokens=9, adapter=True, time=0.0))
    story = story_of(run)
    assert (story.best(), story.judges, story.losses) == (None, False, {2: 1.0})
