"""Orders the lines of a page as a person reads them: column by column, with cells of tables separated.

Columns are found by vertical strips without letters: beside a strip between text columns, text runs on from line to
line; cells of a table end before their column does, and are aligned below each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from statistics import median
from typing import NamedTuple

COLUMN = "\x1f"  # separates a table's cells: unlike a bar, it never occurs in text
BULLET = re.compile(r"(?:[•·▪‣◦●○–—*]|\d{1,3}[.)]|[a-z][.)])\s")
TALLEST = 4.0  # of the font size: how much higher a row's next cell may begin
_MARKER = re.compile(r"[•·▪‣◦●○–—*-]|[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivx]+)[.)\]]|\d{1,2}(?:\.\d{1,2})+")  # of a list's item
_GAP = 2.0  # of the font size: the smallest gap between words that separates cells
# The narrowest strip: the least share of the font size; times the usual word space; the most of the font size.
STRIP, _WIDER, _WIDEST = 0.6, 1.6, 0.85
_EVEN = 1.3  # the widest word space of a justified line is at most this times the narrowest
_LEAST = 3  # lines with words on both sides of a strip
_SECTION = 1.4  # of the usual line spacing: the smallest above a section's heading
_CROSSING = 0.34  # share of a table's rows, at most, with a cell across a border
_COLUMN_WIDTH = 7.0  # of the font size: the narrowest column of text
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff]")
_WITHOUT_SPACES = re.compile(r"[\u0e00-\u0eff\u3040-\u9fff]")


class Word(NamedTuple):
    """A word. size: font size, in points. base: its baseline."""

    text: str
    left: float
    right: float
    size: float
    bold: bool
    base: float


@dataclass(frozen=True)
class Line:
    """Words side by side. borders: between the columns of the table, if the line is a row; least: the smallest gap
    between its cells. padded: whether leading empty cells count.
    """

    words: tuple[Word, ...]
    borders: tuple[float, ...] = ()
    least: float = 0.0
    padded: bool = True
    said: str = ""  # if it joins several lines of the page

    @cached_property
    def text(self) -> str:
        """Return the text, with COLUMN between cells."""
        return self.said or COLUMN.join(" ".join(word.text for word in cell) for cell in self._cells)

    @cached_property
    def usual(self) -> Word:
        """Return a word in the most common size and weight."""
        letters = Counter[tuple[float, bool]]()
        for word in self.words:
            letters[word.size, word.bold] += len(word.text)
        return max(self.words, key=lambda word: letters[word.size, word.bold])

    @property
    def size(self) -> float:
        """Return the font size of most letters, in points."""
        return self.usual.size

    @property
    def bold(self) -> bool:
        """Return whether most letters are bold."""
        return self.usual.bold

    @property
    def base(self) -> float:
        """Return its baseline on the page."""
        return self.words[0].base

    @cached_property
    def left(self) -> float:
        """Return its left edge."""
        return min(word.left for word in self.words)

    @cached_property
    def right(self) -> float:
        """Return its right edge."""
        return max(word.right for word in self.words)

    @property
    def column(self) -> float:
        """Return the left edge of its last cell."""
        return min(word.left for word in self._cells[-1]) if self._cells[-1] else self.left

    @cached_property
    def is_right_to_left(self) -> bool:
        """Return whether most letters are of a right-to-left script."""
        text = "".join(word.text for word in self.words)
        return 2 * len(_RIGHT_TO_LEFT.findall(text)) > len(text)

    def pieces(self, width: float) -> list[tuple[float, float, list[Word]]]:
        """Return its words from left to right, grouped where they are closer than `width`, with their edges."""
        found = list[tuple[float, float, list[Word]]]()
        for word in sorted(self.words, key=lambda word: word.left):
            if found and word.left - found[-1][1] < width:
                left, right, words = found[-1]
                found[-1] = (left, max(right, word.right), [*words, word])
            else:
                found.append((word.left, word.right, [word]))
        return found

    def gaps(self, width: float) -> list[tuple[float, float]]:
        """Return the gaps between its words of at least this width."""
        return [(a[1], b[0]) for a, b in pairwise(self.pieces(width))]

    @property
    def is_spread(self) -> bool:
        """Return whether its words are evenly spaced, as in justified text."""
        gaps = [b.left - a.right for a, b in pairwise(sorted(self.words, key=lambda word: word.left))]
        letters = sum(any(map(str.isalpha, word.text)) for word in self.words)
        return len(gaps) > 1 and max(gaps) < _EVEN * min(gaps) and 2 * letters > len(self.words)

    def beside(self, x: float, *, left: bool) -> Line | None:
        """Return the words on one side of x as a line."""
        words = tuple(word for word in self.words if (word.left + word.right < 2 * x) is left)
        return Line(words) if words else None

    @cached_property
    def _cells(self) -> list[list[Word]]:
        cells = [list[Word]() for _ in range(len(self.borders) + 1)] if self.borders else [[self.words[0]]]
        if not self.borders:
            for a, b in pairwise(self.words):
                is_apart = max(b.left - a.right, a.left - b.right) > _GAP * min(a.size, b.size)
                if is_apart and not _MARKER.fullmatch(" ".join(word.text for word in cells[0])):
                    cells.append([])
                cells[-1].append(b)
            return cells
        for left, _, words in self.pieces(max(self.least, STRIP * self.size)):
            cells[sum(border < left for border in self.borders)] += words
        order = {word: place for place, word in enumerate(self.words)}  # in reading order
        cells = [sorted(cell, key=order.__getitem__) for cell in cells]
        cells = cells[::-1] if self.is_right_to_left else cells
        return cells if self.padded else cells[next(i for i, cell in enumerate(cells) if cell) :]


def in_order(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield a page's lines column by column; rows of a table get its columns' borders."""
    spaces = [b.left - a.right for line in lines for a, b in pairwise(line.words) if 0 < b.left - a.right < a.size]
    size = median(line.size for line in lines) if lines else 0.0
    return _in_order(lines, min(_WIDER * median(spaces), _WIDEST * size) if spaces else 0.0)


def _in_order(lines: Sequence[Line], least: float) -> Iterator[Line]:
    """Yield lines in reading order. least: the width of the narrowest strip."""
    i, usual = 0, _apart(lines)
    while i < len(lines):
        end, x, count = _strip(lines, i, least, usual)
        if count >= _LEAST and 2 * sum(line.is_spread for line in lines[i:end] if line.left < x < line.right) <= count:
            sides = [[side for line in lines[i:end] if (side := line.beside(x, left=left))] for left in (True, False)]
            if _are_columns(lines[i:end], sides, x, least):
                if sum(line.is_right_to_left for line in lines[i:end]) > (end - i) / 2:
                    sides.reverse()
                for one in sides:
                    yield from _in_order(one, least)
                i = end
                continue
            end, borders = _table(lines, i, end, least)
            if borders:
                yield from _as_rows(lines[i:end], borders, least)
                i = end
                continue
        yield lines[i]
        i += 1


def _strip(lines: Sequence[Line], start: int, least: float, usual: float) -> tuple[int, float, int]:
    """Find the strip without letters that continues over the most lines from a line on. Return its end, its middle, and
    the number of lines with words on both sides.
    """
    best, look = (start, 0.0, 0), (lines[start].size, lines[start].bold)
    for left, right in lines[start].gaps(max(least, STRIP * lines[start].size)):
        count, end, low, high = 1, start + 1, left, right
        for i in range(start + 1, len(lines)):
            line = lines[i]
            if line.base > lines[i - 1].base + TALLEST * line.size:
                break
            width = max(least, STRIP * min(line.size, lines[start].size))
            blank = [(-1e9, line.left), *line.gaps(width), (line.right, 1e9)]
            free = max(((max(a, low), min(b, high)) for a, b in blank), key=lambda one: one[1] - one[0])
            if free[1] - free[0] < width:
                break
            low, high = free
            if line.left < low and line.right > high:
                count, end = count + 1, i + 1
            elif lines[i - 1].base - line.base > _SECTION * usual and (line.size, line.bold) != look:
                break  # a heading above columns of its own
            elif i == end and _belongs(lines[start:end], line, usual, (low + high) / 2):
                end = i + 1
        if count > best[2]:
            best = (end, (low + high) / 2, count)
    return best


def _belongs(lines: Sequence[Line], line: Line, usual: float, x: float) -> bool:
    """Return whether a line on one side of a strip continues the lines of a column that is longer than the other."""
    sides = [side for one in lines if (side := one.beside(x, left=line.right < x))]
    width = max((side.right - side.left for side in sides), default=0.0)
    return (
        lines[-1].base - line.base < 2 * usual
        and any(side.size == line.size for side in sides)
        and line.right - line.left < 1.1 * width
    )


def _are_columns(lines: Sequence[Line], sides: Sequence[Sequence[Line]], x: float, least: float) -> bool:
    """Return whether text runs on from line to line on both sides of a strip. In a table, cells do not fill their
    column, or all begin at once.
    """
    both = [line for line in lines if line.left < x < line.right]
    apart = [a.base - b.base for a, b in pairwise(both)]
    anew = sum(one > 1.3 * median(apart) for one in apart)
    starts = [side for line in both if (side := line.beside(x, left=line.is_right_to_left))]
    edges = [side.right if side.is_right_to_left else side.left for side in starts]
    return (
        3 * anew < len(both)
        and _aligned(edges, 0.2 * both[0].size) >= 0.5
        and all(_is_text(side, least) for side in sides)
    )


def _is_text(lines: Sequence[Line], least: float) -> bool:
    """Return whether these are lines of a text, or of several columns of text."""
    if _runs_on(lines) or not lines:
        return bool(lines)
    end, x, count = _strip(lines, 0, least, _apart(lines))
    sides = [[side for line in lines if (side := line.beside(x, left=left))] for left in (True, False)]
    return count >= _LEAST and end > 0.8 * len(lines) and all(_is_text(side, least) for side in sides)


def _runs_on(lines: Sequence[Line]) -> bool:
    """Return whether lines end where the next word would not have fitted."""
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    size = median(line.size for line in lines)
    words = median(4 if _WITHOUT_SPACES.search(line.text) else len(line.words) for line in lines)
    if words < 3 or right - left < _COLUMN_WIDTH * size or len(lines) < _LEAST:
        return False
    full = 0
    for line, following in pairwise(lines):
        used = right - line.left if line.is_right_to_left else line.right - left
        first = following.words[0]
        full += used + 0.25 * size + min(first.right - first.left, 0.5 * (right - left)) > right - left
    return full >= 0.6 * (len(lines) - 1)


def _apart(lines: Sequence[Line]) -> float:
    """Return the usual line spacing."""
    apart = [a.base - b.base for a, b in pairwise(lines) if a.base > b.base]
    return median(apart) if apart else 0.0


def _aligned(edges: Iterable[float], near: float) -> float:
    """Return the share of edges in the most common position."""
    edges = list(edges)
    return max((sum(abs(one - other) <= near for other in edges) for one in edges), default=0) / max(len(edges), 1)


def _table(lines: Sequence[Line], start: int, end: int, least: float) -> tuple[int, tuple[float, ...]]:
    """Return the end of the table that begins with these lines, and its columns' borders; none if it is not a table."""
    rows = [line for line in lines[start:end] if line.gaps(max(least, STRIP * line.size))]
    size = median(row.size for row in rows)
    width = max(least, STRIP * size)
    pieces = [row.pieces(width) for row in rows]
    edges = sorted({edge for row in pieces for left, right, _ in row for edge in (left, right)})
    borders, strips = list[float](), list[tuple[int, float, float]]()  # number of cells across it, from, to
    for a, b in [*pairwise(edges), (edges[-1], edges[-1])]:
        crossed = sum(left <= a and b <= right for row in pieces for left, right, _ in row)
        if a < b and crossed <= _CROSSING * len(rows) and sum(row[0][0] <= a and b <= row[-1][1] for row in pieces) > 1:
            strips.append((crossed, a, b))
        elif strips:
            for most in sorted({crossed for crossed, _, _ in strips}):
                groups = groupby([(crossed <= most, a, b) for crossed, a, b in strips], lambda one: one[0])
                free = [list(group) for is_free, group in groups if is_free]
                low, high = max(((one[0][1], one[-1][2]) for one in free), key=lambda one: one[1] - one[0])
                if high - low >= width:
                    borders += [(low + high) / 2] if _is_border(pieces, low, high, size) else []
                    break
            strips = []
    while end < len(lines) and any(low < x < high for low, high in lines[end].gaps(width) for x in borders):
        end += 1
    return end, tuple(borders)


def _is_border(
    pieces: Sequence[Sequence[tuple[float, float, list[Word]]]], low: float, high: float, size: float
) -> bool:
    """Return whether cells beside a strip are aligned, and are not a list's markers."""
    firsts = [row[0] for row in pieces]
    before = [
        max((piece for piece in row if piece[1] <= high), key=lambda piece: piece[1], default=None) for row in pieces
    ]
    after = [
        min((piece for piece in row if piece[0] >= low), key=lambda piece: piece[0], default=None) for row in pieces
    ]
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if a and b]
    if not pairs or 2 * sum(
        bool(a in firsts and _MARKER.fullmatch(" ".join(word.text for word in a[2]))) for a, _ in pairs
    ) > len(pairs):
        return False
    near = 0.25 * size
    edges = (
        [b[0] for _, b in pairs],
        [a[1] for a, _ in pairs],
        [b[1] for _, b in pairs],
        [(b[0] + b[1]) / 2 for _, b in pairs],
    )
    return high - low > _GAP * size or any(_aligned(one, near) >= 0.6 for one in edges)


def _as_rows(lines: Sequence[Line], borders: tuple[float, ...], least: float) -> Iterator[Line]:
    """Yield rows with their cells. A line with a single cell may continue the row above; it stays unchanged."""
    usual = _apart(lines)
    last: Line | None = None
    for line in lines:
        row = Line(line.words, borders, least, last is None or last.base - line.base >= 0.9 * usual)
        yield row if sum(map(bool, row.text.split(COLUMN))) > 1 else line
        last = line
