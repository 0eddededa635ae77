"""Mail of an mbox file, as Thunderbird, Apple Mail and Google Takeout write it: each thread is a chat."""

from __future__ import annotations

import email.policy
import mailbox
import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path

from core.rows.text_logs import BOT, EMPTY, SYSTEM, Log, Message

_BEGINNING = re.compile(rb"From \S+ .{0,80}\d{4}")
_REPLY = re.compile(r"^(?:\s*(?:re|aw|sv|antw|rv|fwd?|wg|tr|res|rif)\s*:\s*)+", re.I)
# What stands above a quoted mail; everything from there on was said before.
_QUOTED = re.compile(
    r"^(?:On .{5,200} wrote|Am .{5,200} schrieb.*|Le .{5,200} a écrit|El .{5,200} escribió)\s*:\s*$"
    r"|^-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Forwarded message).*$"
    r"|^_{20,}\s*$|^(?:From|Von|De)\s*:\s.+\n(?:Sent|Gesendet|Envoyé|Enviado|Date|Datum)\s*:",
    re.I | re.M,
)
_SIGNATURE = re.compile(r"^-- ?$", re.M)


def is_mbox(file: Path) -> bool:
    """Return whether a file begins as an mbox does. Raises OSError as reading does."""
    with file.open("rb") as opened:
        return _BEGINNING.match(opened.read(200)) is not None


def read_mbox(file: Path) -> list[Log]:
    """Return a log for each thread, its mails by their dates. Raises OSError as reading does."""
    threads: dict[str, list[Message]] = {}
    subjects, roots, names = dict[str, str](), dict[str, str](), dict[str, str]()
    box = mailbox.mbox(str(file), factory=None, create=False)
    try:
        for key in box.iterkeys():
            mail = email.message_from_bytes(box.get_bytes(key), policy=email.policy.default)
            root = _root(mail, roots)
            message = _message(mail, names, is_first=root not in threads)
            subjects.setdefault(root, _REPLY.sub("", _header(mail, "Subject")))
            threads.setdefault(root, []).append(message)
    finally:
        box.close()
    return [
        Log("mail", subjects[root] or "mail", sorted(said, key=lambda one: one.seconds), is_slow=True)
        for root, said in threads.items()
    ]


def _header(mail: EmailMessage, name: str) -> str:
    """A header's text; what the library cannot take apart is none."""
    try:
        return " ".join(str(mail.get(name, "")).split())
    except (ValueError, AttributeError, IndexError, KeyError, TypeError):
        return ""


def _root(mail: EmailMessage, roots: dict[str, str]) -> str:
    """What identifies a mail's thread: the first mail that it refers to, or else its subject."""
    own = _header(mail, "Message-ID")
    before = re.findall(r"<[^<>\s]+>", f"{_header(mail, 'References')} {_header(mail, 'In-Reply-To')}")
    subject = _header(mail, "Subject")
    named = f"subject {_REPLY.sub('', subject).casefold()}" if subject else own
    root = next((roots[one] for one in before if one in roots), before[0] if before else named)
    for one in (own, *before):
        roots.setdefault(one, root)
    return root


def _message(mail: EmailMessage, names: dict[str, str], *, is_first: bool) -> Message:
    name, address = parseaddr(_header(mail, "From"))
    by = f"{names.setdefault(address.lower(), name or address)} <{address.lower()}>"
    try:
        seconds = parsedate_to_datetime(_header(mail, "Date")).timestamp()
    except (ValueError, TypeError, OverflowError):
        return Message(0.0, by, "", SYSTEM)
    is_machine = _header(mail, "Auto-Submitted").lower() not in ("", "no") or "List-Unsubscribe" in mail
    if is_machine or _header(mail, "Precedence").lower() in ("bulk", "list", "junk"):
        return Message(seconds, by, "", BOT)
    text = said_in("\n".join(_plain_parts(mail)))
    subject = _header(mail, "Subject")
    if not text:
        return Message(seconds, by, "", EMPTY)
    return Message(seconds, by, f"{subject}\n\n{text}" if is_first and subject else text)


def _plain_parts(mail: EmailMessage) -> Iterator[str]:
    for part in mail.walk():
        if part.get_content_type() == "text/plain" and part.get_content_disposition() != "attachment":
            try:
                yield str(part.get_content())
            except (LookupError, ValueError, AttributeError, KeyError, TypeError):
                continue


def said_in(text: str) -> str:
    """Return what a mail says itself, without what it quotes and without its signature."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub(r"^>(?=From )", "", text, flags=re.M)  # which mbox writes so that it begins no mail
    for end in (_QUOTED, _SIGNATURE):
        if found := end.search(text):
            text = text[: found.start()]
    lines = [line.rstrip() for line in text.split("\n") if not line.lstrip().startswith(">")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
