"""What other programs are asked, and where their answers part from our own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core import protocol as p
from core.base import paths
from core.data.chat.conversation import ConversationEncoder
from core.data.chat.template import CHATML
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.export.check.comparison import BEGINNING, Answer, Parts, compare, our_answers, questions
from core.export.check.greedy import write_greedily
from tests.support.rendering import chat_template, renderer

FIRST, SECOND = ({"role": "user", "content": text} for text in ("Where does the moon go?", "And who\n\nlives there? "))
SYSTEM = {"role": "system", "content": "Be <brief>."}
ANSWER = {"role": "assistant", "content": "Home."}


def held_out(model: Path, *conversations: list[dict[str, str]]) -> list[Example]:
    with Tokenizer(model) as tokenizer:
        template = chat_template(tokenizer.chat_template or CHATML)
        encoder = ConversationEncoder(tokenizer, template, "last", 1 << 20)
        return [encoder.encode(messages) for messages in conversations]


def test_that_the_questions_are_the_messages_that_were_held_out(demo_gguf: Path) -> None:
    conversations = [[FIRST], [SYSTEM, FIRST], [FIRST, ANSWER, SECOND], [SYSTEM, FIRST, ANSWER, SECOND]]
    examples = held_out(demo_gguf, *([*messages, ANSWER] for messages in conversations))
    asked = questions(examples, demo_gguf, renderer(), conversations=True, most=4)
    assert [question.messages for question in asked] == conversations
    with open_in_llama_cpp(demo_gguf, vocabulary_only=True) as opened:
        for question, example in zip(asked, examples, strict=True):
            assert question.tokens == example.tokens[: int(example.supervised.argmax())].tolist()
            read = opened.vocabulary.tokenize(question.text, add_special=True, parse_special=True)
            assert read == question.tokens
    assert len(questions(examples, demo_gguf, renderer(), conversations=True, most=2)) == 2


def test_that_running_text_is_asked_to_go_on(demo_gguf: Path) -> None:
    text = (paths.DEMO / "holmes.txt").read_text(encoding="utf-8")[:300]
    with Tokenizer(demo_gguf) as tokenizer:
        tokens = np.array(tokenizer.encode(text), np.int32)
    (question,) = questions([Example(tokens, tokens >= 0)], demo_gguf, renderer(), conversations=False)
    assert question.tokens == tokens[: len(tokens) // 2].tolist()
    assert text.startswith(question.text) and not question.messages


def test_that_something_is_asked_where_nothing_was_held_out(demo_gguf: Path) -> None:
    greetings = questions([], demo_gguf, renderer(), conversations=True)
    assert len(greetings) == 2
    for question in greetings:
        assert question.text == chat_template(CHATML).render(question.messages, prompt=True)
    assert [question.text for question in questions([], demo_gguf, renderer(), conversations=False)] == [BEGINNING]


def test_that_our_answers_are_the_likeliest_tokens_up_to_a_stop(demo_gguf: Path) -> None:
    asked = questions([], demo_gguf, renderer(), conversations=False) * 2
    first, second = our_answers(demo_gguf, asked, limit=24)
    (written,) = write_greedily(demo_gguf, None, [asked[0].tokens], 24)
    assert first == second and first.text == written.text == b"".join(first.pieces).decode()
    assert len(first.pieces) == len(first.margins) == 24 and not first.ended
    assert all(margin >= 0 for margin in first.margins)
    stop = first.text[20:23]
    (stopped,) = our_answers(demo_gguf, asked[:1], stops=["never", stop], limit=24)
    assert stopped.ended and stopped.text == first.text[: first.text.index(stop)] == b"".join(stopped.pieces).decode()


PIECES = [b" A", b" fo", b"x", b" ran", b".", b"\n"]
MARGINS = [1.0, 2.0, 3.0, 0.25, 5.0, 6.0]
OURS = Answer(b"".join(PIECES).decode(), True, None, PIECES, PIECES, PIECES, MARGINS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" A fox ran.\n", (True, None, "", "", None)),
        ("A fox ran.", (True, None, "", "", None)),
        (" A fox sat.\n", (False, 3, " ran", " sat", 0.25)),
        ("A fox sat.", (False, 3, " ran", " sat", 0.25)),
        (" A fix ran.", (False, 1, " fo", " fi", 2.0)),
        (" A fox", (False, 3, " ran", "", 0.25)),
        (" A fox ran. It", (False, 5, "", " ", 6.0)),
        ("", (False, 0, "A", "", 1.0)),
    ],
)
def test_that_the_first_token_that_differs_is_told(
    text: str, expected: tuple[bool, int | None, str, str, float | None]
) -> None:
    found = compare(OURS, Answer(text, True))
    assert (found.same, found.at, found.ours, found.theirs, found.margin) == expected


SPELT = [b"K", b"\xc3", b"\xa9", b"t \xe5", b"\xb1", b"\xb1", b" <", b"b", b"!"]  # "K\u00e9t \u5c71 <b!"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("K\u00e9t \u5c71 <b!", (True, None, "", "")),
        ("K\u00e8t \u5c71 <b!", (False, 2, "\u00e9", "\u00e8")),
        ("K\u00e9t \u5c72 <b!", (False, 5, "\u5c71", "\u5c72")),
        ("Kit \u5c71 <b!", (False, 1, "\u00e9", "i")),
        ("K\u00e9t \u5c71 <i!", (False, 7, "b", "i")),
    ],
)
def test_that_a_character_of_several_tokens_is_compared_as_one(
    text: str, expected: tuple[bool, int | None, str, str]
) -> None:
    """A program sends it with its last token, and two tokens at once where the first might become a stop text."""
    found = compare(Answer(b"".join(SPELT).decode(), True, None, SPELT), Answer(text, True), ["<|end|>"])
    assert (found.same, found.at, found.ours, found.theirs) == expected


def test_that_half_a_character_is_no_difference() -> None:
    ours = Answer("a\ufffd", False, None, [b"a", b"\xc3"])
    assert compare(ours, Answer("a\ufffd", False)).same
    assert compare(ours, Answer("a", False)).same


def test_that_what_may_become_a_stop_text_may_be_missing_where_an_answer_is_broken_off() -> None:
    ours = Answer("if a <", False, None, [b"if", b" a", b" <"])
    assert compare(ours, Answer("if a", False), ["<|end|>"]).same
    assert not compare(ours, Answer("if a", False), ["|end|>"]).same
    assert not compare(ours._replace(ended=True), Answer("if a", True), ["<|end|>"]).same
    assert not compare(ours, Answer("if a", True), ["<|end|>"]).same  # one that ended was sent whole


@pytest.mark.parametrize(
    ("pieces", "theirs", "stop", "same"),
    [
        (["Ask", " the", " B", "U"], "Ask the", "User:", False),
        (["Ask", " the", " B", "U"], "Ask the B", "User:", True),
        (["Ask", " the", " BU"], "Ask the", "User:", True),  # Ollama holds whole tokens back
        (["Ask", " the", " BU"], "Ask", "User:", False),
        (["if", " a", " <", "|", "en"], "if a", "<|end|>", True),
        (["if", " a", " <", "|", "en"], "if", "<|end|>", False),
        (["ok", "\n", "U"], "ok", "\nUser:", True),
    ],
)
def test_that_no_more_may_be_missing_than_the_tokens_of_that_stop_text(
    pieces: list[str], theirs: str, stop: str, same: bool
) -> None:
    ours = Answer("".join(pieces), False, None, [piece.encode() for piece in pieces])
    assert compare(ours, Answer(theirs, False), [stop]).same is same


def test_that_thoughts_and_calls_are_compared_apart() -> None:
    """As chat programs give them: without the marks that our own text has."""
    pieces = [b"<think>", b"\nHm", b".\n", b"</think>", b"\n\n", b"Two", b" miles"]
    call = p.ToolCall(text='{"name": "look", "arguments": {"at": 1}}', name="look", arguments={"at": 1})
    ours = Answer(b"".join(pieces).decode(), True, Parts("Hm.", "Two miles", (call,)), pieces)

    def found(thinking: str, content: str, *calls: p.ToolCall) -> tuple[bool, int | None]:
        compared = compare(ours, Answer(thinking + content, True, Parts(thinking, content, calls)))
        return compared.same, compared.at

    same = p.ToolCall(text='{"arguments":{"at":1},"name":"look"}', name="look", arguments={"at": 1})
    assert found("Hm.", "Two miles", same) == (True, None)
    assert found("Ha.", "Two miles", same) == (False, 1)
    assert found("Hm.", "Two steps", same) == (False, 6)
    assert found("", "Two miles", same) == found("", "Hm.Two miles", same) == (False, 1)
    assert not found("Hm.", "Two miles")[0]
    assert not found("Hm.", "Two miles", p.ToolCall(text="", name="look", arguments={"at": 2}))[0]


def test_that_a_call_that_is_no_json_is_known_by_its_name_and_values() -> None:
    ours = Answer("", True, Parts("", "", (p.ToolCall(text="[weather(city='Paris', days=2)]"),)), [b"["])

    def same(name: str, **arguments: object) -> bool:
        return compare(
            ours, Answer("", True, Parts("", "", (p.ToolCall(text="", name=name, arguments=arguments),)))
        ).same

    assert same("weather", city="Paris", days=2)
    assert not same("weather", city="Rome", days=2)
    assert not same("forecast", city="Paris", days=2) and not same("")


def test_that_the_demo_is_asked_what_its_data_says(demo_gguf: Path) -> None:
    rows = [json.loads(line)["messages"] for line in (paths.DEMO / "chat.jsonl").read_text().splitlines()[:3]]
    asked = questions(held_out(demo_gguf, *rows), demo_gguf, renderer(), conversations=True)
    assert sorted(map(str, (question.messages for question in asked))) == sorted(str(row[:-1]) for row in rows)
