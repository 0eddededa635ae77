"""The text of HTML as Markdown: of a web page what is said in it, without what leads to other pages."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from core.data.read.documents.found import Found, RefusedError, plain

_SILENT = {
    "head", "script", "style", "noscript", "template", "svg", "math", "iframe", "object", "embed", "canvas", "audio",
    "video", "button", "select", "input", "textarea", "dialog", "map", "rp", "rt",
}  # fmt: skip
_AROUND = {"nav", "header", "footer", "aside", "form", "menu"}  # of a page; a header within an article says its title
_AROUND_ROLES = {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog"}
_AROUND_NAMES = re.compile(
    r"\b(?:nav|navbar|breadcrumbs?|sidebar|cookie\w*|consent|newsletter|share|social|related|comments?|advert\w*|ads?"
    r"|promo|pagination|skip-?link|toc)\b",
    re.I,
)
_BLOCKS = {
    "address", "article", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "hr", "html", "main", "p", "section", "summary", "ul", "ol", "li", "table", "pre", "caption",
}  # fmt: skip
_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([\w-]{2,40})", re.I)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_DEEPEST = 200  # elements within each other that are looked into
_SHARE = 0.4  # of a page's text that its main part has at least
_LINKS = 0.75  # of a block's text, from which on it is a list of links


def read_html(content: bytes) -> Found:
    """Return a web page's text. Raises RefusedError."""
    from selectolax.lexbor import LexborHTMLParser

    root = LexborHTMLParser(decoded(content)).root
    if root is None:
        raise RefusedError("empty")
    text = markdown_of(_main(root), of_a_page=True)
    if not text:
        raise RefusedError("empty")
    title = root.css_first("head > title")
    named = plain(title.text()) if title is not None else ""
    if named and not text.startswith("# ") and "\n# " not in text:
        text = f"# {named}\n\n{text}"
    return Found(text)


def markdown_of(node: Any, *, of_a_page: bool = False) -> str:
    """Return an element's text with headings, lists and tables. of_a_page: without menus, footers and the like."""
    writer = _Writer(of_a_page)
    writer.element(node, 0)
    return writer.text()


def decoded(content: bytes) -> str:
    """Return a page's text, by its mark, as UTF-8, or as it says itself; of older ones that say nothing as Windows'."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        said = _CHARSET.search(content[:4096])
        try:
            return content.decode(said[1].decode() if said else "cp1252", "replace")
        except LookupError:
            return content.decode("cp1252", "replace")


def parsed(html: bytes) -> Any:
    """Return the body of HTML, or of XHTML. Raises RefusedError where there is none."""
    from selectolax.lexbor import LexborHTMLParser

    body = LexborHTMLParser(decoded(html)).body
    if body is None:
        raise RefusedError("empty")
    return body


def table(rows: Iterable[list[str]]) -> str:
    """Return rows as Markdown writes a table; one of a single column, which only arranges a page, as paragraphs."""
    filled = [[" ".join(plain(cell).split()).replace("|", "\\|") for cell in row] for row in rows]
    filled = [row for row in filled if any(row)]
    if not filled:
        return ""
    width = max(map(len, filled))
    if width == 1:
        return "\n\n".join(row[0] for row in filled)
    lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in filled]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _main(root: Any) -> Any:
    """The part of a page in which most is said: what it calls that itself, or else all of it."""
    body = root.css_first("body") or root
    whole = len(body.text(deep=True))
    for selector in ("main", "[role=main]", "article", "#content", "#main-content"):
        found = root.css(selector)
        if len(found) == 1 and len(found[0].text(deep=True)) >= _SHARE * whole:
            return found[0]
    return body


@dataclass
class _Writer:
    """Writes an element after the other. A paragraph is collected until a block begins or ends."""

    of_a_page: bool
    _parts: list[str] = field(default_factory=list)
    _line: list[str] = field(default_factory=list)
    _lists: list[int] = field(default_factory=list)  # of those around: the next item's number, 0 for a bullet
    _depth: int = 0  # of articles

    def text(self) -> str:
        """Return the whole text."""
        self._flush()
        return "\n\n".join(part for part in self._parts if part)

    def element(self, node: Any, depth: int) -> None:
        """Write an element with what is in it."""
        name = node.tag
        if name == "-text":
            self._line.append(re.sub(r"\s+", " ", node.text_content or ""))
        elif self._is_silent(node, name) or depth > _DEEPEST:
            return
        elif name == "br":
            self._line.append("\n")
        elif name in _HEADINGS:
            self._flush()
            self._children(node, depth)
            self._flush("#" * _HEADINGS[name] + " ", one_line=True)
        elif name == "pre":
            self._flush()
            code = (node.text(deep=True) or "").strip("\n")
            self._parts.append(f"```\n{code}\n```" if code.strip() else "")
        elif name == "table":
            self._flush()
            self._parts.append(self._table(node, depth))
        elif name in ("ul", "ol"):
            self._list(node, name, depth)
        elif name == "li":
            self._item(node, depth)
        elif name == "blockquote":
            self._flush()
            before = len(self._parts)
            self._children(node, depth)
            self._flush()
            self._parts[before:] = ["> " + part.replace("\n", "\n> ") for part in self._parts[before:] if part]
        elif name in _BLOCKS:
            self._flush()
            self._depth += name in ("article", "main")
            self._children(node, depth)
            self._depth -= name in ("article", "main")
            self._flush()
        else:
            self._children(node, depth)

    def _children(self, node: Any, depth: int) -> None:
        child = node.child
        while child is not None:
            self.element(child, depth + 1)
            child = child.next

    def _list(self, node: Any, name: str, depth: int) -> None:
        self._flush()
        before = len(self._parts)
        self._lists.append(1 if name == "ol" else 0)
        self._children(node, depth)
        self._lists.pop()
        self._flush()
        items = [part for part in self._parts[before:] if part]
        self._parts[before:] = ["\n".join(items)] if items else []

    def _item(self, node: Any, depth: int) -> None:
        self._flush()
        before = len(self._parts)
        self._children(node, depth)
        self._flush()
        mark = "- "
        if self._lists and self._lists[-1]:
            mark, self._lists[-1] = f"{self._lists[-1]}. ", self._lists[-1] + 1
        said = "\n".join(part for part in self._parts[before:] if part).replace("\n", "\n  ")
        self._parts[before:] = [mark + said] if said else []

    def _table(self, node: Any, depth: int) -> str:
        if node.css_first("table table") is not None or depth > _DEEPEST:
            # of tables in tables the outer ones only arrange
            inner = _Writer(self.of_a_page)
            for cell in node.css("td, th"):
                if cell.css_first("table") is None:
                    inner._children(cell, depth)
                    inner._flush()
            return inner.text()
        return table([[_cell(cell) for cell in row.css("td, th")] for row in node.css("tr")])

    def _is_silent(self, node: Any, name: str) -> bool:
        is_no_text = name.startswith(("-", "!", "_")) or name in _SILENT
        return is_no_text or (self.of_a_page and self._is_around(node, name))

    def _is_around(self, node: Any, name: str) -> bool:
        """Return whether an element of a page leads elsewhere, or is on all of its pages."""
        attributes = node.attributes
        if name in _AROUND and not (name == "header" and self._depth):
            return True
        hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true"
        hidden = hidden or "display:none" in (attributes.get("style") or "").replace(" ", "").lower()
        if hidden or attributes.get("role") in _AROUND_ROLES:
            return True
        if name not in ("div", "section", "ul", "ol", "table"):
            return False
        text = len(node.text(deep=True).strip())
        if _AROUND_NAMES.search(f"{attributes.get('class') or ''} {attributes.get('id') or ''}") and text < 2000:
            return True
        links = node.css("a")
        return len(links) > 3 and sum(len(link.text(deep=True).strip()) for link in links) > _LINKS * max(text, 1)

    def _flush(self, mark: str = "", *, one_line: bool = False) -> None:
        said = plain("".join(self._line))
        self._line = []
        if said:
            self._parts.append(mark + (said.replace("\n", " ") if one_line else said))


def _cell(node: Any) -> str:
    inner = _Writer(False)
    inner._children(node, 0)
    return inner.text()
