"""What training reads: rows of tokens."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Int32 = NDArray[np.int32]

NO_LABEL = -1


@dataclass(frozen=True, eq=False)
class PackedRow:
    """One micro-batch of T tokens; every array is [T].

    positions restart at 0 in every segment, or go on: a segment that begins at position p has its first p tokens in the
    last one before it that begins at 0, and sees them there. Padding stands at the end, as a segment of its own.
    labels[i] is the token to predict at position i (the next of the same segment), or -1.
    """

    tokens: Int32
    positions: Int32
    segments: Int32
    labels: Int32
    n_tokens: int  # padding not counted
    n_supervised: int


class Rows(Sequence[PackedRow]):
    """Rows that are made when they are asked for, and known as a whole without making them."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """Tokens in the longest row, padding counted."""

    @abstractmethod
    def fingerprint(self) -> str:
        """Identifies what is trained on: tokens, labels and their order."""


def longest(*groups: Sequence[PackedRow]) -> int:
    """Tokens in the longest row, padding counted."""
    return max(_longest(rows) for rows in groups if rows)


def _longest(rows: Sequence[PackedRow]) -> int:
    return rows.longest if isinstance(rows, Rows) else max(len(row.tokens) for row in rows)


def fingerprint(rows: Sequence[PackedRow]) -> str:
    """Identifies what is trained on: tokens, labels and their order."""
    if isinstance(rows, Rows):
        return rows.fingerprint()
    digest = hashlib.blake2b(digest_size=16)
    for row in rows:
        digest.update(row.tokens.tobytes())
        digest.update(row.labels.tobytes())
    return digest.hexdigest()
