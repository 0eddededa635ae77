"""What a training keeps and says at its evaluations: the best adapter, and samples that change nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.base import paths
from core.engine.lora.adapter_file import read_adapter
from core.engine.train.checkpoint import list_checkpoints
from core.jobs.context import Control
from core.jobs.models.run_adapter import find_adapter
from core.protocol.config import TrainConfig
from core.runs.run import Run
from core.worker import run_job
from tests.support.data import write_book

CONFIG = TrainConfig(
    context=64, rank=4, max_steps=8, grad_accumulation=1, learning_rate=3e-3, eval_share=0.1, eval_every=2, threads=1
)
PROMPT = "Holmes looked at"


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path) -> p.TrainJob:
    text = write_book(tmp_path / "pages.txt", 9_000)
    return p.TrainJob(model=str(demo_gguf), data=str(text), run=str(tmp_path / "run"), config=CONFIG)


def changed(job: p.TrainJob, name: str, **settings: object) -> p.TrainJob:
    """The same in another folder, with other settings."""
    config = msgspec.structs.replace(job.config, **settings)
    return msgspec.structs.replace(job, run=str(Path(job.run).with_name(name)), config=config)


def train(job: p.TrainJob | p.ResumeJob, *commands: p.Command, at: int = 1, stop_at: int = 0) -> list[p.Event]:
    """Every event. commands: given after step `at`."""
    events, control, waiting = list[p.Event](), Control(), list(commands)

    def emit(event: p.Event) -> None:
        events.append(event)
        if isinstance(event, p.Step) and event.step == at:
            while waiting:
                control.apply(waiting.pop(0))
        if isinstance(event, p.Step) and event.step == stop_at:
            control.apply(p.Stop())

    assert run_job(job, emit, control) == 0
    return events


def assert_same_adapter(one: Path, other: Path) -> None:
    first, second = read_adapter(one).tensors, read_adapter(other).tensors
    assert first.keys() == second.keys()
    for name, factors in first.items():
        for mine, theirs in zip(factors, second[name], strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_that_samples_say_how_answers_change_and_training_is_the_same_to_the_bit(job: p.TrainJob) -> None:
    job = changed(job, "plain", max_steps=4)
    train(job)
    with_samples = changed(job, "sampled", sample_prompts=(PROMPT,), sample_tokens=12)
    events = train(with_samples, p.TakeSample(prompt="The door", max_tokens=5), at=3)
    assert_same_adapter(Run(Path(job.run)).adapter, Run(Path(with_samples.run)).adapter)
    samples = [event for event in events if isinstance(event, p.Sample)]
    told = [(sample.prompt, sample.label, sample.step) for sample in samples]
    assert told == [
        (PROMPT, "base", 0), (PROMPT, "tuned", 2), ("The door", "base", 0), ("The door", "tuned", 3),
        (PROMPT, "tuned", 4),
    ]  # fmt: skip
    assert all(sample.text for sample in samples)
    assert len({sample.text for sample in samples if sample.prompt == PROMPT}) > 1
    assert not list(Path(with_samples.run).glob("sample*"))
    plan = next(event for event in events if isinstance(event, p.MemoryPlan))
    assert 0 < plan.samples < 50_000_000


def test_that_dora_is_sampled_from_a_merged_copy_that_is_not_kept(job: p.TrainJob) -> None:
    settings = {"sample_prompts": (PROMPT,), "sample_tokens": 6, "max_steps": 2, "learning_rate": 0.03, "eval_every": 0}
    job = changed(job, "dora", dora=True, **settings)
    events = train(job)
    before, now = (event for event in events if isinstance(event, p.Sample))
    assert (before.label, before.step, now.label, now.step) == ("base", 0, "tuned", 2)
    assert now.text and now.text != before.text
    assert not list(Path(job.run).glob("sample*"))
    plan = next(event for event in events if isinstance(event, p.MemoryPlan))
    assert plan.samples > Path(job.model).stat().st_size


def test_that_whatever_is_wrong_with_a_sample_is_said_and_the_training_goes_on(
    job: p.TrainJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the moon is full")

    monkeypatch.setattr("core.jobs.training.sample.read_turns", broken)
    events = train(changed(job, "broken", sample_prompts=(PROMPT,), max_steps=1, eval_every=0))
    (notice,) = {event.message for event in events if isinstance(event, p.Notice) and event.code.startswith("sample")}
    assert notice == "No sample: the moon is full."
    assert any(isinstance(event, p.Log) and "RuntimeError" in event.text for event in events)
    assert isinstance(events[-1], p.Finished) and events[-1].outcome == "done"


def test_that_a_sample_is_written_while_the_training_is_paused(job: p.TrainJob) -> None:
    events, control = list[p.Event](), Control()

    def emit(event: p.Event) -> None:
        events.append(event)
        match event:
            case p.Step(step=2):
                control.apply(p.Pause())
            case p.State(state="paused"):
                control.apply(p.TakeSample(prompt=PROMPT, max_tokens=3))
            case p.Sample(label="tuned"):
                control.apply(p.Resume())

    assert run_job(job, emit, control) == 0
    assert [event.step for event in events if isinstance(event, p.Sample)] == [0, 2]
    assert isinstance(events[-1], p.Finished) and events[-1].outcome == "done"


def test_that_the_best_checkpoint_by_evaluation_stays_also_when_a_run_goes_on(job: p.TrainJob) -> None:
    job = changed(job, "worse", learning_rate=5e-3, schedule="constant", max_steps=12, keep_checkpoints=1, save_every=1)
    run = Run(Path(job.run))
    events = train(job, stop_at=9) + train(p.ResumeJob(run=job.run))
    losses = {e.step: e.loss for e in events if isinstance(e, p.Evaluation) and e.adapter and e.loss is not None}
    best = min(losses, key=lambda step: losses[step])
    assert best < 9  # it gets worse, so that there is something to keep
    assert [e.step for e in events if isinstance(e, p.Checkpoint) and e.best][-1] == best
    assert {path.name for path in list_checkpoints(run.checkpoints_dir)} == {f"step-{best:06d}", "step-000012"}
    assert find_adapter(run, "best").step == best
    end = events[-1]
    assert isinstance(end, p.Finished) and end.result["best_step"] == best


def test_that_a_long_step_says_how_far_it_is(job: p.TrainJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.jobs.training.loop.SHARE_INTERVAL", 0.0)
    events = train(changed(job, "long", max_steps=2, grad_accumulation=2, eval_every=0))
    shares = [e for e in events if isinstance(e, p.Progress) and e.unit == "steps"]
    done = [e.done for e in shares]
    assert done == sorted(done) and len(done) > 8
    assert all(0 < e.done < 2 == e.total and e.seconds_left for e in shares)


@pytest.mark.parametrize("share", [0.1, 0.0])
def test_that_held_out_rows_become_samples_or_else_some_that_are_learnt(
    job: p.TrainJob, tmp_path: Path, share: float
) -> None:
    chats = tmp_path / "chats.jsonl"
    lines = (paths.DEMO / "chat.jsonl").read_text(encoding="utf-8").splitlines()[:60]
    chats.write_text("\n".join(lines) + "\n", encoding="utf-8")
    job = changed(job, "rows", sample_rows=2, sample_tokens=4, max_steps=2, eval_share=share)
    job = msgspec.structs.replace(job, data=str(chats))
    samples = [event for event in train(job) if isinstance(event, p.Sample)]
    assert [(sample.label, sample.step) for sample in samples] == [("base", 0)] * 2 + [("tuned", 2)] * 2
    asked = {sample.prompt for sample in samples}
    assert {sample.learnt for sample in samples} == {share == 0.0}
    assert len(asked) == 2 and all(any(question in line for line in lines) for question in asked)
