"""Reads a GGUF file's header from its start, never past its end, and reports the byte of a fault."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError

MAX_HEADER = 256 << 20  # bytes; the largest vocabularies with their merges take 20 MB
MAX_STRINGS = 1 << 23  # in all arrays together: each takes some 40 bytes in a loaded model
BLOCK = 1 << 20  # bytes of a string array per pass
_STEPS = 100  # breaks in runs of a block's strings; above this, strings are read one by one

_COUNT = struct.Struct("<Q")


class HeaderStream:
    """A position in a file. place: the item being read, for messages; the caller updates it."""

    def __init__(self, path: Path, stream: BinaryIO, size: int) -> None:
        self.path, self.size, self.position = path, size, 0
        self.place = "its first bytes"
        self._stream = stream
        self._strings_left = MAX_STRINGS

    def take(self, count: int) -> bytes:
        """Read the next bytes. Raises LuthierError `model.truncated` or `model.unreadable`."""
        self._require(count)
        taken = self._stream.read(count)
        if len(taken) < count:  # the file has shrunk since it was opened
            raise self._truncated(count)
        self.position += count
        return taken

    def skip(self, count: int) -> None:
        """Skip bytes. Raises the errors of `take`."""
        self._require(count)
        self._stream.seek(count, 1)
        self.position += count

    def scalar(self, layout: struct.Struct) -> Any:
        """Read one number. Raises the errors of `take`."""
        return layout.unpack(self.take(layout.size))[0]

    def count(self) -> int:
        """Read a count, or a length."""
        return int(self.scalar(_COUNT))

    def text(self, longest: int) -> bytes:
        """Read a string of at most `longest` bytes. Raises the errors of `take`."""
        length = self.count()
        if length > longest:
            raise self.damaged(f"has a text of {length:,} bytes, and {longest:,} are the most that is sensible")
        return self.take(length)

    def skip_strings(self, count: int) -> None:
        """Skip an array of strings: a vocabulary of 150,000 words in a few milliseconds. Raises the errors of
        `take`.
        """
        if count > min(self._strings_left, (self.size - self.position) // _COUNT.size):
            raise self.damaged(f"claims {count:,} strings, more than the file has room for or than is sensible")
        self._strings_left -= count
        while count:
            room = min(BLOCK, 32 * count + 64, self.size - self.position)
            block = self._stream.read(room)
            passed, length = _pass_strings(block, count)
            self._stream.seek(length - len(block), 1)
            self.position += length
            if not passed:  # the string is longer than the block, or truncated
                self.skip(self.count())
                passed = 1
            count -= passed

    def damaged(self, what: str) -> LuthierError:
        """Return LuthierError `model.unreadable`, with the place and its byte."""
        return LuthierError(
            "model.unreadable",
            f"{self.path} is not a sound GGUF file: {self.place}, at byte {self.position:,}, {what}.",
            "The file is damaged: download or convert it again.",
        )

    def _require(self, count: int) -> None:
        if count > self.size - self.position:
            raise self._truncated(count)
        if self.position + count > MAX_HEADER:
            raise self.damaged(f"goes on beyond the {MAX_HEADER >> 20} MB that a header may have")

    def _truncated(self, count: int) -> LuthierError:
        return LuthierError(
            "model.truncated",
            f"{self.path} ends too early: {self.place}, at byte {self.position:,}, needs {count:,} bytes more, "
            f"and the file has {self.size:,}.",
            "The download or copy was cut off: get the file again.",
        )


def _pass_strings(block: bytes, count: int) -> tuple[int, int]:
    """Return how many of the next `count` strings are complete in the block, and how many bytes they take.

    A short string starts with its length in one byte and seven zero bytes. If the next such pattern follows at the
    distance that the first one gives, a string lies between them: this finds whole runs of strings without a step for
    each. Long strings and strings with zeros in them end a run.
    """
    starts = _short_lengths(block)
    ends = starts + _COUNT.size + np.frombuffer(block, np.uint8)[starts]
    run_ends = np.flatnonzero(np.append(ends[:-1] != starts[1:], True)[: len(starts)])
    passed = position = steps = 0
    while passed < count and position + _COUNT.size <= len(block):
        first = int(np.searchsorted(starts, position)) if steps <= _STEPS else len(starts)
        if first < len(starts) and starts[first] == position:
            last = int(run_ends[np.searchsorted(run_ends, first)])
            last = min(last - int(ends[last] > len(block)), first + count - passed - 1)
            if last >= first:
                passed, position = passed + last - first + 1, int(ends[last])
                continue
        end = position + _COUNT.size + _COUNT.unpack_from(block, position)[0]
        if end > len(block):
            break
        passed, position, steps = passed + 1, end, steps + 1
    return passed, position


def _short_lengths(block: bytes) -> NDArray[np.int64]:
    """Find the bytes that are followed by seven zeros, in order."""
    marks = np.zeros(len(block), bool)
    for shift in range(min(8, len(block) - 7)):
        words = np.frombuffer(block, "<u8", (len(block) - shift) // 8, shift)
        marks[shift : shift + 8 * len(words) : 8] = words < 256
    return np.flatnonzero(marks)
