"""The text of documents that are zip files: Word, OpenDocument, EPUB, PowerPoint; and of RTF, Excel and their like."""

from __future__ import annotations

import codecs
import csv
import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from core.data.read.documents.found import Found, RefusedError, plain
from core.data.read.documents.markup import markdown_of, parsed, table

MOST_TEXT = 64 << 20  # bytes of an archive's texts, unpacked; a book of a thousand pages has about ten million
_MOST_FILES = 20_000  # in an archive
_TEXTS = (".xml", ".xhtml", ".html", ".htm", ".rels", ".opf", ".ncx", ".css")
_MOST_CELLS = 5_000_000

Element = ElementTree.Element


def opened(content: bytes) -> zipfile.ZipFile:
    """Return an archive whose texts fit into memory. Raises RefusedError."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OverflowError, EOFError, NotImplementedError) as error:
        raise RefusedError("damaged", "it is no whole zip file") from error
    if any(entry.flag_bits & 1 for entry in entries):
        raise RefusedError("locked")
    texts = sum(entry.file_size for entry in entries if entry.filename.lower().endswith(_TEXTS))
    if texts > MOST_TEXT or len(entries) > _MOST_FILES:
        raise RefusedError("large", f"its texts unpack to more than {MOST_TEXT >> 20} MB")
    return archive


def read_docx(content: bytes) -> Found:
    """Return a Word document's text; what was deleted in it, comments, headers and footers are not read."""
    import mammoth

    archive = opened(content)
    pictures = sum(name.startswith("word/media/") for name in archive.namelist())
    left_out = [f"{pictures} {'picture' if pictures == 1 else 'pictures'}"] if pictures else []
    styles = "p[style-name='Title'] => p.title:fresh\np[style-name='Subtitle'] => p:fresh\ncomment-reference => "
    converted = mammoth.convert_to_html(
        io.BytesIO(content), style_map=styles, convert_image=mammoth.images.img_element(lambda image: {}),
        include_embedded_style_map=False,
    )  # fmt: skip
    html = re.sub(r"<sup><a[^>]*>\[\d+\]</a></sup>|<a href=\"#[^\"]*-ref-\d+\">↑</a>", "", converted.value)
    if (title := '<p class="title">') in html:  # its headings are below it
        html = re.sub(r"(</?h)([1-5])>", lambda tag: f"{tag[1]}{int(tag[2]) + 1}>", html)
        html = re.sub(rf"{title}(.*?)</p>", r"<h1>\1</h1>", html)
    return _found(markdown_of(parsed(f"<body>{html}</body>".encode())), left_out)


def read_odt(content: bytes) -> Found:
    """Return an OpenDocument text's paragraphs, headings, lists and tables; footnotes behind their paragraph."""
    root = _xml(opened(content), "content.xml")
    body = next(root.iter(_ODF + "text"), None)
    parents = {one.get(_STYLE + "name"): one.get(_STYLE + "parent-style-name") for one in root.iter(_STYLE + "style")}
    parts = list[tuple[str, bool]]()  # and whether it is a title
    for child in body if body is not None else ():
        style = child.get(_T + "style-name")
        is_title = (parents.get(style) or style or "").lower().endswith("title") and "sub" not in (style or "").lower()
        parts += [(f"# {part}" if is_title else part, is_title) for part in _of_odf(child) if part]
    below = "#" if any(is_title for _, is_title in parts) else ""  # headings are below a title
    return _found("\n\n".join(part if is_title else _HEADING.sub(below + r"\g<0>", part) for part, is_title in parts))


_ODF = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_HEADING = re.compile(r"^#{1,5} ")
_LISTS = (_T + "list-item", _T + "list-header")


def _of_odf(node: Element, depth: int = 0) -> Iterator[str]:
    """Paragraphs of an element of OpenDocument, each with its notes behind it."""
    if depth > 100 or node.tag in (_T + "tracked-changes", _T + "table-of-content", _T + "sequence-decls"):
        return
    if node.tag in (_T + "h", _T + "p"):
        notes = list[str]()
        text = plain(_odf_line(node, notes))
        level = node.get(_T + "outline-level", "1") if node.tag == _T + "h" else ""
        yield f"{'#' * min(int(level), 6) if level.isdigit() else '#'} {text}" if level and text else text
        yield from notes
    elif node.tag == _T + "list":
        for item in node:
            said = "\n".join(part for child in item for part in _of_odf(child, depth + 1) if part)
            yield "- " + said.replace("\n", "\n  ") if said and item.tag in _LISTS else said
    elif node.tag == _TABLE + "table":
        yield table([_odf_cells(row, depth) for row in node.iter(_TABLE + "table-row")])
    else:
        for child in node:
            yield from _of_odf(child, depth + 1)


def _odf_cells(row: Element, depth: int) -> list[str]:
    cells = (cell for cell in row if cell.tag.endswith("}table-cell"))
    return ["\n".join(part for child in cell for part in _of_odf(child, depth + 1)) for cell in cells]


def _odf_line(node: Element, notes: list[str]) -> str:
    parts = [node.text or ""]
    for child in node:
        if child.tag == _T + "note":
            notes.append(" ".join(part for body in child.iter(_T + "note-body") for p in body for part in _of_odf(p)))
        elif child.tag == _T + "s":
            parts.append(" " * min(int(child.get(_T + "c", "1") or 1), 100))
        elif child.tag in (_T + "tab", _T + "line-break"):
            parts.append("\n" if child.tag.endswith("break") else " ")
        elif "annotation" not in child.tag and not child.tag.endswith(("}title", "}desc")):
            parts.append(_odf_line(child, notes))
        parts.append(child.tail or "")
    return "".join(parts)


def read_epub(content: bytes) -> Found:
    """Return a book's chapters in their order, without its table of contents. Raises RefusedError."""
    archive = opened(content)
    if "META-INF/encryption.xml" in archive.namelist() and b"aes" in archive.read("META-INF/encryption.xml").lower():
        raise RefusedError("locked")
    root = next(
        (one.get("full-path") for one in _xml(archive, "META-INF/container.xml").iter() if one.get("full-path")), ""
    )
    package = _xml(archive, root or "")
    files = {one.get("id"): one for one in package.iter() if one.tag.endswith("}item")}
    parts, missing = list[str](), 0
    for reference in (one.get("idref") for one in package.iter() if one.tag.endswith("}itemref")):
        item = files.get(reference)
        if item is None or "nav" in (item.get("properties") or "").split():
            continue
        name = posixpath.normpath(posixpath.join(posixpath.dirname(root or ""), unquote(item.get("href") or "")))
        try:
            raw = archive.read(name)
        except KeyError:
            missing += 1
            continue
        parts.append(markdown_of(parsed(_without_declaration(raw))))
    chapters = (
        "chapter that its list names and that is" if missing == 1 else "chapters that its list names and that are"
    )
    left_out = [f"{missing} {chapters} not in it"] if missing else []
    return _found("\n\n".join(filter(None, parts)), left_out)


def _without_declaration(raw: bytes) -> bytes:
    """XHTML as HTML reads it: self-closed elements that HTML does not close would swallow what follows."""
    return re.sub(rb"<(title|script|style|a|div|p|span|i|b|em|strong)(\s[^<>]*)?/>", rb"<\1\2></\1>", raw)


def read_pptx(content: bytes) -> Found:
    """Return a presentation's slides, each under its title, with the speaker's notes."""
    archive = opened(content)
    names = sorted(
        (name for name in archive.namelist() if re.fullmatch(r"ppt/slides/slide\d+\.xml", name)),
        key=lambda name: int(re.findall(r"\d+", name)[-1]),
    )
    parts = list[str]()
    for name in names:
        parts += _slide(_xml(archive, name))
        parts += _notes_of(archive, name)
    return _found("\n\n".join(filter(None, parts)))._replace(pages=len(names))


_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_PLACES = ("dt", "ftr", "sldNum", "hdr", "sldImg")  # date, footer, number: on every slide


def _slide(root: Element) -> Iterator[str]:
    for shape in root.iter():
        if shape.tag == _A + "tbl":
            yield table([[_said(cell) for cell in row.iter(_A + "tc")] for row in shape.iter(_A + "tr")])
        elif shape.tag == _P + "sp":
            place = next((one.get("type", "body") for one in shape.iter(_P + "ph")), "")
            if place in _PLACES:
                continue
            said = _said(shape)
            is_title = place in ("title", "ctrTitle")
            yield f"## {said.replace(chr(10), ' ')}" if is_title and said else said


def _said(node: Element) -> str:
    """Paragraphs within a shape or a cell."""
    lines = list[str]()
    for paragraph in node.iter(_A + "p"):
        parts = [
            (one.text or "") if one.tag == _A + "t" else "\n"
            for one in paragraph.iter()
            if one.tag in (_A + "t", _A + "br")
        ]
        lines.append(plain("".join(parts)))
    return "\n".join(filter(None, lines))


def _notes_of(archive: zipfile.ZipFile, slide: str) -> Iterator[str]:
    links = f"ppt/slides/_rels/{posixpath.basename(slide)}.rels"
    if links not in archive.namelist():
        return
    for link in _xml(archive, links):
        if (link.get("Type") or "").endswith("/notesSlide"):
            name = posixpath.normpath(posixpath.join("ppt/slides", link.get("Target") or ""))
            if name in archive.namelist():
                yield from _slide(_xml(archive, name))


def read_rtf(content: bytes) -> Found:
    """Return the text of rich text; it does not say what is a heading."""
    from striprtf.striprtf import rtf_to_text

    page = re.search(rb"\\ansicpg(\d{3,5})\b", content[:4096])
    encoding = f"cp{page[1].decode()}" if page else "cp1252"
    try:
        codecs.lookup(encoding)
    except LookupError:
        encoding = "cp1252"
    text = rtf_to_text(content.decode("latin-1"), encoding, errors="replace")  # type: ignore[no-untyped-call]
    return _found("\n\n".join(filter(None, map(plain, text.split("\n")))))


def read_sheets(content: bytes, wanted: str = "") -> Found:
    """Return a sheet of a workbook as CSV; others with rows are named as left out.

    wanted: a sheet's name, or its number from 1; "": the first that has rows. Raises RefusedError.
    """
    from python_calamine import CalamineWorkbook

    if content[:2] == b"PK":
        opened(content)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = [(name, book.get_sheet_by_name(name)) for name in book.sheet_names]
    except Exception as error:  # whatever the library calls it
        if "password" in str(error).lower():
            raise RefusedError("locked") from error
        raise RefusedError("damaged", str(error)[:200]) from error
    filled = [(name, sheet) for name, sheet in sheets if sheet.height]
    if not filled:
        raise RefusedError("empty")
    name, first = _chosen(sheets, filled, wanted)
    others = [other for other, _ in filled if other != name]
    if first.height * first.width > _MOST_CELLS:
        raise RefusedError("large", f"the sheet {name} has more than {_MOST_CELLS:,} cells")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in first.to_python(skip_empty_area=True):
        writer.writerow([_value(cell) for cell in row])
    left_out = [f"the sheet{'s' if len(others) > 1 else ''} {', '.join(others)[:200]}"] if others and not wanted else []
    return _found(out.getvalue(), left_out)._replace(sheets=tuple(other for other, _ in filled), sheet=name)


def _chosen(sheets: list[tuple[str, Any]], filled: list[tuple[str, Any]], wanted: str) -> tuple[str, Any]:
    """The sheet that is wanted, with its name. Raises RefusedError."""
    if not wanted:
        return filled[0]
    named = [one for one in filled if one[0] == wanted] or [one for one in filled if one[0].lower() == wanted.lower()]
    if not named and wanted.isdecimal():
        named = [one for one in sheets[int(wanted) - 1 : int(wanted)] if one[1].height] if int(wanted) else []
    if named:
        return named[0]
    names = ", ".join(name for name, _ in filled)[:400]
    raise RefusedError("sheet", f"no sheet {wanted[:100]!r} with rows; those with rows are {names}")


def _value(cell: Any) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _xml(archive: zipfile.ZipFile, name: str) -> Element:
    """A part of an archive. expat ends what grows by entities. Raises RefusedError."""
    try:
        return ElementTree.fromstring(archive.read(name))  # noqa: S314 - in a process that can do nothing else
    except (KeyError, ElementTree.ParseError, zipfile.BadZipFile, ValueError, EOFError, NotImplementedError) as error:
        raise RefusedError("damaged", f"its part {name or 'that lists the others'} cannot be read") from error


def _found(text: str, left_out: list[str] | tuple[str, ...] = ()) -> Found:
    if not text.strip():
        raise RefusedError("empty")
    return Found(text, left_out=tuple(left_out))
