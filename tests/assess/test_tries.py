"""Several answers to each question, of which those that pass become rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.assess.answers import Drawn, KeptAnswers, answers_of
from core.assess.checks import Said
from core.assess.rows import Row
from core.chat.loaded import ChatSource
from core.gguf.header import read_header
from core.jobs.context import Control
from core.runs.run import Run
from core.worker import run_job
from tests.support.refusals import worker_refuses
from tests.support.rendering import renderer
from tests.support.weather import ROWS, row, trained_on_weather

QUESTIONS = ("Who keeps the lamp?", "Why is the sea dark?", "What does the moon do?")


def asked(questions: Sequence[str], source: ChatSource, file: Path, drawn: Drawn | None) -> dict[str, Any]:
    rows = [Row(file, 1, [{"role": "user", "content": one}], [], Said("", []), "", 0) for one in questions]
    found = answers_of(source, "keeper", rows, KeptAnswers(file), renderer(), most=12, drawn=drawn).answers
    return {question: one.text for question, one in zip(questions, found, strict=True) if one is not None}


def test_that_drawn_answers_differ_from_try_to_try_and_come_again_with_their_seed(
    demo_gguf: Path, tmp_path: Path
) -> None:
    source = ChatSource(read_header(demo_gguf))
    first = asked(QUESTIONS, source, tmp_path / "a", Drawn(1.5, 7, 0))
    assert asked(QUESTIONS[2:], source, tmp_path / "b", Drawn(1.5, 7, 0)) == {QUESTIONS[2]: first[QUESTIONS[2]]}
    others = [asked(QUESTIONS, source, tmp_path / "c", drawn) for drawn in (Drawn(1.5, 7, 1), Drawn(1.5, 8, 0), None)]
    assert all(other != first for other in others)
    assert asked(QUESTIONS, source, tmp_path / "c", Drawn(1.5, 8, 0)) == others[1]  # kept apart from the likeliest


@pytest.fixture(scope="module")
def trained(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return trained_on_weather(demo_gguf, tmp_path_factory.mktemp("tried"), "run")


@pytest.mark.slow
def test_that_answers_that_pass_become_rows(trained: Run, tmp_path: Path) -> None:
    data = tmp_path / "dry.jsonl"
    data.write_text("".join(one for one in ROWS if json.loads(one)["answer"] == "dry"), encoding="utf-8")
    events: list[p.Event] = []
    check = p.Check(kind="matches", text="^(?!dry$)")  # anything but what it has learnt to say of these
    job = p.TryJob(run=str(trained.folder), data=str(data), check=check, tries=12, temperature=5.0)
    assert run_job(job, events.append, Control()) == 0, events[-1]
    end = events[-1]
    assert isinstance(end, p.Finished)
    found = p.result_of(end, p.TryResult)
    assert (found.asked, found.right) == (24, 0) and Path(found.file) == trained.folder / "passed-1.jsonl"
    rows = [json.loads(line)["messages"] for line in Path(found.file).read_text(encoding="utf-8").splitlines()]
    assert 0 < len(rows) == found.passed
    assert len({asked["content"] for asked, _ in rows}) == len(rows)
    assert all(said["content"] != "dry" and asked["content"].startswith("There is ") for asked, said in rows)


@pytest.mark.slow
def test_that_without_a_file_the_rows_that_it_was_trained_on_are_asked(trained: Run) -> None:
    refused = worker_refuses(p.TryJob(run=str(trained.folder), tries=1))
    (held,) = [event.eval_rows for event in trained.events() if isinstance(event, p.DataSummary)]
    assert refused.code == "tries.nothing-fails"
    asked = int(refused.message.split(" of the ")[1].split()[0])
    assert asked < len(ROWS) - held


def test_what_cannot_be_tried(trained: Run, tmp_path: Path) -> None:
    data = tmp_path / "more.jsonl"
    data.write_text(row("What is it like?", "It is so. " * 30), encoding="utf-8")
    assert worker_refuses(p.TryJob(run=str(trained.folder), data=str(data))).code == "tries.no-check"
    for bad in (p.Check(kind="matches", text="("), p.Check(kind="contains", text=" | ")):
        assert worker_refuses(p.TryJob(run=str(trained.folder), data=str(data), check=bad)).code == "assess.bad-check"
    check = p.Check(kind="contains", text="§§§")
    refused = worker_refuses(p.TryJob(run=str(trained.folder), data=str(data), check=check, tries=1, max_tokens=4))
    assert refused.code == "tries.nothing-passes"
    assert worker_refuses(p.TryJob(run=str(trained.folder), data=str(tmp_path / "gone"))).code == "assess.no-data"
