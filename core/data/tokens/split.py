"""Chooses rows to hold out for evaluation by each row's own content, so that other rows do not affect it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from core.data.example import Bool, Int32

Keys = NDArray[np.uint64]


def content_key(texts: Iterable[str]) -> int:
    """Return a 64-bit hash of the texts, in which runs of whitespace count as one space."""
    content = "\x1f".join(" ".join(text.split()) for text in texts)
    return int.from_bytes(blake2b(content.encode(), digest_size=8).digest(), "little")


def held_out(keys: Keys, share: float) -> Bool:
    """Return which rows are held out: those whose key is in the lowest `share` of all numbers.

    Equal rows stay together. With a share above 0 and at least two different rows, each side gets one: if no key is low
    enough, the row with the lowest is held out; if all are, the one with the highest is trained on. A single row is
    trained on.
    """
    held = keys < np.uint64(int(share * 2**64))
    if len(np.unique(keys)) == 1:
        held[:] = False
    elif share > 0 and len(keys):
        if not held.any():
            held = keys == keys.min()
        elif held.all():
            held = keys != keys.max()
    return held


def first_tokens(wanted: Bool, keys: Keys, sizes: Int32, most: int) -> Bool:
    """Return the wanted rows of the lowest keys, up to `most` tokens in total, but at least one row; 0: all of them.

    Every array is [n rows]; sizes: tokens.
    """
    if not most or not wanted.any():
        return wanted
    places = np.flatnonzero(wanted)
    places = places[np.argsort(keys[places], kind="stable")]
    total = np.cumsum(sizes[places], dtype=np.int64)
    first = np.zeros(len(keys), np.bool_)
    first[places[: max(1, int(np.searchsorted(total, most, side="right")))]] = True
    return first
