"""Reads rich text (RTF) with striprtf.

striprtf ignores tables, superscripts and notes, and shows hidden text. So this module first puts marks in place of the
former, and removes the latter.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from core.data.read.documents.archive import found
from core.data.read.documents.found import LEVEL, LOWERED, RAISED, Found, plain
from core.data.read.documents.markup import Cell, table

_RAISED_FROM = 4  # half points; smaller shifts are only adjustments
_TOKEN = re.compile(r"\\([a-z]{1,32})(-?\d{1,10})?[ ]?|(\\'[0-9a-f]{2}|\\[^a-z])|([{}])|[^\\{}]+", re.I | re.S)
_CELL, _ROW, _NOTE, _END = "\ufdd3", "\ufdd4", "\ufdd5", "\ufdd6"  # marks that striprtf keeps
_ROWS = re.compile(f"{_ROW}([^{_ROW}]*){_ROW}([0-9,]*){_END}\\n?")
_NOTES = re.compile(f"{_NOTE}([^{_NOTE}{_END}]*){_END}")
_LEVELS = {"super": RAISED, "sub": LOWERED, "up": RAISED, "dn": LOWERED}
_BULLET = re.compile(r"[•·▪◦●○\uf0b7o-][ \t]*\t\s*")
_SAME = 30  # twips: cell edges this close belong to one column


def read_rtf(content: bytes) -> Found:
    """Return the text of a rich text file, which does not mark headings."""
    from striprtf.striprtf import rtf_to_text

    page = re.search(rb"\\ansicpg(\d{3,5})\b", content[:4096])
    encoding = f"cp{page[1].decode()}" if page else "cp1252"
    try:
        codecs.lookup(encoding)
    except LookupError:
        encoding = "cp1252"
    marked = "".join(_marked(content.decode("latin-1")))
    text = rtf_to_text(marked, encoding, errors="replace")  # type: ignore[no-untyped-call]
    parts, last, rows = list[str](), 0, list[tuple[list[str], list[int]]]()
    for row in _ROWS.finditer(text):
        if text[last : row.start()].strip():
            parts += [_grid(rows), *_paragraphs(text[last : row.start()])]
            rows = []
        rows.append((row[1].split(_CELL)[:-1], [int(end) for end in row[2].split(",") if end]))
        last = row.end()
    return found("\n\n".join(filter(None, [*parts, _grid(rows), *_paragraphs(text[last:])])))


def _marked(text: str) -> Iterator[str]:
    """Yield RTF without hidden or deleted text, with marks for everything that striprtf ignores."""
    hidden, level, is_note, around = False, "", False, list[tuple[bool, str, bool]]()
    open_, row, ends, after = False, False, list[str](), 0
    for token in _TOKEN.finditer(text):
        word, number, _, brace = token.groups()
        if token.start() < after:  # within a picture
            yield token[0]
            continue
        said = "" if hidden and not (word or brace) else token[0]
        off = number == "0"
        if open_ and (brace or word):
            yield _mark(LEVEL)
            open_ = False
        match brace or word:
            case "{":
                around.append((hidden, level, is_note))
                is_note = False
            case "}":
                said = (_mark(_END) if is_note else "") + said
                hidden, level, is_note = around.pop() if around else (False, "", False)
            case "v" | "deleted":
                hidden = not off
            case "plain":
                hidden, level = False, ""
            case "super" | "sub":
                level = "" if off else _LEVELS[word]
            case "up" | "dn":
                level = _LEVELS[word] if number and abs(int(number)) >= _RAISED_FROM else ""
            case "nosupersub":
                level = ""
            case "footnote":
                said, is_note = _mark(_NOTE), True
            case "pntext":  # an item's number or bullet
                said = ""
            case "bin":
                after = token.end() + int(number or 0)
            case "trowd" | "intbl":
                said, row = said if row else _mark(_ROW) + said, True
                ends = [] if word == "trowd" else ends
            case "cellx":
                ends.append(number or "0")
            case "cell":
                said = _mark(_CELL)
            case "row":
                said, row = f"{_mark(_ROW)}{{{','.join(ends)}}}{_mark(_END)}", False
            case "u" if hidden:
                said = ""
            case None if level and said.strip():
                said, open_ = _mark(level) * (not open_) + said, True
        yield said


def _mark(letter: str) -> str:
    return f"{{\\uc1\\u{ord(letter)}?}}"


def _grid(rows: list[tuple[list[str], list[int]]]) -> str:
    """Return a table: a cell spans all columns that end within it in other rows."""
    ends = list[int]()
    for end in sorted({end for _, row in rows for end in row}):
        if not ends or end - ends[-1] > _SAME:
            ends.append(end)
    cells = list[list[Cell]]()
    for texts, row in rows:
        places = [sum(other <= end + _SAME for other in ends) for end in row[: len(texts)]]
        places += range(len(places) + 1, len(texts) + 1)
        wide = [place - before for before, place in zip([0, *places], places, strict=False)]
        cells.append([Cell(_NOTES.sub(r" \1", text), right=right) for text, right in zip(texts, wide, strict=True)])
    return table(cells)


def _paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs, each followed by its notes."""
    notes = list[str]()

    def put_off(note: re.Match[str]) -> str:
        notes.append(note[1])
        return ""

    for line in _NOTES.sub(lambda note: note[0].replace("\n", " "), text).split("\n"):
        said = _BULLET.sub("- ", _NOTES.sub(put_off, line), count=1) if line.strip() else ""
        yield plain(said)
        yield from map(plain, notes)
        notes.clear()
