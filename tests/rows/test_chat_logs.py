"""Exports of chats are read as their programs write them, on any phone and in any language."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import LuthierError
from core.rows.chat_logs import read_logs
from core.rows.text_logs import BOT, DELETED, FORWARDED, MEDIA, SYSTEM, UNREADABLE, Message


def messages(path: Path, content: object) -> list[Message]:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    (log,) = read_logs(path)
    return log.messages


HEADS = {
    "german android": ("31.12.23, 23:58 - ", "01.01.24, 00:01 - "),
    "german iphone": ("[31.12.23, 23:58:01] ", "[01.01.24, 00:01:10] "),
    "british": ("31/12/2023, 23:58 - ", "01/01/2024, 00:01 - "),
    "american": ("12/31/23, 11:58 PM - ", "1/1/24, 12:01 AM - "),
    "american iphone": ("[12/31/23, 11:58:01\u202fPM] ", "\u200e[1/1/24, 12:01:10\u202fAM] "),
    "spanish": ("31/12/23, 11:58 p. m. - ", "1/1/24, 12:01 a. m. - "),
    "french": ("31/12/2023 à 23:58 - ", "01/01/2024 à 00:01 - "),
    "brazilian": ("31/12/2023 23:58 - ", "01/01/2024 00:01 - "),
    "swedish": ("2023-12-31 23:58 - ", "2024-01-01 00:01 - "),
    "chinese": ("2023/12/31 下午11:58 - ", "2024/1/1 上午12:01 - "),
    "hindi": ("31/12/23, 11:58 pm - ", "01/01/24, 12:01 am - "),
    "arabic": ("٣١\u200f/١٢\u200f/٢٠٢٣, ١١:٥٨ م - ", "١\u200f/١\u200f/٢٠٢٤, ١٢:٠١ ص - "),
}


@pytest.mark.parametrize("name", HEADS)
def test_that_whatsapps_dates_are_read_in_any_language(tmp_path: Path, name: str) -> None:
    first, second = HEADS[name]
    said = messages(tmp_path / "chat.txt", f"{first}Bob: Hello\nyou: there\n{second}Ann: Happy new year!\n")
    assert [(one.by, one.text, one.left_out) for one in said] == [
        ("Bob", "Hello\nyou: there", ""),
        ("Ann", "Happy new year!", ""),
    ]
    assert 120 <= said[1].seconds - said[0].seconds <= 240


def test_that_day_and_month_are_told_apart_by_the_order_of_the_messages(tmp_path: Path) -> None:
    days = "\n".join(f"{month}/5/24, 10:00 - {'Ann' if month % 2 else 'Bob'}: {month}" for month in range(1, 13))
    said = messages(tmp_path / "chat.txt", days)
    months = [datetime.fromtimestamp(one.seconds).month for one in said]
    assert months == sorted(months)


def test_that_media_deletions_and_notes_are_left_out_and_edits_are_not(tmp_path: Path) -> None:
    at = "01.02.24, 10:00 - "
    said = messages(
        tmp_path / "chat.txt",
        f"{at}Messages are end-to-end encrypted.\n{at}Bob: <Media omitted>\n{at}Bob: IMG-1.jpg (file attached)\n"
        f"{at}Bob: \u200eimage omitted\n{at}Bob: This message was deleted\n{at}Bob: Du hast diese Nachricht gelöscht.\n"
        f"{at}Bob: Right. <This message was edited>\n{at}Bob: I <3 you\n",
    )
    assert [one.left_out for one in said] == [SYSTEM, MEDIA, MEDIA, MEDIA, DELETED, DELETED, "", ""]
    assert [one.text for one in said[-2:]] == ["Right.", "I <3 you"]


def test_that_telegrams_export_is_read(tmp_path: Path) -> None:
    told = [
        {"id": 1, "type": "service", "date": "2024-01-01T10:00:00", "actor": "Bob", "text": ""},
        {"id": 2, "type": "message", "date": "2024-01-01T10:00:00", "date_unixtime": "1704103200", "from": "Bob",
         "text": ["See ", {"type": "bold", "text": "this"}, "!"]},
        {"id": 3, "type": "message", "date": "2024-01-01T10:01:00", "from": "Bob", "photo": "x.jpg", "text": ""},
        {"id": 4, "type": "message", "date": "2024-01-01T10:02:00", "from": "Ann", "forwarded_from": "C", "text": "Ad"},
        "nothing",
        {"id": 5, "type": "message", "date": "no date", "from": "Ann", "text": "x"},
    ]  # fmt: skip
    chat = {"name": "Bob", "type": "personal_chat", "id": 9, "messages": told}
    said = messages(tmp_path / "result.json", chat)
    assert [one.left_out for one in said] == [SYSTEM, "", MEDIA, FORWARDED, SYSTEM]
    assert (said[1].by, said[1].text, said[1].seconds) == ("Bob", "See this!", 1704103200)
    assert messages(tmp_path / "all.json", {"chats": {"list": [chat]}}) == said


def test_that_discords_json_and_csv_are_read(tmp_path: Path) -> None:
    def one(content: str, **more: Any) -> dict[str, Any]:
        author = {"id": "1", "name": "bob", "nickname": "Bob", "isBot": False} | more.pop("author", {})
        return {"id": "1", "type": "Default", "timestamp": "2024-01-01T10:00:00.5+00:00", "content": content,
                "author": author, **more}  # fmt: skip

    said = messages(
        tmp_path / "chat.json",
        {"guild": {}, "channel": {"name": "general"},
         "messages": [one("Hi"), one("", attachments=[{}]), one("x", type="GuildMemberJoin"),
                      one("beep", author={"isBot": True})]},
    )  # fmt: skip
    assert [(message.by, message.left_out) for message in said] == [
        ("Bob", ""),
        ("Bob", MEDIA),
        ("Bob", SYSTEM),
        ("Bob", BOT),
    ]
    table = 'AuthorID,Author,Date,Content,Attachments,Reactions\n1,bob,2024-01-01T10:00:00.0000000+00:00,"Hi,\nall",,\n'
    assert [(m.by, m.text) for m in messages(tmp_path / "chat.csv", table)] == [("bob", "Hi,\nall")]


def test_that_facebooks_broken_letters_and_order_are_mended(tmp_path: Path) -> None:
    def broken(text: str) -> str:
        return text.encode().decode("latin-1")

    told = {
        "participants": [{"name": broken("José")}],
        "title": broken("José"),
        "messages": [
            {"sender_name": broken("José"), "timestamp_ms": 3000, "content": broken("¿Qué tal? 😀")},
            {"sender_name": "Ann", "timestamp_ms": 2000, "content": "Ann reacted ❤ to your message"},
            {"sender_name": "Ann", "timestamp_ms": 1000, "content": "Hola"},
            {"sender_name": "Ann", "timestamp_ms": 500, "is_unsent": True, "content": ""},
        ],
    }
    said = messages(tmp_path / "message_1.json", told)
    assert [(one.by, one.text, one.left_out) for one in said] == [
        ("Ann", "", DELETED), ("Ann", "Hola", ""), ("Ann", "", SYSTEM), ("José", "¿Qué tal? 😀", ""),
    ]  # fmt: skip
    (tmp_path / "message_2.json").write_text(json.dumps(told))
    (log,) = read_logs(tmp_path)
    assert len(log.messages) == 8, "files of one chat are one chat"


def test_that_slacks_export_has_names_and_plain_links(tmp_path: Path) -> None:
    (tmp_path / "general").mkdir()
    (tmp_path / "users.json").write_text(json.dumps([{"id": "U1", "name": "bob", "real_name": "Bob B."}]))
    day = [
        {"type": "message", "user": "U1", "ts": "1704103200.1", "text": "Hi <@U1> &amp; all: <https://x.org|x>"},
        {"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1704103201.1", "text": "joined"},
    ]
    (tmp_path / "general" / "2024-01-01.json").write_text(json.dumps(day))
    (log,) = read_logs(tmp_path)
    assert (log.kind, log.chat) == ("Slack", "general")
    assert [(one.by, one.text) for one in log.messages] == [
        ("Bob B.", "Hi @Bob B. & all: https://x.org"),
        ("Bob B.", ""),
    ]


@pytest.mark.parametrize(
    "content", ["", "A novel.\nWith lines: and colons.\n", '{"messages": []}', "[1, 2]", "[" * 100_000, "a,b\n1,2\n"]
)
def test_that_what_is_no_chat_is_told_with_what_is(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.txt").write_text(content)
    for path in (tmp_path / "x.txt", tmp_path):
        with pytest.raises(LuthierError, match="is not a chat") as caught:
            read_logs(path)
        assert caught.value.code == "rows.no-chat"


IMESSAGE = """May 17, 2022  5:29:42 PM (Read by you after 1 hour, 49 seconds)
Sample Contact
Hello world

and more
Tapbacks:
Loved by Me

May 17, 2022  5:31:00 PM You renamed the conversation to Boats

May 17, 2022 11:31:00 PM
Me
Which boat?
    the old one,
    or the new one?

    May 17, 2022 11:40:00 PM
    Sample Contact
    The red one.

May 17, 2022 11:40:00 PM
Sample Contact
The red one.
This message responded to an earlier message.

May 18, 2022 12:01:00 AM
Me
/Users/ann/Library/Messages/Attachments/1/boat.jpeg
"""


def test_that_imessage_exporters_text_is_read_with_each_reply_once(tmp_path: Path) -> None:
    said = messages(tmp_path / "Boats.txt", IMESSAGE)
    assert [(one.by, one.text, one.left_out) for one in said] == [
        ("Sample Contact", "Hello world\n\nand more", ""),
        ("", "", SYSTEM),
        ("Me", "Which boat?\n    the old one,\n    or the new one?", ""),
        ("Sample Contact", "The red one.", ""),
        ("Me", "", MEDIA),
    ]
    assert said[2].seconds - said[0].seconds == 6 * 3600 + 78
    assert said[4].seconds - said[3].seconds == 21 * 60


def test_that_signal_exports_lines_are_read(tmp_path: Path) -> None:
    one = {"date": "2024-02-01T10:00:00", "sender": "Bob", "body": "Hello  ", "quote": "", "attachments": []}
    lines = [
        one, {**one, "date": "2024-02-01T10:01:00", "sender": "Me", "body": "Hi\u2028there"}, {**one, "deleted": True},
        {**one, "body": "  ", "attachments": [{"name": "a.jpg", "path": "media/a.jpg"}]}, {**one, "call": True},
    ]  # fmt: skip
    (tmp_path / "Bob").mkdir()
    (tmp_path / "Bob" / "data.json").write_text(
        "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines) + '{"date": "2024-', encoding="utf-8"
    )
    (log,) = read_logs(tmp_path)
    assert (log.kind, log.chat) == ("Signal", "Bob")
    assert sorted((said.by, said.text, said.left_out) for said in log.messages) == [
        ("", "", UNREADABLE), ("Bob", "", DELETED), ("Bob", "", SYSTEM), ("Bob", "", MEDIA), ("Bob", "Hello", ""),
        ("Me", "Hi\u2028there", ""),
    ]  # fmt: skip


def test_that_what_signal_cli_received_and_sent_is_read_by_its_chats(tmp_path: Path) -> None:
    def line(name: str, **envelope: object) -> str:
        return (
            json.dumps({"envelope": {"sourceName": name, "sourceNumber": f"+{name}", **envelope}, "account": "+491"})
            + "\n"
        )

    sent = {"timestamp": 2000, "message": "Hi", "destinationNumber": "+Bob"}
    group = {"timestamp": 3000, "message": "All?", "groupInfo": {"groupId": "x=", "groupName": "Boats"}}
    (tmp_path / "signal.jsonl").write_text(
        line("Bob", dataMessage={"timestamp": 1000, "message": "Hello"})
        + line("Ann", syncMessage={"sentMessage": sent})
        + line("Bob", dataMessage=group)
        + line("Bob", dataMessage={"timestamp": 4000, "message": None, "attachments": [{"id": "a"}]})
        + line("Bob", typingMessage={"action": "STARTED"})
    )
    logs = {log.chat: log.messages for log in read_logs(tmp_path / "signal.jsonl")}
    assert [(one.by, one.text, one.seconds) for one in logs["+Bob"]] == [
        ("Bob", "Hello", 1.0),
        ("Ann", "Hi", 2.0),
        ("Bob", "", 4.0),
    ]
    assert [one.text for one in logs["Boats"]] == ["All?"]
