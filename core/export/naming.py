"""The name of an export: that of its run, and never that of another run's export."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import count
from pathlib import Path

_LONGEST = 100  # bytes of UTF-8: file systems take 255, and an ending, a number and `.part` are added
_TAKEN = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}  # Windows


def file_stem(title: str) -> str:
    """The title in letters, digits, dots and dashes, of any script; "model" where nothing is left of it."""
    letters = unicodedata.normalize("NFC", title)
    kept = "".join(letter if _is_plain(letter) else "-" for letter in letters)
    stem = "-".join(part for part in kept.split("-") if part).strip("-._")
    stem = stem.encode()[:_LONGEST].decode(errors="ignore").strip("-._")
    return f"{stem}-model" if stem.lower().partition(".")[0] in _TAKEN else stem or "model"


def own_place(place: Callable[[str], Path], title: str, run: str, runs_of: Callable[[Path], set[str]]) -> Path:
    """The first of NAME, NAME-2, ... that no other run's export has.

    place: of such a name. run: the folder's name of the run that is to be exported. runs_of: whose exports are there.
    """
    stem = file_stem(title)
    for number in count(1):
        found = place(stem if number == 1 else f"{stem}-{number}")
        if (others := runs_of(found)) <= {run} or run in others:
            return found
    raise AssertionError("there is always another number")


def _is_plain(letter: str) -> bool:
    return letter.isalnum() or letter in "._" or unicodedata.category(letter).startswith("M")
