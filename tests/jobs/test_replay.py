"""Keep what it knew: the base's own answers among the rows, kept for later trainings and with the run."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.assess.answers import Answer, Replies
from core.assess.rows import Row
from core.base import paths
from core.chat.loaded import ChatSource
from core.jobs.context import Control
from core.jobs.training import replay
from core.protocol.config import TrainConfig
from core.runs.files import others
from core.runs.run import Run
from core.worker import run_job
from tests.support.rewritten_models import with_template
from tests.support.weather import ROWS

CONFIG = TrainConfig(context=256, rank=4, max_steps=2, replay=0.2, eval_share=0.1, packing=False, threads=2)


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> p.TrainJob:
    """A training whose model is so small that its answers go in circles, which are taken here."""
    monkeypatch.setattr(replay, "FRESH", 0.0)
    data = tmp_path / "weather.jsonl"
    data.write_text("".join(ROWS), encoding="utf-8")
    return p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=CONFIG)


def done(job: p.Job) -> list[p.Event]:
    events: list[p.Event] = []
    assert run_job(job, events.append, Control()) == 0, events[-1]
    return events


def steps_of_an_epoch(events: list[p.Event]) -> float:
    (step,) = [event for event in events if isinstance(event, p.Step) and event.step == 1]
    return round(1 / step.epoch)


@pytest.mark.slow
def test_that_answers_of_the_base_are_trained_along_and_kept(job: p.TrainJob, tmp_path: Path) -> None:
    events = done(job)
    run = Run(Path(job.run))
    (summary,) = [event for event in events if isinstance(event, p.DataSummary)]
    trained = summary.rows - summary.eval_rows
    lines = [json.loads(line)["messages"] for line in run.replay_file.read_text("utf-8").splitlines()]
    assert len(lines) == -(-trained // 5) and len({turns[0]["content"] for turns in lines}) == len(lines)
    assert all([turn["role"] for turn in turns] == ["user", "assistant"] and turns[1]["content"] for turns in lines)
    assert steps_of_an_epoch(events) == -(-(trained + len(lines)) // CONFIG.grad_accumulation)
    kept = (paths.cache_dir() / "replay.jsonl").read_bytes()
    again = p.TrainJob(model=job.model, data=job.data, run=str(tmp_path / "again"), config=job.config)
    done(again)
    assert (paths.cache_dir() / "replay.jsonl").read_bytes() == kept  # nothing was asked twice
    assert Run(Path(again.run)).replay_file.read_bytes() == run.replay_file.read_bytes()
    (paths.cache_dir() / "replay.jsonl").unlink()
    done(p.ResumeJob(run=job.run))  # goes on with the run's own, which the checkpoint was made with
    assert not (paths.cache_dir() / "replay.jsonl").exists()
    done(p.ExportJob(run=job.run, kind="elsewhere", output=str(tmp_path / "away")))
    data = tmp_path / "away" / "data"
    assert len((data / "train.jsonl").read_bytes().splitlines()) == trained + len(lines)
    assert len((data / "readable" / "replay.jsonl").read_bytes().splitlines()) == len(lines)
    assert others(run.folder) == []  # all of it goes when the run is deleted


def test_that_a_model_without_a_template_has_nothing_to_keep(job: p.TrainJob, demo_gguf: Path, tmp_path: Path) -> None:
    job.model = str(with_template(demo_gguf, tmp_path / "base.gguf", None))
    codes = [event.code for event in done(job) if isinstance(event, p.Notice)]
    assert "train.nothing-to-keep" in codes and not Run(Path(job.run)).replay_file.exists()


@pytest.mark.slow
def test_that_answers_that_are_too_long_for_short_rows_are_cut_or_left_out(
    job: p.TrainJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The context follows the user's rows, and the model does not know how short they are."""
    monkeypatch.setattr(replay, "_worth_keeping", lambda answer: " ".join(["It is so."] * 90))
    events = done(job)
    lines = [json.loads(line)["messages"] for line in Run(Path(job.run)).replay_file.read_text("utf-8").splitlines()]
    (summary,) = [event for event in events if isinstance(event, p.DataSummary)]
    assert len(lines) == -(-(summary.rows - summary.eval_rows) // 5)
    assert all(re.fullmatch(r"It is so.( It is so.){1,70}", turns[1]["content"]) for turns in lines)


@pytest.mark.slow
def test_that_a_training_begins_without_answers_where_none_has_room(
    job: p.TrainJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[int]()
    answers_of = replay.answers_of

    def counted(source: ChatSource, by: str, rows: Sequence[Row], *rest: Any, **more: Any) -> Replies:
        asked.append(len(rows))
        return answers_of(source, by, rows, *rest, **more)

    monkeypatch.setattr(replay, "answers_of", counted)
    monkeypatch.setattr(replay, "_worth_keeping", lambda answer: "the sea and " * 400)
    events = done(job)
    codes = [event.code for event in events if isinstance(event, p.Notice)]
    assert "train.nothing-to-keep" in codes and any(isinstance(event, p.Step) for event in events)
    assert sum(asked) == 120 and min(asked[1:-1]) >= 8  # all of them, in few rounds


def test_that_only_whole_sentences_that_go_somewhere_are_kept() -> None:
    def kept(text: str, *, ended: bool = True) -> str:
        return replay._worth_keeping(Answer(by="", asked="", text=text, tokens=9, ended=ended))

    assert kept(" It is blue. And so ") == "It is blue. And so"
    assert kept("It is blue. And so", ended=False) == "It is blue."
    assert kept("它是蓝色的。然后", ended=False) == "它是蓝色的。"
    assert kept("It is blue and", ended=False) == "" == kept("  ")
    assert kept("The sea is the sea is the sea is the sea.") == ""


def test_that_the_questions_are_all_asked_once_and_none_measures_what_was_forgotten() -> None:
    asked = replay._questions()
    measured = [json.loads(line)["question"] for line in paths.GENERAL_TALK.read_text("utf-8").splitlines()][::3]
    assert len(set(asked)) == len(asked) == 120 and not set(asked) & set(measured)
