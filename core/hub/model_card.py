"""What a model card says: first in its text, and in its front matter."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---\s*\n.*?\n---\s*\n", re.DOTALL)
_VALUE = r"^{}:[ \t]*(\S.*?)[ \t]*$"
_READ_BYTES = 64 << 10  # bytes of a file in which its front matter is looked for
_HTML = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*>", re.DOTALL)  # linear: no tail is scanned twice
_READ_LETTERS = 16 << 10  # letters: markdown that means harm takes a second for so much
_ENOUGH = 600  # letters after which no further paragraph is begun
_MIN_LETTERS = 40  # letters: a shorter paragraph is a line of links or badges


def card_summary(card: str) -> str:
    """Return the first paragraphs of prose in README.md, without its front matter, HTML, pictures, tables and code."""
    text = _HTML.sub("", _FRONT_MATTER.sub("", card.lstrip("\ufeff")))[:_READ_LETTERS]
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    chosen: list[str] = []
    for before, token in itertools.pairwise(tokens):
        if before.type == "paragraph_open" and before.level == 0:
            paragraph = " ".join("".join(map(_words, token.children or [])).split())
            if len(paragraph) >= _MIN_LETTERS and not paragraph.endswith(":"):
                chosen.append(paragraph)
        if sum(map(len, chosen)) >= _ENOUGH:
            break
    return _shortened("\n\n".join(chosen), 2 * _ENOUGH)


def card_value(card: Path, key: str) -> str:
    """Return a plain value in the front matter of a README.md; "" where the file or the value is not there."""
    try:
        with card.open("rb") as stream:
            text = stream.read(_READ_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    front = _FRONT_MATTER.match(text.lstrip("\ufeff").replace("\r\n", "\n"))
    found = re.search(_VALUE.format(re.escape(key)), front[0], re.MULTILINE) if front else None
    return found[1].strip("\"'") if found else ""


def _words(token: Token) -> str:
    if token.type in ("text", "code_inline"):
        return "".join(letter for letter in token.content if letter.isprintable())
    return " " if token.type in ("softbreak", "hardbreak") else ""


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + " …"
