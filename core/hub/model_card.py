"""Reads model cards: first paragraphs, front matter values, and licences by the hub's names."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.gguf.downloads import origin_of

if TYPE_CHECKING:  # it imports numpy, which would slow down queries to the hub
    from core.gguf.header import Header

_FRONT_MATTER = re.compile(r"\A---\s*\n.*?\n---\s*\n", re.DOTALL)
_VALUE = r"^{}:[ \t]*(\S.*?)[ \t]*$"
_READ_BYTES = 64 << 10  # bytes of a file searched for front matter
_HTML = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*>", re.DOTALL)  # linear: no suffix is scanned twice
_READ_LETTERS = 16 << 10  # letters: malicious Markdown of this length takes a second
_ENOUGH = 600  # letters, after which no further paragraph begins
_MIN_LETTERS = 40  # letters: a shorter paragraph is a line of links or badges


def card_summary(card: str) -> str:
    """Return the first prose paragraphs of a README.md, without its front matter, HTML, pictures, tables and code."""
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
    """Return a plain value from a README.md's front matter; "" if the file or the value is missing."""
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


# https://huggingface.co/docs/hub/repositories-licenses: valid values of a card's `license`.
_LISTED = """
afl-3.0 agpl-3.0 apache-2.0 apple-amlr apple-ascl artistic-2.0 bigcode-openrail-m bigscience-bloom-rail-1.0
bigscience-openrail-m bsd bsd-2-clause bsd-3-clause bsd-3-clause-clear bsl-1.0 c-uda cc cc-by-2.0 cc-by-2.5
cc-by-3.0 cc-by-4.0 cc-by-nc-2.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0
cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cc-by-nd-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc0-1.0 cdla-permissive-1.0
cdla-permissive-2.0 cdla-sharing-1.0 creativeml-openrail-m deepfloyd-if-license ecl-2.0 epl-1.0 epl-2.0
etalab-2.0 eupl-1.1 eupl-1.2 fair-noncommercial-research-license gemma gfdl gpl gpl-2.0 gpl-3.0 h-research
intel-research isc lgpl lgpl-2.1 lgpl-3.0 lgpl-lr llama2 llama3 llama3.1 llama3.2 llama3.3 llama4 lppl-1.3c mit
mpl-2.0 ms-pl ncsa odbl odc-by ofl-1.1 openrail openrail++ osl-3.0 pddl postgresql unlicense wtfpl zlib
"""
_NAMES = frozenset(_LISTED.split())
_RESEARCH = ("apple-amlr", "fair-noncommercial-research-license", "h-research", "intel-research")


def is_hub_name(licence: str) -> bool:
    """Return whether this is a valid `license` of a card; `other` and `unknown` do not count."""
    return licence in _NAMES


def licence_beside(model: Path) -> tuple[str, str]:
    """Return a model's licence and its address: the hub's record on a GGUF file, or else the folder's model card; "" if
    unknown.
    """
    origin = origin_of(model)
    if origin.licence:
        return origin.licence, origin.licence_link
    card = (model if model.is_dir() else model.parent) / "README.md"
    name, other = card_value(card, "license"), card_value(card, "license_name")
    return (other if other and name == "other" else name), card_value(card, "license_link")


def licence_of(model: Header) -> str:
    """Return the licence in a GGUF file; `other` is replaced by the name beside it."""
    name, other = model.text("general.license") or "", model.text("general.license.name") or ""
    return other if other and name in ("", "other") else name


def restriction(licence: str) -> str:
    """Return what a licence forbids the publisher of a derived model, as the end of a sentence; "" if its name shows
    nothing.
    """
    parts = licence.lower().split("-")
    if "nd" in parts:
        return "does not allow changed versions to be passed on"
    if licence.lower() in _RESEARCH:
        return "allows research only"
    return "does not allow commercial use" if "nc" in parts else ""
