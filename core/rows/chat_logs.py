"""Messages of chat logs as other programs export them: WhatsApp, Telegram, Discord, Facebook, Instagram, Slack.

Mail is read by mail.py.
"""

from __future__ import annotations

import contextlib
import csv
import html
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from core.base.bounded_file import from_json, is_archive, read_plain, require_data
from core.base.errors import LuthierError
from core.data.read.unpacked import unpack

MOST_BYTES = 512 << 20  # of a log; a chat of a million messages has about 200 MB as JSON
# What is left out, in words that follow its number.
MEDIA, DELETED, SYSTEM, FORWARDED, BOT, EMPTY = (
    "pictures, sounds and files", "deleted", "notes of the program", "forwarded", "of bots", "without text",
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


def read_logs(path: Path) -> list[Log]:
    """Return the chats of an export: of a file, or of all files in a folder or a zip file that are logs.

    Raises LuthierError `rows.no-chat`, `data.other-kind`, `data.unreadable`, `data.not-found`, and what unpack raises.
    """
    if not path.exists():
        raise LuthierError("data.not-found", f"There is no file {path}.", "Check the path.")
    folder = unpack(path, _may_be_log).folder if is_archive(path) else path
    if not folder.is_dir():
        if logs := _logs_of(path):
            return logs
        raise _no_chat(path)
    users = _slack_users(folder)
    logs = list[Log]()
    for file in sorted(folder.rglob("*")):
        if _may_be_log(file) and file.is_file():
            logs += _logs_of(file, users)
    if not logs:
        raise _no_chat(path)
    return _joined(logs)


def _may_be_log(name: Path) -> bool:
    return name.suffix.lower() in (".json", ".csv", ".txt")


def _no_chat(path: Path) -> LuthierError:
    return LuthierError(
        "rows.no-chat",
        f"{path} is no chat that can be read.",
        "These are: a chat exported from WhatsApp (.txt), Telegram Desktop's result.json, JSON or CSV of "
        "DiscordChatExporter, messages of Facebook's and Instagram's data export (JSON), and Slack's export; as they "
        "come, or in a zip file.",
    )


def _logs_of(file: Path, users: Mapping[str, str] | None = None) -> list[Log]:
    """Chats in a file; none where it is something else."""
    try:
        require_data(file)
        raw = read_plain(file, MOST_BYTES)
    except OSError as error:
        what = f"{file} cannot be read: {error.strerror or error}."
        raise LuthierError("data.unreadable", what, "Check that you may read it.") from error
    text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")
    if text.lstrip()[:1] in ("{", "["):
        with contextlib.suppress(msgspec.DecodeError, RecursionError):  # WhatsApp's lines may begin with a bracket, too
            return list(_of_json(from_json(text.encode()), file, users or {}))
    if messages := list(_discord_csv(text)):
        return [Log("Discord", file.stem, messages)]
    if messages := _whatsapp(text):
        return [Log("WhatsApp", _named_by_whatsapp(file), messages)]
    return []


def _joined(logs: list[Log]) -> list[Log]:
    """Files of one chat as one: Facebook has a file for so many messages, Slack one for each day."""
    chats: dict[tuple[str, str], list[Message]] = {}
    for log in logs:
        chats.setdefault((log.kind, log.chat), []).extend(log.messages)
    return [Log(kind, chat, sorted(said, key=lambda one: one.seconds)) for (kind, chat), said in chats.items()]


def _of_json(content: Any, file: Path, users: Mapping[str, str]) -> Iterator[Log]:
    match content:
        case {"chats": {"list": [*chats]}}:  # all of Telegram
            for chat in chats:
                yield from _telegram(chat, file)
        case {"messages": [*_], "type": str(), "id": int()}:
            yield from _telegram(content, file)
        case {"messages": [*messages], "channel": {**channel}}:
            yield Log("Discord", str(channel.get("name") or file.stem), _each(messages, _discord))
        case {"messages": [*messages], "participants": [*_]}:
            title = content.get("title") or content.get("threadName") or file.parent.name
            said = sorted(_each(messages, _facebook), key=lambda one: one.seconds)
            yield Log("Facebook or Instagram", _whole(str(title)), said)
        case [{"type": "message", "ts": str()}, *_]:
            yield Log("Slack", file.parent.name, _each(content, lambda one: _slack(one, users)))


def _each(messages: list[Any], read: Callable[[Mapping[str, Any]], Message | None]) -> list[Message]:
    """Messages that can be read; what is none of them is one that is left out."""
    found = list[Message]()
    for one in messages:
        try:
            message = read(one) if isinstance(one, dict) else None
        except (KeyError, TypeError, ValueError, OverflowError):
            message = Message(0.0, "", "", SYSTEM)
        if message is not None:
            found.append(message)
    return found


def _telegram(chat: Any, file: Path) -> Iterator[Log]:
    if isinstance(chat, dict) and isinstance(chat.get("messages"), list):
        yield Log("Telegram", str(chat.get("name") or file.stem), _each(chat["messages"], _telegram_message))


def _telegram_message(one: Mapping[str, Any]) -> Message:
    seconds = float(one.get("date_unixtime") or datetime.fromisoformat(one["date"]).timestamp())
    parts = one.get("text", "")
    parts = parts if isinstance(parts, list) else [parts]
    text = "".join(part if isinstance(part, str) else str(part.get("text", "")) for part in parts)
    by = str(one.get("from") or one.get("actor") or "")
    if one["type"] != "message":
        return Message(seconds, by, "", SYSTEM)
    if one.get("forwarded_from") or one.get("via_bot"):
        return Message(seconds, by, "", FORWARDED)
    if not text.strip():
        return Message(seconds, by, "", MEDIA)
    return Message(seconds, by or "Deleted account", text)


def _discord(one: Mapping[str, Any]) -> Message:
    seconds = datetime.fromisoformat(one["timestamp"]).timestamp()
    author = one["author"]
    by = str(author.get("nickname") or author.get("name") or "")
    if author.get("isBot"):
        return Message(seconds, by, "", BOT)
    if one.get("type") not in ("Default", "Reply", 0, 19):
        return Message(seconds, by, "", SYSTEM)
    text = str(one.get("content") or "")
    return Message(seconds, by, text, "" if text.strip() else MEDIA)


def _discord_csv(text: str) -> Iterator[Message]:
    rows = csv.DictReader(io.StringIO(text))
    names = {"Author", "Date", "Content"}
    if not text.lstrip("\ufeff")[:200].startswith(("AuthorID", "Author", '"Author')) or not names <= {
        *(rows.fieldnames or ())
    }:
        return
    for row in rows:
        try:
            seconds = datetime.fromisoformat(row["Date"].strip()).timestamp()
        except (ValueError, AttributeError):
            yield Message(0.0, row.get("Author") or "", "", SYSTEM)
            continue
        said = row["Content"] or ""
        yield Message(seconds, row["Author"] or "", said, "" if said.strip() else MEDIA)


def _whole(text: str) -> str:
    """Facebook writes the bytes of UTF-8 as if each were a letter."""
    try:
        return text.encode("latin-1").decode()
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text


_FACEBOOK_NOTES = re.compile(
    r".* (?:reacted .* to your message|liked a message|sent an attachment|unsent a message|started a (?:video )?call"
    r"|missed your call|changed the theme .*|named the group .*)\.?\s*",
    re.I,
)


def _facebook(one: Mapping[str, Any]) -> Message:
    by = _whole(str(one.get("sender_name") or one.get("senderName") or ""))
    seconds = float(one.get("timestamp_ms") or one.get("timestamp") or 0) / 1000
    text = _whole(str(one.get("content") or one.get("text") or ""))
    if one.get("is_unsent") or one.get("isUnsent"):
        return Message(seconds, by, "", DELETED)
    if _FACEBOOK_NOTES.fullmatch(text):
        return Message(seconds, by, "", SYSTEM)
    return Message(seconds, by, text, "" if text.strip() else MEDIA)


def _slack_users(folder: Path) -> dict[str, str]:
    """Names of people by what Slack calls them."""
    try:
        listed = from_json(read_plain(folder / "users.json"), type=list[dict[str, Any]])
    except (OSError, ValueError):
        return {}
    return {str(one.get("id")): str(one.get("real_name") or one.get("name") or one.get("id")) for one in listed}


def _slack(one: Mapping[str, Any], users: Mapping[str, str]) -> Message:
    seconds = float(one["ts"])
    profile = one.get("user_profile") or {}
    by = users.get(str(one.get("user")), "") or str(profile.get("real_name") or one.get("user") or "")
    if one.get("subtype") == "bot_message" or one.get("bot_id"):
        return Message(seconds, by, "", BOT)
    if one.get("subtype") not in (None, "thread_broadcast", "me_message", "file_share"):
        return Message(seconds, by, "", SYSTEM)
    text = re.sub(
        r"<@(\w+)(?:\|[^>]*)?>", lambda found: "@" + users.get(found[1], found[1]), str(one.get("text") or "")
    )
    text = re.sub(r"<[#!][^|>]*\|?([^>]*)>", r"\1", re.sub(r"<(https?:[^|>]+)(?:\|[^>]*)?>", r"\1", text))
    return Message(seconds, by, html.unescape(text), "" if text.strip() else MEDIA)


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


def _whatsapp(text: str) -> list[Message]:
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


def _named_by_whatsapp(file: Path) -> str:
    """The chat's name, which is the folder's where WhatsApp calls the file _chat.txt."""
    name = file.parent.name.removesuffix(".zip") if file.stem == "_chat" else file.stem
    return re.sub(r"^WhatsApp[ -](?:Chat|चैट|聊天)\s?(?:with|mit|con|avec|-|–)?\s*", "", name, flags=re.I) or name
