"""Cuts chats into conversations: a burst of one person's messages is a turn, and a long silence ends a conversation.
Masks private data that rules can find.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from core.base.errors import Do, LuthierError
from core.base.numbers import plural
from core.rows.text_logs import Log, Message

MAIL, LINK, PHONE, CARD, ACCOUNT, NAME = "email", "link", "phone", "card", "account", "name"
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,5}")
_LINK = re.compile(r"(?:https?://|www\.)[^\s<>\"“”]{3,2000}|\b[\w-]+\.(?:com|org|net|io|de|me|ly|app)/\S+", re.I)
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_DIGITS = re.compile(r"(?<![\w.,])(?:\+|00)?\(?\d(?:[\d()/ \u00a0.-]{5,28})\d(?!\w)")
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[.:]\d{2}(?:\s?-\s?\d{1,2}[.:]\d{2})?")
_SHOWN = 3  # examples of each kind
_LEAST_NAME = 3  # letters of a part of a name, at least, to be masked


class Mask:
    """Masks texts, and counts the masked parts by kind. No rule can find some private data: streets, illnesses, names
    of people outside the chat.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        """names: people's names as in the chat; their parts are masked as well."""
        self.counts = Counter[str]()
        self.shown: dict[str, list[str]] = {}  # examples of what was masked, by kind
        parts = {part for name in names for part in (name, *re.split(r"[\s,._-]+", name))}
        parts = {part for part in parts if len(part) >= _LEAST_NAME and not part.isdigit()}
        longest_first = sorted(parts, key=len, reverse=True)
        self._names = re.compile(rf"@?(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)") if parts else None

    def __call__(self, text: str) -> str:
        """Return a text with private data replaced: [email], [phone], …"""
        for kind, pattern in ((MAIL, _MAIL), (LINK, _LINK), (ACCOUNT, _ACCOUNT)):
            text = pattern.sub(lambda found, kind=kind: self._masked(kind, found[0]), text)  # type: ignore[misc]
        text = _DIGITS.sub(self._number, text)
        return self._names.sub(lambda found: self._masked(NAME, found[0]), text) if self._names else text

    def _number(self, found: re.Match[str]) -> str:
        said = found[0].strip()
        digits = re.sub(r"\D", "", said)
        if _DATE.fullmatch(said):
            return found[0]
        if 13 <= len(digits) <= 19 and _is_card(digits):
            return self._masked(CARD, found[0])
        is_phone = 7 <= len(digits) <= 15 and (said[0] in "+(0" or re.search(r"[ /()-]", said) or len(digits) >= 9)
        return self._masked(PHONE, found[0]) if is_phone else found[0]

    def _masked(self, kind: str, found: str) -> str:
        self.counts[kind] += 1
        shown = self.shown.setdefault(kind, [])
        if len(shown) < _SHOWN and found not in shown:
            shown.append(found)
        return f"[{kind}]"


def _is_card(digits: str) -> bool:
    """Return whether these digits pass Luhn's check of card numbers."""
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0


def _called(names: Sequence[str]) -> dict[str, str]:
    """Return replacements for masked names: Person 1, Person 2, …, in this order."""
    return {name: f"Person {number}" for number, name in enumerate(names, 1)}


LONGEST = 6000  # characters of a row: about 1,500 tokens; longer conversations become several
_MONTH = 30 * 24 * 3600.0  # seconds: the longest wait for an answer in chats where answers take days
UNANSWERED, UNASKED = "you did not answer", "you said without being asked"


class Turn(NamedTuple):
    """A turn of a conversation. The person who trains the model is the assistant; all others are the user."""

    role: str
    text: str
    seconds: float


class ChatRow(NamedTuple):
    """A conversation. turns: alternate, from the user's first to the assistant's last. seconds: since 1970."""

    chat: str
    kind: str
    turns: list[Turn]

    def as_json(self) -> dict[str, object]:
        """Return the conversation and its source as a line of the file."""
        began = datetime.fromtimestamp(self.turns[0].seconds, UTC).strftime("%Y-%m-%d %H:%M")
        messages = [{"role": turn.role, "content": turn.text} for turn in self.turns]
        return {"messages": messages, "source": {"program": self.kind, "chat": self.chat, "began": began}}


def people(logs: Sequence[Log]) -> Counter[str]:
    """Return the number of messages with text by each person."""
    return Counter(one.by for log in logs for one in log.messages if not one.left_out)


def find_me(logs: Sequence[Log], me: str) -> str:
    """Return the name in the chats that `me` means. Raises LuthierError `rows.who`."""
    said = people(logs)
    same = [name for name in said if name.casefold() == me.casefold()]
    alike = same or [name for name in said if me and me.casefold() in name.casefold()]
    if len(alike) == 1:
        return alike[0]
    total = max(1, said.total())
    listed = ", ".join(
        f"“{name}” ({plural(n, 'message', 'messages')}, {n / total:.0%})" for name, n in said.most_common(12)
    )
    what = (
        f"“{me}” fits {len(alike)} people"
        if alike
        else f"“{me}” wrote nothing there"
        if me
        else "It is not said who you are"
    )
    raise LuthierError(
        "rows.who", f"{what}. In the chat there are: {listed or 'nobody'}.", Do.by("Say which of them is you.", "--me")
    )


class Conversations:
    """Cuts chats into conversations. left_out: counts unused messages by reason."""

    def __init__(self, me: str, burst: float, pause: float, mask: Mask | None) -> None:
        """burst: seconds within which messages of one person form one turn. pause: seconds that end a conversation."""
        self._me, self._burst, self._pause, self._mask = me, burst, pause, mask
        self.left_out = Counter[str]()
        self.used = 0  # messages

    def of(self, log: Log) -> Iterator[ChatRow]:
        """Yield the conversations of a chat in order."""
        messages = list[Message]()
        for one in log.messages:
            if one.left_out:
                self.left_out[one.left_out] += 1
            else:
                messages.append(one)
        others = list(dict.fromkeys(one.by for one in messages if one.by != self._me))
        names = _called(others) if self._mask else {name: name for name in others}
        names = names if len(others) > 1 else {}
        chat = log.chat if self._mask is None else "" if len(others) < 2 else "group"
        burst, pause = (max(one, _MONTH) if log.is_slow else one for one in (self._burst, self._pause))
        for stretch in self._stretches(messages, burst, pause):
            for turns in _rows(self._turns(stretch, names)):
                yield ChatRow(chat, log.kind, turns)

    def _stretches(self, messages: Sequence[Message], burst: float, pause: float) -> Iterator[list[Message]]:
        """Yield messages without a long silence between them; a message much later begins a new group."""
        stretch = list[Message]()
        for one in messages:
            if stretch:
                waited = one.seconds - stretch[-1].seconds
                same = (one.by == self._me) == (stretch[-1].by == self._me)
                if waited > pause or (same and waited > burst) or waited < 0:
                    yield stretch
                    stretch = []
            stretch.append(one)
        if stretch:
            yield stretch

    def _turns(self, messages: Sequence[Message], names: dict[str, str]) -> list[tuple[Turn, int]]:
        """Return turns, each with its number of messages, from the first of another person to the last of mine."""
        turns = list[tuple[Turn, int]]()
        last = ""
        for one in messages:
            role = "assistant" if one.by == self._me else "user"
            text = self._mask(one.text) if self._mask else one.text
            if role == "user" and names and last != one.by:
                text = f"{names[one.by]}: {text}"
            last = one.by
            if turns and turns[-1][0].role == role:
                turn, count = turns[-1]
                turns[-1] = turn._replace(text=f"{turn.text}\n{text}"), count + 1
            else:
                turns.append((Turn(role, text, one.seconds), 1))
        if turns and turns[0][0].role == "assistant":
            self.left_out[UNASKED] += turns.pop(0)[1]
        if turns and turns[-1][0].role == "user":
            self.left_out[UNANSWERED] += turns.pop()[1]
        self.used += sum(count for _, count in turns)
        return turns


def _rows(turns: list[tuple[Turn, int]]) -> Iterator[list[Turn]]:
    """Yield rows of pairs of turns, as many as fit; a pair that is too long stands alone."""
    row, size = list[Turn](), 0
    for place in range(0, len(turns) - 1, 2):
        pair = [turn for turn, _ in turns[place : place + 2]]
        length = sum(len(turn.text) for turn in pair)
        if row and size + length > LONGEST:
            yield row
            row, size = [], 0
        row, size = row + pair, size + length
    if row:
        yield row
