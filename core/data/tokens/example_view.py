"""Sequences in a file of tokens mapped into memory: only numbers about them are held, tokens are read on demand.

In the file a token is an int32; those that are trained have the sign bit set, so that one array says both.
"""

from __future__ import annotations

from collections.abc import Sequence as Many
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from core.data.example import Bool, Int32, Sequence

Int64 = NDArray[np.int64]

_TOKEN, _TRAINED = np.int32(0x7FFFFFFF), np.int32(-0x80000000)


def marked(tokens: Int32, trained: Bool) -> Int32:
    """Tokens as the file holds them. tokens, trained: [n]."""
    return np.where(trained, tokens | _TRAINED, tokens)


@dataclass(frozen=True, eq=False)
class StoredSequences(Many[Sequence]):
    """Many sequences in one array of marked tokens; each array is [n sequences] but `tokens`, [all tokens].

    starts, sizes: which part of `tokens` a sequence takes. bos, eos: tokens that the file does not hold, put in front
    of and behind the sequences in `begins` and `ends`. digest: identifies the contents of `tokens`.
    """

    tokens: Int32
    starts: Int64
    sizes: Int64
    trained: Int64  # how many tokens of each sequence count in the loss
    begins: Bool
    ends: Bool
    bos: int
    eos: int
    digest: str

    @property
    def lengths(self) -> Int64:
        """Tokens of each sequence, [n]."""
        return self.sizes + self.begins + self.ends

    def overlaps(self, index: int) -> bool:
        """Whether a sequence begins with the last token of the one before, as windows over a text do."""
        return index > 0 and bool(self.starts[index] == self.starts[index - 1] + self.sizes[index - 1] - 1)

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Sequence: ...

    @overload
    def __getitem__(self, index: slice) -> list[Sequence]: ...

    def __getitem__(self, index: int | slice) -> Sequence | list[Sequence]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        start = int(self.starts[index])
        part = np.array(self.tokens[start : start + int(self.sizes[index])])
        tokens, trained = part & _TOKEN, part < 0
        if self.begins[index]:
            tokens, trained = np.insert(tokens, 0, np.int32(self.bos)), np.insert(trained, 0, False)
        if self.ends[index]:
            tokens, trained = np.append(tokens, np.int32(self.eos)), np.append(trained, True)
        trained[:1] = False
        return Sequence(tokens, trained)


def lengths_of(sequences: Many[Sequence]) -> Int64:
    """Tokens of each sequence, [n]; stored ones are not read for it."""
    if isinstance(sequences, StoredSequences):
        return sequences.lengths
    return np.fromiter(map(len, sequences), np.int64, len(sequences))


def trained_of(sequences: Many[Sequence]) -> Int64:
    """Trained tokens of each sequence, [n]; stored ones are not read for it."""
    if isinstance(sequences, StoredSequences):
        return sequences.trained
    return np.fromiter((sequence.n_trained for sequence in sequences), np.int64, len(sequences))


def spread_places(n: int, most: int) -> list[int]:
    """Places of at most so many of n sequences, evenly from the first to the last."""
    return np.unique(np.linspace(0, n - 1, most).astype(int)).tolist() if n else []
