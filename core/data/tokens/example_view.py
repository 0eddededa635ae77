"""Represents examples in a memory-mapped file of tokens: only numbers about them are in memory, tokens are read on
demand.

In the file a token is an int32; supervised tokens have the sign bit set, so that one array stores both.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from core.data.example import Bool, Example, Int32

Int64 = NDArray[np.int64]

_TOKEN, _SUPERVISED = np.int32(0x7FFFFFFF), np.int32(-0x80000000)


def with_mask(tokens: Int32, supervised: Bool) -> Int32:
    """Return tokens in the file's format. tokens, supervised: [n]."""
    return np.where(supervised, tokens | _SUPERVISED, tokens)


class KnownExamples(Sequence[Example]):
    """Examples whose lengths are known without reading them."""

    @property
    @abstractmethod
    def lengths(self) -> Int64:
        """Return the tokens of each example, [n]."""

    @property
    @abstractmethod
    def n_supervised(self) -> Int64:
        """Return the supervised tokens of each example, [n]."""

    @abstractmethod
    def describe(self) -> Iterator[bytes]:
        """Yield data that identifies the examples, for a fingerprint."""

    @abstractmethod
    def _one(self, index: int) -> Example:
        """Return the example at an index, from 0."""

    @overload
    def __getitem__(self, index: int) -> Example: ...

    @overload
    def __getitem__(self, index: slice) -> list[Example]: ...

    def __getitem__(self, index: int | slice) -> Example | list[Example]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return self._one(range(len(self))[index])


@dataclass(frozen=True, eq=False)
class ExampleView(KnownExamples):
    """Many examples in one array of tokens with their mask; each array is [n examples] except `tokens`, [all tokens].

    starts, sizes: each example's part of `tokens`. bos, eos: tokens that the file does not hold, added before the
    examples in `begins` and after those in `ends`. digest: identifies the contents of `tokens`.
    """

    tokens: Int32
    starts: Int64
    sizes: Int64
    supervised: Int64  # number of supervised tokens in each example
    begins: Bool
    ends: Bool
    bos: int
    eos: int
    digest: str

    @property
    def lengths(self) -> Int64:
        """Return the tokens of each example, [n]."""
        return self.sizes + self.begins + self.ends

    @property
    def n_supervised(self) -> Int64:
        """Return the supervised tokens of each example, [n]."""
        return self.supervised

    def describe(self) -> Iterator[bytes]:
        """Yield data that identifies the examples, for a fingerprint."""
        yield f"{self.digest} {self.bos} {self.eos}".encode()
        for part in (self.starts, self.sizes, self.begins, self.ends):
            yield part.tobytes()

    def __len__(self) -> int:
        return len(self.starts)

    def _one(self, index: int) -> Example:
        start = int(self.starts[index])
        part = np.array(self.tokens[start : start + int(self.sizes[index])])
        tokens, supervised = part & _TOKEN, part < 0
        if self.begins[index]:
            tokens, supervised = np.insert(tokens, 0, np.int32(self.bos)), np.insert(supervised, 0, False)
        if self.ends[index]:
            tokens, supervised = np.append(tokens, np.int32(self.eos)), np.append(supervised, True)
        supervised[:1] = False
        return Example(tokens, supervised)


@dataclass(frozen=True, eq=False)
class Joined(KnownExamples):
    """The examples of two views, one after the other."""

    parts: tuple[Sequence[Example], Sequence[Example]]

    @property
    def lengths(self) -> Int64:
        """Return the tokens of each example, [n]."""
        return np.concatenate([lengths_of(part) for part in self.parts])

    @property
    def n_supervised(self) -> Int64:
        """Return the supervised tokens of each example, [n]."""
        return np.concatenate([supervised_of(part) for part in self.parts])

    def describe(self) -> Iterator[bytes]:
        """Yield data that identifies the examples, for a fingerprint."""
        for part in self.parts:
            if isinstance(part, KnownExamples):
                yield from part.describe()
            else:
                yield from (with_mask(example.tokens, example.supervised).tobytes() for example in part)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def _one(self, index: int) -> Example:
        first, second = self.parts
        return first[index] if index < len(first) else second[index - len(first)]


def lengths_of(examples: Sequence[Example]) -> Int64:
    """Return the tokens of each example, [n], without reading those of a view."""
    if isinstance(examples, KnownExamples):
        return examples.lengths
    return np.fromiter(map(len, examples), np.int64, len(examples))


def supervised_of(examples: Sequence[Example]) -> Int64:
    """Return the supervised tokens of each example, [n], without reading those of a view."""
    if isinstance(examples, KnownExamples):
        return examples.n_supervised
    return np.fromiter((example.n_supervised for example in examples), np.int64, len(examples))


def evenly_spaced(n: int, most: int) -> list[int]:
    """Return the indices of at most `most` of n examples, spaced evenly from the first to the last."""
    return np.unique(np.linspace(0, n - 1, most).astype(int)).tolist() if n else []
