"""Tokens as texts for people, although a token may be any bytes: a part of a character, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from core.data.tokenizer import Tokenizer

_STRAY = re.compile("[\udc80-\udcff]")  # a byte that is no part of a character


def pieces(ids: Sequence[int], tokenizer: Tokenizer) -> tuple[list[str], list[int]]:
    """The tokens' texts, and the places of those that only go on with the character of the one before.

    A character stands in the token that its first byte is in; bytes that are no character are written as <F0>.
    """
    raw = list(map(tokenizer.piece, ids))
    ends = list(accumulate(map(len, raw)))
    texts, place, at = [""] * len(raw), 0, 0
    for character in b"".join(raw).decode(errors="surrogateescape"):
        while ends[place] <= at:
            place += 1
        texts[place] += character
        at += len(character.encode(errors="surrogateescape"))
    parts = [place for place, (text, part) in enumerate(zip(texts, raw, strict=True)) if part and not text]
    return [_STRAY.sub(lambda stray: f"<{ord(stray[0]) - 0xDC00:02X}>", text) for text in texts], parts
