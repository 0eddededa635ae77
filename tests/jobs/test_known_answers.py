"""At its end, a training on answers counts which of them are given word for word."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.protocol.config import TrainConfig
from tests.support.jobs import done
from tests.support.weather import ROWS

CONFIG = TrainConfig(context=128, rank=8, max_steps=2, eval_share=0, threads=2, goal="qa")


def result_of(job: p.TrainJob) -> p.TrainResult:
    end = done(job)[-1]
    assert isinstance(end, p.Finished)
    return p.result_of(end, p.TrainResult)


@pytest.fixture
def job(demo_gguf: Path, tmp_path: Path) -> p.TrainJob:
    data = tmp_path / "weather.jsonl"
    data.write_text("".join(ROWS), encoding="utf-8")
    return p.TrainJob(model=str(demo_gguf), data=str(data), run=str(tmp_path / "run"), config=CONFIG)


def test_that_answers_to_be_known_by_heart_are_counted_at_the_end(job: p.TrainJob) -> None:
    result = result_of(job)
    assert result.known < result.taught == len(ROWS)  # after two steps few are known


def test_that_nothing_is_counted_for_a_style(job: p.TrainJob) -> None:
    config = msgspec.structs.replace(job.config, goal="style")
    result = result_of(msgspec.structs.replace(job, config=config))
    assert result.taught == 0
