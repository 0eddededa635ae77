"""Tokens on disk: written once for a file, a model and its settings, then mapped into memory by every later start.

<cache>/tokens/<key>/tokens.bin    tokens with their mask, int32 (core/data/tokens/example_view.py)
                     units.bin     one entry of UNIT a conversation or block (core/data/tokens/record_encoder.py)
                     about.json    what became of the other rows
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

MOST_BYTES = 20 << 30  # of all tokenized data; the longest unused goes first
MOST_SEEN = 1000  # kinds of what is counted, beyond which no more unused columns are told: rows may name any number
_KEY = re.compile(r"[0-9a-f]{32}")  # of an entry, as tokenize.py has it
_TOKENS, _UNITS, _ABOUT = "tokens.bin", "units.bin", "about.json"


class About(msgspec.Struct, frozen=True):
    """problems: file (its place among the source's files), and the rest of a Problem in its order."""

    digest: str  # of the tokens
    seconds: float  # that tokenizing took
    counts: dict[str, int]
    problems: list[tuple[int, int, str, str, str, bool]]
    seen: dict[str, int]


@dataclass(frozen=True, eq=False)
class CachedTokens:
    """The tokens of a file, mapped into memory. units: [n] of UNIT."""

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
        """Keys of what the units ask, [n]."""
        return np.ascontiguousarray(self.units["question"])

    @cached_property
    def offsets(self) -> Int64:
        """The place of each unit's beginning among the tokens, and the end: [n + 1]."""
        return np.concatenate([[0], np.cumsum(self.units["size"], dtype=np.int64)])

    @property
    def seen(self) -> Counter[str]:
        """What was counted while encoding: "truncated", "unending", ..."""
        return Counter(self.about.seen)

    def problems(self) -> ProblemLog:
        """Return what became of rows that cannot be used."""
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
        """Return the answers of the wanted units: two of a pair, one of an answer that is called good or bad."""
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
        """Return windows over the wanted units; neighbours in one document are one text.

        Each such run begins anew, with BOS when there is one; EOS follows a document's end when eos >= 0. Windows have
        at most `context` tokens and begin with the last token of the one before, so that every token but a run's very
        first is trained exactly once.
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
    at = place * (context - 1)  # within the run, BOS counted
    length = np.minimum(context, total[run] - at)
    begins = (place == 0) & bos_in_front[run]
    ends = eos_behind[run] & (at + length == total[run])
    starts = start[run] + np.maximum(0, at - bos_in_front[run])
    sizes = length - begins - ends
    return ExampleView(cached.tokens, starts, sizes, length - 1, begins, ends, bos, eos, cached.about.digest)


def remembered(problems: Iterable[Problem], files: Sequence[Path]) -> list[tuple[int, int, str, str, str, bool]]:
    """Return problems as About has them."""
    place = {str(file): number for number, file in enumerate(files)}
    return [(place[p.file], p.line, p.reason, p.beginning, p.detail, p.numbered_by_row) for p in problems]


class CacheWriter:
    """Appends to an entry's files. What it holds does not grow with them."""

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
        """Flush to disk and say what happened."""
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
    """Open the entry in a folder, or return None when there is no whole one."""
    try:
        about = from_json((folder / _ABOUT).read_bytes(), type=About)
        units = np.fromfile(folder / _UNITS, UNIT)
        size = (folder / _TOKENS).stat().st_size
        if size != 4 * int(units["size"].sum(dtype=np.int64)):
            return None
        os.utime(folder)  # it was used
        tokens = np.memmap(folder / _TOKENS, np.int32, "r") if size else np.zeros(0, np.int32)
        return CachedTokens(tokens, units, about, files, was_there)
    except (OSError, msgspec.DecodeError, ValueError):
        return None


@contextmanager
def new_entry(folder: Path) -> Iterator[CacheWriter]:
    """Write an entry; it takes its place at the end, or is removed on any failure.

    Other processes may be making entries in the same folder, this very one among them: the first that is whole stays.
    Raises LuthierError `files.cannot-write` when the disk refuses.
    """
    partial = partial_of(folder)
    try:
        shutil.rmtree(partial, ignore_errors=True)  # of a killed process that had our number
        partial.mkdir(parents=True)
        _make_room(folder.parent)
        writer = CacheWriter(partial)
        try:
            yield writer
        finally:
            writer.close()
        os.utime(partial)  # the newest, whatever time it took
        with OwnedLock(folder.parent.with_suffix(".lock")).waited_for(lambda _: None, lambda: None):  # milliseconds
            if open_cached(folder, (), was_there=True) is None:
                _remove(folder)  # one that could not be opened
                take_place(partial, folder)
    except OSError as error:
        advice = "Tokens take about as much room as the data itself; LUTHIER_HOME may name a folder on another disk."
        raise cannot_write(folder, error, advice) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _make_room(folder: Path) -> None:
    """Remove what killed processes left, and the longest unused entries beyond MOST_BYTES."""
    whole: list[tuple[float, int, Path]] = []  # when it was used, bytes
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
    """All of it or nothing: Windows keeps a file that is mapped, and renames no folder that holds one."""
    gone = entry if entry.suffix == ".part" else partial_of(entry.with_name(f"{entry.name}-gone"))
    with contextlib.suppress(OSError):
        if gone != entry:
            entry.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
