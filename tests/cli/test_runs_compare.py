"""`luthier runs compare`: the facts of the window's comparison, in a terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from core import protocol as p
from core.base import paths
from core.cli.commands import app
from core.protocol.config import TrainConfig
from core.protocol.measure import DPO, ORPO
from core.runs import compare as run_compare
from core.runs import run as runs
from core.runs import votes
from core.runs.compare import who_is_ahead
from core.runs.info import RunAssessment, write_assessment

LOSSES = {"slow": 2.5, "fast": 1.25}


@pytest.fixture(autouse=True)
def two_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    for number, (name, loss) in enumerate(LOSSES.items()):
        config = TrainConfig(rank=8 * (number + 1))
        job = p.TrainJob(model="m.gguf", data="d.txt", run=str(paths.runs_dir() / name), config=config)
        run = runs.create(job)
        events = [
            p.Sample(prompt="Who are you?", text="Nobody.", label="base", step=0),
            p.Evaluation(step=9, loss=loss, perplexity=loss, tokens=5, adapter=True, right=number, answers=3),
            p.Sample(prompt="Who are you?", text=f"The {name} keeper.", label="tuned", step=9),
        ]
        run.events_file.write_bytes(b"".join(map(p.encode, events)))
        said = RunAssessment(verdict=f"Is the {name} one better?", test="t.jsonl", made=0.0)
        write_assessment(run.assessment_file, said)
        votes.put_vote(run, votes.Vote(id="1", step=9, better="tuned", question="?", time=0.0))


def call(*arguments: str) -> str:
    return CliRunner().invoke(app, ["runs", "compare", *arguments], catch_exceptions=False).output


def test_that_runs_stand_side_by_side_in_a_terminal() -> None:
    said = call("slow", "fast")
    for words in ("2.50", "1.25", "Rank", "16", "The slow keeper.", "Nobody.", "1 of 1 better than", "1 of 3"):
        assert words in said, said
    assert "Is the slow one" in said and "Is the fast one" in said
    assert "Learning rate" not in said and "Losses are in" not in said  # which are the same


def test_that_a_sentence_says_which_is_ahead() -> None:
    assert call("slow", "fast").startswith("fast is ahead: 1 right against 0, of 3 rows that none was trained on.")
    told = run_compare.read_compared([runs.Run(paths.runs_dir() / name) for name in LOSSES])
    for run in told:
        run.figures.answers = 0
    assert who_is_ahead(told) == "fast is ahead: 1.25 against 2.50 on unseen rows (lower is better)."
    told[0].figures.eval_best = 1.255
    assert who_is_ahead(told).startswith("They are about as good: 1.25 and 1.25")
    told[0].figures.eval_best = None
    assert "not known" in who_is_ahead(told)
    other = replace(told[1], info=msgspec.structs.replace(told[1].info, data="other.txt"))
    assert "different rows" in who_is_ahead([told[0], other])


def test_that_losses_of_different_objectives_are_told_apart() -> None:
    other = p.TrainingStarted(run="fast", step=9, steps=9, trainable=8, objective="of a newer version")
    with runs.Run(paths.runs_dir() / "fast").events_file.open("ab") as file:
        file.write(p.encode(other))
    (line,) = [line for line in call("slow", "fast").splitlines() if "Losses are in" in line]
    assert "nats a token" in line


def test_that_losses_of_choices_are_compared_where_they_are_of_one_kind() -> None:
    told = run_compare.read_compared([runs.Run(paths.runs_dir() / name) for name in LOSSES])
    assert "computed differently" in who_is_ahead([replace(told[0], measure=DPO), replace(told[1], measure=ORPO)])

    def of_dpo(run: run_compare.Compared, beta: float) -> run_compare.Compared:
        config = msgspec.structs.replace(run.info.config, objective="dpo", preference_beta=beta, good_weight=4 * beta)
        return replace(run, measure=DPO, info=msgspec.structs.replace(run.info, config=config))

    assert who_is_ahead([of_dpo(told[0], 0.1), of_dpo(told[1], 0.1)]).startswith("fast is ahead")
    softer = of_dpo(told[1], 0.5)
    both = [of_dpo(told[0], 0.1), softer]
    assert who_is_ahead(both).startswith("fast is ahead: 1 right against 0")
    softer.figures.right = both[0].figures.right
    assert "computed differently" in who_is_ahead(both)


def test_that_a_run_that_choices_have_moved_too_far_is_not_ahead() -> None:
    told = run_compare.read_compared([runs.Run(paths.runs_dir() / name) for name in LOSSES])
    for run, distance in zip(told, (0.1, 0.7), strict=True):
        run.figures.choices = p.Choices(chosen=-9.0, rejected=-12.0, margin=1.5, distance=distance)
    assert who_is_ahead(told) == (
        "slow is ahead. Ranked last, as they moved too far from the model they began with "
        "(over 0.5 nats a token): fast."
    )
    rows = dict(run_compare.results(told))
    assert rows["Right choices"] == ["0 of 3", "1 of 3"] and rows["Distance (nats a token)"] == ["0.100", "0.700"]
    assert "Right answers" not in rows and rows["Reward margin"] == ["1.50", "1.50"]
    told[0].figures.choices = told[1].figures.choices
    assert who_is_ahead(told).startswith("All of them moved too far from the model they began with")


def test_that_programs_get_the_same_facts() -> None:
    told = json.loads(call("slow", "fast", "--json"))
    assert [run["name"] for run in told["runs"]] == ["slow", "fast"]
    assert told["differing"] == {"rank": [8, 16]}
    (sample,) = told["samples"]
    assert sample["after"] == ["The slow keeper.", "The fast keeper."] and sample["before"] == ["Nobody."] * 2
    assert told["votes"] == [{"tuned": 1, "equal": 0, "base": 0, "changed": 0}] * 2


def test_that_one_run_is_not_compared_with_itself() -> None:
    assert "two to 6 different runs" in call("slow", "slow")
