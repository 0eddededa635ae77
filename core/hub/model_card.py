"""What a model card says first, as plain text."""

from __future__ import annotations

import itertools
import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---\s*\n.*?\n---\s*\n", re.DOTALL)
_HTML = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*>", re.DOTALL)  # linear: no tail is scanned twice
_READ_LETTERS = 16 << 10  # letters: markdown that means harm takes a second for so much
_ENOUGH = 600  # letters after which no further paragraph is begun
_MIN_LETTERS = 40  # letters: a shorter paragraph is a line of links or badges


def card_summary(card: str) -> str:
    """The first paragraphs of prose in README.md, without its front matter, HTML, pictures, tables and code."""
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


def _words(token: Token) -> str:
    if token.type in ("text", "code_inline"):
        return "".join(letter for letter in token.content if letter.isprintable())
    return " " if token.type in ("softbreak", "hardbreak") else ""


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length].rsplit(" ", 1)[0] + " …"
