"""Thoughts are recognised however data has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.data.formats.recognise import recognise
from core.data.formats.turns import turns
from core.data.problems import BadRowError
from core.data.read.records import Record
from core.data.tokens.record_encoder import read_content
from core.protocol.config import TrainConfig

USER = {"role": "user", "content": "Is it far?"}
SAID = {"role": "assistant", "content": "Two miles.", "reasoning_content": "Hm, the map."}
HARMONY = (
    "<|channel|>analysis<|message|>Hm, the map.<|end|><|start|>assistant<|channel|>final<|message|>Two miles.<|return|>"
)


def answer(**message: Any) -> dict[str, Any]:
    return {"role": "assistant", **message}


@pytest.mark.parametrize(
    "message",
    [
        answer(content="<think>\nHm, the map.\n</think>\n\nTwo miles."),
        answer(content="Hm, the map.\n</think>\n\nTwo miles."),
        answer(content="<thinking>Hm, the map.</thinking>\nTwo miles."),
        answer(content="[THINK]Hm, the map.[/THINK]Two miles."),
        answer(content="<|channel>thought\nHm, the map.\n<channel|>Two miles."),
        answer(
            content="<|begin_of_thought|>\n\nHm, the map.\n\n<|end_of_thought|>\n\n"
            "<|begin_of_solution|>\n\nTwo miles.\n\n<|end_of_solution|>"
        ),
        answer(content=HARMONY),
        answer(content="<|start|>assistant" + HARMONY),
        answer(content="Two miles.", reasoning_content="Hm, the map."),
        answer(content="Two miles.", reasoning="Hm, the map.\n"),
        answer(content="Two miles.", thinking="Hm, the map."),
        answer(content="<think>Hm, the map.</think>Two miles.", thinking="Hm, the map."),
        answer(content=[{"type": "thinking", "thinking": "Hm, the map."}, {"type": "text", "text": "Two miles."}]),
        answer(
            content=[
                {"type": "thinking", "thinking": [{"type": "text", "text": "Hm, the map."}]},
                {"type": "text", "text": "Two miles."},
            ]
        ),
    ],
)
def test_that_an_answers_thoughts_are_found(message: dict[str, Any]) -> None:
    assert turns([USER, message], "messages") == [USER, SAID]


@pytest.mark.parametrize(
    "messages",
    [
        [answer(channel="analysis", content="Hm, the map."), answer(channel="final", content="Two miles.")],
        [{"role": "thinking", "content": "Hm, the map."}, answer(content="Two miles.")],
        [{"from": "reasoning", "value": "Hm, the map."}, {"from": "gpt", "value": "Two miles."}],
    ],
)
def test_that_messages_of_thoughts_are_joined_with_their_answer(messages: list[dict[str, Any]]) -> None:
    assert turns([USER, *messages], "messages") == [USER, SAID]


def test_that_harmonys_calls_are_calls() -> None:
    text = (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=functions.look "
        '<|constrain|>json<|message|>{"town": "Eger"}<|call|>'
    )
    (_, call) = turns([USER, answer(content=text)], "messages")
    assert call["tool_calls"] == [{"type": "function", "function": {"name": "look", "arguments": {"town": "Eger"}}}]
    assert (call["content"], call["reasoning_content"]) == ("", "Hm.")


def test_that_what_only_looks_like_thoughts_stays_text() -> None:
    for content in ("The tag <think> opens thoughts.", "Write <think>x</think> first.", "a < b [THINKING]"):
        assert turns([USER, answer(content=content)], "messages")[1] == answer(content=content)
    assert turns([{"role": "user", "content": "<think>a</think>b"}], "messages")[0]["content"] == "<think>a</think>b"


@pytest.mark.parametrize(
    ("messages", "reason"),
    [
        ([USER, answer(content="<think>Hm, the map")], "thoughts that never end"),
        ([USER, {"role": "thinking", "content": "Hm."}], "thoughts without an answer after them"),
        ([USER, answer(content="a", reasoning=["Hm."])], "a message's thoughts are not text"),
    ],
)
def test_that_broken_thoughts_are_named(messages: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(BadRowError, match=reason):
        turns(messages, "messages")


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"Question": "Is it far?", "Complex_CoT": "Hm, the map.", "Response": "Two miles."}, "qa"),
        ({"prompt": "Is it far?", "reasoning": "Hm, the map.", "completion": "Two miles."}, "prompt"),
        ({"instruction": "Is it far?", "thinking": "Hm, the map.", "output": "Two miles."}, "alpaca"),
        ({"prompt": "Is it far?", "chosen": "<think>Hm, the map.</think>Two miles.", "rejected": "No."}, "preference"),
    ],
)
def test_that_a_column_of_thoughts_is_read(tmp_path: Path, row: dict[str, str], name: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(row) + "\n")
    found = recognise(file, TrainConfig())
    assert found.format == name
    record = Record(0, 1, json.dumps(row))
    content = read_content(record, found)
    assert not isinstance(content, str)
    assert content.messages == [USER, SAID]
