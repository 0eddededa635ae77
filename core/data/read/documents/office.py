"""Reads zip-based documents: OpenDocument, EPUB, PowerPoint."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote

from msgspec.structs import replace

from core.data.read.documents.archive import Element, found, links_of, opened, xml_of
from core.data.read.documents.equations import tex
from core.data.read.documents.found import Found, RefusedError, lowered, plain, raised
from core.data.read.documents.markup import markdown_of, parsed, table


def read_odt(content: bytes) -> Found:
    """Return an OpenDocument text's paragraphs, headings, lists and tables, with footnotes after their paragraphs."""
    archive = opened(content)
    if "META-INF/manifest.xml" in archive.namelist() and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise RefusedError("locked")
    text = _OpenText(archive)
    body = next(text.root.iter(_ODF + "text"), None)
    parts = list[tuple[str, bool]]()  # and whether it is a title
    for child in body if body is not None else ():
        style = child.get(_T + "style-name")
        is_title = text.is_title(style)
        parts += [(f"# {part}" if is_title else part, is_title) for part in text.paragraphs(child) if part]
    below = "#" if any(is_title for _, is_title in parts) else ""  # headings rank below a title
    return found("\n\n".join(part if is_title else _HEADING.sub(below + r"\g<0>", part) for part, is_title in parts))


_ODF = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_FORM = "{urn:oasis:names:tc:opendocument:xmlns:form:1.0}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_HEADING = re.compile(r"^#{1,5} ")
_GROUPS = tuple(_TABLE + name for name in ("table-header-rows", "table-rows", "table-row-group"))
_LISTS = (_T + "list-item", _T + "list-header")
_UNREAD = (_T + "tracked-changes", _T + "table-of-content", _T + "sequence-decls", _ODF + "forms")
_PARTS = ("}title", "}desc", "}annotation", "}annotation-end", "}ruby-text")  # annotations of the text


class _OpenText:
    """Writes the elements of an OpenDocument text by its styles."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.root, self._archive = xml_of(archive, "content.xml"), archive
        roots = [self.root, *([xml_of(archive, "styles.xml")] if "styles.xml" in archive.namelist() else [])]
        self._styles = {one.get(_STYLE + "name"): one for root in roots for one in root.iter(_STYLE + "style")}
        self._lists = {one.get(_STYLE + "name"): one for root in roots for one in root.iter(_T + "list-style")}
        self._fields = {one.get(_FORM + "id"): one for one in self.root.iter() if one.get(_FORM + "id")}

    def is_title(self, name: str | None) -> bool:
        """Return whether paragraphs of this style are a document's title."""
        style = self._styles.get(name)
        said = ((style.get(_STYLE + "parent-style-name") if style is not None else None) or name or "").lower()
        return said.endswith("title") and "sub" not in (name or "").lower()

    def _property(self, name: str | None, wanted: str) -> str:
        for _ in range(20):
            style = self._styles.get(name)
            if style is None:
                return ""
            for properties in style.findall(_STYLE + "text-properties"):
                if (said := properties.get(wanted)) is not None:
                    return said
            name = style.get(_STYLE + "parent-style-name")
        return ""

    def paragraphs(self, node: Element, depth: int = 0, lists: tuple[str, ...] = ()) -> Iterator[str]:
        """Yield the paragraphs of an element, each followed by its notes. lists: the styles of the enclosing lists."""
        is_hidden = node.get(_T + "display") == "none" or node.get(_T + "is-hidden") == "true"
        if depth > 100 or node.tag in _UNREAD or (is_hidden and node.tag == _T + "section"):
            return
        if node.tag in (_T + "h", _T + "p"):
            behind = list[str]()
            text = plain(self._line(node, behind))
            level = node.get(_T + "outline-level", "1") if node.tag == _T + "h" else ""
            yield f"{'#' * min(int(level), 6) if level.isdigit() else '#'} {text}" if level and text else text
            yield from behind
        elif node.tag == _T + "list":
            yield from self._list(node, depth, (*lists, node.get(_T + "style-name") or (lists[-1] if lists else "")))
        elif node.tag == _TABLE + "table":
            yield table([self._cells(row, depth) for row in _rows(node)])
        else:
            for child in node:
                yield from self.paragraphs(child, depth + 1, lists)

    def _list(self, node: Element, depth: int, lists: tuple[str, ...]) -> Iterator[str]:
        style = self._lists.get(lists[-1])
        level = next((one for one in style or () if one.get(_T + "level") == str(len(lists))), None)
        number = int(level.get(_T + "start-value", "1")) if level is not None and _is_number(level) else None
        items = list[str]()
        for item in node:
            said = "\n".join(part for child in item for part in self.paragraphs(child, depth + 1, lists) if part)
            if not said or item.tag not in _LISTS:
                continue
            mark = ""
            if item.tag == _T + "list-item":
                number = int(item.get(_T + "start-value", number)) if number is not None else None
                mark = "- " if number is None else f"{number}. "
                number = number + 1 if number is not None else None
            items.append(mark + said.replace("\n", "\n  "))
        yield "\n".join(items)

    def _cells(self, row: Element, depth: int) -> list[str]:
        """Return a row's cells; those covered by a merged one are empty."""
        texts = list[str]()
        for cell in row:
            repeated = min(int(cell.get(_TABLE + "number-columns-repeated", "1")), 1000)
            if cell.tag == _TABLE + "table-cell":
                said = "\n".join(part for child in cell for part in self.paragraphs(child, depth + 1))
                texts += [said] * repeated
            elif cell.tag == _TABLE + "covered-table-cell":
                texts += [""] * repeated
        return texts

    def _line(self, node: Element, behind: list[str]) -> str:
        """Return the text of a paragraph, or of a part of it. behind: collects notes and text boxes."""
        parts = [node.text or ""]
        for child in node:
            name = child.tag.rpartition("}")[2]
            if child.tag == _T + "note":
                bodies = (part for body in child.iter(_T + "note-body") for p in body for part in self.paragraphs(p))
                behind.append(" ".join(bodies))
            elif child.tag == _DRAW + "text-box":
                behind += [part for p in child for part in self.paragraphs(p)]
            elif child.tag == _DRAW + "object":
                parts.append(self._equation(child))
            elif child.tag == _DRAW + "control":
                parts.append(self._filled_in(self._fields.get(child.get(_DRAW + "control"))))
            elif child.tag == _T + "s":
                parts.append(" " * min(int(child.get(_T + "c", "1") or 1), 100))
            elif name in ("tab", "line-break"):
                parts.append("\n" if name == "line-break" else " ")
            elif not child.tag.endswith(_PARTS) and name not in ("hidden-text", "hidden-paragraph"):
                parts.append(self._line(child, behind))
            parts.append(child.tail or "")
        said, style = "".join(parts), node.get(_T + "style-name")
        if self._property(style, _T + "display") == "none":
            return ""
        position = self._property(style, _STYLE + "text-position") if node.tag == _T + "span" else ""
        height = {"super": "1", "sub": "-1"}.get(*[position.partition(" ")[0]] * 2)
        return _at_height(said, height.rstrip("%"))

    def _equation(self, node: Element) -> str:
        name = posixpath.normpath(posixpath.join(node.get(_LINK) or "", "content.xml"))
        root = xml_of(self._archive, name) if name in self._archive.namelist() else node
        return " ".join(tex(one) for one in root.iter("{http://www.w3.org/1998/Math/MathML}math"))

    def _filled_in(self, field: Element | None) -> str:
        if field is None or field.tag in (_FORM + "button", _FORM + "password", _FORM + "hidden"):
            return ""
        if field.tag in (_FORM + "checkbox", _FORM + "radio"):
            is_on = "checked" in (field.get(_FORM + "current-state"), field.get(_FORM + "state"))
            is_on = is_on or field.get(_FORM + "current-selected") == "true"
            return f"{'☒' if is_on else '☐'} {field.get(_FORM + 'label', '')}"
        chosen = [one.get(_FORM + "label", "") for one in field if one.get(_FORM + "current-selected") == "true"]
        return field.get(_FORM + "current-value") or " ".join(chosen) or field.get(_FORM + "value") or ""


def _is_number(level: Element) -> bool:
    return level.tag.endswith("}list-level-style-number") and bool(level.get(_STYLE + "num-format"))


def _rows(node: Element) -> Iterator[Element]:
    """Yield a table's own rows, not those of nested tables."""
    for child in node:
        if child.tag == _TABLE + "table-row" and child.get(_TABLE + "visibility", "visible") == "visible":
            yield child
        elif child.tag in _GROUPS:
            yield from _rows(child)


def read_epub(content: bytes) -> Found:
    """Return a book's chapters in order, without its table of contents. Raises RefusedError."""
    archive = opened(content)
    if _is_protected(archive):
        raise RefusedError("locked", "its seller (DRM)")
    container = xml_of(archive, "META-INF/container.xml")
    roots = [one.get("full-path", "") for one in container.iter() if one.get("media-type", _PACKAGE) == _PACKAGE]
    root = next(filter(None, roots), "")
    package = xml_of(archive, root)
    files = {one.get("id"): one for one in package.iter() if one.tag.endswith("}item")}
    css = " ".join(
        archive.read(name).decode("utf-8", "replace") for name in archive.namelist() if name.endswith(".css")
    )
    parts, missing = list[str](), 0
    for reference in package.iter():
        item = files.get(reference.get("idref")) if reference.tag.endswith("}itemref") else None
        if item is None or "nav" in (item.get("properties") or "").split():
            continue
        name = posixpath.normpath(posixpath.join(posixpath.dirname(root), unquote(item.get("href") or "")))
        try:
            raw = archive.read(name)
        except KeyError:
            missing += 1
            continue
        parts.append(markdown_of(parsed(_without_declaration(raw)), css))
    chapters = (
        "chapter that its list names and that is" if missing == 1 else "chapters that its list names and that are"
    )
    left_out = [f"{missing} {chapters} not in it"] if missing else []
    return found("\n\n".join(filter(None, parts)), left_out)


_PACKAGE = "application/oebps-package+xml"
# Encryption of fonts only; the text is readable.
_FONTS_ONLY = {None, "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}


def _is_protected(archive: zipfile.ZipFile) -> bool:
    """Return whether a book's texts are encrypted; Apple and Adobe mark that with their own files."""
    names = set(archive.namelist())
    if names & {"META-INF/sinf.xml", "META-INF/rights.xml", "META-INF/license.lcpl"}:
        return True
    if "META-INF/encryption.xml" not in names:
        return False
    methods = {one.get("Algorithm") for one in xml_of(archive, "META-INF/encryption.xml").iter()}
    return not methods <= _FONTS_ONLY


def _without_declaration(raw: bytes) -> bytes:
    """Convert XHTML for an HTML parser, which would read self-closed elements as left open."""
    return re.sub(rb"<(title|script|style|a|div|p|span|i|b|em|strong)(\s[^<>]*)?/>", rb"<\1\2></\1>", raw)


def read_pptx(content: bytes) -> Found:
    """Return a presentation's slides in order, each below its title, with the speaker's notes.

    Hidden slides are left out.
    """
    archive = opened(content)
    main = next((name for kind, name in links_of(archive, "").values() if kind == "officeDocument"), _MAIN)
    links = links_of(archive, main)
    order = [links.get(one.get(_R + "id", ""), ("", ""))[1] for one in xml_of(archive, main).iter(_P + "sldId")]
    parts, hidden = list[str](), 0
    for name in filter(None, order):
        slide = xml_of(archive, name)
        if slide.get("show") in ("0", "false"):
            hidden += 1
            continue
        parts += _slide(slide)
        for kind, notes in links_of(archive, name).values():
            if kind == "notesSlide" and notes in archive.namelist():
                parts += _slide(xml_of(archive, notes))
    left_out = [f"{hidden} hidden {'slide' if hidden == 1 else 'slides'}"] if hidden else []
    return replace(found("\n\n".join(filter(None, parts)), left_out), pages=len(order))


_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_MAIN = "ppt/presentation.xml"
_PLACES = ("dt", "ftr", "sldNum", "hdr", "sldImg")  # date, footer, number: the same on every slide


def _slide(node: Element) -> Iterator[str]:
    if node.tag == _A + "tbl":
        yield table([[_said(cell) for cell in row.iter(_A + "tc")] for row in node.iter(_A + "tr")])
    elif node.tag == _P + "sp":
        place = next((one.get("type", "body") for one in node.iter(_P + "ph")), "")
        said = _said(node) if place not in _PLACES else ""
        is_title = place in ("title", "ctrTitle")
        yield f"## {said.replace(chr(10), ' ')}" if is_title and said else said
    elif next((one.get("hidden") for one in node.findall(f"*/{_P}cNvPr")), "0") not in ("1", "true"):
        for child in _shown(node):
            yield from _slide(child)


def _shown(node: Element) -> list[Element]:
    """Return an element's children. Of alternatives for older and newer programs, take the newer."""
    if node.tag != _MC + "AlternateContent":
        return list(node)
    return [child for child in node if child.tag == _MC + "Choice"][:1] or list(node)


def _said(node: Element) -> str:
    """Return the paragraphs in a shape or a cell."""
    if node.get("vMerge") in ("1", "true") or node.get("hMerge") in ("1", "true"):
        return ""
    lines = [plain(_letters(paragraph)) for paragraph in node.iter(_A + "p")]
    return "\n".join(filter(None, lines))


def _letters(node: Element) -> str:
    if node.tag == _M + "oMath":
        return tex(node)
    if node.tag == _A + "t":
        return node.text or ""
    if node.tag == _A + "br":
        return "\n"
    said = "".join(map(_letters, _shown(node)))
    properties = node.find(_A + "rPr") if node.tag in (_A + "r", _A + "fld") else None
    height = (properties.get("baseline") or "0") if properties is not None else "0"
    return _at_height(said, height.rstrip("%"))


def _at_height(said: str, height: str) -> str:
    """Return text as superscript or subscript, by a number's sign."""
    if not re.fullmatch(r"[+-]?\d+(?:\.\d+)?", height) or not float(height):
        return said
    return raised(said) if float(height) > 0 else lowered(said)
