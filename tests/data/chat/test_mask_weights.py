"""`weight` of a message, as OpenAI's fine-tuning format has it: an answer with weight 0 is read, not learnt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core import protocol as p
from core.data.formats.turns import turns
from core.jobs.context import JobContext
from core.jobs.data.inspect import clean_data
from tests.support.data import write_rows
from tests.support.data_vocab import write_bpe
from tests.support.previews import preview, reasons

ASKED, AGAIN = {"role": "user", "content": "Where is Holmes?"}, {"role": "user", "content": "And Watson?"}


def answer(text: str, **weight: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **weight}


@pytest.mark.parametrize("train_on", ["assistant", "last"])
def test_that_an_answer_with_weight_0_is_read_and_not_learnt(model: Path, tmp_path: Path, train_on: str) -> None:
    row = {"messages": [ASKED, answer("Here.", weight=0), AGAIN, answer("There.", weight=1)]}
    (shown,) = preview(model, write_rows(tmp_path, row), train_on=train_on)
    assert ("weight 0", False, "Here.") in reasons(shown)
    assert [text for _, trained, text in reasons(shown) if trained] == ["There.", "<|im_end|>"]


def test_that_what_follows_the_last_answer_to_learn_is_left_out(model: Path, tmp_path: Path) -> None:
    row = {"messages": [ASKED, answer("Here."), AGAIN, answer("There.", weight=0.0)]}
    for train_on in ("assistant", "last"):
        (shown,) = preview(model, write_rows(tmp_path, row), train_on=train_on)
        assert [message.text for message in shown.messages] == ["Where is Holmes?", "Here."]
        assert [text for _, trained, text in reasons(shown) if trained] == ["Here.", "<|im_end|>"]


def test_that_weight_0_holds_where_everything_else_is_trained(model: Path, tmp_path: Path) -> None:
    row = {"messages": [ASKED, answer("Here.", weight=0), AGAIN, answer("There.")]}
    (shown,) = preview(model, write_rows(tmp_path, row), train_on="all")
    assert [text for _, trained, text in reasons(shown) if not trained] == ["<|im_start|>", "Here.", "<|im_end|>"]


def test_that_rows_with_other_weights_or_nothing_to_learn_are_named(model: Path, tmp_path: Path) -> None:
    rows = [{"messages": [ASKED, answer("Here.", weight=weight)]} for weight in (0.5, "0", True, 0, None, 1)]
    shown = preview(model, write_rows(tmp_path, *rows))
    other = "a weight that is neither 0 nor 1 (message 2: {})"
    assert [row.problem for row in shown] == [
        other.format("0.5"), other.format("'0'"), other.format("True"),
        "no answer left to learn (all have weight 0)", "", "",
    ]  # fmt: skip


def test_that_a_template_never_sees_a_weight(tmp_path: Path) -> None:
    template = "{% for m in messages %}{{ m | tojson }}<|im_end|>{% endfor %}"
    file = write_bpe(tmp_path / "json.gguf", template=template)
    (shown,) = preview(
        file, write_rows(tmp_path, {"messages": [ASKED, answer("Here.", weight=0), AGAIN, answer("There.", weight=1)]})
    )
    assert "weight" not in "".join(shown.pieces)


def test_that_weights_are_kept_when_rows_are_cleaned(tmp_path: Path) -> None:
    row = {"messages": [ASKED, answer("Here.", weight=0), AGAIN, answer("There.")]}
    output = tmp_path / "clean.jsonl"
    clean_data(p.CleanJob(data=str(write_rows(tmp_path, row)), output=str(output)), JobContext(lambda event: None))
    cleaned = json.loads(output.read_text())["messages"]
    assert cleaned == turns(row["messages"], "messages") == row["messages"]
