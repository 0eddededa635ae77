"""Reads mail from an mbox file, as Thunderbird, Apple Mail and Google Takeout write it: each thread is a chat."""

from __future__ import annotations

import email.policy
import mailbox
import re
from collections.abc import Collection, Iterator
from email.message import EmailMessage
from email.utils import getaddresses, parseaddr, parsedate_to_datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from core.rows.text_logs import EMPTY, Log, Message

AUTOMATIC, COPY, UNDATED = (
    "newsletters, mailing lists and automatic mails",
    "further copies of a mail",
    "mails without a date that can be read",
)
_BEGINNING = re.compile(rb"From \S+ .{0,80}\d{4}")
_REPLY = re.compile(r"^(?:[^\s:：]{1,8}(?:\s?\[\d+\])?\s?[:：]\s*)+")  # Re:, AW:, Antw:, 回复：, Re[2]:
_ID = re.compile(r"<[^<>\s]+>")


class _Mail(NamedTuple):
    """A mail. id: its Message-ID. before: ids of the mails that it answers. by, to: addresses of sender and
    receivers.
    """

    id: str
    before: list[str]
    subject: str
    by: str
    to: frozenset[str]
    message: Message


def is_mbox(file: Path) -> bool:
    """Return whether a file begins like an mbox. Raises OSError as reading does."""
    with file.open("rb") as opened:
        return _BEGINNING.match(opened.read(200)) is not None


def read_mbox(file: Path) -> list[Log]:
    """Return a log for each thread, its mails by date. Raises OSError as reading does."""
    mails, seen, names = list[_Mail](), set[str](), dict[str, str]()
    box = mailbox.mbox(str(file), factory=None, create=False)
    try:
        for number, key in enumerate(box.iterkeys()):
            raw = email.message_from_bytes(box.get_bytes(key), policy=email.policy.default)
            mail = _read(raw, f"mail {number}", names)
            if mail.id in seen:
                mail = mail._replace(message=mail.message._replace(text="", left_out=COPY))
            seen.add(mail.id)
            mails.append(mail)
    finally:
        box.close()
    mails.sort(key=lambda mail: mail.message.seconds)
    return [_log(thread) for thread in _threads(mails)]


def _threads(mails: list[_Mail]) -> list[list[_Mail]]:
    """Group mails into threads: each with those that it names, in whatever order the file has them. A reply
    recognisable only by its subject (Re: …) joins the thread of the last mail with that subject from its receiver to
    its sender.
    """
    roots = dict[str, str]()
    latest = dict[tuple[str, str], _Mail]()  # by writer and subject

    def root(one: str) -> str:
        while (next_one := roots.setdefault(one, one)) != one:
            roots[one] = roots[next_one]
            one = next_one
        return one

    for mail in mails:
        bare = _REPLY.sub("", mail.subject).casefold()
        before = mail.before
        if not before and len(bare) < len(mail.subject):
            asked = [latest[by, bare] for by in mail.to if (by, bare) in latest]
            before = [one.id for one in asked if mail.by in one.to and mail.subject.endswith(one.subject)][-1:]
        for one in before:
            roots[root(mail.id)] = root(one)
        latest[mail.by, bare] = mail
    threads: dict[str, list[_Mail]] = {}
    for mail in mails:
        threads.setdefault(root(mail.id), []).append(mail)
    return list(threads.values())


def _log(thread: list[_Mail]) -> Log:
    """Return a thread as a log; the first mail's text includes its subject."""
    said = [mail.message for mail in thread]
    first = next((n for n, mail in enumerate(thread) if not mail.message.left_out), 0)
    begun = thread[first]
    is_answer = bool(begun.before) or first > 0
    if begun.subject and not is_answer and not begun.message.left_out:
        said[first] = begun.message._replace(text=f"{begun.subject}\n\n{begun.message.text}")
    subject = _REPLY.sub("", begun.subject) if is_answer else begun.subject
    return Log("mail", subject or "mail", said, is_slow=True)


def _header(mail: EmailMessage, name: str) -> str:
    """Return a header's text; "" if the library cannot parse it."""
    try:
        return " ".join(str(mail.get(name, "")).split())
    except (ValueError, AttributeError, IndexError, KeyError, TypeError):
        return ""


def _read(mail: EmailMessage, number: str, names: dict[str, str]) -> _Mail:
    """Parse a mail. number: identifies a mail without Message-ID. names: of people by address, as first seen."""
    name, address = parseaddr(_header(mail, "From"))
    address = address.lower()
    by = f"{names.setdefault(address, name or address)} <{address}>"
    receivers = getaddresses([_header(mail, "To"), _header(mail, "Cc")])
    own = _ID.findall(_header(mail, "Message-ID"))
    before = _ID.findall(f"{_header(mail, 'References')} {_header(mail, 'In-Reply-To')}")
    subject = _header(mail, "Subject")
    known = {said for one in receivers for said in one if said}
    message = _message(mail, by, subject, known)
    to = frozenset(one.lower() for _, one in receivers)
    return _Mail(own[0] if own else number, before, subject, address, to, message)


def _message(mail: EmailMessage, by: str, subject: str, known: Collection[str]) -> Message:
    try:
        seconds = parsedate_to_datetime(_header(mail, "Date")).timestamp()
    except (ValueError, TypeError, OverflowError):
        return Message(0.0, by, "", UNDATED)
    is_machine = _header(mail, "Auto-Submitted").lower() not in ("", "no") or "List-Unsubscribe" in mail
    if is_machine or _header(mail, "Precedence").lower() in ("bulk", "list", "junk"):
        return Message(seconds, by, "", AUTOMATIC)
    text = said_in("\n".join(_texts(mail)), subject, known)
    return Message(seconds, by, text, "" if text else EMPTY)


def _texts(mail: EmailMessage) -> Iterator[str]:
    """Yield a mail's texts, as plain text if possible, else from HTML; without attachments, including attached
    mails.
    """
    kind = mail.get_content_type()
    if mail.get_content_disposition() == "attachment" or mail.get_content_maintype() == "message":
        return
    parts = [part for part in mail.iter_parts() if isinstance(part, EmailMessage)] if mail.is_multipart() else []
    if kind == "multipart/alternative":
        plain_first = sorted(parts, key=lambda part: part.get_content_type() != "text/plain")
        yield next(filter(str.strip, ("\n".join(_texts(part)) for part in plain_first)), "")
    elif mail.is_multipart():
        for part in parts:
            yield from _texts(part)
    elif kind in ("text/plain", "text/html"):
        try:
            text = str(mail.get_content())
        except (LookupError, ValueError, AttributeError, KeyError, TypeError):
            raw = mail.get_payload(decode=True)
            text = raw.decode(errors="replace") if isinstance(raw, bytes) else ""
        yield text if kind == "text/plain" else _as_plain(text)


_LINES = {"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "ul", "ol", "table", "blockquote", "hr", "pre"}
_SILENT = {"head", "style", "script", "title"}
_WITHOUT_END = {"br", "hr", "img", "meta", "input", "link", "col", "area", "base", "wbr"}
_DEEPEST = 200  # nested elements


class _Html(HTMLParser):
    """Renders HTML as a mailer renders plain text: > before quotes, a line above quoted mails, two dashes above a
    signature.
    """

    def __init__(self) -> None:
        super().__init__()
        self._open, self._line = list[tuple[str, bool, bool]](), ""  # tags, whether they quote, whether they are hidden
        self.lines = list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        named = f"{about.get('class', '')} {about.get('id', '')}".lower()
        if tag == "br" and not self._line.strip():
            self.lines.append("")
        if tag in _LINES:
            self.end_line()
        if "divrplyfwdmsg" in named or "appendonsend" in named:
            self.lines.append("_" * 32)
        elif "signature" in named and "signature_prefix" not in named:
            self.lines.append("-- ")
        quotes = about.get("type") == "cite" or "quote" in named if tag == "blockquote" else "yahoo_quoted" in named
        quotes = quotes or "protonmail_quote" in named
        if tag not in _WITHOUT_END and len(self._open) < _DEEPEST:
            self._open.append((tag, quotes, tag in _SILENT))

    def handle_endtag(self, tag: str) -> None:
        if tag in _LINES:
            self.end_line()
        if tag == "p":
            self.lines.append("")
        while any(one == tag for one, _, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(is_silent for _, _, is_silent in self._open):
            self._line += re.sub(r"\s+", " ", data)

    def end_line(self) -> None:
        """Write the text since the last line."""
        if self._line.strip():
            self.lines.append("> " * any(quotes for _, quotes, _ in self._open) + self._line.strip())
        self._line = ""


def _as_plain(html: str) -> str:
    reader = _Html()
    reader.feed(html)
    reader.close()
    reader.end_line()
    return "\n".join(reader.lines)


# Lines above a quoted mail, in any language: a line between dashes, a mail's headers, or who wrote when.
_DIVIDER = re.compile(r"\s*(?:-{4,}\s?[^\s-].{0,60}[^\s-]\s?-{4,}|_{20,})\s*")
_LABEL = re.compile(r"[\s*]*[^\W\d_][^:：\n]{0,24}[:：][\s*]*(.*)")
_DATE = re.compile(r"\d[^\d\n]{1,20}\d")
_DATE_AND_TIME = re.compile(r"\b(?:19|20)\d\d\D.*\d{1,2}[:.h]\d{2}|\d{1,2}[:.h]\d{2}.*\D(?:19|20)\d\d\b", re.S)
_ADDRESS = re.compile(r"[<(\[]\s*(?:mailto:)?[^\s<>()\[\]]+@[^\s<>()\[\]]+\s*[>)\]]")
_ENDS = "*\u200e\u200f\u202c "  # characters that may follow the colon of a heading
_WIDE = 64  # letters of a line that a mailer wrapped, at least
# “Sent from my iPhone”: a mail's last line, of a few words that name the device or program.
_DEVICE = re.compile(
    r"iphone|ipad|android|galaxy|samsung|huawei|xiaomi|pixel|outlook|yahoo|blackberry|proton|gmx|mail for"
)
_SENT = re.compile(
    r"^(?:sent|get) |gesendet|envoy|envia|inviat|verzonden|verstuurd|sendt|skicka|lähete|wysłan|отправлен|надіслан"
    r"|изпратен|odesl|odosl|küld|trimis|poslan|saadetud|nosūtīt|išsiųst|dikirim|dihantar|στάλθηκε|gönderil|gửi từ"
    r"|[發发传傳]|送信|보냄|보낸|נשלח|رسل|ارسال|ส่ง|भेजा"
)


def said_in(text: str, subject: str = "", known: Collection[str] = ()) -> str:
    """Return a mail's own text, without quotes and signature. Quotes are recognised by their form, which is the same in
    all languages. subject: of the mail. known: names and addresses of its receivers.
    """
    text = re.sub(r"^>(?=From )", "", text.replace("\r\n", "\n").replace("\r", "\n"), flags=re.M)  # mbox escapes From
    lines = text.replace("\xa0", " ").split("\n")
    said = list[str]()
    for place, line in enumerate(lines):
        if line.lstrip().startswith(">"):
            if place and not lines[place - 1].lstrip().startswith(">"):
                del said[_heading(said) :]
            continue
        if line.rstrip() == "--":
            break
        if _DIVIDER.fullmatch(line) or _is_header(lines[place : place + 12], subject, known):
            del said[_heading(said) :]
            break
        said.append(line.rstrip())
        if not line.rstrip(_ENDS).endswith((":", "：")):
            continue
        heading = _heading(said)
        if _names_a_writer("\n".join(said[heading:]), known) and not _is_quoted(lines[place + 1 : place + 4]):
            del said[heading:]
            break
    paragraphs = re.split(r"\n{2,}", "\n".join(said).strip())
    last = paragraphs[-1].casefold()
    if "\n" not in last and len(last.split()) <= 6 and _DEVICE.search(last) and _SENT.search(last):
        del paragraphs[-1]
    return "\n\n".join(paragraphs)


def _heading(said: list[str]) -> int:
    """Return the first line of a heading of up to four lines that ends with a colon in the last line; the end if no
    heading does.
    """
    end = len(said)
    while end and not said[end - 1].strip():
        end -= 1
    if not end or not said[end - 1].rstrip(_ENDS).endswith((":", "：")):
        return len(said)
    start = end - 1
    while start and end - start < 4 and said[start - 1].strip():
        above, below = said[start - 1], " ".join(said[start:end])
        is_broken = len(above) + len(said[start].split()[0]) >= _WIDE or above.endswith("<")
        if not is_broken and (_DATE.search(below) or not _DATE.search(above)):
            break
        start -= 1
    return start


def _names_a_writer(heading: str, known: Collection[str]) -> bool:
    """Return whether a heading names a date and a writer: by an address, or a name from `known`."""
    if _ADDRESS.search(heading) and _DATE.search(heading):
        return True
    return _DATE_AND_TIME.search(heading) is not None and any(len(one) > 2 and one in heading for one in known)


def _is_quoted(lines: list[str]) -> bool:
    return next((line for line in lines if line.strip()), "").lstrip().startswith(">")


def _is_header(lines: list[str], subject: str, known: Collection[str]) -> bool:
    """Return whether lines begin with a mail's headers, in any order and language: three names with values, of which
    one is the subject, or one a date and one a person.
    """
    values = list[str]()
    for line in lines:
        label = _LABEL.fullmatch(line)
        if label is not None:
            values.append(label[1].strip(" *"))
        elif values and line.strip() and (line[0].isspace() or "@" in line):
            values[-1] += f" {line.strip()}"  # a long list of receivers
        else:
            break
    bare = _REPLY.sub("", subject).casefold()
    if len(values) < 3:
        return False
    if bare and any(_REPLY.sub("", value).casefold() == bare for value in values):
        return True
    names = ("@", *(one for one in known if len(one) > 2))
    return any(map(_DATE_AND_TIME.search, values)) and any(name in value for name in names for value in values)
