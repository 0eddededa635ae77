"""Defines the result of reading a document, and normalizes its text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_LINES = re.compile(r"\n{3,}")
# The beginning of a line of code that Markdown would take for a heading.
_NO_HEADING = re.compile(r"^(?=#{1,6}\s)", re.M)
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"})
# Control characters, surrogates, soft hyphens and invisible characters; line breaks and tabs stay.
_NOTHING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufdd0-\ufdef\ufeff\ufffe\uffff\ud800-\udfff]")
RAISED, LOWERED, LEVEL = "\ufdd0", "\ufdd1", "\ufdd2"  # around superscripts and subscripts until `plain` writes them
_MARKS = re.compile(f"([{RAISED}-{LEVEL}])")
_FORMS = {
    RAISED: str.maketrans("0123456789+-\u2212\u2013=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ"),
    LOWERED: str.maketrans("0123456789+-\u2212\u2013=()aeoxhklmnpstijruv", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ"),
}
_ORDINAL = re.compile(r"st|nd|rd|th|ers?|res?|e|[eè]res?|[eè]mes?|os?|as?|d|de|te", re.I)  # after a digit: 1st, 2e, 3o


class Wanted(msgspec.Struct):
    """A document to read. kind: as in READERS, or sheets. sheet: of a workbook; "": the first with rows."""

    kind: str
    content: bytes
    sheet: str = ""


class Found(msgspec.Struct, frozen=True):
    """The result of reading a document. text: as Markdown; of a workbook's sheet, as CSV. pages: 0 if the format has
    none. empty_pages: numbers of those without text. page_lines: for each page, the line of the text where its first
    paragraph begins, from 1, if the format has pages. left_out: other parts that are not read, for display. sheets:
    of a workbook, those with rows; sheet: the one of this text. why: "", or why nothing can be read (locked,
    damaged, large, pictures, empty or sheet), with `what` to complete the sentence.
    """

    text: str = ""
    pages: int = 0
    empty_pages: Sequence[int] = ()
    left_out: Sequence[str] = ()
    page_lines: Sequence[int] = ()
    sheets: Sequence[str] = ()
    sheet: str = ""
    why: str = ""
    what: str = ""


class RefusedError(Exception):
    """A document that cannot be read. why, what: as in Found."""

    def __init__(self, why: str, what: str = "") -> None:
        super().__init__(why, what)
        self.why, self.what = why, what


def without_controls(text: str) -> str:
    """Return a text without invisible characters; surrogate pairs become one character."""
    return _NOTHING.sub("", text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def raised(text: str) -> str:
    """Mark text as superscript: `plain` writes 10⁶ and e^(kt)."""
    return f"{RAISED}{text}{LEVEL}"


def lowered(text: str) -> str:
    """Mark text as subscript: `plain` writes H₂O and v_(avg)."""
    return f"{LOWERED}{text}{LEVEL}"


def levelled(text: str) -> str:
    """Return a text with its marked superscripts and subscripts written out, so that 10⁶ is not read as 106."""
    open_, parts = list[tuple[str, list[str]]](), _MARKS.split(text)
    said = list[str]()
    for i, part in enumerate(parts):
        mark = open_[-1][0] if open_ else ""
        if part in (RAISED, LOWERED):
            if not (part == mark and i > 1 and parts[i - 2] == LEVEL and not parts[i - 1]):
                open_.append((part, said))
                said = []
        elif part == LEVEL:
            if open_ and parts[i + 1 : i + 3] != ["", mark]:  # otherwise the same level continues
                _, around = open_.pop()
                around.append(_at_level(mark, "".join(said), around[-1] if around else ""))
                said = around
        else:
            said.append(part)
    return "".join([*(part for _, around in open_ for part in around), *said])


def _at_level(mark: str, said: str, before: str) -> str:
    core, forms = said.strip(), _FORMS[mark]
    if all(ord(letter) in forms for letter in core):
        return said.translate(forms)
    is_plain = not any(map(str.isalnum, core)) or (before[-1:].isdigit() and _ORDINAL.fullmatch(core))
    return said if is_plain else said.replace(core, f"{'^' if mark == RAISED else '_'}({core})")


def plain(text: str) -> str:
    """Return a paragraph with single spaces, no ligatures, no invisible characters, and no accidental heading."""
    text = without_controls(re.sub(r"\r\n?|[\v\f]", "\n", levelled(text)))
    lines = (_SPACES.sub(" ", line).strip() for line in text.translate(_LIGATURES).split("\n"))
    return _NO_HEADING.sub(r"\\", _LINES.sub("\n\n", "\n".join(lines)).strip())


def lines_at(paragraphs: Sequence[str], starts: Sequence[int]) -> tuple[int, ...]:
    """Return the lines where paragraphs begin once they are joined by empty lines. starts: indices of paragraphs."""
    lines, line = [1], 1
    for paragraph in paragraphs:
        line += paragraph.count("\n") + 2
        lines.append(line)
    return tuple(lines[min(start, len(lines) - 1)] for start in starts)
