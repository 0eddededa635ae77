"""Exports of chats are read as their programs write them, on any phone and in any language."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import LuthierError
from core.rows.chat_logs import read_logs
from core.rows.text_logs import BOT, DELETED, EMPTY, FORWARDED, MEDIA, NOTED, SYSTEM, UNREADABLE, Message


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
    "bulgarian": ("31.12.2023 г., 23:58 ч. - ", "1.01.2024 г., 0:01 ч. - "),
    "vietnamese": ("23:58, 31/12/2023 - ", "00:01, 01/01/2024 - "),
    "vietnamese, 12 hours": ("11:58 CH, 31/12/2023 - ", "12:01 SA, 01/01/2024 - "),
    "greek": ("31/12/23, 11:58 μ.μ. - ", "1/1/24, 12:01 π.μ. - "),
    "korean": ("[2023. 12. 31. 오후 11:58:01] ", "[2024. 1. 1. 오전 12:01:10] "),
    "taiwanese": ("2023/12/31 晚上11:58 - ", "2024/1/1 凌晨12:01 - "),
    "finnish iphone": ("[31.12.2023 klo 23.58.01] ", "[1.1.2024 klo 0.01.10] "),
    "hungarian": ("2023. 12. 31. 23:58 - ", "2024. 01. 01. 0:01 - "),
    "canadian french": ("2023-12-31, 23 h 58 - ", "2024-01-01, 00 h 01 - "),
    "latvian": ("31.12.23, 11:58 pēcp. - ", "01.01.24, 12:01 priekšp. - "),
    "persian": ("[۱۴۰۲/۱۰/۱۰، ۱۱:۵۸:۰۱ بعدازظهر] ", "[۱۴۰۲/۱۰/۱۱، ۱۲:۰۱:۱۰ قبل‌ازظهر] "),
    "bengali": ("৩১/১২/২৩, ১১:৫৮ PM - ", "১/১/২৪, ১২:০১ AM - "),
    "marathi": ("३१/१२/२३, ११:५८ PM - ", "१/१/२४, १२:०१ AM - "),
    "thai, of Buddha's years": ("31/12/2566 23:58 - ", "1/1/2567 00:01 - "),
    "two numbers of a year first": ("23/12/31 11:58 PM - ", "24/1/1 12:01 AM - "),
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


def began(path: Path, text: str) -> list[str]:
    return [datetime.fromtimestamp(one.seconds, UTC).strftime("%Y-%m-%d %H:%M") for one in messages(path, text)]


@pytest.mark.parametrize(
    ("dates", "right"),
    [
        (("1/30/24", "2/1/24"), ("2024-01-30", "2024-02-01")),  # no month has the number 30
        (("5/8/23", "6/8/23", "7/8/23"), ("2023-08-05", "2023-08-06", "2023-08-07")),  # months apart otherwise
        (("8/5/23", "8/6/23", "9/1/23"), ("2023-08-05", "2023-08-06", "2023-09-01")),  # back in time otherwise
        (("10/11/12", "11/11/12"), ("2012-11-10", "2012-11-11")),
        (("23/8/5", "23/8/6"), ("2023-08-05", "2023-08-06")),  # WhatsApp is younger than 2005
    ],
)
def test_that_day_month_and_year_are_told_apart_by_all_dates_of_a_file(
    tmp_path: Path, dates: tuple[str, ...], right: tuple[str, ...]
) -> None:
    text = "".join(f"{day}, 10:0{n} - {'Ann' if n % 2 else 'Bob'}: x\n" for n, day in enumerate(dates))
    assert began(tmp_path / "chat.txt", text) == [f"{day} 10:0{n}" for n, day in enumerate(right)]


def test_that_a_date_that_is_none_is_counted(tmp_path: Path) -> None:
    said = messages(tmp_path / "chat.txt", "31.01.2024, 10:00 - Bob: Hi\n31.02.2024, 10:01 - Ann: Oh\n")
    assert [one.left_out for one in said] == ["", UNREADABLE]


def test_that_a_date_of_another_form_within_a_message_begins_none(tmp_path: Path) -> None:
    said = messages(
        tmp_path / "chat.txt", "1/2/24, 10:00 - Bob: See:\n2024-02-01 09:00 - Carl: Hi\n1/2/24, 10:01 - Ann: OK\n"
    )
    assert [one.text for one in said] == ["See:\n2024-02-01 09:00 - Carl: Hi", "OK"]


def test_that_media_deletions_and_notes_are_left_out_and_edits_are_not(tmp_path: Path) -> None:
    at = "01.02.24, 10:00 - "
    said = messages(
        tmp_path / "chat.txt",
        f"{at}Messages are end-to-end encrypted.\n{at}Bob: <Media omitted>\n{at}Bob: IMG-1.jpg (file attached)\n"
        f"{at}Bob: \u200eimage omitted\n{at}Bob: This message was deleted\n{at}Bob: Du hast diese Nachricht gelöscht.\n"
        f'{at}Bob changed the name to "Trip: Rome"\n'
        f"{at}Bob: Right. <This message was edited>\n{at}Bob: I <3 you\n",
    )
    assert [one.left_out for one in said] == [SYSTEM, MEDIA, MEDIA, NOTED, DELETED, DELETED, SYSTEM, "", ""]
    assert [one.text for one in said[-2:]] == ["Right.", "I <3 you"]


IPHONE = {
    "\u200eMessages and calls are end-to-end encrypted. No one outside of this chat can read or listen to them.": "",
    "\u200eDu hast selbstlöschende Nachrichten aktiviert. Neue Nachrichten verschwinden nach 24 Stunden.": "",
    "invoice-plumber.pdf • \u200e2 pages \u200edocument omitted": "",
    "Rechnung Mai.pdf • \u200e1 Seite \u200eDokument weggelassen": "",
    "\u200eimage omitted": "",
    "\u200e<attached: 00000012-PHOTO-2024-02-01.jpg>": "",
    "\u200e画像は含まれていません": "",
    "Look at this \u200e<attached: 00000012-PHOTO-2024-02-01.jpg>": "Look at this",
    "The roses \u200eimage omitted": "The roses",
    "Later then \u200e<Esta mensagem foi editada>": "Later then",
    "Call \u200e+49 170 1234567 tomorrow": "Call \u200e+49 170 1234567 tomorrow",
    "\u200ePOLL:\nPizza or soup?\n\u200eOPTION: Pizza (\u200e1 vote)": "Pizza or soup?",
}


@pytest.mark.parametrize("line", IPHONE)
def test_that_what_an_iphone_marks_is_not_said_by_anybody(tmp_path: Path, line: str) -> None:
    said = messages(tmp_path / "chat.txt", f"[01.02.24, 10:00:00] Ann: Hi\n\u200e[01.02.24, 10:01:00] Bob: {line}\n")
    assert (said[1].text, bool(said[1].left_out)) == (IPHONE[line], not IPHONE[line])


ANDROID = {
    "Hai eliminato questo messaggio": "", "U hebt dit bericht verwijderd": "", "Eliminaste este mensaje": "",
    "Bu mesajı sildiniz": "", "Usunięto tę wiadomość": "", "Данное сообщение удалено": "",
    "Ova je poruka izbrisana.": "",
    "このメッセージは削除されました": "", "لقد قمت بحذف هذه الرسالة": "", "你已删除这条消息": "",
    "삭제된 메시지입니다.": "", "คุณลบข้อความนี้แล้ว": "", "Ez az üzenet törölve lett.": "", "यह मैसेज मिटाया गया": "",
    "मैसेज मिटाया": "मैसेज मिटाया",
    "Why was this message deleted?": "Why was this message deleted?",
    "elimina questo messaggio": "elimina questo messaggio",
    "risposta <Questo messaggio è stato modificato>": "risposta", "はい <このメッセージは編集されました>": "はい",
    "Use <div> and <br>": "Use <div> and <br>", "write to Bob <bob@x.org>": "write to Bob <bob@x.org>",
    "<Médias omis>": "", "<Medya dahil edilmedi>\nThe pond": "The pond",
    "IMG-20240312-WA0001.jpg (Datei angehängt)\nDie Rosen": "Die Rosen", "Report May.pdf (archivo adjunto)": "",
    "\u200eVID-20240312-WA0003.mp4 (添付ファイル)\nThe lake\nby night": "The lake\nby night", "null": "",
    "location: https://maps.google.com/?q=52.51,13.40": "",
}  # fmt: skip


@pytest.mark.parametrize("line", ANDROID)
def test_that_what_android_writes_in_any_language_is_not_said_by_anybody(tmp_path: Path, line: str) -> None:
    said = messages(tmp_path / "chat.txt", f"01.02.24, 10:00 - Ann: Hi\n01.02.24, 10:01 - Bob: {line}\n")
    assert (said[1].text, bool(said[1].left_out)) == (ANDROID[line], not ANDROID[line])


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
    assert [one.left_out for one in said] == [SYSTEM, "", MEDIA, FORWARDED, UNREADABLE]
    assert (said[1].by, said[1].text, said[1].seconds) == ("Bob", "See this!", 1704103200)
    assert messages(tmp_path / "all.json", {"chats": {"list": [chat]}}) == said


def telegram(chat: int, kind: str, *said: tuple[str, str, str]) -> dict[str, Any]:
    """said: id, name, text."""
    told = [
        {"id": n, "type": "message", "date_unixtime": str(1700000000 + n), "from": name, "from_id": by, "text": text}
        for n, (by, name, text) in enumerate(said)
    ]
    return {"id": chat, "name": "A chat", "type": kind, "messages": told}


def test_that_of_all_of_telegram_bots_are_left_out_and_left_groups_are_not(tmp_path: Path) -> None:
    export = {
        "chats": {
            "list": [
                telegram(777, "bot_chat", ("user777", "WeatherBot", "C or F?"), ("user9", "Jon", "/unit_c")),
                telegram(2, "private_group", ("user777", "WeatherBot", "Rain"), ("user9", "Jon", "Oh")),
                telegram(3, "personal_chat", ("user777000", "Telegram", "Login code: 12345")),
            ]
        },
        "left_chats": {"list": [telegram(4, "private_group", ("user5", "Mara", "Bye"))]},
    }
    (tmp_path / "result.json").write_text(json.dumps(export))
    logs = read_logs(tmp_path / "result.json")
    assert [[one.left_out for one in log.messages] for log in logs] == [[BOT, BOT], [BOT, ""], [BOT], [""]]
    (tmp_path / "result.json").write_text(json.dumps({"left_chats": export["left_chats"]}))
    assert len(read_logs(tmp_path / "result.json")) == 1


def test_that_people_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    said = [
        ("user1", "Jon", "a"),
        ("user2", "Jon", "b"),
        ("user3", "Old name", "c"),
        ("user3", "New", "d"),
        ("user4", None, "e"),
    ]
    people = [one.by for one in messages(tmp_path / "result.json", telegram(1, "private_group", *said))]  # type: ignore[arg-type]
    assert people == ["Jon <user1>", "Jon <user2>", "New", "New", "Deleted account"]


def test_that_chats_of_one_name_stay_apart(tmp_path: Path) -> None:
    for thread in ("inbox/mara_1", "inbox/mara_2"):
        told = {"participants": [], "title": "Mara", "thread_path": thread,
                "messages": [{"sender_name": "Mara", "timestamp_ms": 1000, "content": thread}]}  # fmt: skip
        (tmp_path / thread).mkdir(parents=True)
        (tmp_path / thread / "message_1.json").write_text(json.dumps(told))
    assert [[one.text for one in log.messages] for log in read_logs(tmp_path)] == [["inbox/mara_1"], ["inbox/mara_2"]]


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


def test_that_notes_of_facebook_and_instagram_are_told_by_keys_and_words(tmp_path: Path) -> None:
    def one(content: str, moment: int, **more: Any) -> dict[str, Any]:
        return {"sender_name": "Jon Reed", "timestamp_ms": moment * 1000, "content": content, **more}

    reactions = [{"reaction": "x", "actor": "Jon Reed", "timestamp": 3}]
    told = [
        one("Cake", 1, reactions=reactions), one("Liked a message", 2), one("Tykkäsi viestistä", 3),
        one("Reacted 😍 to your message ", 5), one("Jon lähetti liitteen.", 6, share={"link": "https://x.org"}),
        one("Look: https://x.org", 7, share={"link": "https://x.org"}), one("Jon soitti.", 8, call_duration=9),
        one("", 9, photos=[{}]), one("", 10), one("I liked a message", 11),
        one("Hat mit ❤ auf deine Nachricht reagiert", 12),
    ]  # fmt: skip
    said = messages(tmp_path / "message_1.json", {"participants": [], "title": "x", "messages": told})
    assert [one.left_out for one in said] == ["", SYSTEM, SYSTEM, SYSTEM, MEDIA, "", SYSTEM, MEDIA, EMPTY, "", SYSTEM]


def test_that_each_of_slacks_threads_is_a_conversation(tmp_path: Path) -> None:
    def one(second: int, text: str, thread: int = 0, **more: str) -> dict[str, Any]:
        begun = {"thread_ts": f"17000000{thread}.1"} if thread else {}
        return {"type": "message", "user": "U1", "ts": f"17000000{second}.1", "text": text, **begun, **more}

    (tmp_path / "general").mkdir()
    (tmp_path / "channels.json").write_text(json.dumps([{"id": "C1", "name": "help"}]))
    for day, said in (
        ("1", [one(10, "Printer?", 10), one(11, "Lunch?", 11), one(12, "Mail <mailto:a@x.org|a@x.org> in <#C1>")]),
        ("2", [one(20, "Green", 10), one(21, "Soup", 11), one(22, "<!here> <!subteam^S1|@all> &lt;3"),
               one(23, "", 0, subtype="tombstone"), one(24, "x", 0, bot_id="B1")]),
    ):  # fmt: skip
        (tmp_path / "general" / f"2023-11-1{day}.json").write_text(json.dumps(said))
    logs = {log.id: log for log in read_logs(tmp_path)}
    assert {key: [one.text for one in log.messages] for key, log in logs.items()} == {
        "1700000010.1": ["Printer?", "Green"], "1700000011.1": ["Lunch?", "Soup"],
        "": ["Mail a@x.org in #help", "@here @all <3", "", ""],
    }  # fmt: skip
    assert [one.left_out for one in logs[""].messages] == ["", "", DELETED, BOT]
    assert logs["1700000010.1"].is_slow and not logs[""].is_slow


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


def test_that_what_was_edited_or_deleted_in_signal_stands_once(tmp_path: Path) -> None:
    def line(**envelope: object) -> str:
        return json.dumps({"envelope": {"sourceName": "Bob", "sourceUuid": "b", **envelope}}) + "\n"

    file = tmp_path / "signal.jsonl"
    file.write_text(
        line(dataMessage={"timestamp": 1000, "message": "Helo"})
        + line(dataMessage={"timestamp": 2000, "message": "Bad"})
        + line(editMessage={"targetSentTimestamp": 1000, "dataMessage": {"timestamp": 3000, "message": "Hello"}})
        + line(dataMessage={"timestamp": 4000, "remoteDelete": {"timestamp": 2000}})
    )
    (log,) = read_logs(file)
    assert [(one.text, one.left_out, one.seconds) for one in log.messages] == [("Hello", "", 1.0), ("", DELETED, 2.0)]
