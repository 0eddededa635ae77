"""Reads chat logs in lines: imessage-exporter's text, JSON lines of signal-cli and signal-export, and WhatsApp's
exports from any phone in any language; and defines the messages of all programs.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from core.base.bounded_file import from_json

# Reasons to leave messages out, to be shown after their number.
MEDIA, DELETED, SYSTEM, NOTED, FORWARDED, BOT, EMPTY, UNREADABLE = (
    "pictures, sounds and files", "deleted", "notes of the program", "lines by WhatsApp (files, calls, deleted, notes)",
    "forwarded", "of bots", "without text", "entries that cannot be read",
)  # fmt: skip


class Message(NamedTuple):
    """A message. seconds: since 1970, by the log's own clock. left_out: why it is not used; "" if it is. id: the
    program's id of the sender; "" if it knows only names.
    """

    seconds: float
    by: str
    text: str
    left_out: str = ""
    id: str = ""


class Log(NamedTuple):
    """A chat. kind: the program that wrote it. chat: the conversation's name, or its file's. is_slow: answers take
    days. id: tells apart chats of one name.
    """

    kind: str
    chat: str
    messages: list[Message]
    is_slow: bool = False
    id: str = ""


# imessage-exporter's text: a line with the date, one with the name, lines of text, and an empty line.
_IMESSAGE = re.compile(r"([A-Z][a-z]{2} \d{1,2}, \d{4} {1,2}\d{1,2}:\d{2}:\d{2} [AP]M)(?: \((?:Read|Delivered) .*\))?")
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
_NOTED = re.compile(rf"{_IMESSAGE.pattern} \S.*")  # a separate line: somebody left, the conversation was renamed
_BESIDE = re.compile(r"(?:Tapbacks|Reactions):|Sent with [A-Z].*|This message responded to an earlier message\.")
_ATTACHED = re.compile(r"(?:Attachment missing!|~?/\S.*/[^/]+\.\w{2,5}|attachments/\S+)")
_UNSENT = re.compile(r".{1,80} (?:unsent this message|deleted this message|unsent a message)\b.*", re.I)


def imessage(text: str) -> list[Message]:
    """Return the messages of a text that imessage-exporter wrote; none of another text.

    Replies also appear at their own time, so those indented below a message are skipped.
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
    is_reply = False  # an indented reply begins with its date
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
    """Return a date as seconds since 1970 by the log's own clock; 0 if it is invalid."""
    try:
        return (datetime.fromisoformat(date) - datetime(1970, 1, 1)) / timedelta(seconds=1)
    except ValueError:
        return 0.0


def signal(text: str, name: str) -> Iterator[Log]:
    """Yield the chats of JSON lines: of signal-export one, called `name`; of signal-cli one per person or group.
    Unreadable lines are counted with the first.
    """
    chats: dict[str, dict[str, Message]] = {}  # by a message's key, so that an edited one appears once
    names = dict[str, str]()
    unreadable = 0
    for line in text.split("\n"):  # splitlines would split at characters that JSON may contain
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
    """Yield received messages, and those that the user sent from another device, which signal-cli receives, too: each
    with its chat, the chat's name, a key, and the message.
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


# WhatsApp's text: a date and time in the phone's format, a name, and a text of one or more lines. Dates are recognised
# by their numbers and the characters between; words beside a time matter only if they mark its half of the day: these
# are CLDR's for the languages of phones, without dots and spaces.
_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_HEAD = re.compile(rf"[{_MARKS}]*(\[?)(\D{{0,3}}\d[^\n\]]{{6,50}}?)(?:\]|\s[-–]\s)\s?(.*)", re.S)
_EARLY = re.compile(
    "am|ap|de|dop|eparadites|fh|fm|gh|goöň|pd|pg|priekšp|priekšpusdienā|priešpiet"
    "|prijepodne|rn|sa|safiya|sf|to|vm|yb|öö|πμ|дп|претпл|таңкы|тң|үө|"
    "ص|صبح|صبحمنجهند|قبلازظهر|قظ|पूर्वाह्न|පෙව|ก่อนเที่ยง|ກ່ອນທ່ຽງ|နံနက်|ጥዋት|"
    "上午|凌晨|午前|早上|清晨|오전"
)
_LATE = re.compile(
    "ch|du|eh|em|epasdites|gd|gosoň|in|ip|md|nm|odp|pm|pop|popiet|popodne|"
    "ptg|pēcp|pēcpusdienā|tk|yamma|yh|ym|ös|μμ|попл|пп|тк|түштөнкийинки|үх"
    "|بظ|بعدازظهر|شام|م|منجهندشام|अपराह्न|පව|หลังเที่ยง|ຫຼັງທ່ຽງ|ညနေ|ከሰዓት|下午"
    "|中午|午後|晚上|오후"
)
_EDITED = re.compile(
    rf"(?<=[^\s{_MARKS}])\s*[{_MARKS}]*<(?=[^<>]*(?: |[^\x00-\x7f]))[^<>\n@=/\"]{{3,80}}>[{_MARKS}\s]*$"
)
# iOS, and some versions of Android, mark notes of the program; iOS also within a line, up to its end.
_MARKED = re.compile(r"^\u200e(?!\+).*", re.M)
_MARKED_BY_IOS = re.compile(rf"{_MARKED.pattern}|(?<=[^\S\n])\u200e(?![+\d]).*", re.M)
_FILES = (
    r"(?:3gp|aac|amr|apk|csv|docx?|epub|gif|heic|jpe?g|m4a|mov|mp[34]|odt|ogg|opus|pdf|png|pptx?|rtf|txt|vcf|webp|xlsx?"
    r"|zip)"
)
_NAMED = re.compile(rf"\S.*\.{_FILES}(?: •.*)?", re.I)
_ADDED = re.compile(  # the first line of a picture or file, with or without a caption below
    rf"<[^<>\n]{{3,80}}>|\S.*(?:-WA\d{{4}}\.\w{{1,5}}|\.{_FILES}) [(（][^()（）]{{3,40}}[)）]", re.I
)
_PLACE = re.compile(r"[^:\n]{2,40}: https://maps\.google\.com/\?q=[-\d.,]+")
# Android does not mark deleted messages: they are short, and contain “this message” and “was deleted” or “you deleted”.
_THIS_MESSAGE = re.compile(
    r"this message|diese nachricht|este mensaje|ce message|es[ts]a mensagem|questo messaggio|dit bericht"
    r"|hierdie boodskap|aquest missatge|acest mesaj|t[aęe]j? wiadomoś|t[au]to zpráv|t[áú]to správ|ezt? az üzenet"
    r"|ov[au] (?:je )?poruk|ов[ау] порук|to sporočilo|(?:данное|это) сообщение|це повідомлення|това съобщение|порака"
    r"|το μήνυμα|bu mesaj|bu xabar|detta meddelande|det här meddelandet|denne (?:besked|melding)|tämän? viesti"
    r"|see sõnum|selle sõnumi|š[ioīį]s? (?:ziņ|žinut|pranešim)|šią žinutę|k[yë]të? mesazh|pesan ini|mesej ini"
    r"|mensaheng ito|tin nhắn này|ujumbe huu|ข้อความนี้|هذه الرسالة|این پیام|(?:یہ|اس) (?:پیغام|میسج)|הודעה ז|ההודעה הז"
    r"|(?:यह|इस|हा) (?:मैसेज|मेसेज|संदेश)|এই (?:মেসেজ|বার্তা)|આ (?:સંદેશ|મેસેજ)|ਇਹ (?:ਸੁਨੇਹਾ|ਮੈਸੇਜ)"
    r"|இந்தச? (?:செய்தி|மெசேஜ்)|இந்தச் செய்தி|ఈ (?:సందేశ|మెసేజ)|ಈ ಸಂದೇಶ|ഈ (?:സന്ദേശ|മെസേജ)|このメッセージ|이 메시지"
    r"|삭제된 메시지|메시지를 삭제했|[此这這][条條则則]?(?:消息|信息|訊息)|бұл хабар"
)
_WAS_DELETED = re.compile(
    r"deleted|gelöscht|elimin(?:ó|ad|ast|at)|borrad|borrast|supprimé|suprimi[dt]|apag(?:ad|ou|ast)|verwijderd|verwyder"
    r"|geskrap|șters|usun[ię]|smazá|smaza|odstraně|odstránen|vymaza|zmaza|töröl[tv]|i?zbris|obrisa|избри[сш]|обриса"
    r"|удал(?:ено|ил)|видал(?:ено|ил)|изтри[тх]|διαγρά[φψ]|διέγρα|διαγραφ|sil(?:in)?di|o.?chirildi|tagits bort"
    r"|togs? bort|radera[dt]|slettet|poist(?:ett|it)|kustuta[ts]i|dzēst|dzēsā|ištrin|fshi|(?:di|meng)hapus"
    r"|(?:di|me[mn])padam|binura|tinanggal|(?:đã|bị) x[óo][aá]|thu hồi|fut[wa]|ถูกลบ|ได้ลบ|ลบ.*แล้ว"
    r"|تم حذف|حذفت|بحذف|حذف (?:شد|ک)"
    r"|נמחק|מחקת|मिटा[ ]?[दय]|हटा[ ]?[दय]|हटव|काढ|डिलीट क|মুছে|ডিলিট|કાઢી|ડિલીટ|ਮਿਟਾ|ਹਟਾ|ਡਿਲੀਟ|நீக்க|அழி|తొలగి|డిలీట్"
    r"|ಅಳಿಸ|ഇല്ലാതാ|നീക്ക|ഡിലീറ്റ|削除(?:され|しま)|삭제|[已了被].{0,3}[删刪]除|[删刪]除了|жойыл|өшір"
)
_GONE = {
    "null",
    "waiting for this message",
    "waiting for this message. this may take a while",
    "mensagem apagada",
    "消息已删除",
    "信息已删除",
}
_FOUNDED = 2009  # WhatsApp has no older dates


class _Raw(NamedTuple):
    """The head of a message, unparsed. date: its numbers as written. minutes: of the day. said: the rest. shape: the
    text between the numbers.
    """

    date: tuple[int, int, int]
    minutes: float
    said: str
    shape: str


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
        head = _head(line)
        if head is not None and last is not None and head.shape != last.shape:
            head = None  # a date within a message: one phone writes a whole file in one format
        if head is not None:
            if last is not None:
                yield last
            last = head
        elif last is not None:
            last = last._replace(said=f"{last.said}\n{line}")
        elif line.strip():
            return  # it begins with something else
    if last is not None:
        yield last


def _head(line: str) -> _Raw | None:
    """Return the date, time and text of a line that begins with a date in any language."""
    found = _HEAD.match(line)
    if found is None:
        return None
    parts = re.split(r"(\d+)", found[2])
    between, digits = parts[::2], parts[1::2]
    if not 5 <= len(digits) <= 6 or max(map(len, digits)) > 4 or max(map(len, between[1:-1])) > 16:
        return None
    numbers = [int(number) for number in digits]
    is_time_first = ":" in between[1]
    place = 0 if is_time_first else 3
    hour, minute, second = (*numbers[place : len(numbers) - 3 + place], 0)[:3]
    if hour > 24 or minute > 59 or second > 59:
        return None
    beside = [_letters(words) for words in (between[place], between[len(numbers) - 3 + place])]
    is_late = any(map(_LATE.fullmatch, beside))
    if is_late or any(map(_EARLY.fullmatch, beside)):
        hour = hour % 12 + 12 * is_late
    first, middle, last = numbers[-3:] if is_time_first else numbers[:3]
    shape = found[1] + re.sub(r"[^:/0-]", "", "0".join(between))
    return _Raw((first, middle, last), hour * 60 + minute + second / 60, found[3], shape)


def _letters(words: str) -> str:
    if not any(map(str.isalpha, words)):
        return ""
    return "".join(letter for letter in words.casefold() if unicodedata.category(letter)[0] in "LM")


def _order(raws: list[_Raw]) -> tuple[int, int, int]:
    """Return the positions of year, month and day in a date: those with which all dates are valid, time does not run
    backwards, and the span is shortest.
    """
    dates = [numbers for numbers, _ in itertools.groupby(raw.date for raw in raws)]
    orders = [(0, 1, 2)] if dates[0][0] > 31 else [(2, 1, 0), (2, 0, 1), (0, 1, 2)]

    def faults(order: tuple[int, int, int]) -> tuple[int, int]:
        days = [day for numbers in dates if (day := _day(numbers, order)) is not None]
        back = sum(later < earlier for earlier, later in itertools.pairwise(days))
        return 1000 * (len(dates) - len(days)) + back, max(days, default=0) - min(days, default=0)

    return min(orders, key=faults)


def _day(numbers: tuple[int, int, int], order: tuple[int, int, int]) -> int | None:
    """Return a date's ordinal number; None for an invalid date. Phones also count the years of Buddha and of the Hijra:
    by the moon, or in Iran by the sun, where the day may be off by one.
    """
    year, month, day = (numbers[place] for place in order)
    if not (1 <= month <= 12 and 1 <= day <= 32):
        return None
    if 1380 <= year <= 1425:
        return date(year + 621, 3, 20).toordinal() + 30 * (month - 1) + min(month - 1, 6) + day
    if 1425 < year <= 1500:
        return date(622, 7, 18).toordinal() + int((year - 1) * 354.367 + (month - 1) * 29.53) + day
    year += 2000 if year < 100 else -543 if year > 2500 else 0
    try:
        return date(year, month, day).toordinal() if year >= _FOUNDED else None
    except ValueError:
        return None


def _whatsapp_message(raw: _Raw, order: tuple[int, int, int]) -> Message:
    day = _day(raw.date, order)
    if day is None:
        return Message(0.0, "", "", UNREADABLE)
    seconds = (day - date(1970, 1, 1).toordinal()) * 86400 + raw.minutes * 60
    by, colon, text = raw.said.partition(": ")
    is_quoted = by.count('"') % 2 or by.count("“") > by.count("”") or by.count("«") > by.count("»")  # a title in a note
    if not colon or len(by) > 80 or "\n" in by or is_quoted:
        return Message(seconds, "", "", SYSTEM)
    return _said_by(
        by.strip(_MARKS + " ~\u202f\xa0"), text, seconds, _MARKED_BY_IOS if raw.shape[0] == "[" else _MARKED
    )


def _said_by(by: str, text: str, seconds: float, marked: re.Pattern[str]) -> Message:
    """Return a message without the program's additions: names of files, bracketed endings, marked lines."""
    text = _EDITED.sub("", text.strip("\n"))
    whole = text.strip(_MARKS + " \n")
    is_short = len(whole) <= 70 and "\n" not in whole and not whole.endswith(("?", "？", "؟"))
    if whole.casefold().rstrip(".。!") in _GONE or (
        is_short and _THIS_MESSAGE.search(whole.lower()) and _WAS_DELETED.search(whole.lower())
    ):
        return Message(seconds, by, "", DELETED)
    first, _, rest = whole.partition("\n")
    if _ADDED.fullmatch(first.strip(_MARKS + " ")):
        return Message(seconds, by, rest.strip(_MARKS + " \n"), "" if rest.strip() else MEDIA)
    said = marked.sub("", text).strip(_MARKS + " \n")
    if _PLACE.fullmatch(said) or (said != whole and _NAMED.fullmatch(said)):
        said = ""
    return Message(seconds, by, said, "" if said else NOTED if whole else EMPTY)
