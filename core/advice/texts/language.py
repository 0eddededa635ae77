"""Texts, and the marks in numbers, in the user's language (docs/languages.md).

What a person reads is written in English where it is said, within `tr`. The window looks it up in the language that was
chosen (app/look/language.py); where none was, as in the terminal and in every file, it stays as it is written.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

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
_chosen = ENGLISH  # of the process, like its locale; set once, before anything is imported that says something


def choose(language: Language) -> None:
    """Choose the language of this process. Texts that were asked for before stay as they were."""
    global _chosen
    _chosen = language


def chosen() -> Language:
    """Return the language of this process."""
    return _chosen


def tr(text: str, comment: str | None = None, number: int | None = None, /, **values: object) -> str:
    """Return the text in the chosen language, with `values` in the places that name them.

    number: decides between singular and plural; `text` is then the English plural, and `comment` the singular. Else
    `comment` tells texts apart that are only in English the same. lupdate finds all of them by these three places.
    """
    english = comment if number == 1 and comment else text
    found = _chosen.lookup(text, comment, -1 if number is None else number) or english
    return found.format(**values) if values else found


def within(title: str) -> str:
    """Return a title as a word within a sentence: in lower case, unless the language writes nouns with a capital, or
    the word is a name.
    """
    return title if not _chosen.lowers or any(map(str.isupper, title[1:])) else title.lower()
