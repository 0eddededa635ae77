"""Cuts documents into pieces of a few hundred tokens, at headings and ends of sentences, and records their places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from core.data.read.data_file import kind_of_document
from core.data.read.documents.document import read_document
from core.data.read.lines import encoding_of, read_lines, require_text

LEAST, USUAL, MOST = 120, 450, 600  # tokens of a piece
_HEADING = re.compile(r"(#{1,6})\s+(.*\S)\s*")
_FENCES = ("```", "~~~")
# A sentence ends at punctuation and whitespace before a capital letter, a digit or a quote; in Chinese and Hindi at the
# punctuation.
_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’»)\]]))\s+(?=[\"'“‘«(\[¿¡]*[^\W_a-z])|(?<=[。！？।])\s*")
_SHORTENED = re.compile(
    r"(?:\b(?:[A-ZÄÖÜ]|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Fig|Vol|pp?|vs|etc|e\.g|i\.e|z\.B|d\.h|bzw|ca|usw|Abb|Sr|Sra|Bd)|\d)\."
)
CountTokens = Callable[[str], int]


class Piece(NamedTuple):
    """A piece of a document. title: of the document. heading: the headings above it, from the first level down. number:
    in its document.

    page: its first page; 0 if the document has no pages.
    """

    file: str
    title: str
    heading: str
    text: str
    number: int
    page: int = 0

    @property
    def key(self) -> str:
        """Return a hash of the piece's text, file and heading."""
        return blake2b(f"{self.file}\0{self.heading}\0{self.text}".encode(), digest_size=8).hexdigest()

    @property
    def sentences(self) -> list[str]:
        """Return the sentences of its text, without headings, tables and code."""
        blocks = _blocks(self.text.split("\n"))
        return [one for block in blocks if not block.level and not block.is_code for one in sentences(block.text)]


class _Block(NamedTuple):
    """A paragraph, list, table or heading. line: its first line, from 1. level: of a heading, 0 for none."""

    line: int
    text: str
    level: int = 0
    is_code: bool = False


def pieces_of(file: Path, count: CountTokens) -> Iterator[Piece]:
    """Yield a document's pieces in order. count: returns a text's tokens. Raises what the readers of data raise."""
    lines = [require_text(file, line).rstrip("\n") for line in read_lines(file, None, encoding_of(file))]
    blocks = list(_blocks(lines))
    title = next((block.text for block in blocks if block.level == 1), file.stem)
    kind = kind_of_document(file)
    page_lines = read_document(file, kind)[0].page_lines if kind else []
    number, above, held, size, first = 0, list[str](), list[str](), 0, 1

    def heading() -> str:
        return " > ".join(part for part in above if part and part != title)

    def done(under: str) -> Piece:
        nonlocal number
        number += 1
        page = bisect_right(page_lines, first)
        return Piece(file.name, title, under, "\n\n".join(held).strip(), number, page)

    under = ""
    for block in blocks:
        if block.level:
            above = [*above[: block.level - 1], block.text]
            if held and size >= LEAST:
                yield done(under)
                held, size = [], 0
            if held:
                held.append(f"{'#' * block.level} {block.text}")
            continue
        for part in _parts(block, count):
            tokens = count(part)
            if held and size + tokens > (MOST if size < LEAST else USUAL):
                yield done(under)
                held, size = [], 0
            if not held:
                under, first = heading(), block.line
            held.append(part)
            size += tokens
    if held:
        yield done(under)


def _parts(block: _Block, count: CountTokens) -> Iterator[str]:
    """Yield a block in parts, cut at ends of sentences, if it is too long for a piece."""
    if count(block.text) <= USUAL:
        yield block.text
        return
    lines = block.text.split("\n") if block.is_code or "\n" in block.text else sentences(block.text)
    glue, held, size = ("\n" if "\n" in block.text else " "), list[str](), 0
    for line in lines:
        for one in _words(line, count):
            tokens = count(one)
            if held and size + tokens > USUAL:
                yield glue.join(held)
                held, size = [], 0
            held.append(one)
            size += tokens
    if held:
        yield glue.join(held)


def _words(line: str, count: CountTokens) -> Iterator[str]:
    """Yield a line in parts of a fixed number of letters if it has no end of a sentence for too long."""
    if count(line) <= USUAL:
        yield line
        return
    for start in range(0, len(line), 2 * USUAL):
        yield line[start : start + 2 * USUAL]


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    held, is_code = list[str](), False

    def whole(end: int) -> Iterator[_Block]:
        """Yield the lines collected so far as a block. end: number of the line after it."""
        text = "\n".join(held).strip("\n")
        if text.strip():
            is_table = all(line.lstrip().startswith("|") for line in held if line.strip())
            yield _Block(end - len(held), text, is_code=is_table or text.lstrip().startswith(_FENCES))
        held.clear()

    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith(_FENCES):
            if not is_code:
                yield from whole(number)
            held.append(line)
            if is_code:
                yield from whole(number + 1)
            is_code = not is_code
        elif is_code:
            held.append(line)
        elif found := _HEADING.fullmatch(line):
            yield from whole(number)
            yield _Block(number, found[2], len(found[1]))
        elif line.strip():
            held.append(line)
        else:
            yield from whole(number)
    yield from whole(len(lines) + 1)


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph, or the items' sentences of a list."""
    found = list[str]()
    for paragraph in re.split(r"\n(?=\s*(?:[-*•]|\d{1,3}[.)])\s)", text):
        held = ""
        for part in _SENTENCE.split(" ".join(paragraph.split())):
            held = f"{held} {part}".strip()
            if not (shortened := list(_SHORTENED.finditer(held))) or shortened[-1].end() < len(held):
                found.append(held)
                held = ""
        if held:
            found.append(held)
    return [re.sub(r"^(?:[-*•]|\d{1,3}[.)])\s+", "", one) for one in found if one]
