"""Private data in texts, found by rule and masked: mail addresses, links, numbers of phones, cards, accounts, names.

What no rule can find stays: streets, illnesses, names of people who are not in the chat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

MAIL, LINK, PHONE, CARD, ACCOUNT, NAME = "email", "link", "phone", "card", "account", "name"
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,5}")
_LINK = re.compile(r"(?:https?://|www\.)[^\s<>\"“”]{3,2000}|\b[\w-]+\.(?:com|org|net|io|de|me|ly|app)/\S+", re.I)
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_DIGITS = re.compile(r"(?<![\w.,])(?:\+|00)?\(?\d(?:[\d()/ \u00a0.-]{5,28})\d(?!\w)")
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[.:]\d{2}(?:\s?-\s?\d{1,2}[.:]\d{2})?")
_SHOWN = 3  # of each kind
_LEAST_NAME = 3  # letters of a name's part that is looked for


class Mask:
    """Masks texts, and counts what was masked by its kind."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """names: of people, each as it stands in the chat; their parts are masked as well."""
        self.counts = Counter[str]()
        self.shown: dict[str, list[str]] = {}  # some of what was masked, by kind
        parts = {part for name in names for part in (name, *re.split(r"[\s,._-]+", name))}
        parts = {part for part in parts if len(part) >= _LEAST_NAME and not part.isdigit()}
        longest_first = sorted(parts, key=len, reverse=True)
        self._names = re.compile(rf"@?(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)") if parts else None

    def __call__(self, text: str) -> str:
        """Return a text with private data in brackets: [email], [phone], …"""
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
    """Return whether these are a card's number, by its last digit (Luhn's check)."""
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0


def called(names: Sequence[str]) -> dict[str, str]:
    """Return what people are called once their names are masked: Person 1, Person 2, …, in this order."""
    return {name: f"Person {number}" for number, name in enumerate(names, 1)}
