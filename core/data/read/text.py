"""Running text: documents, read in blocks of about a page, trained in windows of `context` tokens, no token lost.

A file is one document, unless it says where the next begins: a form feed, a line with nothing but <|endoftext|>, or in
Markdown a heading of the first level. Blocks are what the evaluation split holds out. Their borders depend on the text
around them only (a paragraph's end whose last words hash right), so that text added elsewhere in the file moves no
block to the other side.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

from core.base.callbacks import ReportProgress
from core.data.read.lines import Line, read_lines, require_text
from core.data.read.records import Record

MIN_BLOCK = 1000  # characters
MAX_BLOCK = 4000
_TAIL = 64  # characters that decide whether a block may end here
_ONE_IN = 4  # of the places where it could
BETWEEN = "<|endoftext|>"
_FORM_FEED = "\f"
_MARKDOWN = {".md", ".markdown"}
_FENCES = ("```", "~~~")


def read_blocks(
    path: Path, file: int = 0, progress: ReportProgress | None = None, encoding: str = "utf-8"
) -> Iterator[Record]:
    """Yield blocks of MIN_BLOCK to MAX_BLOCK characters (a document's last may be shorter); joined, they are the
    document.

    Raises LuthierError `data.bad-encoding` with line and byte, and what read_lines raises.
    """
    block, start, first = "", 1, True
    borders = _Borders(path)
    for line in read_lines(path, progress, encoding):
        require_text(path, line)
        text, is_border, is_mark = borders.look(line)
        if is_border:
            if block.strip():
                yield Record(file, start, block, first=first)
                block = ""
            first = True
            block = "" if is_mark else block
        for piece in _pieces(text):
            if block and len(block) + len(piece) > MAX_BLOCK:
                yield Record(file, start, block, first=first)
                block, first = "", False
            start = start if block else line.number
            block += piece
            if _may_end(block, blank=not piece.strip()):
                yield Record(file, start, block, first=first)
                block, first = "", False
    if block:
        yield Record(file, start, block, first=first)


class _Borders:
    """Finds where documents begin within a file."""

    def __init__(self, path: Path) -> None:
        self._markdown = any(suffix.lower() in _MARKDOWN for suffix in path.suffixes)
        self._in_code = False

    def look(self, line: Line) -> tuple[str, bool, bool]:
        """Return the line's text without marks between documents, whether a document begins here, and whether at a
        mark.
        """
        text = line.text
        if text.strip() == BETWEEN:
            return "", True, True
        if text.startswith(_FORM_FEED):
            return text.lstrip(_FORM_FEED), True, True
        if self._markdown:
            self._in_code ^= text.startswith(_FENCES)
            return text, text.startswith("# ") and not self._in_code, False
        return text, False, False


def _may_end(block: str, *, blank: bool) -> bool:
    """Return whether a block may end: after a blank line, or within a paragraph that is already long, where the words
    before hash right.
    """
    if len(block) < (MIN_BLOCK if blank else 2 * MIN_BLOCK):
        return False
    tail = block.rstrip()[-_TAIL:].encode()
    return blake2b(tail, digest_size=1).digest()[0] % _ONE_IN == 0


def _pieces(line: str) -> Iterator[str]:
    """A line, cut at sentence ends or blanks where it is longer than a block."""
    if len(line) <= MAX_BLOCK:
        return iter((line,) if line else ())
    return _cut(line)


def _cut(line: str) -> Iterator[str]:
    cuts = [0]
    while len(line) - cuts[-1] > MAX_BLOCK:
        low, high = cuts[-1] + MIN_BLOCK, cuts[-1] + MAX_BLOCK
        cut = max(line.rfind(end, low, high) + 1 for end in (". ", "! ", "? "))
        cuts.append(cut or max(line.rfind(" ", low, high), 0) or high)
    return (line[start:end] for start, end in pairwise([*cuts, len(line)]))
