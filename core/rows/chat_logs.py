"""Reads chat logs exported by other programs: Telegram, Discord, Facebook, Instagram, Slack; and, with text_logs.py,
WhatsApp, Signal, iMessage. mail.py reads mail.
"""

from __future__ import annotations

import contextlib
import csv
import html
import io
import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from core.base.bounded_file import from_json, is_archive, read_plain, require_data
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.data.read.unpacked import unpack
from core.rows.text_logs import (
    BOT,
    DELETED,
    EMPTY,
    FORWARDED,
    MEDIA,
    SYSTEM,
    UNREADABLE,
    Log,
    Message,
    imessage,
    signal,
    whatsapp,
)

MOST_BYTES = 512 << 20  # of a log; a chat of a million messages has about 200 MB as JSON


def read_logs(path: Path, notice: Notify = lambda code, message, hint: None) -> list[Log]:
    """Return the chats of an export: of a file, or of all logs in a folder or a zip file. notice: receives what of a
    zip file is unreadable.

    Raises LuthierError `rows.no-chat`, `data.other-kind`, `data.unreadable`, `data.not-found`, and what unpack raises.
    """
    if not path.exists():
        raise LuthierError("data.not-found", f"There is no file {path}.", "Check the path.")
    folder, left_out = path, tuple[str, ...]()
    if is_archive(path):
        folder, _, left_out = unpack(path, _may_be_log)
    if not folder.is_dir():
        if logs := _logs_of(path):
            return _told_apart(logs)
        raise _no_chat(path)
    named = _slack_names(folder)
    logs = list[Log]()
    for file in sorted(folder.rglob("*")):
        if _may_be_log(file) and file.is_file():
            logs += _logs_of(file, named)
    if not logs:
        raise _no_chat(path, left_out)
    if left_out:
        notice("data.left-out", f"Not read of {path.name}: {'; '.join(left_out)}.", "Messages in these are missing.")
    return _told_apart(_joined(logs))


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


def _logs_of(file: Path, named: Mapping[str, str] | None = None) -> list[Log]:
    """Return the chats in a file; none if it is something else."""
    try:
        require_data(file)
        raw = read_plain(file, MOST_BYTES)
    except OSError as error:
        what = f"{file} cannot be read: {error.strerror or error}."
        raise LuthierError("data.unreadable", what, "Check that you may read it.") from error
    text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")
    if text.lstrip()[:1] in ("{", "["):
        # Not JSON after all: WhatsApp's lines may begin with a bracket, too.
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            return list(_of_json(from_json(text.encode()), file, named or {}))
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
    """Join the files of one chat: Facebook starts a new file after a number of messages, Slack one each day."""
    chats: dict[tuple[str, str, str], Log] = {}
    for log in logs:
        one = chats.setdefault((log.kind, log.chat, log.id), log._replace(messages=[]))
        one.messages.extend(log.messages)
    return [log._replace(messages=sorted(log.messages, key=lambda one: one.seconds)) for log in chats.values()]


def _told_apart(logs: list[Log]) -> list[Log]:
    """Distinguish people of the same name in a chat by their ids, and give each person only the newest name."""
    newest = dict[str, Message]()
    for log in logs:
        for one in log.messages:
            if one.id and one.by and one.seconds >= newest.get(one.id, one).seconds:
                newest[one.id] = one
    shared = Counter(one.by for one in newest.values())
    names = {by: f"{one.by} <{by}>" if shared[one.by] > 1 else one.by for by, one in newest.items()}
    return [log._replace(messages=[one._replace(by=names.get(one.id, one.by)) for one in log.messages]) for log in logs]


def _of_json(content: Any, file: Path, named: Mapping[str, str]) -> Iterator[Log]:
    match content:
        case {"chats": {"list": [*_]}} | {"left_chats": {"list": [*_]}}:  # an export of all chats from Telegram
            parts = [content.get(part) for part in ("chats", "left_chats")]
            lists = [part["list"] for part in parts if isinstance(part, dict) and isinstance(part.get("list"), list)]
            chats = itertools.chain(*lists)
            known = [chat for chat in chats if isinstance(chat, dict) and isinstance(chat.get("messages"), list)]
            bots = {f"user{chat.get('id')}" for chat in known if chat.get("type") == "bot_chat"}
            for chat in known:
                yield _telegram(chat, file, bots)
        case {"messages": [*_], "type": str(), "id": int()}:
            yield _telegram(content, file, set())
        case {"messages": [*messages], "channel": {**channel}}:
            name = str(channel.get("name") or file.stem)
            yield Log("Discord", name, _each(messages, _discord), id=str(channel.get("id") or ""))
        case {"messages": [*messages], "participants": [*_]}:
            title = content.get("title") or content.get("threadName") or file.parent.name
            reacted = _reacted(messages)
            said = sorted(_each(messages, lambda one: _facebook(one, reacted)), key=lambda one: one.seconds)
            thread = str(content.get("thread_path") or content.get("threadName") or file.parent)
            yield Log("Facebook or Instagram", _whole(str(title)), said, id=thread)
        case [{"type": "message", "ts": str()}, *_]:
            yield from _slack_threads(content, file.parent.name, named)


def _each(messages: list[Any], read: Callable[[Mapping[str, Any]], Message | None]) -> list[Message]:
    """Return the readable messages; an unreadable one counts as left out."""
    found = list[Message]()
    for one in messages:
        try:
            message = read(one) if isinstance(one, dict) else None
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            message = Message(0.0, "", "", UNREADABLE)
        if message is not None:
            found.append(message)
    return found


def _without_text(one: Mapping[str, Any], *keys: str) -> str:
    """Return the reason to leave out a message without text. keys: of pictures, sounds and files."""
    return MEDIA if any(one.get(key) for key in keys) else EMPTY


_TELEGRAMS_OWN = "user777000"  # the account that sends Telegram's codes and news


def _telegram(chat: Mapping[str, Any], file: Path, bots: Collection[str]) -> Log:
    """Return a Telegram chat. bots: ids of bots that appear elsewhere in the export."""
    is_bots = chat.get("type") == "bot_chat"

    def read(one: Mapping[str, Any]) -> Message:
        message = _telegram_message(one)
        if not message.left_out and (is_bots or message.id in bots or message.id == _TELEGRAMS_OWN):
            return message._replace(text="", left_out=BOT)
        return message

    return Log(
        "Telegram", str(chat.get("name") or file.stem), _each(chat["messages"], read), id=str(chat.get("id", ""))
    )


def _telegram_message(one: Mapping[str, Any]) -> Message:
    seconds = float(one.get("date_unixtime") or datetime.fromisoformat(one["date"]).timestamp())
    parts = one.get("text", "")
    parts = parts if isinstance(parts, list) else [parts]
    text = "".join(part if isinstance(part, str) else str(part.get("text", "")) for part in parts)
    by, number = str(one.get("from") or one.get("actor") or "Deleted account"), str(one.get("from_id") or "")
    left_out = ""
    if one["type"] != "message":
        left_out = SYSTEM
    elif "forwarded_from" in one or "forwarded_from_id" in one:  # null if that account was deleted
        left_out = FORWARDED
    elif one.get("via_bot"):
        left_out = BOT
    elif not text.strip():
        left_out = _without_text(one, "photo", "file", "media_type")
    return Message(seconds, by, "" if left_out else text, left_out, number)


def _discord(one: Mapping[str, Any]) -> Message:
    seconds = datetime.fromisoformat(one["timestamp"]).timestamp()
    author = one["author"]
    by, number = str(author.get("nickname") or author.get("name") or ""), str(author.get("id") or "")
    text, left_out = str(one.get("content") or ""), ""
    if author.get("isBot"):
        left_out = BOT
    elif one.get("type") not in ("Default", "Reply", 0, 19):
        left_out = SYSTEM
    elif one.get("forwardedMessage"):
        left_out = FORWARDED
    elif not text.strip():
        left_out = _without_text(one, "attachments", "stickers", "embeds")
    return Message(seconds, by, "" if left_out else text, left_out, number)


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
            yield Message(0.0, row.get("Author") or "", "", UNREADABLE)
            continue
        said = row["Content"] or ""
        left_out = "" if said.strip() else _without_text(row, "Attachments")
        yield Message(seconds, row["Author"] or "", said, left_out, row.get("AuthorID") or "")


def _whole(text: str) -> str:
    """Repair Facebook's text, in which each byte of UTF-8 became a character."""
    try:
        return text.encode("latin-1").decode()
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text


# Notes that look like messages, in the account's language. Keys reveal most others; these have none.
_FACEBOOK_NOTES = re.compile(
    r"(?:reacted .* to your message|liked a message|sent an attachment|shared a (?:story|post|reel)|unsent a message"
    r"|started an? (?:audio |video )?(?:call|chat)|missed (?:your|an?) (?:audio |video )?call|changed the .*theme .*"
    r"|named the group .*|set the (?:nickname|quick reaction|emoji) .*"
    r"|hat (?:mit )?.* auf deine nachricht reagiert|hat einen anhang gesendet|gefällt eine nachricht"
    r"|hat eine nachricht mit .?gefällt mir.? markiert"
    r"|a réagi (?:avec )?.* à (?:votre|ton) message|a aimé un message|a envoyé une pièce jointe"
    r"|reaccionó (?:con )?.* a tu mensaje|(?:le gustó|indicó que le gusta|le ha gustado) un mensaje"
    r"|envió un archivo adjunto"
    r"|reagiu com .* à (?:sua|tua) mensagem|curtiu uma mensagem|gostou de uma mensagem|enviou um anexo"
    r"|ha reagito con .* al tuo messaggio|ha messo .?mi piace.? a un messaggio|ha inviato un allegato"
    r"|(?:heeft met .* gereageerd|reageerde met .*) op je bericht|vindt een bericht leuk|heeft een bijlage gestuurd)"
    r"\.?\s*",
    re.I,
)
_FACEBOOK_FILES = ("photos", "videos", "gifs", "audio_files", "files", "sticker", "share", "media")


def _reacted(messages: list[Any]) -> set[tuple[str, int]]:
    """Return who reacted to a message, and when: Facebook repeats reactions as notes among the messages."""
    found = set[tuple[str, int]]()
    for one in messages:
        reactions = one.get("reactions") if isinstance(one, dict) else ()
        for reaction in reactions if isinstance(reactions, list) else ():
            match reaction:
                case {"actor": str(actor), "timestamp": int(seconds)}:
                    found |= {(_whole(actor), seconds + late) for late in (-1, 0, 1)}
    return found


def _facebook(one: Mapping[str, Any], reacted: Collection[tuple[str, int]]) -> Message:
    by = _whole(str(one.get("sender_name") or one.get("senderName") or ""))
    seconds = float(one.get("timestamp_ms") or one.get("timestamp") or 0) / 1000
    text, left_out = _whole(str(one.get("content") or one.get("text") or "")), ""
    names = [name for name in (by, by.partition(" ")[0], "You") if name and text.startswith(f"{name} ")]
    if one.get("is_unsent") or one.get("isUnsent"):
        left_out = DELETED
    elif "call_duration" in one or one.get("type") in ("Call", "Subscribe", "Unsubscribe", "placeholder"):
        left_out = SYSTEM
    elif not text.strip() or (names and any(one.get(key) for key in _FACEBOOK_FILES)):  # “Ann sent an attachment.”
        left_out = _without_text(one, *_FACEBOOK_FILES)
    elif (by, int(seconds)) in reacted or _FACEBOOK_NOTES.fullmatch(
        text.removeprefix(names[0] if names else "").strip()
    ):
        left_out = SYSTEM
    return Message(seconds, by, "" if left_out else text, left_out)


def _slack_names(folder: Path) -> dict[str, str]:
    """Return the names of people and channels by Slack's ids."""
    names = dict[str, str]()
    for file in ("channels", "groups", "users"):
        with contextlib.suppress(OSError, ValueError):
            for one in from_json(read_plain(folder / f"{file}.json"), type=list[dict[str, Any]]):
                names[str(one.get("id"))] = str(one.get("real_name") or one.get("name") or one.get("id"))
    return names


def _slack_threads(messages: list[Any], channel: str, named: Mapping[str, str]) -> Iterator[Log]:
    """Yield a channel's messages, and each of its threads, whose replies may take days."""
    threads: dict[str, list[Any]] = {}
    for one in messages:
        threads.setdefault(str(one.get("thread_ts") or "") if isinstance(one, dict) else "", []).append(one)
    for thread, said in threads.items():
        read = _each(said, lambda one: _slack(one, named))
        yield Log("Slack", channel, read, is_slow=bool(thread), id=thread)


def _slack(one: Mapping[str, Any], named: Mapping[str, str]) -> Message:
    seconds, number = float(one["ts"]), str(one.get("user") or "")
    profile = one.get("user_profile") or {}
    by = named.get(number, "") or str(profile.get("real_name") or number)
    text, left_out = str(one.get("text") or ""), ""
    if one.get("subtype") == "bot_message" or one.get("bot_id") or number == "USLACKBOT":
        left_out = BOT
    elif one.get("subtype") == "tombstone":
        left_out = DELETED
    elif one.get("subtype") not in (None, "thread_broadcast", "me_message", "file_share"):
        left_out = SYSTEM
    elif not text.strip():
        left_out = _without_text(one, "files", "attachments")
    text = re.sub(r"<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>", lambda found: _slack_link(found, named), text)
    return Message(seconds, by, "" if left_out else html.unescape(text), left_out, number)


def _slack_link(found: re.Match[str], named: Mapping[str, str]) -> str:
    """Return the readable text of Slack's markup in angle brackets: people, channels, groups, dates, addresses."""
    mark, target, shown = found.groups("")
    if mark in ("@", "#"):
        return mark + (named.get(target) or shown or target)
    if mark:  # !here, !subteam^S1|@team, !date^…|yesterday
        return shown or f"@{target}"
    return shown or target.partition(":")[2] if target.startswith(("mailto:", "tel:")) else target


def _named_by_whatsapp(file: Path) -> str:
    """Return the chat's name: the folder's if WhatsApp named the file _chat.txt."""
    name = file.parent.name.removesuffix(".zip") if file.stem == "_chat" else file.stem
    return re.sub(r"^WhatsApp[ -](?:Chat|चैट|聊天)\s?(?:with|mit|con|avec|-|–)?\s*", "", name, flags=re.I) or name
