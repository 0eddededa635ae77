"""Converts workbooks to CSV, with each value as its sheet shows it: 00712, 12.5%, 26:05.

calamine reads the values; an .xlsx file's styles, and text beside the values in an .ods file, show their format.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat

from core.data.read.documents.archive import links_of, opened, xml_of
from core.data.read.documents.found import LEVEL, LOWERED, RAISED, Found, RefusedError, levelled
from core.data.read.documents.number_format import BUILT_IN, general, shown

_MOST_CELLS = 5_000_000
_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_ODF = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_LEVELS = {"superscript": RAISED, "subscript": LOWERED}
_EPOCH = datetime(1899, 12, 30)


class Sheet(NamedTuple):
    """A sheet. rows: returns its rows as shown, and notes on hidden parts."""

    name: str
    has_rows: bool
    is_hidden: bool
    rows: Callable[[], tuple[list[list[str]], list[str]]]


def read_sheets(content: bytes, wanted: str = "") -> Found:
    """Return a sheet of a workbook as CSV; other sheets with rows, and hidden parts, are listed as left out.

    wanted: a sheet's name, or its number from 1; "": the first visible one with rows. Raises RefusedError.
    """
    sheets = _sheets(content)
    filled = [sheet for sheet in sheets if sheet.has_rows]
    if not filled:
        raise RefusedError("empty")
    chosen = _chosen(sheets, filled, wanted)
    rows, left_out = chosen.rows()
    if not wanted:
        for kind, hidden in (("sheet", False), ("hidden sheet", True)):
            if others := [one.name for one in filled if one.is_hidden == hidden and one is not chosen]:
                left_out.append(f"the {kind}{'s' if len(others) > 1 else ''} {', '.join(others)[:200]}")
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([levelled(cell) for cell in row] for row in rows)
    if not out.getvalue().strip():
        raise RefusedError("empty")
    names = tuple(one.name for one in filled)
    return Found(out.getvalue(), left_out=tuple(left_out), sheets=names, sheet=chosen.name)


def _chosen(sheets: list[Sheet], filled: list[Sheet], wanted: str) -> Sheet:
    """Return the wanted sheet. Raises RefusedError."""
    if not wanted:
        return next((sheet for sheet in filled if not sheet.is_hidden), filled[0])
    named = [one for one in filled if one.name == wanted] or [
        one for one in filled if one.name.lower() == wanted.lower()
    ]
    if not named and wanted.isdecimal():
        named = [one for one in sheets[int(wanted) - 1 : int(wanted)] if one.has_rows] if int(wanted) else []
    if named:
        return named[0]
    names = ", ".join(one.name for one in filled)[:400]
    raise RefusedError("sheet", f"no sheet {wanted[:100]!r} with rows; those with rows are {names}")


def _sheets(content: bytes) -> list[Sheet]:
    archive = opened(content) if content[:2] == b"PK" else None
    if archive is not None and "content.xml" in archive.namelist():
        return _open_sheets(archive)
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    styles = _styles(archive) if archive is not None else None
    if archive is not None and styles is not None and styles.has_levels:
        content = _with_levels(archive)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        return [
            Sheet(one.name, bool(sheet.height), one.visible != SheetVisibleEnum.Visible, _reader(sheet, styles))
            for one in book.sheets_metadata
            for sheet in [book.get_sheet_by_name(one.name)]
        ]
    except Exception as error:  # whatever exception the library uses
        if "password" in str(error).lower():
            raise RefusedError("locked") from error
        raise RefusedError("damaged", str(error)[:200]) from error


def _reader(sheet: Any, styles: _Styles | None) -> Callable[[], tuple[list[list[str]], list[str]]]:
    """Return a function that reads a sheet's rows with calamine. styles: None for older files."""

    def rows() -> tuple[list[list[str]], list[str]]:
        _require_few(sheet.name, sheet.height * sheet.width)
        values = sheet.to_python(skip_empty_area=True)
        if styles is None:
            has_numbers = any(isinstance(cell, float) for row in values for cell in row)
            left_out = ["how its sheet shows numbers (percent, currency, leading zeros)"] if has_numbers else []
            return [[_in_words(cell, "") for cell in row] for row in values], left_out
        looks = styles.looks(sheet.name)
        top, left = sheet.start or (0, 0)
        kept, codes = list[list[str]](), styles.codes
        columns = [place for place in range(left, left + sheet.width) if place not in looks.hidden_columns]
        for y, row in enumerate(values, top):
            if y not in looks.hidden_rows:
                styled = looks.cells.get(y, {})
                kept.append([_in_words(row[x - left], codes.get(styled.get(x, 0), "")) for x in columns])
        hidden_rows = sum(top <= y < top + len(values) and any(values[y - top]) for y in looks.hidden_rows)
        hidden = {"row": hidden_rows, "column": sheet.width - len(columns)}
        return kept, _hidden_words(hidden)

    return rows


def _require_few(name: str, cells: int) -> None:
    if cells > _MOST_CELLS:
        raise RefusedError("large", f"the sheet {name} has more than {_MOST_CELLS:,} cells")


def _hidden_words(counts: dict[str, int]) -> list[str]:
    return [f"{count:,} hidden {name}{'s' if count > 1 else ''}" for name, count in counts.items() if count]


def _in_words(value: Any, code: str) -> str:
    """Return a cell's value as shown. code: its number format; "" if unknown."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return shown(value, code)
    if not code or code == "General":
        if isinstance(value, (int, float)):
            return general(value)
        code = {timedelta: "[h]:mm:ss", time: "hh:mm:ss", date: "yyyy-mm-dd"}.get(type(value), "yyyy-mm-dd hh:mm:ss")
    if isinstance(value, datetime):
        value -= _EPOCH
    elif isinstance(value, date):
        value = datetime(value.year, value.month, value.day) - _EPOCH
    elif isinstance(value, time):
        value = timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    return shown(value / timedelta(days=1) if isinstance(value, timedelta) else value, code)


@dataclass
class _Looks:
    """The styles of a sheet's cells by row and column, and the hidden rows and columns."""

    cells: dict[int, dict[int, int]] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)


@dataclass
class _Styles:
    """An .xlsx file's styles. codes: number formats by style number, except the general one."""

    archive: zipfile.ZipFile
    parts: dict[str, str]  # of sheets, by name
    codes: dict[int, str]
    has_levels: bool

    def looks(self, sheet: str) -> _Looks:
        """Return the styles of a sheet's cells."""
        looks, part = _Looks(), self.parts.get(sheet, "")
        if part not in self.archive.namelist():
            return looks
        y, x = -1, -1

        def begin(name: str, about: dict[str, str]) -> None:
            nonlocal y, x
            match name.rpartition(":")[2]:
                case "c":
                    x = _column(about["r"]) if "r" in about else x + 1
                    if int(about.get("s", "0")) in self.codes:
                        looks.cells.setdefault(y, {})[x] = int(about["s"]) if "s" in about else 0
                case "row":
                    y, x = int(about["r"]) - 1 if "r" in about else y + 1, -1
                    if about.get("hidden") in ("1", "true"):
                        looks.hidden_rows.add(y)
                case "col" if about.get("hidden") in ("1", "true"):
                    looks.hidden_columns.update(range(int(about["min"]) - 1, min(int(about["max"]), 16384)))

        parser = expat.ParserCreate()
        parser.StartElementHandler = begin
        parser.Parse(self.archive.read(part), True)
        return looks


def _column(place: str) -> int:
    number = 0
    for letter in place.rstrip("0123456789"):
        number = number * 26 + ord(letter.upper()) - 64
    return number - 1


def _styles(archive: zipfile.ZipFile) -> _Styles | None:
    """Read the styles of an .xlsx file; None for a binary one (.xlsb)."""
    main = next((name for kind, name in links_of(archive, "").values() if kind == "officeDocument"), "xl/workbook.xml")
    if not main.endswith(".xml") or main not in archive.namelist():
        return None
    links = links_of(archive, main)
    parts = {
        sheet.get("name", ""): links.get(sheet.get(_R + "id", ""), ("", ""))[1]
        for sheet in xml_of(archive, main).iter(_S + "sheet")
    }
    names = {kind: name for kind, name in links.values() if name in archive.namelist()}
    codes = dict[int, str]()
    if "styles" in names:
        root = xml_of(archive, names["styles"])
        own = {one.get("numFmtId"): one.get("formatCode", "") for one in root.iter(_S + "numFmt")}
        for number, one in enumerate(root.findall(f"{_S}cellXfs/{_S}xf")):
            kind = one.get("numFmtId", "0")
            code = own.get(kind) or BUILT_IN.get(kind, "")
            if code and code.lower() != "general":
                codes[number] = code
    has_levels = "sharedStrings" in names and b"vertAlign" in archive.read(names["sharedStrings"])
    return _Styles(archive, parts, codes, has_levels)


def _with_levels(archive: zipfile.ZipFile) -> bytes:
    """Return the workbook with marks around superscripts and subscripts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as marked:
        for entry in archive.infolist():
            raw = archive.read(entry)
            if entry.filename.endswith("haredStrings.xml") and b"vertAlign" in raw:
                root = xml_of(archive, entry.filename)
                for run in root.iter(_S + "r"):
                    level, text = run.find(f"{_S}rPr/{_S}vertAlign"), run.find(_S + "t")
                    mark = _LEVELS.get(level.get("val", "")) if level is not None else None
                    if mark and text is not None:
                        text.text = f"{mark}{text.text or ''}{LEVEL}"
                raw = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
            marked.writestr(entry.filename, raw)
    return made.getvalue()


def _open_sheets(archive: zipfile.ZipFile) -> list[Sheet]:
    """Return the sheets of an OpenDocument table, which stores the shown text beside each value."""
    if "META-INF/manifest.xml" in archive.namelist() and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise RefusedError("locked")
    root = xml_of(archive, "content.xml")
    hidden = {
        style.get(_STYLE + "name")
        for style in root.iter(_STYLE + "style")
        for one in style.iter(_STYLE + "table-properties")
        if one.get(_TABLE + "display") == "false"
    }
    sheets = list[Sheet]()
    for one in root.iter(_TABLE + "table"):
        name = one.get(_TABLE + "name", "")
        has_rows = any(cell.find(_T + "p") is not None for cell in one.iter(_TABLE + "table-cell"))
        sheets.append(Sheet(name, has_rows, one.get(_TABLE + "style-name") in hidden, _open_reader(name, one)))
    return sheets


def _open_reader(name: str, sheet: ElementTree.Element) -> Callable[[], tuple[list[list[str]], list[str]]]:
    def rows() -> tuple[list[list[str]], list[str]]:
        kept, hidden, cells = list[list[str]](), {"row": 0, "column": 0}, 0
        unseen = set[int]()
        for place, column in enumerate(_repeated(sheet, "table-column", "columns")):
            if column.get(_TABLE + "visibility", "visible") != "visible":
                unseen.add(place)
        for row in _repeated(sheet, "table-row", "rows"):
            texts = [_open_text(cell) for cell in _repeated(row, "cell", "columns")]
            while texts and not texts[-1]:
                texts.pop()
            cells += len(texts)
            _require_few(name, cells)
            if texts and row.get(_TABLE + "visibility", "visible") != "visible":
                hidden["row"] += 1
            elif texts:
                kept.append([text for place, text in enumerate(texts) if place not in unseen])
        width = max(map(len, kept), default=0)
        hidden["column"] = sum(place < width + len(unseen) for place in unseen)
        return [row + [""] * (width - len(row)) for row in kept], _hidden_words(hidden)

    return rows


def _repeated(node: ElementTree.Element, kind: str, which: str) -> Iterator[ElementTree.Element]:
    """Yield rows, columns or cells with their repetitions, limited: empty ones at the end repeat thousands of times."""
    for child in node:
        if child.tag.endswith(kind) and child.tag != _TABLE + "table":
            for _ in range(min(int(child.get(f"{_TABLE}number-{which}-repeated", "1")), 16384)):
                yield child
        elif child.tag.startswith(_TABLE + "table-") and child.tag.endswith(("s", "group")):
            yield from _repeated(child, kind, which)


def _open_text(cell: ElementTree.Element) -> str:
    return "\n".join("".join(paragraph.itertext()) for paragraph in cell.findall(_T + "p"))
