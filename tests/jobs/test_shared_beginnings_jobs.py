"""Conversations with one system prompt: their rows are counted, planned and gone on with as they are made."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from core import protocol as p
from core.cli.event_lines import lasting
from core.jobs.context import JobContext
from core.jobs.data.inspect import inspect_data
from core.jobs.data.prepare import ENOUGH_STEPS, fewest_shared_rows, prepare_data
from core.jobs.export.elsewhere import prepare_run
from core.jobs.planning.plan import Planner
from core.protocol.config import TrainConfig
from core.runs import run as runs
from core.runs.info import read_info
from tests.support.kept_runs import trained

CONFIG = TrainConfig(context=256, epochs=8, threads=1)
N = 300


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two system prompts, each of more than a hundred tokens, and short exchanges."""
    prompts = [" ".join(f"{word} {number} lamps." for number in range(14)) for word in ("Trim", "Count")]
    said = [(prompts[i % 2], f"How many of lamp {i}?", f"Lamp {i} has {i * 7 % 13}.") for i in range(N)]
    file = tmp_path_factory.mktemp("shared") / "one-prompt.jsonl"
    roles = ("system", "user", "assistant")
    rows = [
        {"messages": [{"role": r, "content": text} for r, text in zip(roles, turns, strict=True)]} for turns in said
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def inspected(model: Path, data: Path, config: TrainConfig) -> p.InspectResult:
    with JobContext(lambda event: None) as context:
        return inspect_data(p.InspectJob(model=str(model), data=str(data), config=config, limit=0), context)[1]


def test_that_inspecting_says_what_sharing_saves(demo_gguf: Path, data: Path) -> None:
    shared = inspected(demo_gguf, data, CONFIG)
    whole = inspected(demo_gguf, data, msgspec.structs.replace(CONFIG, shared_beginnings=False))
    assert shared.sequences < 0.6 * whole.sequences and shared.steps < whole.steps
    assert (shared.tokens, shared.tokens_trained, shared.rows) == (whole.tokens, whole.tokens_trained, whole.rows)
    assert whole.tokens_shared == 0 and 0.4 < shared.tokens_shared / shared.tokens < 0.9
    said: list[str] = []
    with JobContext(lambda event: said.append(lasting(event) or "")) as context:
        prepare_data(demo_gguf, str(data), None, CONFIG, context)
    assert any(f"Shared beginnings: {shared.tokens_shared:,} tokens (" in line for line in said)


@pytest.mark.slow
def test_that_the_plan_counts_rows_as_training_makes_them(demo_gguf: Path, data: Path) -> None:
    with JobContext(lambda event: None) as context:
        planner = Planner(p.PlanJob(model=str(demo_gguf), data=str(data)), context)
        planner.read_data()
        whole = planner.plan(msgspec.structs.replace(CONFIG, shared_beginnings=False))
        for context_tokens in (256, 512):
            config = msgspec.structs.replace(CONFIG, context=context_tokens, epochs=20)
            plan, rows = planner.plan(config), prepare_data(demo_gguf, str(data), None, config, context).train_rows
            assert (plan.sequences, plan.tokens_shared) == (len(rows), rows.n_shared) and rows.n_shared > 0
            assert plan.tokens == whole.tokens
    shared = planner.plan(CONFIG)
    assert shared.tokens_shared > 0.3 * shared.tokens and shared.seconds_high < whole.seconds_high


def test_that_a_short_training_keeps_its_steps(demo_gguf: Path, data: Path) -> None:
    short = msgspec.structs.replace(CONFIG, epochs=1)
    result = inspected(demo_gguf, data, short)
    assert result.tokens_shared == 0
    assert fewest_shared_rows(short) == ENOUGH_STEPS * short.grad_accumulation
    assert fewest_shared_rows(msgspec.structs.replace(short, max_steps=10)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("form", [2, 6])
def test_that_a_run_is_gone_on_with_in_the_rows_it_began_with(
    demo_gguf: Path, data: Path, tmp_path: Path, form: int
) -> None:
    """A run of form 2 began before rows shared anything."""
    config = msgspec.structs.replace(
        CONFIG, max_steps=4, rank=1, targets="v", layers="last 1", eval_share=0.0, device="cpu",
        shared_beginnings=form == 6,
    )  # fmt: skip
    run = runs.Run(tmp_path / "run")
    first = trained(p.TrainJob(model=str(demo_gguf), data=str(data), run=str(run.folder), config=config), steps=1)
    values = json.loads(run.info_file.read_bytes())
    assert values["format"] == 6 and values["config"]["shared_beginnings"] == (form == 6)
    if form == 2:
        del values["config"]["shared_beginnings"]
        values |= {"format": 2, "checksum": ""}
        for file in (run.info_file, run.info_copy):
            file.write_text(json.dumps(values))
    again = trained(p.ResumeJob(run=str(run.folder)), steps=3)
    assert [event.code for event in again if isinstance(event, p.Failed)] == []
    (before,), (after,) = ([e for e in events if isinstance(e, p.DataSummary)] for events in (first, again))
    assert (before.sequences, before.tokens_shared) == (after.sequences, after.tokens_shared)
    assert (before.tokens_shared > 0) == (form == 6) == run.info().config.shared_beginnings
    with JobContext(lambda event: None) as context:
        elsewhere = prepare_run(run, run.info(), context).data.train_rows
    assert elsewhere.n_shared == 0


def test_that_the_oldest_runs_share_nothing_either_and_stay_with_chatml(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps({"model": "m.gguf", "data": "d.jsonl", "created": 1.0}))
    config = read_info(file, file).config
    assert not config.shared_beginnings and config.turn_marks == "chatml"
