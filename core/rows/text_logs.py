"""Messages of chat logs that are written line by line: WhatsApp's and imessage-exporter's text, and JSON lines of
signal-cli and signal-export.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from core.base.bounded_file import from_json

# What is left out, in words that follow its number.
MEDIA, DELETED, SYSTEM, FORWARDED, BOT, EMPTY, UNREADABLE = (
    "pictures, sounds and files", "deleted", "notes of the program", "forwarded", "of bots", "without text",
    "lines that cannot be read",
)  # fmt: skip


class Message(NamedTuple):
    """seconds: since 1970, by the log's own clock. left_out: why it is not read, "" where it is."""

    seconds: float
    by: str
    text: str
    left_out: str = ""


class Log(NamedTuple):
    """kind: the program that wrote it. chat: the conversation's name, or its file's. is_slow: answers take days."""

    kind: str
    chat: str
    messages: list[Message]
    is_slow: bool = False


# WhatsApp's text: a date and time as the phone writes them, a name, and a text that may have several lines.
_MARKS = "\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_HEAD = re.compile(
    rf"[{_MARKS}]*\[?(\d{{1,4}})[{_MARKS}]*[./-]\s?(\d{{1,2}})[{_MARKS}]*[./-]\s?(\d{{1,4}})[{_MARKS}]*\.?[,،]?\s"
    r"(?:à |um |alle |às |klo )?"
    r"(上午|下午|午前|午後|오전|오후)?\s?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?(Uhr|[ap]\.?\s?m\.?|[صم]))?"
    rf"(?:\]|\s[-–])[{_MARKS}]*\s(.*)",
    re.I | re.S,
)
_LATE = ("下午", "午後", "오후", "م")
_OF_MEDIA = re.compile(r"<[^<>]{3,60}>|\S+\.(?:jpe?g|png|webp|mp4|opus|m4a|pdf|vcf|docx?) \([^()]{4,40}\)", re.I)
_GONE = {
    "this message was deleted", "you deleted this message", "diese nachricht wurde gelöscht",
    "du hast diese nachricht gelöscht", "se eliminó este mensaje", "eliminaste este mensaje",
    "ce message a été supprimé", "vous avez supprimé ce message", "यह मैसेज मिटा दिया गया था", "आपने यह मैसेज मिटा दिया",
    "此消息已删除", "你删除了这条消息", "essa mensagem foi apagada", "mensagem apagada",
    "questo messaggio è stato eliminato", "dit bericht is verwijderd", "waiting for this message", "null",
}  # fmt: skip
_EDITED = re.compile(rf"\s*[{_MARKS}]*<[^<>]*(?:edited|bearbeitet|editó|modifié|editada|संपादित|已编辑)[^<>]*>$", re.I)


class _Raw(NamedTuple):
    """The numbers of a date as they stand, and what follows them."""

    date: tuple[int, int, int]
    hour: int
    minute: int
    second: int
    said: str


def whatsapp(text: str) -> list[Message]:
    """Return the messages of a text that WhatsApp wrote; none of another text."""
    raws = list(_whatsapp_heads(text))
    if len(raws) < 2 or not any(": " in raw.said for raw in raws):
        return []
    order = _order(raws)
    return [_whatsapp_message(raw, order) for raw in raws]


def _whatsapp_heads(text: str) -> Iterator[_Raw]:
    last: _Raw | None = None
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        head = _HEAD.fullmatch(_western(line[:64]) + line[64:])
        if head is None:
            if last is None:
                if line.strip():
                    return  # it begins with something else
                continue
            last = last._replace(said=f"{last.said}\n{line}")
            continue
        if last is not None:
            yield last
        first, second, third, before, hour, minute, seconds, after, said = head.groups()
        half = (before or after or "").lower()
        hours = int(hour) % 12 if half and half != "uhr" else int(hour)
        hours += 12 if half in _LATE or half.startswith("p") else 0
        last = _Raw((int(first), int(second), int(third)), hours, int(minute), int(seconds or 0), said)
    if last is not None:
        yield last


def _western(start: str) -> str:
    """A line's start with usual digits and blanks: phones write them in the letters of their language."""
    return "".join(
        str(unicodedata.digit(letter))
        if letter.isdecimal() and not letter.isascii()
        else " "
        if letter in "\u202f\u00a0"
        else letter
        for letter in start
    )


def _order(raws: list[_Raw]) -> tuple[int, int, int]:
    """Which of a date's numbers is the year, the month, the day: all dates are possible then, and time goes on."""
    orders = [(0, 1, 2)] if raws[0].date[0] > 31 else [(2, 1, 0), (2, 0, 1), (0, 1, 2)]
    faults = Counter[tuple[int, int, int]]()
    for order in orders:
        before = 0.0
        for raw in raws:
            now = _seconds(raw, order)
            faults[order] += 1000 if now is None else now < before
            before = now or before
    return min(orders, key=lambda order: faults[order])


def _seconds(raw: _Raw, order: tuple[int, int, int]) -> float | None:
    year, month, day = (raw.date[place] for place in order)
    try:
        moment = datetime(year + 2000 if year < 100 else year, month, day, raw.hour, raw.minute, raw.second)
    except ValueError:
        return None
    return (moment - datetime(1970, 1, 1)) / timedelta(seconds=1)


def _whatsapp_message(raw: _Raw, order: tuple[int, int, int]) -> Message:
    seconds = _seconds(raw, order) or 0.0
    by, colon, text = raw.said.partition(": ")
    if not colon or len(by) > 80 or "\n" in by:
        return Message(seconds, "", "", SYSTEM)
    by, is_marked = by.strip(_MARKS + " ~\u202f"), text.startswith("\u200e")
    text = _EDITED.sub("", text.strip("\n")).strip(_MARKS + " ")
    if text.casefold().rstrip(".。!") in _GONE:
        return Message(seconds, by, "", DELETED)
    if _OF_MEDIA.fullmatch(text) or (is_marked and len(text) < 60 and "\n" not in text):
        return Message(seconds, by, "", MEDIA)
    return Message(seconds, by, text, "" if text.strip() else EMPTY)


# imessage-exporter's text: a line with the date, one with the name, lines of text, and an empty line.
_IMESSAGE = re.compile(r"([A-Z][a-z]{2} \d{1,2}, \d{4} {1,2}\d{1,2}:\d{2}:\d{2} [AP]M)(?: \((?:Read|Delivered) .*\))?")
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
_NOTED = re.compile(rf"{_IMESSAGE.pattern} \S.*")  # a line of its own: somebody left, the conversation was renamed
_BESIDE = re.compile(r"(?:Tapbacks|Reactions):|Sent with [A-Z].*|This message responded to an earlier message\.")
_ATTACHED = re.compile(r"(?:Attachment missing!|~?/\S.*/[^/]+\.\w{2,5}|attachments/\S+)")
_UNSENT = re.compile(r".{1,80} (?:unsent this message|deleted this message|unsent a message)\b.*", re.I)


def imessage(text: str) -> list[Message]:
    """Return the messages of a text that imessage-exporter wrote; none of another text.

    Replies stand again where they were written, so that those that are set in below a message are passed over.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    if not (_IMESSAGE.fullmatch(first) or _NOTED.fullmatch(first)):
        return []
    found, place = list[Message](), 0
    while place < len(lines):
        head = _IMESSAGE.match(lines[place])
        end = next((n for n in range(place + 1, len(lines)) if _IMESSAGE.match(lines[n])), len(lines))
        if head is not None:
            seconds = _seconds_of_imessage(head[1])
            if _IMESSAGE.fullmatch(lines[place]):
                found.append(_imessage(seconds, lines[place + 1 : end]))
            else:
                found.append(Message(seconds, "", "", SYSTEM))
        place = end
    return found


def _imessage(seconds: float, lines: list[str]) -> Message:
    by, said = (lines[0].strip() if lines else ""), list[str]()
    is_reply = False  # one that is set in begins with its date
    for line in lines[1:]:
        if _BESIDE.fullmatch(line):
            break
        if line.startswith("    "):
            is_reply = is_reply or _IMESSAGE.match(line.strip()) is not None
        elif line.strip():
            is_reply = False
        if not is_reply:
            said.append(line)
    texts = [line for line in said if not _ATTACHED.fullmatch(line)]
    text = "\n".join(texts).strip()
    if _UNSENT.fullmatch(text):
        return Message(seconds, by, "", DELETED)
    return Message(seconds, by, text, "" if text else MEDIA if len(texts) < len(said) else EMPTY)


def _seconds_of_imessage(date: str) -> float:
    month, *numbers = re.findall(r"[A-Z][a-z]{2}|\d+", date)
    day, year, hour, minute, second = map(int, numbers)
    place = _MONTHS.find(month)
    hour = hour % 12 + (12 if date.endswith("PM") else 0)
    return _since_1970(f"{year}-{place // 3 + 1:02}-{day:02}T{hour:02}:{minute:02}:{second:02}") if place >= 0 else 0.0


def _since_1970(date: str) -> float:
    """Seconds, by the log's own clock; 0 for what is no date."""
    try:
        return (datetime.fromisoformat(date) - datetime(1970, 1, 1)) / timedelta(seconds=1)
    except ValueError:
        return 0.0


def signal(text: str, name: str) -> Iterator[Log]:
    """Yield the chats of JSON lines: of signal-export one, called `name`; of signal-cli one a person or group. Lines
    that cannot be read are counted with the first.
    """
    chats: dict[str, list[Message]] = {}
    unreadable = 0
    for line in text.split("\n"):  # JSON may hold what else ends lines
        if not line.strip():
            continue
        try:
            one = from_json(line) if line.startswith("{") else None
        except ValueError:
            one = None
        unreadable += one is None
        match one:
            case {"envelope": {**envelope}}:
                for chat, message in _signal_cli(envelope):
                    chats.setdefault(chat, []).append(message)
            case {"date": str(date), "sender": str(by), "body": str(body), "attachments": [*attached], **more}:
                message = _signal_export(date, by, body.strip(), bool(attached or more.get("sticker")), more)
                chats.setdefault(name, []).append(message)
    for said in itertools.islice(chats.values(), 1):
        said += [Message(0.0, "", "", UNREADABLE)] * unreadable
    for chat, said in chats.items():
        yield Log("Signal", chat, sorted(said, key=lambda message: message.seconds))


def _signal_export(date: str, by: str, body: str, has_files: bool, more: Mapping[Any, Any]) -> Message:
    seconds = _since_1970(date[:19])
    if more.get("deleted"):
        return Message(seconds, by, "", DELETED)
    if more.get("call") or by == "No-Sender":
        return Message(seconds, by, "", SYSTEM)
    return Message(seconds, by, body, "" if body else MEDIA if has_files else EMPTY)


def _signal_cli(envelope: Mapping[Any, Any]) -> Iterator[tuple[str, Message]]:
    """What was received, and what one sent oneself on another device, which signal-cli is told of, too."""
    name = str(envelope.get("sourceName") or envelope.get("sourceNumber") or envelope.get("source") or "")
    match envelope:
        case {"dataMessage": {**said}}:
            other = str(envelope.get("sourceNumber") or envelope.get("source") or name)
        case {"syncMessage": {"sentMessage": {**said}}}:
            other = str(said.get("destinationNumber") or said.get("destination") or "")
        case _:
            return
    group = said.get("groupInfo")
    chat = str(group.get("groupName") or group.get("groupId")) if isinstance(group, dict) else other
    text, moment = said.get("message"), said.get("timestamp")
    seconds = moment / 1000 if isinstance(moment, int | float) else 0.0
    left_out = "" if isinstance(text, str) and text.strip() else MEDIA if said.get("attachments") else SYSTEM
    yield chat, Message(seconds, name, text if isinstance(text, str) and not left_out else "", left_out)
