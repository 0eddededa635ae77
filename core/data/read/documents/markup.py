"""Converts HTML to Markdown: a web page's content without its navigation."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

from core.data.read.documents.equations import tex
from core.data.read.documents.found import LEVEL, LOWERED, RAISED, Found, RefusedError, plain

_SILENT = {
    "head", "script", "style", "noscript", "template", "svg", "iframe", "object", "embed", "canvas", "audio", "video",
    "button", "dialog", "map", "rp", "rt", "option", "datalist", "progress", "meter",
}  # fmt: skip
_AROUND = {"nav", "header", "footer", "aside", "menu"}  # of a page; an article's header has its title
_AROUND_ROLES = {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog"}
_AROUND_NAMES = re.compile(
    r"\b(?:nav|navbar|breadcrumbs?|sidebar|cookie\w*|consent|newsletter|share|social|related|comments?|advert\w*|ads?"
    r"|promo|pagination|skip-?link|toc)\b",
    re.I,
)
_BLOCKS = {
    "address", "article", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "form", "hr", "html", "main", "p", "section", "summary", "ul", "ol", "li", "table", "pre", "caption",
}  # fmt: skip
_LEVELS = {"sup": RAISED, "super": RAISED, "sub": LOWERED}  # by an element's name, or vertical-align
_STYLE = re.compile(r"(display|visibility|vertical-align)\s*:\s*(none|hidden|super|sub)\b", re.I)
_RULE, _CLASS = re.compile(r"([^{}]+)\{([^{}]*)\}"), re.compile(r"\.([\w-]+)\s*(?:,|$)")  # of CSS
_NOTE = re.compile(r"(?:doc-)?(?:noteref|backlink)")  # EPUB's types for links to a note and back
_ARROW = re.compile(r"[↑↩⤴^\s\ufe0e\ufe0f]+")
# Form fields without visible text.
_UNSEEN = {"hidden", "password", "submit", "button", "reset", "image", "file", "search"}
_MOST_COLUMNS = 1000  # columns that a cell may span, as in browsers
_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([\w-]{2,40})", re.I)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_DEEPEST = 200  # nested elements
_SHARE = 0.4  # the least part of a page's text that its main part has
_LINKS = 0.75  # links' share of a block's text that makes it a list of links


def read_html(content: bytes) -> Found:
    """Return a web page's text. Raises RefusedError."""
    from selectolax.lexbor import LexborHTMLParser

    page = decoded(content)
    root = LexborHTMLParser(page).root
    if root is None:
        raise RefusedError("empty")
    css = " ".join(re.findall(r"<style[^>]*>(.*?)</style", page, re.I | re.S))
    text = markdown_of(_main(root), css, of_a_page=True)
    if not text:
        raise RefusedError("empty")
    title = root.css_first("head > title")
    named = plain(title.text()) if title is not None else ""
    if named and not text.startswith("# ") and "\n# " not in text:
        text = f"# {named}\n\n{text}"
    return Found(text)


def markdown_of(node: Any, css: str = "", *, of_a_page: bool = False) -> str:
    """Return an element's text as Markdown with headings, lists and tables. css: the styles of its classes.

    of_a_page: leave out menus, footers and the like.
    """
    levels = {
        name: style["vertical-align"]
        for selectors, said in _RULE.findall(css)
        if "vertical-align" in (style := _style(said))
        for name in _CLASS.findall(selectors)
    }
    writer = _Writer(of_a_page, levels, len(node.text(deep=True)) if of_a_page else 0)
    writer.element(node, 0)
    return writer.text()


def decoded(content: bytes) -> str:
    """Decode a page by its byte order mark, as UTF-8, or by its declaration; older pages without one as
    Windows-1252.
    """
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
    """Return the body of HTML or XHTML. Raises RefusedError without one."""
    from selectolax.lexbor import LexborHTMLParser

    body = LexborHTMLParser(decoded(html)).body
    if body is None:
        raise RefusedError("empty")
    return body


@dataclass(frozen=True)
class Cell:
    """A table's cell. down, right: how many rows and columns it spans."""

    text: str
    down: int = 1
    right: int = 1


def table(rows: Iterable[Sequence[str | Cell]]) -> str:
    """Return rows as a Markdown table, or as paragraphs if they have only one column, which is layout.

    A merged cell's text goes to its first row and column; its other positions are empty.
    """
    placed = [[" ".join(plain(cell).split()).replace("|", "\\|") for cell in row] for row in _placed(rows)]
    filled = [row for row in placed if any(row)]
    if not filled:
        return ""
    width = max(place for row in filled for place, cell in enumerate(row, 1) if cell)
    if width == 1:
        return "\n\n".join(row[0] for row in filled)
    lines = [f"| {' | '.join([*row[:width], *[''] * (width - len(row))])} |" for row in filled]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _placed(rows: Iterable[Sequence[str | Cell]]) -> Iterator[list[str]]:
    """Yield each row's texts by column."""
    taken = dict[int, int]()  # by column: rows that a cell from above still covers
    for row in rows:
        texts, below = list[str](), dict[int, int]()
        for cell in (Cell(one) if isinstance(one, str) else one for one in row):
            while taken.get(len(texts)):
                texts.append("")
            right = max(1, min(cell.right, _MOST_COLUMNS))
            below |= {len(texts) + i: cell.down for i in range(right if cell.down > 1 else 0)}
            texts += [cell.text, *[""] * (right - 1)]
        taken = {column: left - 1 for column, left in (taken | below).items() if left > 1}
        yield texts


def _main(root: Any) -> Any:
    """Return the main part of a page: the one marked as such, or else the whole body."""
    body = root.css_first("body") or root
    whole = len(body.text(deep=True))
    for selector in ("main", "[role=main]", "article", "#content", "#main-content"):
        found = root.css(selector)
        if len(found) == 1 and len(found[0].text(deep=True)) >= _SHARE * whole:
            return found[0]
    return body


@dataclass
class _Writer:
    """Writes elements one after the other. Collects a paragraph until a block begins or ends."""

    of_a_page: bool
    levels: dict[str, str]  # by class name: superscript and subscript
    whole: int = 0  # letters of the page
    _parts: list[str] = field(default_factory=list)
    _line: list[str] = field(default_factory=list)
    # Of the enclosing lists: the next item's number, None: a bullet.
    _lists: list[int | None] = field(default_factory=list)
    _depth: int = 0  # of articles

    def text(self) -> str:
        """Return the whole text."""
        self._flush()
        return "\n\n".join(part for part in self._parts if part)

    def element(self, node: Any, depth: int) -> None:
        """Write an element and its content."""
        name = node.tag
        if name == "-text":
            self._line.append(re.sub(r"\s+", " ", node.text_content or ""))
            return
        if name.startswith(("-", "!", "_")) or name in _SILENT or depth > _DEEPEST:
            return
        about = node.attributes
        style = _style(about.get("style") or "")
        if _is_hidden(node, about, style) or (self.of_a_page and self._is_around(node, name, about)):
            return
        if level := _LEVELS.get(name) or (name not in _BLOCKS and self._level(about, style)):
            if not _is_note_mark(node):
                self._line.append(level)
                self._children(node, depth)
                self._line.append(LEVEL)
        elif name == "a" and _is_note_link(node, about):
            return
        elif name == "math":
            self._line.append(_equation(node))
        elif name in ("input", "textarea", "select"):
            self._line.append(_filled_in(node, name))
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
        self._lists.append(_number(node, "start", 1) if name == "ol" else None)
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
        mark, number = "- ", self._lists[-1] if self._lists else None
        if number is not None:
            number = _number(node, "value", number)
            mark, self._lists[-1] = f"{number}. ", number + 1
        if given := node.attributes.get("data-number"):  # from a Word document
            mark = f"{given} "
        first = node.child
        is_nested = first is not None and first == node.last_child and first.tag in ("ul", "ol")  # and nothing else
        said = "\n".join(part for part in self._parts[before:] if part)
        self._parts[before:] = [said if is_nested else mark + said.replace("\n", "\n  ")] if said else []

    def _table(self, node: Any, depth: int) -> str:
        if any(one.mem_id != node.mem_id for one in node.css("table")):
            # Outer tables are only layout.
            inner = _Writer(self.of_a_page, self.levels, self.whole)
            for cell in node.css("td, th"):
                if _table_of(cell) == node.mem_id:
                    inner._children(cell, depth + 1)
                    inner._flush()
            return inner.text()
        caption = node.css_first("caption")
        said = self._cell(caption).text if caption is not None else ""
        rows = table([[self._cell(cell) for cell in row.css("td, th")] for row in _rows(node)])
        return "\n\n".join(filter(None, [said, rows]))

    def _cell(self, node: Any) -> Cell:
        inner = _Writer(False, self.levels)
        inner._children(node, 0)
        return Cell(inner.text(), _number(node, "rowspan", 1) or _MOST_COLUMNS, _number(node, "colspan", 1))

    def _level(self, about: dict[str, str | None], style: dict[str, str]) -> str:
        classes = (about.get("class") or "").split()
        said = style.get("vertical-align") or next((self.levels[one] for one in classes if one in self.levels), "")
        return _LEVELS.get(said, "")

    def _is_around(self, node: Any, name: str, about: dict[str, str | None]) -> bool:
        """Return whether an element of a page is navigation, or repeats on all its pages."""
        if name in _AROUND and not (name == "header" and self._depth):
            return True
        if about.get("aria-hidden") == "true" or about.get("role") in _AROUND_ROLES:
            return True
        if name == "form":  # some pages consist of one form with all their text
            return len(node.text(deep=True)) < _SHARE * self.whole
        if name not in ("div", "section", "ul", "ol", "table"):
            return False
        text = len(node.text(deep=True).strip())
        if _AROUND_NAMES.search(f"{about.get('class') or ''} {about.get('id') or ''}") and text < 2000:
            return True
        links = node.css("a")
        return len(links) > 3 and sum(len(link.text(deep=True).strip()) for link in links) > _LINKS * max(text, 1)

    def _flush(self, mark: str = "", *, one_line: bool = False) -> None:
        said = plain("".join(self._line))
        self._line = []
        if said:
            self._parts.append(mark + (said.replace("\n", " ") if one_line else said))


def _rows(node: Any) -> list[Any]:
    """Return a table's rows, those of its foot last, wherever the source has them."""
    rows = node.css("tr")
    return sorted(rows, key=lambda row: row.parent.tag == "tfoot")


def _table_of(cell: Any) -> int:
    """Return the id of the table element around a cell."""
    node = cell.parent
    while node is not None and node.tag != "table":
        node = node.parent
    return node.mem_id if node is not None else 0


def _number(node: Any, name: str, default: int) -> int:
    said = (node.attributes.get(name) or "").strip()
    return int(said) if re.fullmatch(r"-?[0-9]{1,9}", said) else default


def _style(said: str) -> dict[str, str]:
    return {key.lower(): value.lower() for key, value in _STYLE.findall(said)}


def _is_hidden(node: Any, about: dict[str, str | None], style: dict[str, str]) -> bool:
    """Return whether an element is invisible. An equation is often hidden behind its picture, and is read."""
    is_hidden = about.get("hidden", "until-found") != "until-found" or style.get("display") == "none"
    return (is_hidden or style.get("visibility") == "hidden") and node.css_first("math") is None


def _is_note_mark(node: Any) -> bool:
    """Return whether superscript text consists only of links to notes."""
    links = node.css("a[href*='#']")
    linked = sum(len(link.text(deep=True).strip()) for link in links)
    return bool(links) and linked >= len(re.sub(r"[\s,;()\[\]]", "", node.text(deep=True)))


def _is_note_link(node: Any, about: dict[str, str | None]) -> bool:
    kind = f"{about.get('role') or ''} {about.get('epub:type') or ''}"
    return _NOTE.search(kind) is not None or _ARROW.fullmatch(node.text(deep=True)) is not None


def _equation(node: Any) -> str:
    html = re.sub(r"\s[\w-]*:[\w-]+=\"[^\"]*\"", "", node.html or "").replace("&nbsp;", " ")
    try:
        return tex(ElementTree.fromstring(html))  # noqa: S314 - in a sandboxed process
    except ElementTree.ParseError:
        return str(node.text(deep=True, separator=" "))


def _filled_in(node: Any, name: str) -> str:
    """Return the chosen or entered value of a form field, as the page shows it."""
    attributes = node.attributes
    kind = (attributes.get("type") or "text").lower()
    if name == "select":
        return " ".join(option.text(deep=True) for option in node.css("option[selected]"))
    if name == "textarea":
        return str(node.text(deep=True))
    if kind in ("checkbox", "radio"):
        return "☒" if "checked" in attributes else "☐"
    return "" if kind in _UNSEEN else attributes.get("value") or ""
