"""What a sweep trains, and what it goes on with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.protocol.config import TrainConfig
from core.protocol.measure import CROSS_ENTROPY, DPO
from core.protocol.specs import OfSweep
from core.runs import sweeps
from core.runs.run import Run, RunInfo
from core.runs.summary import RunFigures, RunStory
from core.runs.sweeps import Trial


def trial(name: str, step: int, *losses: tuple[int, float], status: str = "stopped") -> Trial:
    """Of 9 steps."""
    best, at = min(((loss, at) for at, loss in losses), default=(None, 0))
    figures = RunFigures(end=status, step=step, steps=9, eval_best=best, eval_best_step=at)
    told = {at: p.Evaluation(step=at, loss=loss, perplexity=None, tokens=9, adapter=True) for at, loss in losses}
    return Trial(Run(Path(name)), RunInfo(model="m", data="d", created=0.0), figures, RunStory(evaluations=told))


def test_that_every_combination_and_every_case_is_trained_once() -> None:
    tries = [("rank", ["8", "16"]), ("learning_rate", ["1e-4", "1e-3"])]
    found = sweeps.configs(TrainConfig(alpha=8.0), tries, ["rank=16 learning_rate=1e-4", "rank=32 targets=q,v"])
    assert [(one.rank, one.learning_rate) for one in found] == [
        (8, 1e-4), (8, 1e-3), (16, 1e-4), (16, 1e-3), (32, 2e-4),
    ]  # fmt: skip
    assert found[-1].targets == "q,v" and all(one.alpha == 8 for one in found)
    assert sweeps.differing(found[:4], found[1]) == {"rank": 8, "learning_rate": 1e-3}
    assert sweeps.in_a_line({"rank": 8, "learning_rate": 1e-3}) == "Rank 8, Learning rate 1e-3"


@pytest.mark.parametrize(
    ("tries", "code"),
    [
        ([("rank", ["8"])], "sweep.too-few"),
        ([("rank", ["8", "8"])], "sweep.too-few"),
        ([], "sweep.too-few"),
        ([("eval_share", ["0.1", "0.2"])], "sweep.not-comparable"),
        ([("sheet", ["1", "2"])], "sweep.not-comparable"),
        ([("objective", ["sft", "dpo"])], "sweep.not-comparable"),
        ([("best_by", ["loss", "right"])], "sweep.not-comparable"),
        ([("rank", ["8", "0"])], "config.bad-value"),
        ([("ranks", ["8", "9"])], "config.unknown-setting"),
    ],
)
def test_that_what_cannot_be_compared_is_refused(tries: list[tuple[str, list[str]]], code: str) -> None:
    with pytest.raises(LuthierError) as refused:
        sweeps.configs(TrainConfig(), tries, [])
    assert refused.value.code == code


def test_that_there_has_to_be_something_to_judge_by() -> None:
    base = p.TrainJob(model="m", data="d", run="/runs/r", config=TrainConfig(eval_share=0.0))
    with pytest.raises(LuthierError) as refused:
        sweeps.jobs(OfSweep(name="s", trials=2), base, [base.config, TrainConfig(eval_share=0.0, rank=8)])
    assert refused.value.code == "sweep.no-evaluation"


def test_that_all_come_to_the_end_but_what_failed_by_itself() -> None:
    begun = [trial("a", 9, (9, 2.0), status="done"), trial("b", 4), trial("c", 0, status="failed"), trial("d", 0)]
    assert sweeps.next_jobs(begun) == [p.ResumeJob(run="b"), p.ResumeJob(run="d")]
    begun = [trial("a", 9, (3, 1.0), (9, 3.0), status="done"), trial("b", 9, (9, 2.0), status="done")]
    assert sweeps.next_jobs(begun) == []
    assert [one.run.name for one in sweeps.ranked(begun)] == ["a", "b"]  # it was the best at step 3


def test_that_what_stopped_early_by_itself_is_over() -> None:
    assert sweeps.next_jobs([trial("a", 2, (2, 1.0), status="done"), trial("b", 3)]) == [p.ResumeJob(run="b")]


def test_that_runs_of_a_sweep_of_an_earlier_version_are_read_and_trained_to_the_end() -> None:
    """Such a sweep could stop what fell behind; what it wrote down of that is passed over."""
    sweep = b'{"name":"s","trials":2,"halving":true}'
    job = b'{"job":"train","model":"m","data":"d","run":"/runs/r","until":0.5,"sweep":%b}' % sweep
    assert msgspec.json.decode(job, type=p.TrainJob) == p.TrainJob(
        model="m", data="d", run="/runs/r", sweep=OfSweep(name="s", trials=2)
    )
    assert msgspec.json.decode(b'{"job":"resume","run":"r","until":0.25}', type=p.ResumeJob) == p.ResumeJob(run="r")


def test_that_adapters_are_ranked_by_what_their_objective_is_judged_by() -> None:
    """Of the same losses, here by how many answers are right."""
    begun = [trial(name, 3, (3, loss)) for name, loss in (("a", 0.3), ("b", 0.1), ("c", 0.2), ("d", 0.4))]
    for one, right in zip(begun, (2, 1, 9, 0), strict=True):
        one.story.evaluations[3].right = right
        one.story.measure = replace(CROSS_ENTROPY, judged_by=lambda measured: 1 - measured.right / 9)
    assert [one.run.name for one in sweeps.ranked(begun)] == ["c", "a", "b", "d"]


def test_that_what_choices_have_moved_too_far_stands_last() -> None:
    begun = [trial(name, 3, (3, loss)) for name, loss in (("near", 0.6), ("far", 0.1), ("nearest", 0.7))]
    for one, right, distance in zip(begun, (7, 9, 6), (0.4, 2.0, 0.1), strict=True):
        measured = one.story.evaluations[3]
        measured.right, measured.answers = right, 9
        measured.choices = one.figures.choices = p.Choices(chosen=-9.0, rejected=-12.0, margin=1.0, distance=distance)
        one.story.measure = DPO
    assert [one.run.name for one in sweeps.ranked(begun)] == ["near", "nearest", "far"]
    said = "Ranked last, as they moved too far from the model they began with (over 0.5 nats a token): far."

    def told(trials: list[sweeps.Trial]) -> str:
        return sweeps.too_far(trials, lambda one: one.run.title)

    assert (told(begun), told(begun[:1])) == (said, "")
    assert told(begun[1:2]).startswith("All of them moved too far from the model they began with (over 0.5 nats")


def test_that_how_much_is_done_never_becomes_less() -> None:
    of = OfSweep(name="x", trials=3)
    steps = [(0, 0, 0), (9, 0, 0), (9, 3, 0), (9, 9, 3), (9, 9, 9)]
    told = [sweeps.done(of, [trial(f"r{n}", step) for n, step in enumerate(now) if step]) for now in steps]
    assert told == pytest.approx([0, 1 / 3, 4 / 9, 7 / 9, 1])
    failed = [trial("a", 3), trial("b", 2, status="failed"), trial("c", 3)]
    assert sweeps.done(of, failed) == pytest.approx(5 / 9)  # it has done what it could
    assert sweeps.done(OfSweep(name="x", trials=2), [trial("a", 4, status="done")]) == 0.5  # it stopped early


def test_that_a_computer_that_was_lost_is_tried_again_and_one_that_cannot_train_is_not() -> None:
    now = 0.0
    avoided = sweeps.Avoided(lambda: now)
    avoided.add("attic", "computers.lost")
    avoided.add("den", "memory.does-not-fit")
    assert "attic" in avoided and "den" in avoided and "hall" not in avoided
    now = sweeps.AVOIDED_S
    assert "attic" not in avoided and "den" in avoided
