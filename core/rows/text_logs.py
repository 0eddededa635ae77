"""Messages of chat logs that are written line by line: imessage-exporter's text, JSON lines of signal-cli and
signal-export; and what a message of any program is. WhatsApp's text is read by whatsapp.py.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from core.base.bounded_file import from_json

# What is left out, in words that follow its number.
MEDIA, DELETED, SYSTEM, NOTED, FORWARDED, BOT, EMPTY, UNREADABLE = (
    "pictures, sounds and files", "deleted", "notes of the program", "lines by WhatsApp (files, calls, deleted, notes)",
    "forwarded", "of bots", "without text", "entries that cannot be read",
)  # fmt: skip


class Message(NamedTuple):
    """seconds: since 1970, by the log's own clock. left_out: why it is not read, "" where it is. id: by which the
    program knows who wrote it, "" where it knows names only.
    """

    seconds: float
    by: str
    text: str
    left_out: str = ""
    id: str = ""


class Log(NamedTuple):
    """kind: the program that wrote it. chat: the conversation's name, or its file's. is_slow: answers take days. id:
    of chats that may have one name.
    """

    kind: str
    chat: str
    messages: list[Message]
    is_slow: bool = False
    id: str = ""


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
    chats: dict[str, dict[str, Message]] = {}  # by what identifies a message, so that an edited one stands once
    names = dict[str, str]()
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
                for number, names[number], key, message in _signal_cli(envelope):
                    chat = chats.setdefault(number, {})
                    chat[key] = message._replace(seconds=chat.get(key, message).seconds)
            case {"date": str(date), "sender": str(by), "body": str(body), "attachments": [*attached], **more}:
                message = _signal_export(date, by, body.strip(), bool(attached or more.get("sticker")), more)
                chat = chats.setdefault(name, {})
                chat[str(len(chat))] = message
    for said in itertools.islice(chats.values(), 1):
        said |= {f"unreadable {number}": Message(0.0, "", "", UNREADABLE) for number in range(unreadable)}
    for number, said in chats.items():
        ordered = sorted(said.values(), key=lambda message: message.seconds)
        yield Log("Signal", names.get(number, number), ordered, id=number)


def _signal_export(date: str, by: str, body: str, has_files: bool, more: Mapping[Any, Any]) -> Message:
    seconds = _since_1970(date[:19])
    if more.get("deleted"):
        return Message(seconds, by, "", DELETED)
    if more.get("call") or by == "No-Sender":
        return Message(seconds, by, "", SYSTEM)
    return Message(seconds, by, body, "" if body else MEDIA if has_files else EMPTY)


def _signal_cli(envelope: Mapping[Any, Any]) -> Iterator[tuple[str, str, str, Message]]:
    """What was received, and what one sent oneself on another device, which signal-cli is told of, too: its chat, the
    chat's name, what identifies it, and the message.
    """
    number = str(envelope.get("sourceNumber") or envelope.get("source") or "")
    by, source = str(envelope.get("sourceName") or number), str(envelope.get("sourceUuid") or number)
    told, other = envelope, number or by
    if isinstance(synced := envelope.get("syncMessage"), dict):
        told = synced.get("sentMessage") or {}
        if not isinstance(told, dict):
            return
        other = str(told.get("destinationNumber") or told.get("destination") or "")
    edit = told.get("editMessage")
    edit = edit if isinstance(edit, dict) else {}
    said = edit.get("dataMessage") or told.get("dataMessage") or (told if told is not envelope else None)
    if not isinstance(said, dict):
        return
    sent = edit.get("targetSentTimestamp") or said.get("timestamp")
    group = said.get("groupInfo")
    group = group if isinstance(group, dict) else {}
    chat = str(group.get("groupId") or group.get("groupName") or other)
    text, moment = said.get("message"), said.get("timestamp")
    text = text if isinstance(text, str) and text.strip() else ""
    left_out = "" if text else MEDIA if said.get("attachments") else SYSTEM
    if isinstance(gone := said.get("remoteDelete"), dict):
        sent, text, left_out = gone.get("timestamp"), "", DELETED
    seconds = moment / 1000 if isinstance(moment, int | float) else 0.0
    message = Message(seconds, by, text, left_out, source)
    yield chat, str(group.get("groupName") or chat), f"{source} {sent}", message
