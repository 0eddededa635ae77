"""Opens zip-based documents within limits, and finds and parses their parts."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Sequence
from urllib.parse import unquote
from xml.etree import ElementTree

from core.data.read.documents.found import Found, RefusedError

MOST_TEXT = 64 << 20  # bytes of an archive's texts, unpacked; a book of a thousand pages has about ten million
_MOST_FILES = 20_000  # in an archive
_TEXTS = (".xml", ".xhtml", ".html", ".htm", ".rels", ".opf", ".ncx", ".css")
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")  # Office's namespaces in their strict form
_LINKS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"

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


def xml_of(archive: zipfile.ZipFile, name: str) -> Element:
    """Return a parsed part of an archive. expat stops entity expansion attacks. Raises RefusedError."""
    try:
        raw = _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", archive.read(name))
        return ElementTree.fromstring(raw)  # noqa: S314 - in a sandboxed process
    except (KeyError, ElementTree.ParseError, zipfile.BadZipFile, ValueError, EOFError, NotImplementedError) as error:
        raise RefusedError("damaged", f"its part {name or 'that lists the others'} cannot be read") from error


def links_of(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Return the links of a part of an Office document: by name, the kind and the other part's name."""
    folder, name = posixpath.split(part)
    links = posixpath.join(folder, "_rels", f"{name}.rels")
    if links not in archive.namelist():
        return {}
    return {
        link.get("Id", ""): (posixpath.basename(link.get("Type", "")), resolved(folder, link.get("Target", "")))
        for link in xml_of(archive, links).iter(_LINKS)
        if link.get("TargetMode") != "External"
    }


def resolved(folder: str, target: str) -> str:
    """Return the part that a link in this folder points to, relative to the folder or to the archive's root."""
    return posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/")


def found(text: str, left_out: Sequence[str] = ()) -> Found:
    """Return a text as Found. Raises RefusedError if it is empty."""
    if not text.strip():
        raise RefusedError("empty")
    return Found(text, left_out=tuple(left_out))
