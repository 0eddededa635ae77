"""What goals make of machines, models and data: properties that hold for all of them."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.advice.goals import (
    BY_HEART_EPOCHS,
    BY_HEART_READINGS,
    CONTEXTS,
    GOALS,
    MOST_BY_HEART_EPOCHS,
    MOST_EPOCHS,
    PATIENT_SECONDS,
    RANKS,
    Machine,
    held_out_judges,
    settings_for,
    suggested_goal,
)
from core.protocol import DataFacts, LocalModel
from core.protocol.config import from_values


@st.composite
def machines(draw: st.DrawFn) -> Machine:
    """Of any size: a row that fits one rank fits the smaller ones too."""
    longest = sorted((draw(st.integers(0, 200)) * 64 for _ in RANKS), reverse=True)
    free, cores = draw(st.integers(10**8, 10**11)), draw(st.integers(1, 64))
    rows = dict(zip(RANKS, longest, strict=True))
    more = draw(st.sampled_from([1, 1.3, 2]))  # where the upper layers alone are trained
    upper = {rank: int(more * tokens) for rank, tokens in rows.items()}
    return Machine(free, cores, rows, draw(st.sampled_from([0.0, 3.0, 500.0])), upper)


@st.composite
def data_facts(draw: st.DrawFn) -> DataFacts:
    rows, most = draw(st.integers(1, 10**6)), draw(st.integers(2, 20_000))
    return DataFacts(
        format="messages", rows=rows, tokens=rows * draw(st.integers(1, most)), median=most, most=most,
        longest=draw(st.integers(most, 30_000)), is_text=draw(st.booleans()),
    )  # fmt: skip


models = st.builds(
    LocalModel, name=st.just("m"), source=st.just("File"), model=st.just("m"), path=st.just("m"),
    parameters=st.integers(10**6, 10**11), context=st.sampled_from([0, 256, 1024, 40960]),
)  # fmt: skip


@settings(deadline=None)
@given(st.sampled_from(sorted(GOALS)), machines(), models, data_facts())
def test_that_every_goal_fits_learns_long_enough_and_is_measured(
    goal: str, machine: Machine, model: LocalModel, data: DataFacts
) -> None:
    values, reasons = settings_for(goal, machine, model, data)
    config = from_values(values)
    room = (machine.longest_rows if config.layers == "all" else machine.longest_upper)[config.rank]
    assert config.layers == "all" or machine.longest_rows[config.rank] < config.row_tokens
    assert config.row_tokens <= max(room, 8 * config.row_tokens // config.context)
    assert not model.context or config.context <= model.context
    assert (config.eval_share == 0) == (goal == "qa") and config.eval_every > 0 and config.goal == goal
    per_epoch = ceil(ceil(data.tokens / config.row_tokens) / config.grad_accumulation)
    steps = config.epochs * per_epoch
    is_slow = machine.tok_s > 0 and (config.epochs + 1) * data.tokens / machine.tok_s > PATIENT_SECONDS
    most = MOST_BY_HEART_EPOCHS if goal == "qa" and not data.is_text else MOST_EPOCHS
    is_read_enough = most == MOST_BY_HEART_EPOCHS and (config.epochs + 1) * data.rows > BY_HEART_READINGS
    is_most = is_read_enough or (config.epochs, config.grad_accumulation) == (most, 1)
    assert steps >= GOALS[goal].least_steps or is_slow or is_most
    assert 1 <= config.epochs <= most
    assert all(reason.endswith((".", ":")) and len(reason) < 130 for reason in reasons.values())
    assert {"epochs", "context", "rank", "learning_rate", "grad_accumulation"} <= reasons.keys()


@pytest.mark.parametrize("goal", sorted(GOALS))
def test_that_a_goal_has_values_before_anything_is_known(goal: str) -> None:
    assert from_values(settings_for(goal, Machine(), None, None).values).context in CONTEXTS


def test_that_goals_differ_and_follow_the_model_and_the_data() -> None:
    machine = Machine(8 * 10**9, 4, dict.fromkeys(RANKS, 4096))
    data = DataFacts(format="messages", rows=2000, tokens=200_000, median=90, most=200, longest=240)
    small, large = (
        LocalModel(name="m", source="", model="m", path="m", parameters=n, context=40960) for n in (10**8, 8 * 10**9)
    )
    style, qa = (settings_for(goal, machine, small, data) for goal in ("style", "qa"))
    assert (style.values["rank"], qa.values["rank"]) == (16, 32) and qa.values["rslora"]
    assert style.values["context"] == 256 and "240 tokens" in style.reasons["context"]
    tight = Machine(10**9, 4, dict.fromkeys(RANKS, 192), 0.0, dict.fromkeys(RANKS, 320))
    upper = settings_for("style", tight, small, data)
    assert (upper.values["layers"], upper.values["context"]) == ("last half", 256)
    assert "room for rows of 128 tokens" in upper.reasons["layers"]
    assert settings_for("style", machine, large, data).values["learning_rate"] < style.values["learning_rate"]
    few = DataFacts(format="messages", rows=40, tokens=4000, median=90, most=200, longest=240)
    assert settings_for("style", machine, small, few).values["eval_share"] == 0.1
    assert "40 rows are few" in settings_for("style", machine, small, few).reasons["epochs"]
    slow = Machine(8 * 10**9, 4, dict.fromkeys(RANKS, 4096), tok_s=4.0)
    assert "night" in settings_for("style", slow, small, data).reasons["epochs"]


def test_that_the_context_holds_the_thoughts_as_far_as_memory_has_room() -> None:
    thoughtful = DataFacts(
        format="messages", rows=900, tokens=9 * 10**6, median=9000, most=12_000, longest=15_000, thoughts=900
    )
    wide, narrow = (Machine(64 * 10**9, 8, dict.fromkeys(RANKS, tokens)) for tokens in (40_000, 9000))
    values, reasons = settings_for("style", wide, None, thoughtful)
    assert values["context"] == 16384 and "tokens with their thoughts" in reasons["context"]
    assert settings_for("style", narrow, None, thoughtful).values["context"] == 8192


def test_that_facts_are_read_until_they_are_known_and_none_is_kept_back() -> None:
    few = DataFacts(format="qa", rows=40, tokens=1200, median=30, most=40, longest=40)
    values, reasons = settings_for("qa", Machine(), None, few)
    assert (values["epochs"], values["eval_share"], values["dropout"]) == (BY_HEART_EPOCHS, 0.0, 0.0)
    assert "by heart" in reasons["epochs"] and "none is held out" in reasons["eval_share"]
    assert not held_out_judges("qa", 100, is_text=False, is_own=False)  # they are other facts
    assert held_out_judges("qa", 100, is_text=False, is_own=True)
    assert [held_out_judges("style", rows, is_text=False, is_own=False) for rows in (9, 10)] == [False, True]


def test_that_data_suggests_its_goal() -> None:
    found = {
        kind: suggested_goal(DataFacts(format=kind, is_text=kind == "text")) for kind in ("text", "qa", "messages")
    }
    assert found == {"text": "text", "qa": "qa", "messages": "style"}
    for kind, form in (("qa", "labels"), ("messages", "json"), ("messages", "calls")):
        assert suggested_goal(DataFacts(format=kind, answers=form)) == "exact"


def test_that_choices_are_suggested_where_rows_have_two_answers() -> None:
    machine = Machine(8 * 10**9, 4, dict.fromkeys(RANKS, 640))
    pairs = DataFacts(format="preference", rows=300, tokens=60_000, median=90, most=200, longest=480)
    assert suggested_goal(pairs) == suggested_goal(DataFacts(format="votes", rows=20)) == "choices"
    model = LocalModel(name="m", source="", model="m", path="m", parameters=10**8, context=40960)
    values = settings_for("choices", machine, model, pairs).values
    assert (values["objective"], values["context"]) == ("orpo", 256)  # a row has room for two of these
    assert values["learning_rate"] < settings_for("style", machine, model, pairs).values["learning_rate"]
    assert settings_for("style", machine, model, pairs, "dpo").values["objective"] == "sft"  # of choices alone
    other = settings_for("choices", machine, model, pairs, "dpo").values
    assert (other["objective"], other["learning_rate"]) == ("dpo", values["learning_rate"] / 4)
    assert settings_for("choices", machine, model, pairs, "sft").values == values
