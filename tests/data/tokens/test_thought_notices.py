"""What is told of thoughts before a training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.load_dataset import load_dataset
from core.protocol.config import TrainConfig
from tests.support.chat_truths import source_of
from tests.support.data import write_rows
from tests.support.data_vocab import write_bpe
from tests.support.previews import preview, reasons
from tests.support.rendering import renderer

USER = {"role": "user", "content": "Is it far?"}


@pytest.fixture(scope="module")
def qwen3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bpe(tmp_path_factory.mktemp("vocab") / "qwen3.gguf", template=source_of("Qwen-Qwen3-0.6B"))


def talk(number: int, thought: str = "") -> dict[str, Any]:
    return {"messages": [USER, {"role": "assistant", "content": f"{number} miles.", "thinking": thought}]}


def load(model: Path, data: Path, **settings: Any) -> Dataset:
    with Tokenizer(model) as tokenizer:
        return load_dataset(data, tokenizer, renderer(), TrainConfig(eval_share=0.0, **settings))


def told(dataset: Dataset) -> dict[str, str]:
    return {notice.code: notice.message for notice in dataset.notices}


@pytest.mark.parametrize(("with_thoughts", "is_told"), [(0, True), (2, True), (3, False), (4, False)])
def test_that_a_thinking_model_wants_three_quarters_with_thoughts(
    qwen3: Path, tmp_path: Path, with_thoughts: int, is_told: bool
) -> None:
    rows = write_rows(tmp_path, *(talk(number, "Hm." if number < with_thoughts else "") for number in range(4)))
    found = told(load(qwen3, rows))
    assert ("data.no-thoughts" in found) == is_told
    if with_thoughts == 2:
        assert "2 of 4 conversations have no thoughts" in found["data.no-thoughts"]
    assert "data.no-thoughts" not in told(load(qwen3, rows, thoughts="without"))


def test_that_a_model_that_never_thinks_is_told_of_nothing_but_thoughts_as_text(tmp_path: Path) -> None:
    model = write_bpe(tmp_path / "chatml.gguf")
    assert "data.no-thoughts" not in told(load(model, write_rows(tmp_path, talk(1))))
    found = told(load(model, write_rows(tmp_path, talk(1, "Hm."), talk(2))))
    assert "in 1 conversation they are learnt as text" in found["data.thoughts-as-text"]


@pytest.mark.slow
def test_that_rows_whose_thoughts_leave_no_room_are_counted_and_a_context_proposed(qwen3: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path, talk(1, "Hm."), *(talk(number, "Hm, well. " * 80) for number in (2, 3)))
    dataset = load(qwen3, rows, context=128)
    assert dataset.bad_rows == {"with its thoughts longer than the context": 2}
    assert told(dataset)["data.long-thoughts"].startswith("2 rows are not used: with their thoughts")
    assert "context=256" in next(n.hint for n in dataset.notices if n.code == "data.long-thoughts")
    assert load(qwen3, rows, context=128, thoughts="without").bad_rows == {}


def test_that_lost_thoughts_are_told_before_what_their_loss_does(qwen3: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path, talk(1), *(talk(number, "Hm, well. " * 80) for number in (2, 3)))
    codes = [code for code in told(load(qwen3, rows, context=128)) if "thoughts" in code]
    assert codes == ["data.long-thoughts", "data.no-thoughts"]


def test_that_answers_that_are_only_read_are_counted_and_shown(qwen3: Path, tmp_path: Path) -> None:
    long = {"messages": [*talk(1, "Hm.")["messages"], *talk(2, "Well.")["messages"]]}
    rows = write_rows(tmp_path, long)
    assert "In 1 conversation earlier answers are read" in told(load(qwen3, rows))["data.earlier-thoughts"]
    (row,) = preview(qwen3, rows)
    assert ("thoughtless", False, "1 miles.") in reasons(row)
    assert ("thought", True, "Well.") in reasons(row)
    assert (row.thinking, [message.thoughts for message in row.messages]) == ("on", ["", "Hm.", "", "Well."])
    assert [len(preview(qwen3, rows, search=word)) for word in ("well.", "nowhere")] == [1, 0]


def test_that_another_way_with_thoughts_makes_other_tokens(qwen3: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path, talk(1, "Hm."))
    tokens = {way: load(qwen3, rows, thoughts=way).tokens for way in ("auto", "without", "empty")}
    assert tokens["auto"] > tokens["without"] == tokens["empty"]
    learnt = {way: load(qwen3, rows, thoughts=way).supervised_tokens for way in ("without", "empty")}
    assert learnt["empty"] > learnt["without"]
