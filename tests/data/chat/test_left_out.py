"""What a template has no place for is named and counted, and never learnt as saying nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from core.cli.commands import app
from core.data.chat.left_out import CONTENT_KINDS, LeftOut
from core.data.chat.template import CHATML
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.data.tokens.tokenize import tokenize_data
from core.protocol.config import TrainConfig
from tests.support.chat_truths import CASES, NOW, TRUTHS, source_of
from tests.support.data import Load, write_rows
from tests.support.data_vocab import write_bpe
from tests.support.previews import preview, reasons
from tests.support.rendering import chat_template, renderer

SYSTEM, USER, CALL, RESULT, ANSWER = CASES["tools"]["messages"]
TOOLS = CASES["tools"]["tools"]
ROWS = [
    {"messages": [USER, CALL, RESULT, ANSWER], "tools": TOOLS},
    {"messages": [USER, {**CALL, "content": "One moment."}, RESULT, ANSWER], "tools": TOOLS},
    {"messages": [USER, {**ANSWER, "reasoning_content": "Hm."}]},
    {"messages": [SYSTEM, USER, ANSWER]},
]


def test_that_a_call_that_vanishes_is_not_learnt_as_saying_nothing(model: Path, tmp_path: Path) -> None:
    rows = preview(model, write_rows(tmp_path, *ROWS))
    reason = "the model's template has no place for tool calls (message 2 would be learnt as saying nothing"
    assert rows[0].problem.startswith(reason)
    assert [row.problem for row in rows[1:]] == ["", "", ""]
    assert ("answer", True, "One moment.") in reasons(rows[1])
    (last,) = preview(model, write_rows(tmp_path, ROWS[0]), train_on="last")
    assert [part for part, trained, _ in reasons(last) if trained] == ["answer", "end"]
    assert "tool calls" in last.left_out


def test_that_what_vanishes_is_shown_with_its_row(model: Path, tmp_path: Path) -> None:
    data = write_rows(tmp_path, *ROWS)
    assert [row.left_out for row in preview(model, data)] == [
        [], ["descriptions of tools", "tool calls"], [], [],
    ]  # fmt: skip
    shown = CliRunner().invoke(app, ["data", "preview", str(data), "--model", str(model), "--start", "2"]).output
    assert "The template leaves out: descriptions of tools, tool calls" in shown


def test_that_what_vanishes_is_counted_and_told_before_training(load: Load, tmp_path: Path) -> None:
    data = write_rows(tmp_path, *ROWS, ROWS[1])
    for dataset in (load(data), load(data)):  # read, and from the cache
        (notice,) = [notice for notice in dataset.notices if notice.code == "data.no-place"]
        assert "descriptions of tools (2), tool calls (2)." in notice.message
        assert "choose a model" in notice.hint
        assert dataset.bad_rows == {"the model's template has no place for tool calls": 1}
    assert dataset.from_cache


@pytest.mark.slow
def test_that_the_number_of_processes_changes_no_count(model: Path, tmp_path: Path) -> None:
    data = write_rows(tmp_path, *ROWS * 20)
    seen = []
    for processes in (1, 2):
        config = TrainConfig(context=500 + processes)  # another key in the cache
        with Tokenizer(model) as tokenizer:
            seen.append(tokenize_data(data, tokenizer, renderer(), config, processes=processes)[1].seen)
    assert seen[0] == seen[1]
    assert seen[0]["tool_calls"] == seen[0]["thoughts"] == 20


def test_that_nothing_is_told_where_the_template_writes_it(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "qwen3.gguf", template=source_of("Qwen-Qwen3-0.6B"))) as tokenizer:
        dataset = load_dataset(write_rows(tmp_path, *ROWS), tokenizer, renderer(), TrainConfig(eval_share=0.0))
    assert "the model's template has no place for tool calls" not in dataset.bad_rows
    assert not [notice for notice in dataset.notices if notice.code == "data.no-place"]


def without(kind: str) -> tuple[list[dict[str, Any]], list[Any] | None]:
    """The conversation with tools, less one kind of what is in it."""
    messages = [SYSTEM, USER, CALL, RESULT, ANSWER]
    if kind == "tools":
        return messages, None
    if kind == "tool_calls":
        return [{key: value for key, value in message.items() if key != kind} for message in messages], TOOLS
    return [{**message, "content": "other"} if message["role"] == kind else message for message in messages], TOOLS


RENDERED = [name for name, row in TRUTHS.items() if row["tools"] is not None]


@pytest.mark.slow
@pytest.mark.parametrize("name", RENDERED)
def test_that_a_probe_says_what_rendering_a_conversation_without_it_says(name: str) -> None:
    template = chat_template(source_of(name), "<s>", "</s>", NOW)
    left_out, whole = LeftOut(template), template.render(**CASES["tools"])
    for kind in ("system", "tools", "tool_calls", "tool"):
        messages, tools = without(kind)
        vanishes = template.renderings(messages, [(len(messages), False)], tools) == [whole]
        if name == "mistralai-Mistral-Nemo-Instruct-2407" and kind == "system":
            vanishes = False  # its place is before the last question of a prompt
        assert left_out.has_no_place(kind, TOOLS) == vanishes, kind


def test_that_plain_chatml_has_a_place_for_turns_alone() -> None:
    left_out = LeftOut(chat_template(CHATML))
    assert [kind for kind in CONTENT_KINDS if left_out.has_no_place(kind, None)] == [
        "tools", "tool_calls", "reasoning_content",
    ]  # fmt: skip


def test_that_a_row_as_openai_writes_it_is_refused_by_name(model: Path, tmp_path: Path) -> None:
    function = {"name": "weather", "arguments": json.dumps({"town": "Eger"})}
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": function}]}
    (row,) = preview(model, write_rows(tmp_path, {"messages": [USER, call]}))
    assert "no place for tool calls" in row.problem
