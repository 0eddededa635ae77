"""Describes a set of rows: lengths, outliers, languages, near duplicates, the form of answers.

Near duplicates of earlier rows are found by min-hashing with bands (Broder 1997; Leskovec et al., Mining of Massive
Datasets, chapter 3); the pairs found are then compared. A row is the set of its shingles: runs of five tokens. Shingles
in a fifth of all rows, such as a system prompt or the template's text, say nothing about a row and are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.callbacks import ReportProgress
from core.data.example import Example
from core.data.tokenizer import Tokenizer
from core.data.tokens.dataset import Dataset
from core.data.tokens.example_view import ExampleView, Int64, evenly_spaced
from core.data.tokens.notices import COMPARED_ROWS, first_answer
from core.data.tokens.record_encoder import CALLS, JSON
from core.protocol import RowSize, SimilarRows, Statistics

BARS = 24  # of the length distribution
SHOWN = 5  # of the longest and the shortest rows
SHOWN_SIMILAR = 20
Form = Literal["", "labels", "json", "calls"]
NEARLY_ALL = 0.95  # of the rows: some answer that nothing was found, or ask back
LONGEST_LABEL = 16  # tokens, including its end
LABEL_ROWS = 5  # average rows per label, at least


def statistics(dataset: Dataset, tokenizer: Tokenizer, progress: ReportProgress) -> Statistics | None:
    """Return the statistics of conversations; None for running text, whose pieces have no length of their own.
    progress: rows.
    """
    rows = dataset.train
    if not dataset.found.is_conversation or not isinstance(rows, ExampleView):
        return None
    tokens, supervised = dataset.units["size"], dataset.units["supervised"]
    edges = _edges(int(tokens.min()), int(tokens.max()))
    near = near_duplicates(rows, progress)
    keys = dataset.units["key"]
    similar = [pair for pair in near.pairs if keys[pair.row] != keys[pair.earlier]]
    return Statistics(
        rows=len(rows),
        edges=edges.tolist(),
        counts=np.histogram(tokens, edges)[0].tolist(),
        median=int(np.median(tokens)),
        most=int(np.quantile(tokens, 0.95, method="higher")),
        longest=[_size(dataset, row) for row in _largest(tokens)],
        fewest_trained=[_size(dataset, row) for row in _largest(-supervised)],
        languages=languages(rows, tokenizer),
        n_similar=len(similar),
        similar=[
            SimilarRows(
                file=_file(dataset, row), line=int(dataset.units["line"][row]),
                other_file=_file(dataset, earlier), other_line=int(dataset.units["line"][earlier]), share=share,
            )
            for row, earlier, share in similar[:SHOWN_SIMILAR]
        ],
        all_compared=near.is_whole,
    )  # fmt: skip


def _edges(shortest: int, longest: int) -> NDArray[np.int64]:
    """Return edges of equal widths, round enough to read: 1, 2 or 5 times a power of ten."""
    rough = max(1, (longest - shortest) / BARS)
    power = 10 ** int(np.floor(np.log10(rough)))
    width = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    return np.arange(shortest // width * width, longest + width + 1, width)


def _largest(values: NDArray[np.int32]) -> list[int]:
    """Return the indices of the largest values, in descending order."""
    count = min(SHOWN, len(values))
    places = np.argpartition(-values, count - 1)[:count]
    return sorted(places.tolist(), key=lambda place: (-values[place], place))


def _size(dataset: Dataset, row: int) -> RowSize:
    unit = dataset.units[row]
    return RowSize(
        file=_file(dataset, row), line=int(unit["line"]), tokens=int(unit["size"]), trained=int(unit["supervised"])
    )


def _file(dataset: Dataset, row: int) -> str:
    return str(dataset.files[dataset.units["file"][row]])


SAMPLED_ROWS = 300  # rows, spread over the whole file
MIN_CHARACTERS = 30  # shorter texts say little
UNKNOWN = ""


def languages(examples: Sequence[Example], tokenizer: Tokenizer) -> dict[str, float]:
    """Return ISO 639 codes and their shares of the sampled rows, most frequent first; UNKNOWN for rows that are too
    short.
    """
    from py3langid import classify  # the import loads its model

    places = evenly_spaced(len(examples), SAMPLED_ROWS)
    counts = Counter[str]()
    for place in places:
        example = examples[place]
        written = example.tokens[example.supervised].tolist()
        text = b"".join(map(tokenizer.piece, written)).decode(errors="replace")
        counts[classify(text)[0] if len(text) >= MIN_CHARACTERS else UNKNOWN] += 1
    return {code: count / len(places) for code, count in counts.most_common()}


def has_one_wording(dataset: Dataset) -> bool:
    """Return whether hardly any answer occurs twice, as when each question is asked in one wording."""
    if not dataset.found.is_conversation:
        return False
    rows = min(len(dataset.train), COMPARED_ROWS)  # the first rows: other wordings are usually close together
    answers = {tuple(first_answer(dataset.train[place])) for place in range(rows)}
    return len(answers) >= NEARLY_ALL * rows


def answers_form(dataset: Dataset) -> Form:
    """Return the form of nearly all answers, among forms with a single right answer; "" for none."""
    if not dataset.found.is_conversation or not len(dataset.train):
        return ""
    enough = NEARLY_ALL * dataset.usable_conversations
    if dataset.seen[CALLS] + dataset.seen[JSON] >= enough:
        return "calls" if dataset.seen[CALLS] else "json"
    places = evenly_spaced(len(dataset.train), COMPARED_ROWS)
    answers = Counter(tuple(first_answer(dataset.train[place])) for place in places)
    short = all(len(answer) <= LONGEST_LABEL for answer in answers)
    return "labels" if short and 1 < len(answers) <= len(places) / LABEL_ROWS else ""


SHINGLE = 5  # tokens
_MIN_JACCARD = 0.8  # smallest share of common shingles among those of either row
_BANDS, _IN_BAND = 8, 4  # finds 98% of pairs that are 80% alike
_COMMON, _SAMPLE = 0.2, 2000  # a shingle in this share of sampled rows is ignored
_MOST_PAIRS = 20_000  # pairs to compare; more would tell nothing new
_BLOCK = 1 << 18  # tokens at a time
_BUCKETS = 20  # bits of a shingle's bucket when rows are counted
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio, odd
_NONE = np.uint64(2**64 - 1)

_UInt64 = NDArray[np.uint64]


class SimilarPair(NamedTuple):
    """Two rows by index. share: the Jaccard index of their shingles."""

    row: int
    earlier: int
    share: float


@dataclass(frozen=True)
class NearDuplicates:
    """Near duplicates. pairs: each row that nearly equals an earlier one, once. is_whole: whether all candidates were
    compared.
    """

    pairs: list[SimilarPair]
    is_whole: bool


def near_duplicates(rows: ExampleView, progress: ReportProgress) -> NearDuplicates:
    """Compare all rows with each other."""
    is_common = _common_shingles(rows)
    bands = np.empty((len(rows), _BANDS), np.uint32)
    for start, block, hashes in _blocks(rows):
        progress(start, len(rows))
        bands[start : start + len(block)] = _bands(hashes, block, is_common, first=start)
    found: dict[int, SimilarPair] = {}
    compared = 0
    for row, earlier in _candidates(bands):
        if row in found:
            continue
        if compared == _MOST_PAIRS:
            return NearDuplicates(sorted(found.values()), is_whole=False)
        compared += 1
        share = _share(rows, row, earlier, is_common)
        if share >= _MIN_JACCARD:
            found[row] = SimilarPair(row, earlier, share)
    return NearDuplicates(sorted(found.values()), is_whole=True)


def shingles_of(tokens: NDArray[np.int32]) -> _UInt64:
    """Return a number for each run of SHINGLE tokens, [n - SHINGLE + 1]. tokens: [n], with their mask or without."""
    numbers = (tokens & 0x7FFFFFFF).astype(np.uint64)
    n = max(0, len(numbers) - SHINGLE + 1)
    found = np.zeros(n, np.uint64)
    for place in range(SHINGLE):
        found = (found + numbers[place : place + n]) * _FACTOR
        found ^= found >> np.uint64(29)
    return found


def _blocks(rows: ExampleView) -> Iterator[tuple[int, Int64, _UInt64]]:
    """Yield for each block its first row, the start of each of its rows among the shingles, and all its shingles."""
    start = 0
    while start < len(rows):
        ends = np.cumsum(rows.sizes[start : start + _BLOCK])
        count = max(1, int(np.searchsorted(ends, _BLOCK, side="right")))
        pieces = [_shingles(rows, row) for row in range(start, start + count)]
        sizes = np.array([len(piece) for piece in pieces])
        yield start, np.cumsum(sizes) - sizes, np.concatenate(pieces)
        start += count


def _shingles(rows: ExampleView, row: int) -> _UInt64:
    """Return at least one number for every row, so that each has its place."""
    first = int(rows.starts[row])
    found = shingles_of(rows.tokens[first : first + int(rows.sizes[row])])
    return found if len(found) else np.full(1, _NONE, np.uint64)


def _common_shingles(rows: ExampleView) -> NDArray[np.bool_]:
    """Return for each bucket whether too many rows have such a shingle."""
    counts = np.zeros(1 << _BUCKETS, np.int32)
    sample = evenly_spaced(len(rows), _SAMPLE)
    for row in sample:
        counts[np.unique(_bucket(_shingles(rows, row)))] += 1
    return counts > max(2, _COMMON * len(sample))


def _bucket(shingles: _UInt64) -> _UInt64:
    return shingles >> np.uint64(64 - _BUCKETS)


def _bands(shingles: _UInt64, starts: Int64, is_common: NDArray[np.bool_], first: int) -> NDArray[np.uint32]:
    """Return [rows, _BANDS] numbers; rows that share one are candidates. A row without a shingle of its own shares
    none.
    """
    kept = np.where(is_common[_bucket(shingles)], _NONE, shingles)
    lowest = np.minimum.reduceat(kept, starts)
    bands = np.zeros((len(starts), _BANDS), np.uint64)
    for number in range(_BANDS * _IN_BAND):
        mixed = (kept ^ np.uint64(number * 0x5851F42D4C957F2D % 2**64)) * _FACTOR
        mixed ^= mixed >> np.uint64(32)
        mixed[kept == _NONE] = _NONE
        band = bands[:, number // _IN_BAND]
        band[:] = (band + np.minimum.reduceat(mixed, starts)) * _FACTOR
    alone = np.arange(first, first + len(starts), dtype=np.uint64)[:, None] * _FACTOR
    return np.where(lowest[:, None] == _NONE, alone, bands >> np.uint64(32)).astype(np.uint32)


def _candidates(bands: NDArray[np.uint32]) -> Iterator[tuple[int, int]]:
    """Yield pairs of rows that share a band: each row with the first of its band."""
    seen: set[tuple[int, int]] = set()
    for column in bands.T:
        order = np.argsort(column, kind="stable")
        ordered = column[order]
        is_first = np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]
        leaders = order[np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))]
        for row, earlier in zip(order[~is_first].tolist(), leaders[~is_first].tolist(), strict=True):
            if (row, earlier) not in seen:
                seen.add((row, earlier))
                yield row, earlier


def _share(rows: ExampleView, a: int, b: int, is_common: NDArray[np.bool_]) -> float:
    """Return the Jaccard index of two rows' shingles."""
    ours, theirs = (np.unique(found[~is_common[_bucket(found)]]) for found in (_shingles(rows, a), _shingles(rows, b)))
    both = len(np.intersect1d(ours, theirs, assume_unique=True))
    return both / max(1, len(ours) + len(theirs) - both)
