"""Texts, and the marks in numbers, in the user's language (docs/languages.md).

What a person reads is written in English where it is said, within `tr`. The window looks it up in the language that was
chosen (app/look/language.py); where none was, as in the terminal and in every file, it stays as it is written.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

THIN_SPACE = "\u2009"
Lookup = Callable[[str, str | None, int], str]  # a text, what tells it apart, how many (or -1); "": not known


@dataclass(frozen=True)
class Language:
    """How texts are looked up, and how numbers and times are written. Without anything: English.

    name: as in the settings.
    """

    name: str = "en"
    lookup: Lookup = lambda text, comment, number: ""
    decimal: str = "."
    thousands: str = THIN_SPACE
    moment: Callable[[float], str] = lambda seconds: time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    lowers: bool = True  # a title within a sentence begins with a small letter


ENGLISH = Language()
_chosen = ENGLISH  # of the process, like its locale
_said: dict[tuple[str, str | None], str] = {}  # texts without values, each as one object, by what it was looked up with


def choose(language: Language) -> None:
    """Choose the language of this process, also for the texts that its modules keep.

    What a live object has shown, or has made of a text, stays as it was: that is the window's to do again.
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
    """Return the text in the chosen language, with `values` in the places that name them.

    number: decides between singular and plural; `text` is then the English plural, and `comment` the singular. Else
    `comment` tells texts apart that are only in English the same. lupdate finds all of them by these three places.
    """
    if number is None and not values:
        return _said.get((text, comment)) or _say(text, comment)
    english = comment if number == 1 and comment else text
    found = _chosen.lookup(text, comment, -1 if number is None else number) or english
    return found.format(**values) if values else found


def _say(text: str, comment: str | None) -> str:
    found = _chosen.lookup(text, comment, -1) or text
    said = _said[text, comment] = found[:1] + found[1:]  # a copy: Python may have other uses for the literal
    return said


class Retold:
    """Puts texts in another language where they are kept: in the tables, classes and functions of a module.

    A text is known by being the same object that `tr` returned, so no other string is taken for one. Out of its reach
    are closures, partials, the functions of properties, sets, and objects with slots in place of a dictionary.
    """

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        """texts: each as it was said, and as it is said now."""
        self._known = {id(said): (said, now) for said, now in texts}
        self._seen: dict[int, tuple[object, object]] = {}  # what it was, which keeps its id, and what it is now

    def of(self, value: Any) -> Any:
        """Return the same with other texts: itself, changed, or a new one where it cannot be changed."""
        if isinstance(value, str):
            return self._known.get(id(value), (value, value))[1]
        if id(value) not in self._seen:
            self._seen[id(value)] = value, value  # what leads back to itself ends here
            self._seen[id(value)] = value, self._anew(value)
        return self._seen[id(value)][1]

    def _anew(self, value: Any) -> Any:
        match value:
            case dict():
                items = [(key, self.of(key), one, self.of(one)) for key, one in list(value.items())]
                if any(key is not now for key, now, _, _ in items):
                    value.clear()
                    value.update((key, one) for _, key, _, one in items)
                else:  # one by one: threads may be running functions of the module whose names these are
                    value.update((key, now) for key, _, one, now in items if one is not now)
            case list():
                value[:] = map(self.of, value)
            case tuple() | frozenset():
                parts = [self.of(one) for one in value]
                if any(now is not one for now, one in zip(parts, value, strict=True)):
                    return value._make(parts) if hasattr(value, "_make") else type(value)(parts)
            case staticmethod() | classmethod():  # such as __new__, which has the defaults of a NamedTuple
                self.of(value.__func__)
            case FunctionType():
                value.__defaults__, value.__kwdefaults__ = self.of(value.__defaults__), self.of(value.__kwdefaults__)
            case _ if _is_ours(value.__module__ if isinstance(value, type) else type(value).__module__):
                set_one = type.__setattr__ if isinstance(value, type) else object.__setattr__  # also of what is frozen
                for name, one in list(getattr(value, "__dict__", {}).items()):
                    if (now := self.of(one)) is not one:
                        set_one(value, name, now)
        return value


def _is_ours(module: object) -> bool:
    return str(module).partition(".")[0] in ("app", "core")


def within(title: str) -> str:
    """Return a title as a word within a sentence: in lower case, unless the language writes nouns with a capital, or
    the word is a name.
    """
    return title if not _chosen.lowers or any(map(str.isupper, title[1:])) else title.lower()
