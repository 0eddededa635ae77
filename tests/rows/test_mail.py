"""Mail becomes conversations by its threads, without what it quotes."""

from __future__ import annotations

import json
from pathlib import Path

from core import protocol as p
from core.jobs.context import JobContext
from core.jobs.rows.chats import make_chat_rows
from core.rows.mail import is_mbox, read_mbox, said_in
from core.rows.text_logs import BOT, EMPTY, SYSTEM


def mail(number: int, by: str, subject: str, text: str, answers: int = 0, more: str = "", day: str = "") -> str:
    refers = f"In-Reply-To: <{answers}@x>\nReferences: <1@x> <{answers}@x>\n" if answers else ""
    return (
        f"From {by} Mon Jan  {number} 10:00:00 2024\nFrom: {by}\nSubject: {subject}\nMessage-ID: <{number}@x>\n"
        f"Date: {day or f'Mon, 0{number} Jan 2024 10:00:00 +0000'}\n{refers}{more}"
        f"Content-Type: text/plain; charset=utf-8\n\n{text}\n\n"
    )


BOX = (
    mail(1, "Bob Reed <bob@x.org>", "The boat", "Is it mended?\n\n-- \nBob, 0171/1234567")
    + mail(2, "Ann <ann@x.org>", "Re: The boat", "Since noon, Bob.\n\nOn Mon, Bob Reed wrote:\n> Is it mended?", 1)
    + mail(3, "shop@x.org", "Offers", "Buy!", more="List-Unsubscribe: <x>\n")
    + mail(4, "BOB <bob@x.org>", "AW: The boat", "Good.\n>From here it floats.", 2)
    + mail(5, "Ann <ann@x.org>", "Re: The boat", "It does.", 4)
    + mail(6, "Bob Reed <bob@x.org>", "Empty", "> only quoted")
    + mail(7, "Bob Reed <bob@x.org>", "No date", "x", day="yesterday")
)


def test_that_threads_are_chats_and_quotes_are_no_words_of_the_writer(tmp_path: Path) -> None:
    file = tmp_path / "Inbox"
    file.write_text(BOX)
    assert is_mbox(file)
    logs = {log.chat: log.messages for log in read_mbox(file)}
    assert [(one.by, one.text) for one in logs["The boat"]] == [
        ("Bob Reed <bob@x.org>", "The boat\n\nIs it mended?"), ("Ann <ann@x.org>", "Since noon, Bob."),
        ("Bob Reed <bob@x.org>", "Good.\nFrom here it floats."), ("Ann <ann@x.org>", "It does."),
    ]  # fmt: skip
    assert [logs[name][0].left_out for name in ("Offers", "Empty", "No date")] == [BOT, EMPTY, SYSTEM]


def test_that_answers_that_take_days_are_answers(tmp_path: Path) -> None:
    (tmp_path / "Sent.mbox").write_text(BOX)
    job = p.ChatRowsJob(export=str(tmp_path / "Sent.mbox"), output=str(tmp_path / "rows.jsonl"), me="ann@x.org")
    _, result = make_chat_rows(job, JobContext(lambda event: None))
    (row,) = map(json.loads, (tmp_path / "rows.jsonl").read_text().splitlines())
    assert [one["content"] for one in row["messages"]] == [
        "The boat\n\nIs it mended?", "Since noon, [name].", "Good.\nFrom here it floats.", "It does.",
    ]  # fmt: skip
    assert (result.rows, result.masked) == (1, {"name": 1})


def test_that_what_is_quoted_in_other_ways_goes_too() -> None:
    for quoted in (
        "Am 3. Mai 2024 um 10:00 schrieb Bob <b@x>:\n> Hi",
        "-----Original Message-----\nHi",
        "Von: Bob\nGesendet: Montag\nAn: Ann\n\nHi",
        "________________________________\nFrom: Bob",
        "> Hi\n> there",
    ):
        assert said_in(f"Yes.\r\n\r\n{quoted}") == "Yes."


def test_that_broken_mail_is_read_or_left_out(tmp_path: Path) -> None:
    file = tmp_path / "box"
    file.write_bytes(
        b"From a Mon Jan  1 10:00:00 2024\nSubject: =?utf-8?b?!!?=\nFrom: =?x?q?=ff?= <@>\nContent-Type: text/plain; "
        b"charset=nowhere\nDate: Mon, 01 Jan 2024 10:00:00 +0000\n\n\xff\xfe\n"
    )
    (log,) = read_mbox(file)
    assert len(log.messages) == 1
