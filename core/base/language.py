"""Translates texts, and the marks in numbers, into the user's language (docs/languages.md).

Texts for people are written in English in the code, within `tr`. The window chooses a language, in which they are
looked up (app/look/language.py); the terminal and files choose none and get English.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

THIN_SPACE = "\u2009"
Lookup = Callable[[str, str | None, int], str]  # text, disambiguation, number (or -1); returns "" if unknown


@dataclass(frozen=True)
class Language:
    """A language: the lookup of texts, and the format of numbers and times. The default is English. name: as in the
    settings.
    """

    name: str = "en"
    lookup: Lookup = lambda text, comment, number: ""
    decimal: str = "."
    thousands: str = THIN_SPACE
    moment: Callable[[float], str] = lambda seconds: time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    lowers: bool = True  # titles are lower-cased within a sentence


ENGLISH = Language()
_chosen = ENGLISH  # process-wide, like the locale
_said: dict[tuple[str, str | None], str] = {}  # translations by text and comment, one object each


def choose(language: Language) -> None:
    """Set this process's language, also for texts that its modules hold already.

    Texts that live objects display or have derived stay as they were: the window must rebuild them.
    """
    global _chosen
    _chosen, before = language, dict(_said)
    _said.clear()
    retold = Retold((said, tr(*source)) for source, said in before.items())
    for name, module in list(sys.modules.items()):
        if _is_ours(name):
            retold.of(vars(module))


def chosen() -> Language:
    """Return the language of this process."""
    return _chosen


def tr(text: str, comment: str | None = None, number: int | None = None, /, **values: object) -> str:
    """Return the text in the chosen language, with `values` in its placeholders.

    number: selects singular or plural; `text` is then the English plural, and `comment` the singular. Otherwise
    `comment` distinguishes texts that are the same in English only. lupdate finds all three by their positions.
    """
    if number is None and not values:
        return _said.get((text, comment)) or _say(text, comment)
    english = comment if number == 1 and comment else text
    found = _chosen.lookup(text, comment, -1 if number is None else number) or english
    return found.format(**values) if values else found


def _say(text: str, comment: str | None) -> str:
    found = _chosen.lookup(text, comment, -1) or text
    said = _said[text, comment] = found[:1] + found[1:]  # a copy: Python may share the literal with other code
    return said


class Retold:
    """Replaces texts by another language's where a module holds them: in its tables, classes and functions.

    Texts are recognized by identity with the object that `tr` returned, so no other string is mistaken for one. It does
    not reach closures, partials, the functions of properties, sets, or objects with slots instead of a dictionary.
    """

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        """texts: pairs of the old and the new text."""
        self._known = {id(said): (said, now) for said, now in texts}
        self._seen: dict[int, tuple[object, object]] = {}  # by id: old (kept alive) and new

    def of(self, value: Any) -> Any:
        """Return the value with its texts replaced: the same object if it is mutable, else a new one."""
        if isinstance(value, str):
            return self._known.get(id(value), (value, value))[1]
        if id(value) not in self._seen:
            self._seen[id(value)] = value, value  # ends cycles
            self._seen[id(value)] = value, self._anew(value)
        return self._seen[id(value)][1]

    def _anew(self, value: Any) -> Any:
        match value:
            case dict():
                items = [(key, self.of(key), one, self.of(one)) for key, one in list(value.items())]
                if any(key is not now for key, now, _, _ in items):
                    value.clear()
                    value.update((key, one) for _, key, _, one in items)
                else:  # one by one: other threads may be running functions that use these globals
                    value.update((key, now) for key, _, one, now in items if one is not now)
            case list():
                value[:] = map(self.of, value)
            case tuple() | frozenset():
                parts = [self.of(one) for one in value]
                if any(now is not one for now, one in zip(parts, value, strict=True)):
                    return value._make(parts) if hasattr(value, "_make") else type(value)(parts)
            case staticmethod() | classmethod():  # such as __new__, which holds a NamedTuple's defaults
                self.of(value.__func__)
            case FunctionType():
                value.__defaults__, value.__kwdefaults__ = self.of(value.__defaults__), self.of(value.__kwdefaults__)
            case _ if _is_ours(value.__module__ if isinstance(value, type) else type(value).__module__):
                set_one = type.__setattr__ if isinstance(value, type) else object.__setattr__  # works on frozen ones
                for name, one in list(getattr(value, "__dict__", {}).items()):
                    if (now := self.of(one)) is not one:
                        set_one(value, name, now)
        return value


def _is_ours(module: object) -> bool:
    return str(module).partition(".")[0] in ("app", "core")


def within(title: str) -> str:
    """Return a title as used within a sentence: lower-cased, unless the language capitalizes nouns or the word is a
    name.
    """
    return title if not _chosen.lowers or any(map(str.isupper, title[1:])) else title.lower()
