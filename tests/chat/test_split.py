"""An answer taken apart while it is written."""

import pytest

from core.chat.markers import HARMONY, Marks, read_calls
from core.chat.split import Piece, Splitter

THINK = Marks("thinking", "<think>", "</think>")
CALL = Marks("call", "<tool_call>", "</tool_call>")
JSON_CALL = Marks("call", '{"name": "', "")


def split(raw: bytes, size: int, *marks: Marks, stops: tuple[str, ...] = (), in_thought: bool = False) -> Splitter:
    """Fed `size` bytes at a time."""
    splitter = Splitter(marks, stops, in_thought=in_thought)
    pieces = [piece for at in range(0, len(raw), size) for piece in splitter.add(raw[at : at + size])]
    pieces += splitter.finish()
    told = "".join(piece.text for piece in pieces)
    assert told == "".join(piece.text for piece in splitter.stretches)
    return splitter


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_that_thoughts_calls_and_the_answer_come_apart_however_the_tokens_fall(size: int) -> None:
    text = (
        "<think>\nIs it <late>?\n</think>\n\nIt is: 5 < 6 ☕.<tool_call>\n{}\n</tool_call>\n<tool_call>[]</tool_call>"
    )
    stretches = split(text.encode(), size, THINK, CALL).stretches
    assert [piece for piece in stretches if piece.text.strip()] == [
        Piece("thinking", "Is it <late>?"),
        Piece("answer", "It is: 5 < 6 ☕."),
        Piece("call", "{}"),
        Piece("call", "[]"),
    ]


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_that_nothing_of_a_stop_or_after_it_is_shown(size: int) -> None:
    splitter = split(b"So says the keeper.\nUser: and", size, stops=("\nUser:", "<end>"))
    assert splitter.stretches == [Piece("answer", "So says the keeper.")]
    assert splitter.stopped


def test_that_what_only_began_like_a_stop_is_shown_in_the_end() -> None:
    assert split(b"2 <", 1, stops=("<end>",)).stretches == [Piece("answer", "2 <")]


def test_that_only_whole_characters_are_given_out() -> None:
    splitter = Splitter((), ())
    coffee = "☕".encode()
    assert list(splitter.add(coffee[:2])) == []
    assert list(splitter.add(coffee[2:] + b"\xff")) == [Piece("answer", "☕\ufffd")]


def test_that_a_thought_that_the_prompt_opened_and_nobody_closed_is_a_thought() -> None:
    assert split(b"\nWhy? \n", 2, THINK, in_thought=True).stretches == [Piece("thinking", "Why?")]


@pytest.mark.parametrize("size", [3, 1000])
def test_that_an_answer_may_speak_of_thoughts_and_of_json(size: int) -> None:
    text = 'Write <think> first, or {"name": "x"}.'
    assert split(text.encode(), size, THINK, JSON_CALL).stretches == [Piece("answer", text)]


def test_that_a_call_without_marks_of_its_own_is_known_by_its_beginning() -> None:
    text = '{"name": "look", "parameters": {}}'
    assert split(text.encode(), 3, THINK, JSON_CALL).stretches == [Piece("call", text)]


@pytest.mark.parametrize("size", [1, 1000])
def test_that_what_was_cut_off_goes_on_where_it_was(size: int) -> None:
    splitter = Splitter((THINK,), (), in_thought=True, is_begun=True)
    raw = b" or two?</think>Two."
    pieces = [piece for at in range(0, len(raw), size) for piece in splitter.add(raw[at : at + size])]
    assert [*pieces, *splitter.finish()] and splitter.stretches == [
        Piece("thinking", " or two?"),
        Piece("answer", "Two."),
    ]
    answer = Splitter((THINK,), (), is_begun=True)
    list(answer.add(b"<think> it is written."))
    assert answer.stretches == [Piece("answer", "<think> it is written.")]


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_that_the_channels_of_gpt_oss_are_told_apart(size: int) -> None:
    thinks = "<|channel|>analysis<|message|>Is it <b>late</b>?<|end|>"
    final = "<|start|>assistant<|channel|>final<|message|>It is.\n"
    assert split(f"{thinks}{final}".encode(), size, *HARMONY).stretches == [
        Piece("thinking", "Is it <b>late</b>?"),
        Piece("answer", "It is.\n"),
    ]
    says = "<|start|>assistant<|channel|>commentary<|message|>I look.<|end|>"
    calls = '<|start|>assistant<|channel|>commentary to=functions.look <|constrain|>json<|message|>{"town": "Eger"}'
    stretches = split(f"{thinks}{says}{thinks}{calls}".encode(), size, *HARMONY).stretches
    assert [piece.kind for piece in stretches] == ["thinking", "answer", "thinking", "call"]
    (call,) = read_calls(stretches[3].text)
    assert (call.name, call.arguments) == ("look", {"town": "Eger"})
    stretches = split(f"{says.removeprefix('<|start|>assistant')}{final}".encode(), size, *HARMONY).stretches
    assert "".join(piece.text for piece in stretches) == "I look.\n\nIt is.\n"
    early = split(b' to=functions.look<|channel|>commentary json<|message|>{"town": 1}', size, *HARMONY).stretches
    assert [read_calls(piece.text)[0].name for piece in early] == ["look"]
    assert split(b"It is said to=functions.", size, *HARMONY).stretches == [Piece("answer", "It is said to=functions.")]
