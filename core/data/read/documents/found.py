"""What reading a document comes to, and how its text is made plain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_LINES = re.compile(r"\n{3,}")
_NO_HEADING = re.compile(r"^(?=#{1,6}\s)", re.M)  # as a line of code begins, which Markdown would take for one
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"})
# Control characters, half characters, soft hyphens and marks that say nothing; line breaks and tabs stay.
_NOTHING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff\ufffe\uffff\ud800-\udfff]")


class Found(NamedTuple):
    """text: as Markdown; of a table's sheet, as CSV. pages: 0 where the format has none. empty_pages: numbers of those
    without text. page_lines: of each page, the line of the text in which its first paragraph begins, from 1, as far as
    the format tells. left_out: what else is not read, in words. sheets: of a workbook, those with rows, and sheet: the
    one whose text this is.
    """

    text: str
    pages: int = 0
    empty_pages: tuple[int, ...] = ()
    left_out: tuple[str, ...] = ()
    page_lines: tuple[int, ...] = ()
    sheets: tuple[str, ...] = ()
    sheet: str = ""


class RefusedError(Exception):
    """A document that is not read. why: locked, damaged, large, pictures, empty or sheet; what: in words that go on."""

    def __init__(self, why: str, what: str = "") -> None:
        super().__init__(why, what)
        self.why, self.what = why, what


def without_controls(text: str) -> str:
    """Return a text without what cannot be seen; letters that a document has as two halves become one."""
    return _NOTHING.sub("", text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def plain(text: str) -> str:
    """Return a paragraph with single spaces, whole letters, nothing that cannot be seen, and no heading by mistake."""
    text = without_controls(re.sub(r"\r\n?|[\v\f]", "\n", text))
    lines = (_SPACES.sub(" ", line).strip() for line in text.translate(_LIGATURES).split("\n"))
    return _NO_HEADING.sub(r"\\", _LINES.sub("\n\n", "\n".join(lines)).strip())


def lines_at(paragraphs: Sequence[str], starts: Sequence[int]) -> tuple[int, ...]:
    """Return the lines in which paragraphs begin that are joined by an empty line. starts: which, in their order."""
    lines, line = [1], 1
    for paragraph in paragraphs:
        line += paragraph.count("\n") + 2
        lines.append(line)
    return tuple(lines[min(start, len(lines) - 1)] for start in starts)
