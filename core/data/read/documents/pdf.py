"""Reads the text of a PDF as a person would: joins paragraphs, marks headings, drops repeated page edges.

PDFium gives characters in reading order, with their sizes and positions. This module joins lines to paragraphs.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from core.data.read.documents.found import Found, RefusedError, lines_at, plain
from core.data.read.documents.markup import table
from core.data.read.documents.pdf_columns import BULLET, COLUMN, TALLEST, Line
from core.data.read.documents.pdf_page import HYPHENS, Shown, read_lines

MOST_PAGES = 5000
_NUMBER = re.compile(
    r"(?:[-–—|\s]*(?:page|seite|p\.|página|पृष्ठ)?\s*\d{1,4}(?:\s*(?:/|of|von|de|sur)\s*\d{1,4})?[-–—|\s]*|[ivxlc]{1,7})",
    re.I,
)
_ITEM = re.compile(r"^[•·▪‣◦●○]\s")
_CONTENTS = re.compile(r".*(?:\.\s?){5,}\s*\w{1,6}\s*")  # a line of a table of contents
_NOTE_MARK = re.compile(r"\s*(?:\d{1,3}\b|[*†‡§])")
_EDGE = 3  # lines at the top and bottom of a page that may repeat
_TITLE, _NOTE = 1.12, 0.9  # of the usual size: headings are at least as large, footnotes at most
_APART = 1.25  # of the usual line spacing: the smallest that separates paragraphs
_LEADING = 1.5  # of the font size: the largest line spacing within a cell
_LOOSER = 1.15  # rows of a table are this many times farther apart than lines in a cell
_RARE = 500  # characters of a size, or a quarter of all if that is more: headings have fewer
_LEVELS = 4  # of headings, by size
_LONGEST_TITLE = 160  # characters
_PASSWORD, _SECURITY = 4, 5  # PDFium's FPDF_ERR_PASSWORD and _SECURITY


def read_pdf(content: bytes) -> Found:
    """Return a PDF's text. Raises RefusedError."""
    import pypdfium2.raw as pdfium

    pdfium.FPDF_InitLibrary()
    held = ctypes.create_string_buffer(content, len(content))
    document = pdfium.FPDF_LoadMemDocument64(held, len(content), None)
    if not document:
        if pdfium.FPDF_GetLastError() in (_PASSWORD, _SECURITY):
            raise RefusedError("locked")
        raise RefusedError("damaged", "it is no whole PDF")
    count = pdfium.FPDF_GetPageCount(document)
    if count > MOST_PAGES:
        raise RefusedError("large", f"it has {count:,} pages, and {MOST_PAGES:,} are read at most")
    pages, empty, shown = list[list[Line]](), list[int](), Shown(pdfium, document)
    for number in range(count):
        lines = _lines(pdfium, document, number, shown)
        pages.append(lines)
        if sum(len(line.text) for line in lines) < 3:
            empty.append(number + 1)
    shown.close()
    if len(empty) == count:
        raise RefusedError("pictures", f"none of its {count:,} pages has text")
    paragraphs, starts = _markdown(_without_repeats(pages))
    begins = lines_at(paragraphs, starts)
    return Found(
        "\n\n".join(paragraphs), pages=count, empty_pages=tuple(empty), page_lines=begins, left_out=shown.left_out
    )


def _lines(pdfium: Any, document: Any, number: int, shown: Shown) -> list[Line]:
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        return []
    texts = pdfium.FPDFText_LoadPage(page)
    try:
        return read_lines(pdfium, page, texts, shown.hidden(page, texts), shown.words(page)) if texts else []
    finally:
        if texts:
            pdfium.FPDFText_ClosePage(texts)
        pdfium.FPDF_ClosePage(page)


def _without_repeats(pages: list[list[Line]]) -> list[list[Line]]:
    """Return the pages without headers, footers and page numbers: lines that repeat at the edges of many pages,
    ignoring digits.
    """
    edges = [_edges(lines) for lines in pages]
    counts = Counter(key for lines, at in zip(pages, edges, strict=True) for key in {_key(lines[i]) for i in at})
    least = max(min(3, len(pages)), len(pages) // 4, 2)
    kept = list[list[Line]]()
    for lines, at in zip(pages, edges, strict=True):
        outermost = {at[0], at[-1]} if len(lines) > 2 else set[int]()
        dropped = {i for i in at if counts[_key(lines[i])] >= least}
        dropped |= {i for i in outermost if _NUMBER.fullmatch(lines[i].text.strip())}
        kept.append([line for i, line in enumerate(lines) if i not in dropped])
    return kept


def _edges(lines: list[Line]) -> list[int]:
    """Return the indices of the highest and lowest lines of a page, from top to bottom."""
    order = sorted(range(len(lines)), key=lambda i: -lines[i].base)
    return order if len(order) <= 2 * _EDGE else [*order[:_EDGE], *order[-_EDGE:]]


def _key(line: Line) -> tuple[str, float]:
    """Return a line's key for finding repetitions. It includes the size, so that a title in large letters does not
    match page headers with the same text.
    """
    return re.sub(r"\d+", "#", re.sub(r"\s+", " ", line.text.strip().casefold())), line.size


def _markdown(pages: Sequence[Sequence[Line]]) -> tuple[list[str], list[int]]:
    """Return the paragraphs and headings of all pages, footnotes after the paragraph during which they appear; and for
    each page the index of its first paragraph.
    """
    sizes = Counter[float]()
    for line in (line for lines in pages for line in lines):
        sizes[line.size] += len(line.text)
    usual = max(sizes, key=lambda size: sizes[size], default=0.0)
    rare = {size for size, letters in sizes.items() if letters < max(_RARE, 0.25 * sizes.total())}
    larger = sorted((size for size in rare if size > usual * _TITLE), reverse=True)
    levels = {size: min(place, _LEVELS) for place, size in enumerate(larger, 1)}
    builder = _Paragraphs(usual, levels)
    starts = list[int]()
    for lines in pages:
        starts.append(builder.count)
        notes = _notes(lines, usual)
        builder.add(_whole_rows([line for line in lines if line not in notes]))
        builder.notes += [plain(text) for text in _joined_notes(notes)]
    return builder.finish(), starts


def _whole_rows(lines: Sequence[Line]) -> list[Line]:
    """Join the lines of each table row whose cells have several lines, one cell after the other.

    If rows are as close together as the lines in a cell, they cannot be distinguished, and the lines stay as they are.
    """
    tabled = [(a, b) for a, b in pairwise(lines) if COLUMN in a.text and COLUMN in b.text and a.base > b.base]
    closest = min((a.base - b.base for a, b in tabled), default=0.0) / _LOOSER
    rows = list[list[Line]]()
    for line in lines:
        if rows and (_goes_on(rows[-1], line, closest) or _is_next_cell(rows[-1], line)):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [one for row in rows for one in ([_as_one(row)] if any(COLUMN in line.text for line in row) else row)]


def _goes_on(row: Sequence[Line], line: Line, closest: float) -> bool:
    """Return whether a line continues a table's cell: it is directly below, closer than rows are. If it has
    further columns itself, the row so far must end to the left of them, which a paragraph would not.
    """
    last = row[-1]
    is_below = 0 < last.base - line.base < min(closest, _LEADING * line.size)
    # Otherwise it may be a table's caption.
    has_cells = any(COLUMN in one.text or one.left > row[0].left for one in row)
    fits = COLUMN not in line.text or (has_cells and max(one.right for one in row) < line.column)
    return is_below and fits and line.size == last.size and abs(line.left - last.column) < 0.3 * line.size


def _is_next_cell(row: Sequence[Line], line: Line) -> bool:
    """Return whether a line begins the next cell of a table's row: to the right and slightly higher."""
    last, top = row[-1], max(one.base for one in row)
    is_higher = last.base + 0.5 * line.size < line.base < top + TALLEST * line.size
    return is_higher and line.size == last.size and line.left > last.right + 0.5 * line.size


def _as_one(row: Sequence[Line]) -> Line:
    text = row[0].text
    for last, line in pairwise(row):
        text = f"{text}{COLUMN}{line.text}" if line.base > last.base else _join(text, line.text)
    return Line(tuple(sorted((word for line in row for word in line.words), key=lambda word: word.base)), said=text)


def _notes(lines: Sequence[Line], usual: float) -> Sequence[Line]:
    """Return the lines in smaller letters below all others, if the first of them begins like a footnote."""
    lowest = min((line.base for line in lines if line.size > usual * _NOTE), default=0.0)
    notes = [line for line in lines if line.size <= usual * _NOTE and line.base < lowest]
    start = next((i for i, line in enumerate(notes) if _NOTE_MARK.match(line.text)), len(notes))
    return notes[start:]


def _joined_notes(lines: Sequence[Line]) -> Iterator[str]:
    text = ""
    for line in lines:
        if _NOTE_MARK.match(line.text) and text:
            yield text
            text = ""
        text = _join(text, line.text)
    if text:
        yield text


class _Paragraphs:
    """Joins lines of a paragraph, across page breaks too."""

    def __init__(self, usual: float, levels: dict[float, int]) -> None:
        self._usual, self._levels = usual, levels
        self._done, self.notes = list[str](), list[str]()
        self._text, self._heading = "", 0
        self._first: Line | None = None  # of the paragraph
        self._last: Line | None = None
        self._apart = 0.0  # line spacing in points

    @property
    def count(self) -> int:
        """Return the number of paragraphs so far, including the unfinished one and the notes after it; headings have no
        notes.
        """
        return len(self._done) + bool(self._text) + (0 if self._heading else len(self.notes))

    def add(self, lines: Sequence[Line]) -> None:
        """Add a page's lines."""
        width = max((line.right - line.left for line in lines), default=0.0)
        apart = [a.base - b.base for a, b in pairwise(lines) if a.size == b.size == self._usual and a.base > b.base]
        self._apart = median(apart) if apart else 1.2 * self._usual
        for place, line in enumerate(lines):
            if _CONTENTS.fullmatch(line.text):
                continue
            level = self._level(line)
            if self._text.endswith(HYPHENS):  # in the middle of a word
                level = self._heading
            elif self._begins(line, level, is_first=not place, width=width):
                self._end()
                self._first = line
            self._text = _join(self._text, line.text, table=COLUMN in line.text)
            self._last, self._heading = line, level

    def finish(self) -> list[str]:
        """Return all paragraphs."""
        self._end()
        return self._done

    def _level(self, line: Line) -> int:
        text = line.text.strip()
        if len(text) > _LONGEST_TITLE or not any(map(str.isalpha, text)):
            return 0
        if level := self._levels.get(line.size):
            return level
        ends = text.endswith((".", ",", ";", ":", "!", "?", *HYPHENS))
        return (
            min(len(self._levels) + 1, _LEVELS)
            if line.bold and not ends and len(text) < 80 and COLUMN not in text
            else 0
        )

    def _begins(self, line: Line, level: int, *, is_first: bool, width: float) -> bool:
        """Return whether a line begins a new paragraph."""
        last = self._last
        if last is None or not self._text:
            return True
        if level or self._heading:
            return level != self._heading or is_first or last.base - line.base > 2 * line.size
        text = line.text.strip()
        if COLUMN in text or COLUMN in last.text:
            return not (COLUMN in text and COLUMN in last.text)
        if BULLET.match(text):
            return True
        ends = last.text.rstrip().endswith((".", "!", "?", ":", "”", '"', "。", "।", "؟"))
        if is_first or line.base > last.base + line.size:  # a new page, or a new column
            return ends and (last.right - last.left < 0.9 * width or line.left > last.left + 0.8 * line.size)
        if abs(line.size - last.size) > 0.15 * last.size:
            return True
        is_apart = last.base - line.base > _APART * max(self._apart, line.size)
        is_short = ends and last.right - last.left < 0.75 * width
        if self._first is not None and BULLET.match(self._first.text.strip()):
            begin = self._first.left + 0.3 * line.size
            if line.left > begin or last.left > begin:  # the item's lines are indented
                return is_apart or is_short or (ends and line.left <= begin)
        is_indented = line.left > last.left + 0.8 * line.size and ends
        return is_apart or is_indented or is_short

    def _end(self) -> None:
        text = plain(self._text.replace(COLUMN, " "))
        rows = [line.split(COLUMN) for line in self._text.split("\n")]
        if not self._heading and len(rows) > 1 and len(rows[0]) > 1:
            text = table(rows)
        if text:
            self._done.append(f"{'#' * self._heading} {text}" if self._heading else _ITEM.sub("- ", text))
        if not self._heading or not text:
            self._done += self.notes
            self.notes = []
        self._text = ""


def _join(text: str, line: str, table: bool = False) -> str:
    """Return a paragraph with another line, joining a hyphenated word."""
    line = line.strip("\r\n ")
    if not text:
        return line
    if text.endswith(HYPHENS):
        return f"{text[:-1]}{'-' if line[:1].isupper() else ''}{line}"  # a name keeps its hyphen
    if text.endswith("-") and len(text) > 1 and text[-2].isalpha() and line[:1].islower():
        return text[:-1] + line
    return f"{text}\n{line}" if table else f"{text} {line}"
