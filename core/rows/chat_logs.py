"""Messages of chat logs as other programs export them: Telegram, Discord, Facebook, Instagram, Slack; and what
text_logs.py reads: WhatsApp, Signal, iMessage. Mail is read by mail.py.
"""

from __future__ import annotations

import contextlib
import csv
import html
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from core.base.bounded_file import from_json, is_archive, read_plain, require_data
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.data.read.unpacked import unpack
from core.rows.text_logs import BOT, DELETED, FORWARDED, MEDIA, SYSTEM, Log, Message, imessage, signal, whatsapp

MOST_BYTES = 512 << 20  # of a log; a chat of a million messages has about 200 MB as JSON


def read_logs(path: Path, notice: Notify = lambda code, message, hint: None) -> list[Log]:
    """Return the chats of an export: of a file, or of all files in a folder or a zip file that are logs. notice: is
    told what of a zip file cannot be read.

    Raises LuthierError `rows.no-chat`, `data.other-kind`, `data.unreadable`, `data.not-found`, and what unpack raises.
    """
    if not path.exists():
        raise LuthierError("data.not-found", f"There is no file {path}.", "Check the path.")
    folder, left_out = path, tuple[str, ...]()
    if is_archive(path):
        folder, _, left_out = unpack(path, _may_be_log)
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
        raise _no_chat(path, left_out)
    if left_out:
        notice("data.left-out", f"Not read of {path.name}: {'; '.join(left_out)}.", "Messages in these are missing.")
    return _joined(logs)


def _may_be_log(name: Path) -> bool:
    return name.suffix.lower() in (".json", ".jsonl", ".csv", ".txt")


def _no_chat(path: Path, left_out: Sequence[str] = ()) -> LuthierError:
    return LuthierError(
        "rows.no-chat",
        "\n".join((f"{path} is not a chat that Luthier can read.", *left_out)),
        "These are: a chat exported from WhatsApp (.txt), iMessage (imessage-exporter's text), Signal (JSON of "
        "signal-export or signal-cli), Telegram Desktop's result.json, JSON or CSV of "
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
    if logs := list(signal(text, file.parent.name if file.stem == "data" else file.stem)):
        return logs
    if messages := imessage(text):
        return [Log("iMessage", file.stem, messages)]
    if messages := whatsapp(text):
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


def _named_by_whatsapp(file: Path) -> str:
    """The chat's name, which is the folder's where WhatsApp calls the file _chat.txt."""
    name = file.parent.name.removesuffix(".zip") if file.stem == "_chat" else file.stem
    return re.sub(r"^WhatsApp[ -](?:Chat|चैट|聊天)\s?(?:with|mit|con|avec|-|–)?\s*", "", name, flags=re.I) or name
