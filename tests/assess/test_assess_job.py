"""`luthier assess` as a job: a model that learnt two labels, its test, its answers kept, and what cannot be asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import protocol as p
from core.advice.assessment import everything_else
from core.assess.checks import Judged
from core.base import paths
from core.jobs.chat.assess import _Choice, _choice
from core.jobs.context import Control
from core.protocol.config import TrainConfig
from core.runs.info import read_assessment
from core.runs.run import Run
from core.runs.votes import choose, read_votes, tally
from core.worker import run_job
from tests.support.jobs import done as job_done
from tests.support.refusals import worker_refuses
from tests.support.weather import CONFIG, ROWS, WEATHER, row, trained_on_weather

GENERAL = [json.loads(line)["question"] for line in paths.GENERAL_TALK.read_text("utf-8").splitlines()[:12:3]]


def done(job: p.Job) -> tuple[p.AssessResult, list[str]]:
    """The result, and the codes of what was told."""
    events = job_done(job)
    end = events[-1]
    assert isinstance(end, p.Finished)
    return p.result_of(end, p.AssessResult), [event.code for event in events if isinstance(event, p.Notice)]


@pytest.fixture(scope="module")
def trained(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return trained_on_weather(demo_gguf, tmp_path_factory.mktemp("assessed"), "run")


@pytest.mark.slow
def test_that_a_run_is_asked_its_test_and_every_number_leads_to_its_rows(trained: Run) -> None:
    found, told = done(p.AssessJob(run=str(trained.folder)))
    tuned, base = found.models
    assert (found.unseen, found.check.kind, told) == (True, "label", [])
    assert 8 <= found.rows == tuned.of == base.of == len(found.judged) <= 22
    assert [tuned.right, base.right] == [sum(row.answers[i].right for row in found.judged) for i in (0, 1)]
    assert tuned.right >= found.rows - 2 and base.right == 0
    assert found.versus[0].only_first == tuned.right and found.versus[0].decision == "certain"
    assert found.moved is not None and found.moved > 0
    assert [one.question for one in found.general] == GENERAL
    assert all(one.base and one.base != one.tuned for one in found.general)
    assert found.verdict == (
        f"Your questions: after training {tuned.right} of {found.rows} right, before training 0. That is certain. "
        f"None of them was trained on.\n{everything_else(found.moved)}"
    )
    assert found.pairs == sum(not all(answer.right for answer in one.answers) for one in found.judged)
    pairs = [json.loads(line) for line in Path(found.pairs_file).read_text(encoding="utf-8").splitlines()]
    assert [pair["prompt"][-1]["content"] for pair in pairs] == [
        one.question for one in found.judged if not all(answer.right for answer in one.answers)
    ]
    said = read_assessment(trained.assessment_file)
    assert said is not None and (said.verdict, said.test, said.step) == (found.verdict, found.test, CONFIG.max_steps)
    lines = (trained.folder.parent / "weather.jsonl").read_text().splitlines()
    assert all(json.loads(lines[one.line - 1])["question"] == one.question for one in found.judged)
    assert {one.label: one.expected for one in tuned.labels} == {
        label: sum(row.expected == label for row in found.judged) for label in WEATHER
    }


@pytest.mark.slow
def test_that_answers_are_kept_and_only_what_is_new_is_asked(trained: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    job = p.AssessJob(run=str(trained.folder))
    first, _ = done(job)
    monkeypatch.setattr("core.jobs.chat.assess.moved", lambda *_: pytest.fail("it is measured again"))
    again, _ = done(job)
    assert again.moved == first.moved
    assert [model.asked for model in again.models] == [0, 0]
    assert again.judged == first.judged and again.pairs_file == first.pairs_file
    assert again.general == first.general
    lines = trained.answers_file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 2 * (first.rows + len(first.general))
    lines = lines[: 2 * first.rows]
    trained.answers_file.write_bytes(b"".join(lines[:-2]) + lines[-2].replace(b"tokens", b"tokenz") + lines[-1][:40])
    mended, _ = done(job)
    assert sum(model.asked for model in mended.models) == 2
    assert done(job)[0].models[1].asked == 0  # what followed the line that was cut off can be read
    assert mended.verdict == first.verdict


@pytest.mark.slow
def test_that_what_was_trained_on_is_left_out_of_a_test(trained: Run, tmp_path: Path) -> None:
    kept = {one.question for one in done(p.AssessJob(run=str(trained.folder)))[0].judged}
    (held_out,) = [event.eval_rows for event in trained.events() if isinstance(event, p.DataSummary)]
    others = [line for line in ROWS if json.loads(line)["question"] not in kept]
    new = [row("There is rain on the  roof.", "wet"), row("THERE is rain on the roof.", "wet")]
    test = tmp_path / "test.jsonl"
    test.write_text("".join([*new, *(line.replace("There is", "there  IS") for line in others)]), encoding="utf-8")
    found, _ = done(p.AssessJob(run=str(trained.folder), test=str(test)))
    assert found.left_out == {"was trained on": len(others) - held_out, "asks the same as an earlier row": 1}
    assert found.rows == 1 + held_out and found.judged[0].question == "There is rain on the  roof."


@pytest.mark.slow
def test_that_a_short_test_is_checked_as_the_training_data_says(trained: Run, tmp_path: Path) -> None:
    test = tmp_path / "test.jsonl"
    test.write_text(row("There is rain on the roof.", "wet") + "{no JSON\n", encoding="utf-8")
    found, _ = done(p.AssessJob(run=str(trained.folder), test=str(test)))
    assert found.check.kind == "label" and found.rows == 1 and list(found.left_out.values()) == [1]


@pytest.mark.slow
def test_that_a_model_file_can_be_compared_with(trained: Run, demo_gguf: Path) -> None:
    found, _ = done(p.AssessJob(run=str(trained.folder), against=("base", str(demo_gguf)), max_tokens=8))
    assert [model.name for model in found.models] == [trained.title, "the base", demo_gguf.name]  # both may be tuned
    assert "Compared with before training: that is certain." in found.verdict


@pytest.mark.parametrize(
    ("content", "check", "code"),
    [
        ("", None, "data.empty"),
        ("Once upon a time.\n", None, "assess.no-questions"),
        (ROWS[0] + ROWS[1] + ROWS[2] + ROWS[3] + ROWS[4], p.Check(kind="json"), ""),
        (row("So?", "yes"), p.Check(kind="json"), "assess.check-fits-none"),
        (row("So?", "yes"), p.Check(kind="matches", text="("), "assess.bad-check"),
        (row("So?", "yes"), p.Check(kind="contains"), "assess.bad-check"),
    ],
)
def test_what_cannot_be_asked(trained: Run, tmp_path: Path, content: str, check: p.Check | None, code: str) -> None:
    test = tmp_path / "test.txt" if content.startswith("Once") else tmp_path / "test.jsonl"
    test.write_text(content, encoding="utf-8")
    refused = worker_refuses(p.AssessJob(run=str(trained.folder), test=str(test), check=check))
    assert refused.code == code if code else refused.code in ("assess.empty", "assess.check-fits-none")


@pytest.mark.slow
def test_that_free_text_is_chosen_between_and_each_choice_is_kept(
    trained: Run, demo_gguf: Path, tmp_path: Path
) -> None:
    test = tmp_path / "test.jsonl"
    test.write_text("".join(row(f"What of day {day}?", "It is so. " * 30) for day in range(9)), encoding="utf-8")
    job = p.AssessJob(run=str(trained.folder), test=str(test), max_tokens=4)
    found, _ = done(job)
    assert found.check.kind == "choice" and found.verdict.startswith("9 questions are answered. Choose the better")
    assert {one.better for one in found.judged} == {""} and len({one.key for one in found.judged}) == 9
    for one, better in zip(found.judged, ["tuned"] * 6 + ["equal", "base"], strict=False):
        choose(trained, found, one, better)  # type: ignore[arg-type]
    again, _ = done(job)
    assert again.verdict == found.verdict and [model.right for model in again.models] == [6, 1]
    assert again.verdict.startswith(
        "You have chosen in 8 of 9 questions: after training 6, before training 1, equal 1. "
    )
    said = read_assessment(trained.assessment_file)
    assert said is not None and said.verdict == found.verdict
    vote = next(vote for vote in read_votes(trained) if vote.better == "equal")
    assert vote.messages == [{"role": "user", "content": "What of day 6?"}] and vote.hidden and vote.tuned
    job = p.AssessJob(run=str(trained.folder), test=str(test), against=("base", str(demo_gguf)))
    assert worker_refuses(job).code == "assess.choice-of-two"
    other, _ = done(p.AssessJob(run=str(trained.folder), test=str(test), against=(str(demo_gguf),), max_tokens=4))
    assert {one.better for one in other.judged} == {""}  # choices between others are others
    choose(trained, other, other.judged[0], "base")
    assert other.verdict.startswith(
        f"You have chosen in 1 of 9 questions: {trained.title} 0, {demo_gguf.name} 1, equal 0."
    )
    assert read_votes(trained)[-1].against == demo_gguf.name and tally(read_votes(trained))[CONFIG.max_steps].votes == 8


@pytest.mark.slow
def test_that_a_run_without_held_out_rows_needs_a_test(demo_gguf: Path, tmp_path: Path) -> None:
    data = tmp_path / "weather.jsonl"
    data.write_text("".join(ROWS), encoding="utf-8")
    config = TrainConfig(context=64, rank=4, max_steps=1, eval_share=0.0, threads=2)
    job = p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=config)
    assert run_job(job, lambda event: None, Control()) == 0
    assert worker_refuses(p.AssessJob(run=job.run)).code == "assess.no-test"
    found, told = done(p.AssessJob(run=job.run, trained=True, max_tokens=2))
    assert (found.rows, found.trained, found.unseen, told) == (40, True, False, [])  # of 48
    assert {one.expected for one in found.judged} == {"dry", "wet"}  # from all over the data
    assert "this shows that it learnt them, not that it can answer others" in found.verdict
    data.rename(tmp_path / "gone.jsonl")
    assert worker_refuses(p.AssessJob(run=job.run)).code == "assess.no-data"
    found, told = done(p.AssessJob(run=job.run, test=str(tmp_path / "gone.jsonl"), max_tokens=2))
    assert told == ["assess.not-compared"] and not found.unseen
    assert f" of {len(ROWS)} right, before training " in found.verdict


@pytest.mark.slow
def test_that_an_assessment_says_which_of_its_steps_it_is_at(trained: Run) -> None:
    titles = [event.title for event in job_done(p.AssessJob(run=str(trained.folder))) if isinstance(event, p.Phase)]
    assert titles[-4:] == [
        "Asking the model after training (1 of 4)",
        "Asking the model before training (2 of 4)",
        "Comparing answers to general questions (3 of 4)",
        "Asking general questions (4 of 4)",
    ]


@pytest.mark.parametrize(
    ("tuned", "base", "are_same", "better"),
    [
        (True, False, False, "tuned"),
        (False, True, False, "base"),
        (True, True, False, "equal"),
        (False, False, True, "equal"),
    ],
)
def test_that_an_expected_answer_needs_no_choice(tuned: bool, base: bool, are_same: bool, better: p.Better) -> None:
    found = _choice(_Choice("key", ""), Judged(tuned, ""), Judged(base, ""), are_same=are_same)
    assert found == _Choice("key", better, settled=True)
    by_user = _Choice("key", "base")
    assert _choice(by_user, Judged(tuned, ""), Judged(base, ""), are_same=are_same) == by_user
    still_open = _choice(_Choice("key", ""), Judged(False, ""), Judged(False, ""), are_same=False)
    assert still_open == _Choice("key", "")
