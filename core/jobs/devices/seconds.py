"""How long a step took on a card and on the processor, remembered for the same model, settings, machine and driver.

A card that is being measured is marked: where that ends the process, it is known to have been lost.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from core.base import paths
from core.base.bounded_file import from_json
from core.base.errors import LuthierError
from core.base.files import written_whole


class Seconds(msgspec.Struct, frozen=True):
    """The seconds of a step on each. device: None if the card was lost while it was measured."""

    cpu: float
    device: float | None


LOST = Seconds(0.0, None)


def recall(key: str) -> Seconds | None:
    """None where nothing is known."""
    return _load().get(key)


def remember(key: str, seconds: Seconds | None) -> None:
    """None: forget it. A disk that refuses costs the next training another measurement."""
    known = _load()
    if seconds is None:
        known.pop(key, None)
    else:
        known[key] = seconds
    _save(known)


def forget() -> None:
    """Everything: cards are to be tried again."""
    if _load():
        _save({})


def _file() -> Path:
    return paths.cache_dir() / "device-seconds.json"


def _load() -> dict[str, Seconds]:
    try:
        return from_json(_file().read_bytes(), type=dict[str, Seconds])
    except (OSError, msgspec.DecodeError):
        return {}


def _save(known: dict[str, Seconds]) -> None:
    with contextlib.suppress(LuthierError, OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        with written_whole(_file()) as partial:
            partial.write_bytes(msgspec.json.encode(known))
