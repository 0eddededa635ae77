"""A third model as the judge of two answers: both orders, a criterion at a time, and how far it agrees with you."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from core import protocol as p
from core.assess.answers import Answer, KeptAnswers, asked_key
from core.assess.checks import Said
from core.assess.judging import Pair, _row, judgements, together
from core.assess.rows import Row
from core.chat.loaded import ChatSource
from core.gguf.header import read_header
from core.jobs.context import Control
from core.runs.votes import choose
from core.worker import run_job
from tests.support.refusals import worker_refuses
from tests.support.rendering import renderer
from tests.support.weather import row, trained_on_weather

PAIR = Pair(Row(Path("t"), 1, [{"role": "user", "content": "So?"}], [], Said("", []), "", 1), "Arr", "Yes")


@pytest.mark.parametrize(
    ("tuned_first", "base_first", "better"),
    [("A", "B.", "tuned"), ("B", "Answer A", "base"), ("A", "A", "equal"), ("B", "B", "equal"), ("Both", "", "equal")],
)
def test_that_a_judge_that_changes_its_mind_with_the_order_finds_neither_better(
    demo_gguf: Path, tmp_path: Path, tuned_first: str, base_first: str, better: p.Better
) -> None:
    kept = KeptAnswers(tmp_path / "answers.jsonl")
    for text, swapped in ((tuned_first, False), (base_first, True)):
        asked = _row(PAIR, "It is short.", swapped=swapped)
        assert asked.question.index("Arr") < asked.question.index("Yes") or swapped
        kept.add(Answer(by="judge", asked=asked_key(asked), text=text, tokens=2, ended=True))
    source = ChatSource(read_header(demo_gguf))
    assert judgements(source, "judge", [PAIR], ["It is short."], kept, renderer()) == [{"It is short.": better}]


def test_that_the_answer_that_meets_more_criteria_is_the_better_one() -> None:
    assert together({"a": "tuned", "b": "equal", "c": "equal"}) == "tuned"
    assert together({"a": "tuned", "b": "base", "c": "equal"}) == "equal"
    assert together({"a": "tuned", "b": "base", "c": "base"}) == "base"


@pytest.mark.slow
def test_that_a_judge_is_asked_and_set_beside_your_own_choices(demo_gguf: Path, tmp_path: Path) -> None:
    run = trained_on_weather(demo_gguf, tmp_path, "run")
    test, judge = tmp_path / "test.jsonl", tmp_path / "judge.gguf"
    test.write_text("".join(row(f"What of day {day}?", "It is so. " * 30) for day in range(3)), encoding="utf-8")
    shutil.copy(demo_gguf, judge)
    job = p.AssessJob(run=str(run.folder), test=str(test), max_tokens=4, judge=str(judge), criteria=("It is short.",))
    found = result_of(job)
    assert found.judge is not None and found.judge.name == "judge.gguf" and found.judge.both == 0
    assert sum(found.judge.chosen.values()) == 3 and list(found.judge.criteria) == ["It is short."]
    assert Counter(row.judge for row in found.judged) == found.judge.chosen
    choose(run, found, found.judged[0], found.judged[0].judge)
    assert (found.judge.both, found.judge.agreed) == (1, 1)  # as soon as it is chosen
    again = result_of(job)
    assert again.judge == found.judge
    job.judge = str(demo_gguf)
    assert worker_refuses(job).code == "assess.judge-compared"
    assert worker_refuses(p.AssessJob(run=job.run, judge=str(judge))).code == "assess.judge-not-needed"


def result_of(job: p.AssessJob) -> p.AssessResult:
    events: list[p.Event] = []
    assert run_job(job, events.append, Control()) == 0, events[-1]
    end = events[-1]
    assert isinstance(end, p.Finished)
    return p.result_of(end, p.AssessResult)
