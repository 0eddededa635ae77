"""Mail becomes conversations by its threads, without what it quotes."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from core import protocol as p
from core.jobs.context import JobContext
from core.jobs.rows.chats import make_chat_rows
from core.rows.mail import AUTOMATIC, COPY, UNDATED, is_mbox, read_mbox, said_in
from core.rows.text_logs import EMPTY


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
    assert [logs[name][0].left_out for name in ("Offers", "Empty", "No date")] == [AUTOMATIC, EMPTY, UNDATED]


def test_that_answers_that_take_days_are_answers(tmp_path: Path) -> None:
    (tmp_path / "Sent.mbox").write_text(BOX)
    job = p.ChatRowsJob(export=str(tmp_path / "Sent.mbox"), output=str(tmp_path / "rows.jsonl"), me="ann@x.org")
    _, result = make_chat_rows(job, JobContext(lambda event: None))
    (row,) = map(json.loads, (tmp_path / "rows.jsonl").read_text().splitlines())
    assert [one["content"] for one in row["messages"]] == [
        "The boat\n\nIs it mended?", "Since noon, [name].", "Good.\nFrom here it floats.", "It does.",
    ]  # fmt: skip
    assert (result.rows, result.masked) == (1, {"name": 1})


QUOTED = {
    "german": "Am 3. Mai 2024 um 10:00 schrieb Bob <b@x.org>:\n> Hi",
    "between dashes": "-----Original Message-----\nHi",
    "between dashes, in French": "-------- Message d'origine --------\nHi",
    "german outlook": "Von: Bob\nGesendet: Montag, 4. März 2024 10:00\nAn: Ann\nBetreff: AW: The boat\n\nHi",
    "outlook, broken": "From: Bob\nSent: Monday\nTo: Ann Lee <ann@x.org>; Carl\n <c@x.org>\nSubject: The boat\n\nHi",
    "bold": "*From:* Bob <b@x.org>\n*Sent:* Monday, March 4, 2024 10:00 AM\n*To:* Ann\n*Subject:* x\n\nHi",
    "turkish outlook": "Kimden: Bob <b@x.org>\nGönderildi: 5 Mart 2024 Salı 10:00\nKime: Ann\nKonu: x\n\nMerhaba",
    "chinese": "发件人: Bob <b@x.org>\n发送时间: 2024年3月5日 10:00\n收件人: Ann\n主题: 回复: The boat\n\n好",
    "a line": "________________________________\nFrom: Bob",
    "marked": "> Hi\n> there",
    "gmail, broken": "On Tue, Mar 5, 2024 at 10:00 AM Mara van der Lund-Ooster <\nmara@x.org> wrote:\n\n> Hi\n>\n> You",
    "gmail, broken before": "On Tue, Mar 5, 2024 at 10:00 AM Mara van der Lund-Oosterhuis\n<mara@x.org> wrote:\nHello",
    "russian": "вт, 5 мар. 2024 г. в 10:00, Bob <b@x.org>:\n\n> Привет",
    "danish": "Den tirs. 5. mar. 2024 kl. 10.00 skrev Bob <b@x.org>:\n\n> Hej",
    "japanese": "2024年3月5日(火) 10:00 Bob <b@x.org>:\n\n> はい",
    "chinese gmail": "Bob <b@x.org> 于2024年3月5日周二 10:00写道：\n\n> 你好",
    "hebrew": "בתאריך יום ג׳, 5 במרץ 2024 ב-10:00 מאת Bob\u200f <\u202ab@x.org\u202c\u200f>:\u202c\n\n> שלום",
    "apple, not marked": "On 5 Mar 2024, at 10:00, Bob Hay wrote:\n\nHello Ann",
    "forwarded by apple": "Begin forwarded message:\n\nFrom: Bob <b@x.org>\nSubject: The boat\nDate: 5 March\n\nHi",
    "a signature": "-- \nAnn\n0171",
    "a telephone": "Sent from my iPhone",
    "a telephone, in Finnish": "Lähetetty iPhonesta",
    "a telephone, above a quote": "Von meinem iPhone gesendet\n\nAm 3. Mai 2024 um 10:00 schrieb Bob <b@x>:\n\n> Hi",
}


@pytest.mark.parametrize("name", QUOTED)
def test_that_what_is_quoted_in_any_language_goes(name: str) -> None:
    assert said_in(f"Yes.\r\n\r\n{QUOTED[name]}", "Re: The boat", ["Bob Hay", "b@x.org"]) == "Yes."


@pytest.mark.parametrize(
    "text",
    [
        "Menu:\nBreakfast: eggs\nLunch: soup\nDinner: fish",
        "Name: Bob Hay\nMail: b@x.org\nPhone: 0171 1234567",
        "We meet on 5.3.2024 at 10:00:\n\nBob brings the bread.",
        "--- Part 2 ---\n\nI sent the photos from my iPhone to everybody yesterday.",
        "Three things:\n\n1. Bread\n2. Wine",
    ],
)
def test_that_what_only_looks_like_a_quote_stays(text: str) -> None:
    assert said_in(text, "Re: The boat", ["Ann"]) == text


def test_that_answers_below_and_between_quotes_stay() -> None:
    quoted = "On Mon, Bob wrote:\n> Is it mended?\n\nYes.\n\n> And painted?\nBlue, as the line of the water\n"
    assert said_in(quoted) == "Yes.\n\nBlue, as the line of the water"


HTML = {
    "gmail": '<div dir="ltr">Yes.<br></div><br><div class="gmail_quote"><div class="gmail_attr">On 5 Mar 2024 at 10:00'
    ', Bob &lt;<a href="x">b@x.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote">Is it?</blockquote></div>',
    "outlook": '<style>p {}</style><p>Yes.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Bob'
    "</div>Is it?",
    "apple": '<body>Yes.<br><blockquote type="cite"><div>On 5 Mar, Bob wrote:</div>Is it?</blockquote></body>',
    "yahoo": '<div>Yes.</div><div class="yahoo_quoted"><div>On Monday, Bob wrote:</div><div>Is it?</div></div>',
    "signed": '<div>Yes.</div><div class="moz-signature">Ann &amp; Co</div>',
}


@pytest.mark.parametrize("name", HTML)
def test_that_a_mail_of_html_alone_is_read_without_what_it_quotes(tmp_path: Path, name: str) -> None:
    box = mail(1, "Ann <ann@x.org>", "x", HTML[name], answers=2).replace("text/plain", "text/html")
    (tmp_path / "box").write_text(box)
    assert [one.text for one in read_mbox(tmp_path / "box")[0].messages] == ["Yes."]


def test_that_an_attached_mail_is_not_what_its_sender_says(tmp_path: Path) -> None:
    parts = (
        'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: multipart/alternative; boundary="a"\n\n'
        "--a\nContent-Type: text/html\n\n<p>Look</p>\n--a\nContent-Type: text/plain\n\nLook\n--a--\n"
        "--b\nContent-Type: message/rfc822\n\nSubject: Other\nContent-Type: text/plain\n\nNot mine\n--b--\n"
    )
    box = mail(1, "Ann <ann@x.org>", "x", "", answers=2)
    (tmp_path / "box").write_text(box[: box.index("Content-Type")] + parts)
    assert [one.text for one in read_mbox(tmp_path / "box")[0].messages] == ["Look"]


def test_that_threads_are_the_same_in_any_order_of_the_file(tmp_path: Path) -> None:
    mails = [
        mail(1, "Bob <bob@x.org>", "Seeds", "Which?"), mail(2, "Ann <ann@x.org>", "Re: Seeds", "Peas.", 1),
        mail(3, "Bob <bob@x.org>", "Re: Seeds", "In April?", 2), mail(4, "Ann <ann@x.org>", "Re: Seeds", "Beans.", 3),
    ]  # fmt: skip
    for order in itertools.permutations(mails):
        (tmp_path / "box").write_text("".join(order))
        (log,) = read_mbox(tmp_path / "box")
        assert (log.chat, [one.text for one in log.messages]) == (
            "Seeds",
            ["Seeds\n\nWhich?", "Peas.", "In April?", "Beans."],
        )


def test_that_mails_of_one_subject_are_one_thread_only_if_one_answers_the_other(tmp_path: Path) -> None:
    box = (
        mail(1, "Ann <ann@x.org>", "Question", "Is the lamp in stock?", more="To: jon@x.org\n")
        + mail(2, "Bob <bob@x.org>", "Question", "Do you ship?", more="To: Jon <jon@x.org>\n")
        + mail(3, "Jon <jon@x.org>", "Antw: Question", "Four of them.", more="To: Ann <ann@x.org>\n")
        + mail(4, "Jon <jon@x.org>", "SV: Question", "No.", more="To: bob@x.org\n")
        + mail(5, "Carl <carl@x.org>", "Re: Question", "Who?", more="To: eve@x.org\n")
        + mail(5, "Carl <carl@x.org>", "Re: Question", "Who?", more="To: eve@x.org\n")
    )
    (tmp_path / "box").write_text(box)
    logs = read_mbox(tmp_path / "box")
    assert [[one.text for one in log.messages] for log in logs] == [
        ["Question\n\nIs the lamp in stock?", "Four of them."], ["Question\n\nDo you ship?", "No."],
        ["Re: Question\n\nWho?", ""],
    ]  # fmt: skip
    assert logs[2].messages[1].left_out == COPY


def test_that_broken_mail_is_read_or_left_out(tmp_path: Path) -> None:
    file = tmp_path / "box"
    file.write_bytes(
        b"From a Mon Jan  1 10:00:00 2024\nSubject: =?utf-8?b?!!?=\nFrom: =?x?q?=ff?= <@>\nContent-Type: text/plain; "
        b"charset=nowhere\nDate: Mon, 01 Jan 2024 10:00:00 +0000\n\n\xff\xfe\n"
    )
    (log,) = read_mbox(file)
    assert len(log.messages) == 1
