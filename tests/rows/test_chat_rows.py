"""A chat becomes conversations: bursts joined, silences cut, private data masked, and all else told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.jobs.context import JobContext
from core.jobs.rows.chats import make_chat_rows
from core.rows.conversations import LONGEST, UNANSWERED, UNASKED, ChatRow, Conversations, Mask, find_me
from core.rows.text_logs import Log, Message
from tests.support.refusals import command_refuses

MINUTE = 60.0


def chat(*said: tuple[float, str, str]) -> Log:
    """said: minute, who, what."""
    return Log("Telegram", "Bob", [Message(minute * MINUTE, by, text) for minute, by, text in said])


def rows_of(log: Log, mask: Mask | None = None) -> tuple[list[ChatRow], Conversations]:
    cutting = Conversations("Ann", 15 * MINUTE, 180 * MINUTE, mask)
    return list(cutting.of(log)), cutting


def texts(row: ChatRow) -> list[str]:
    return [f"{turn.role[0]}: {turn.text}" for turn in row.turns]


def test_that_bursts_are_joined_and_silences_end_a_conversation() -> None:
    said = [
        (0, "Ann", "Anybody?"), (1, "Bob", "Hi"), (2, "Bob", "How are you?"), (3, "Ann", "Fine"), (4, "Ann", "You?"),
        (5, "Bob", "OK"), (300, "Bob", "Lunch?"), (301, "Ann", "Yes"), (302, "Bob", "Good"),
        (340, "Bob", "Where?"), (341, "Ann", "Here"),
    ]  # fmt: skip
    rows, cutting = rows_of(chat(*said))
    assert [texts(row) for row in rows] == [
        ["u: Hi\nHow are you?", "a: Fine\nYou?"], ["u: Lunch?", "a: Yes"], ["u: Where?", "a: Here"],
    ]  # fmt: skip
    assert cutting.left_out == {UNASKED: 1, UNANSWERED: 2}
    assert cutting.used == 8


def test_that_a_group_has_names_which_are_masked_all_the_same_way() -> None:
    log = chat((0, "Bob", "Ask Carla"), (1, "Carla", "What?"), (2, "Ann", "Nothing, Bob"))
    (row,), _ = rows_of(log)
    assert texts(row) == ["u: Bob: Ask Carla\nCarla: What?", "a: Nothing, Bob"]
    mask = Mask(["Bob", "Carla"])
    (row,), _ = rows_of(log, mask)
    assert texts(row) == ["u: Person 1: Ask [name]\nPerson 2: What?", "a: Nothing, [name]"]
    assert mask.counts == {"name": 2}


def test_that_a_long_conversation_becomes_rows_that_fit() -> None:
    log = chat(*((n, "Bob" if n % 2 == 0 else "Ann", "x" * 1000) for n in range(20)))
    rows, _ = rows_of(log)
    assert [len(row.turns) for row in rows] == [6, 6, 6, 2]
    assert all(sum(len(turn.text) for turn in row.turns) <= LONGEST for row in rows)


MASKED = {
    "write to a.b+c@mail.example.org!": "write to [email]!",
    "see https://x.org/a?b=c, or www.y.de": "see [link] or [link]",
    "call +49 (170) 123-45 67 now": "call [phone] now",
    "0171/1234567": "[phone]",
    "card 4111 1111 1111 1111": "card [card]",
    "DE89 3704 0044 0532 0130 00 is it": "[account] is it",
    "on 31.12.2023 at 10:30, 2023-12-31": "on 31.12.2023 at 10:30, 2023-12-31",
    "it costs 1234.50 or 1,000,000 and 42": "it costs 1234.50 or 1,000,000 and 42",
    "from 10:00-12:30, room 4711": "from 10:00-12:30, room 4711",
    "Bobby and Bob": "Bobby and [name]",
    "@Bob yes": "[name] yes",
    "Bob Miller's": "[name]'s",
}


@pytest.mark.parametrize("text", MASKED)
def test_that_private_data_is_masked_and_other_numbers_are_not(text: str) -> None:
    assert Mask(["Bob Miller", "Al"])(text) == MASKED[text]


def test_that_who_you_are_is_asked_with_the_names_that_there_are() -> None:
    log = chat((0, "Ann Lee", "x"), (1, "Bob", "y"), (2, "Bob", "z"))
    assert find_me([log], "ann") == "Ann Lee"
    for me, said in (
        ("", "“Bob” (2 messages, 67%), “Ann Lee” (1 message,"),
        ("Carl", "“Carl” wrote nothing"),
        ("n", "Ann"),
    ):
        if me == "n":
            assert find_me([log], me) == "Ann Lee"
            continue
        with pytest.raises(LuthierError) as caught:
            find_me([log], me)
        assert said in caught.value.message and caught.value.code == "rows.who"


EXPORT = """\
01.02.24, 10:00 - Bob: Hi, call 0171/1234567
01.02.24, 10:01 - Ann: Will do
01.02.24, 10:02 - Bob: <Media omitted>
"""


def test_that_the_rows_can_be_trained_on_and_say_where_they_are_from(tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(EXPORT)
    job = p.ChatRowsJob(export=str(tmp_path / "chat.txt"), output=str(tmp_path / "rows.jsonl"), me="Ann")
    outcome, result = make_chat_rows(job, JobContext(lambda event: None))
    assert (outcome, result.rows, result.messages) == ("done", 1, 2)
    assert result.people == {"Bob": 1, "Ann": 1}
    assert result.left_out == {"pictures, sounds and files": 1}
    assert (result.masked, result.shown) == ({"phone": 1}, {"phone": ["0171/1234567"]})
    row = json.loads((tmp_path / "rows.jsonl").read_text())
    assert row["messages"][0]["content"] == "Hi, call [phone]"
    assert row["source"] == {"program": "WhatsApp", "chat": "", "began": "2024-02-01 10:00"}
    assert recognise(tmp_path / "rows.jsonl").format == "messages"


@pytest.mark.process
def test_that_a_chat_without_answers_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(EXPORT.replace("Ann", "Bob"))
    command_refuses(
        ["rows", "chat", tmp_path / "chat.txt", "--me", "Bob", "-o", tmp_path / "r.jsonl"], "Bob answers nobody"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["chat.txt"]
