"""An adapter at several strengths: what is right, what else has changed, and which strength is enough."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import numpy as np
import pytest

from core import protocol as p
from core.advice.assessment import to_keep
from core.assess.moved import moved
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import read_adapter, write_adapter
from core.gguf.header import read_header
from core.jobs.chat.strengths import least_strength
from core.jobs.models.run_adapter import at_strength
from core.runs.run import Run
from tests.support.adapters import random_adapter
from tests.support.jobs import done
from tests.support.rendering import renderer
from tests.support.weather import trained_on_weather


def measured(job: p.StrengthsJob) -> tuple[p.StrengthsResult, list[str]]:
    """The result, and the codes of what was told."""
    events = done(job)
    end = events[-1]
    assert isinstance(end, p.Finished)
    return p.result_of(end, p.StrengthsResult), [event.code for event in events if isinstance(event, p.Notice)]


@pytest.fixture(scope="module")
def trained(demo_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return trained_on_weather(demo_gguf, tmp_path_factory.mktemp("strengths"), "run")


@pytest.mark.slow
def test_that_right_answers_and_the_distance_are_those_of_each_strength(
    trained: Run, demo_gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.jobs.chat.assess.moved", partial(moved, every=30))  # two of the general questions
    result, told = measured(p.StrengthsJob(run=str(trained.folder), strengths=(0.5, 0.05)))
    events = done(p.AssessJob(run=str(trained.folder)))
    end = events[-1]
    assert isinstance(end, p.Finished)
    assessed = p.result_of(end, p.AssessResult)
    assert told == [] and (result.test, result.of) == (assessed.test, assessed.rows)
    assert [one.strength for one in result.measured] == [1.0, 0.5, 0.05]
    whole, half, hardly = result.measured
    assert whole.right == assessed.models[0].right and assessed.models[0].asked == 0  # the very answers are kept
    assert hardly.right == 0 == assessed.models[1].right  # as of the base
    assert whole.moved == pytest.approx(assessed.moved) and whole.moved > half.moved > hardly.moved > 0
    learnt = read_adapter(trained.adapter)
    weaker = trained.folder / "half.gguf"
    halved = {name: (a, b * np.float32(0.5)) for name, (a, b) in learnt.tensors.items()}
    write_adapter(weaker, learnt.architecture, halved, learnt.alpha)
    assert half.moved == pytest.approx(moved(read_header(demo_gguf), weaker, renderer(), every=30)[0], rel=1e-3)
    assert result.recommended in (1.0, 0.5)
    again, _ = measured(p.StrengthsJob(run=str(trained.folder), strengths=(0.5, 0.05)))
    assert (again.measured, again.recommended) == (result.measured, result.recommended)


def of(*right: int) -> list[p.StrengthMeasured]:
    strengths = (1.2, 1.0, 0.9, 0.8, 0.7)
    return [p.StrengthMeasured(strength=s, right=n, moved=s * s) for s, n in zip(strengths, right, strict=True)]


def test_that_the_least_strength_is_that_before_answers_are_lost() -> None:
    assert least_strength(of(31, 31, 31, 31, 29)) == 0.8
    assert least_strength(of(33, 31, 32, 31, 31)) == 0.7
    assert least_strength(of(31, 31, 30, 31, 31)) == 1.0  # a strength in between has fewer
    said = [
        to_keep(p.StrengthsResult(test="t", of=36, measured=[], recommended=best, seconds=1.0))
        for best in (0.8, 1.0, None)
    ]
    assert said[0].startswith("0.80 is the least that keeps as many") and "leave it at 1" in said[1]
    assert said[2].startswith("No check says which answers are right")


@pytest.mark.slow
def test_that_without_rows_to_check_the_distance_alone_is_measured(
    trained: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.jobs.chat.assess.moved", partial(moved, every=30))
    data, kept = Path(trained.info().data), tmp_path / "away.jsonl"
    data.rename(kept)
    result, told = measured(p.StrengthsJob(run=str(trained.folder), strengths=(0.5,)))
    kept.rename(data)
    assert told == ["assess.no-data"] and (result.of, result.recommended) == (0, None)
    assert [one.right for one in result.measured] == [0, 0] and result.measured[0].moved > result.measured[1].moved


def test_that_an_adapter_at_a_strength_is_the_same_but_for_its_scale(tmp_path: Path) -> None:
    file, made = tmp_path / "adapter.gguf", random_adapter()
    write_adapter(file, "llama", made.tensors, 8.0, notes={"run": "mine"})
    with at_strength(file, 1.0) as same:
        assert same == file
    with at_strength(file, 0.75) as weaker:
        found, kept = read_adapter(weaker), weaker
    assert not kept.exists()
    assert (found.alpha, found.notes["run"], found.tensors.keys()) == (6.0, "mine", made.tensors.keys())
    for name, (a, b) in made.tensors.items():
        assert np.array_equal(found.tensors[name][0], a) and np.array_equal(found.tensors[name][1], b)


def test_that_dora_has_one_strength(tmp_path: Path) -> None:
    file, made = tmp_path / "adapter.gguf", random_adapter()
    magnitudes = {name: np.ones(b.shape[0], np.float32) for name, (_, b) in made.tensors.items()}
    write_adapter(file, "llama", made.tensors, 8.0, magnitudes=magnitudes)
    with pytest.raises(LuthierError) as caught, at_strength(file, 0.5):
        pass
    assert caught.value.code == "adapter.dora-strength"


@pytest.mark.parametrize("strength", [0.0, -1.0, 2.5])
def test_that_a_strength_of_nothing_or_too_much_is_refused(strength: float) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"job": "strengths", "run": "r", "strengths": [strength]}, p.StrengthsJob)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"job": "export", "run": "r", "kind": "peft", "output": "o", "strength": strength}, p.ExportJob)
