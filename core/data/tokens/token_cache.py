"""Caches tokens on disk: written once for a file, a model and its settings, then memory-mapped by every later start.

<cache>/tokens/<key>/tokens.bin    tokens with their mask, int32 (core/data/tokens/example_view.py)
                     units.bin     one entry of UNIT per conversation or block (core/data/tokens/record_encoder.py)
                     about.json    counts, and problems of the other rows

A folder appears whole or not at all.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.base.bounded_file import from_json
from core.base.files import cannot_write, is_left_over, partial_of
from core.base.owned_lock import OwnedLock
from core.base.systems.disk import take_place
from core.data.example import Bool, Int32
from core.data.problems import Problem, ProblemLog
from core.data.tokens.choices import BAD, GOOD, ChoiceView
from core.data.tokens.example_view import ExampleView, Int64
from core.data.tokens.record_encoder import UNIT, UNUSED, Encoded
from core.data.tokens.split import Keys

MOST_BYTES = 20 << 30  # of all tokenized data; the least recently used goes first
MOST_SEEN = 1000  # kinds of counts; beyond, no more unused columns are recorded: rows may have any number of them
_KEY = re.compile(r"[0-9a-f]{32}")  # of an entry, from tokenize.py
_TOKENS, _UNITS, _ABOUT = "tokens.bin", "units.bin", "about.json"


class About(msgspec.Struct, frozen=True):
    """Facts about an entry. problems: file (its index among the source's files), and the rest of a Problem in its
    order.
    """

    digest: str  # of the tokens
    seconds: float  # that tokenizing took
    counts: dict[str, int]
    problems: list[tuple[int, int, str, str, str, bool]]
    seen: dict[str, int]


@dataclass(frozen=True, eq=False)
class CachedTokens:
    """The tokens of a file, memory-mapped. units: [n] of UNIT."""

    tokens: Int32
    units: NDArray[np.void]
    about: About
    files: tuple[Path, ...]
    was_there: bool  # made by an earlier start

    def __len__(self) -> int:
        return len(self.units)

    @cached_property
    def keys(self) -> Keys:
        """Content keys of the units, [n]."""
        return np.ascontiguousarray(self.units["key"])

    @cached_property
    def questions(self) -> Keys:
        """Keys of the units' questions, [n]."""
        return np.ascontiguousarray(self.units["question"])

    @cached_property
    def offsets(self) -> Int64:
        """Return the offset of each unit in the tokens, and the end: [n + 1]."""
        return np.concatenate([[0], np.cumsum(self.units["size"], dtype=np.int64)])

    @property
    def seen(self) -> Counter[str]:
        """Counts made while encoding: "truncated", "unending", ..."""
        return Counter(self.about.seen)

    def problems(self) -> ProblemLog:
        """Return the problems of unusable rows."""
        kept = [Problem(str(self.files[file]), *rest) for file, *rest in self.about.problems]  # type: ignore[arg-type]
        return ProblemLog(kept, Counter(self.about.counts))

    def conversations(self, wanted: Bool) -> ExampleView:
        """Return the wanted units, an example each."""
        units = self.units[wanted]
        none = np.zeros(len(units), np.bool_)
        sizes, supervised = units["size"].astype(np.int64), units["supervised"].astype(np.int64)
        starts = self.offsets[:-1][wanted]
        return ExampleView(self.tokens, starts, sizes, supervised, none, none, -1, -1, self.about.digest)

    def choices(self, wanted: Bool) -> ChoiceView:
        """Return the answers of the wanted units: two for a pair, one for an answer labelled good or bad."""
        units, starts = self.units[wanted], self.offsets[:-1][wanted]
        good, good_supervised = units["chosen"].astype(np.int64), units["chosen_supervised"].astype(np.int64)
        bad, bad_supervised = units["size"] - good, units["supervised"] - good_supervised
        sizes = np.stack([good, bad], axis=1).reshape(-1)
        there = sizes > 0
        supervised = np.stack([good_supervised, bad_supervised], axis=1).reshape(-1)
        places = np.stack([starts, starts + good], axis=1).reshape(-1)
        sides = np.tile(np.array([GOOD, BAD], np.int8), len(units))
        none = np.zeros(int(there.sum()), np.bool_)
        return ChoiceView(
            self.tokens, places[there], sizes[there], supervised[there], none, none, -1, -1, self.about.digest,
            sides[there],
        )  # fmt: skip

    def texts(self, wanted: Bool, context: int, bos: int | None, eos: int) -> ExampleView:
        """Return windows over the wanted units; adjacent units of one document form one text.

        Each such text starts afresh, with BOS if the model has one; EOS follows a document's end if eos >= 0. Windows
        have at most `context` tokens and begin with the last token of the one before, so that every token but a text's
        very first is predicted exactly once.
        """
        first = self.units["first"]
        last = np.append(first[1:], True)[: len(first)]
        opens = wanted & (first | ~np.concatenate([[False], wanted[:-1]])[: len(wanted)])
        closes = wanted & (last | ~np.append(wanted[1:], False)[: len(wanted)])
        start, end = self.offsets[:-1][opens], self.offsets[1:][closes]
        bos_in_front = np.full(len(start), bos is not None)
        eos_behind = last[closes] & (eos >= 0)
        return windows(self, start, end, bos_in_front, eos_behind, context, -1 if bos is None else bos, eos)


def windows(
    cached: CachedTokens,
    start: Int64,
    end: Int64,
    bos_in_front: Bool,
    eos_behind: Bool,
    context: int,
    bos: int,
    eos: int,
) -> ExampleView:
    """Return windows over runs of tokens from `start` to `end`; every array is [n runs]."""
    total = end - start + bos_in_front + eos_behind
    count = np.maximum(0, -(-(total - 1) // (context - 1)))
    run = np.repeat(np.arange(len(start)), count)
    place = np.arange(len(run)) - np.repeat(np.cumsum(count) - count, count)
    at = place * (context - 1)  # within the run, including BOS
    length = np.minimum(context, total[run] - at)
    begins = (place == 0) & bos_in_front[run]
    ends = eos_behind[run] & (at + length == total[run])
    starts = start[run] + np.maximum(0, at - bos_in_front[run])
    sizes = length - begins - ends
    return ExampleView(cached.tokens, starts, sizes, length - 1, begins, ends, bos, eos, cached.about.digest)


def remembered(problems: Iterable[Problem], files: Sequence[Path]) -> list[tuple[int, int, str, str, str, bool]]:
    """Return problems in About's form."""
    place = {str(file): number for number, file in enumerate(files)}
    return [(place[p.file], p.line, p.reason, p.beginning, p.detail, p.numbered_by_row) for p in problems]


class CacheWriter:
    """Appends to an entry's files. Its memory does not grow with them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tokens, self._units = (folder / _TOKENS).open("wb"), (folder / _UNITS).open("wb")
        self._digest = blake2b(digest_size=16)
        self._seen: Counter[str] = Counter()
        self.problems = ProblemLog()
        self.rows = self.n_tokens = 0

    def add(self, part: Encoded) -> None:
        """Append a chunk."""
        raw = part.tokens.tobytes()
        self._tokens.write(raw)
        self._digest.update(raw)
        self._units.write(part.units.tobytes())
        for found in part.problems:
            self.problems.add(found)
        for what, count in part.seen.items():
            if what in self._seen or len(self._seen) < MOST_SEEN or not what.startswith(UNUSED):
                self._seen[what] += count
        self.rows += len(part.units) + len(part.problems)
        self.n_tokens += len(part.tokens)

    def finish(self, files: tuple[Path, ...], seconds: float) -> None:
        """Flush to disk and write about.json."""
        self.close()
        about = About(
            digest=self._digest.hexdigest(),
            seconds=seconds,
            counts=dict(self.problems.counts),
            problems=remembered(self.problems.named, files),
            seen=dict(+self._seen),
        )
        (self._folder / _ABOUT).write_bytes(msgspec.json.encode(about))

    def close(self) -> None:
        """Close the files."""
        self._tokens.close()
        self._units.close()


def open_cached(folder: Path, files: tuple[Path, ...], was_there: bool) -> CachedTokens | None:
    """Open the entry in a folder, or return None if it is incomplete or missing."""
    try:
        about = from_json((folder / _ABOUT).read_bytes(), type=About)
        units = np.fromfile(folder / _UNITS, UNIT)
        size = (folder / _TOKENS).stat().st_size
        if size != 4 * int(units["size"].sum(dtype=np.int64)):
            return None
        os.utime(folder)  # mark it as used
        tokens = np.memmap(folder / _TOKENS, np.int32, "r") if size else np.zeros(0, np.int32)
        return CachedTokens(tokens, units, about, files, was_there)
    except (OSError, msgspec.DecodeError, ValueError):
        return None


@contextmanager
def new_entry(folder: Path) -> Iterator[CacheWriter]:
    """Write an entry; it is moved into place at the end, or removed on any failure.

    If other processes write the same entry, the first complete one stays. Raises LuthierError `files.cannot-write` if
    the disk refuses.
    """
    partial = partial_of(folder)
    try:
        shutil.rmtree(partial, ignore_errors=True)  # from a killed process with the same id
        partial.mkdir(parents=True)
        _make_room(folder.parent)
        writer = CacheWriter(partial)
        try:
            yield writer
        finally:
            writer.close()
        os.utime(partial)  # mark it as the newest, however long it took
        # Held for milliseconds.
        with OwnedLock(folder.parent.with_suffix(".lock")).waited_for(lambda _: None, lambda: None):
            if open_cached(folder, (), was_there=True) is None:
                _remove(folder)  # one that could not be opened
                take_place(partial, folder)
    except OSError as error:
        advice = "Tokens take about as much room as the data itself; LUTHIER_HOME may name a folder on another disk."
        raise cannot_write(folder, error, advice) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _make_room(folder: Path) -> None:
    """Remove the remains of killed processes, and the least recently used entries beyond MOST_BYTES."""
    whole: list[tuple[float, int, Path]] = []  # time of last use, bytes
    for entry in folder.iterdir():
        if is_left_over(entry):
            _remove(entry)
        elif _KEY.fullmatch(entry.name) and (entry / _ABOUT).exists():
            with contextlib.suppress(OSError):  # another process may be removing it, too
                whole.append((entry.stat().st_mtime, sum(file.stat().st_size for file in entry.iterdir()), entry))
    kept = 0
    for _, size, entry in sorted(whole, reverse=True):
        kept += size
        if kept > MOST_BYTES:
            kept -= size
            _remove(entry)


def _remove(entry: Path) -> None:
    """Remove an entry completely or not at all: Windows keeps a memory-mapped file, and renames no folder that holds
    one.
    """
    gone = entry if entry.suffix == ".part" else partial_of(entry.with_name(f"{entry.name}-gone"))
    with contextlib.suppress(OSError):
        if gone != entry:
            entry.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
