"""Workbooks are read as their sheets show them, without what these hide."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core.data.read.documents.document import DocumentReader
from core.data.read.documents.found import Found
from core.data.read.documents.number_format import shown
from tests.support.documents import odt_of, written, xlsx_of

NUMBERS: list[tuple[float | str, str, str]] = [
    (712, "00000", "00712"),
    (0.125, "0.0%", "12.5%"),
    (4, "0.00", "4.00"),
    (1.005, "0.00", "1.01"),
    (12, "0.##", "12."),
    (1234567.891, "#,##0.00", "1,234,567.89"),
    (1234.5, '#,##0.00 "€"', "1,234.50 €"),
    (1234.5, "#,##0.00\\ [$€-407]", "1,234.50 €"),
    (-1234.5, "[$$-409]#,##0.00", "-$1,234.50"),
    (-1234, "#,##0_);[Red](#,##0)", "(1,234)"),
    (0, '#,##0;-#,##0;"-"', "-"),
    (3, '_-* #,##0.00\\ "€"_-;-* #,##0.00 "€"_-', "3.00 €"),
    (1 / 3, "# ?/?", "1/3"),
    (1.5, "# ??/??", "1 1/2"),
    (0.5, "??/100", "50/100"),
    (2, "# ?/?", "2"),
    (12345678, "0.00E+00", "1.23E+07"),
    (0.00012, "0.0E+0", "1.2E-4"),
    (9.996, "0.00E+00", "1.00E+01"),
    (1_500_000, '0.0,,"M"', "1.5M"),
    (1234567890, "(000) 000-0000", "(123) 456-7890"),
    (5, '[<=1]0" piece";0" pieces"', "5 pieces"),
    (1, '[<=1]0" piece";0" pieces"', "1 piece"),
    (5, ";;;", ""),
    (12345, "##0.0E+0", "12.3E+3"),
    (5551234, "###-####", "555-1234"),
    (0, "#.##", "."),
    (1234, "#,##0,", "1"),
    (-0.001, "0.00", "0.00"),
    ("x", '@" kg"', "x kg"),
    ("x", "0.00", "x"),
    (0.1 + 0.2, "General", "0.3"),
    (1e20, "General", "1E+20"),
    (45415, "dd.mm.yyyy", "03.05.2024"),
    (45415.75, "yyyy-mm-dd hh:mm", "2024-05-03 18:00"),
    (45415.75, "h:mm AM/PM", "6:00 PM"),
    (45415, "[$-407]d. mmmm yyyy", "3. May 2024"),
    (45415, "dddd, mmm d", "Friday, May 3"),
    (1, "yyyy-mm-dd", "1900-01-01"),
    (26 / 24 + 5 / 1440, "[h]:mm", "26:05"),
    (90.5 / 86400, "mm:ss.0", "01:30.5"),
    (-1, "yyyy", "-1"),
    (1e300, "yyyy", "1E+300"),
]


@pytest.mark.parametrize(("value", "code", "said"), NUMBERS)
def test_that_a_value_is_written_as_its_format_shows_it(value: float | str, code: str, said: str) -> None:
    assert shown(value, code) == said


def rows(reader: DocumentReader, path: Path, sheet: str = "") -> tuple[Found, list[list[str]]]:
    about, raw = reader.read(path, "sheets", sheet)
    return about, list(csv.reader(raw.decode().splitlines()))


def number(place: str, value: float, style: int = 0) -> str:
    return f'<c r="{place}" s="{style}"><v>{value}</v></c>'


CODES = ["00000", "0.0%", "dd.mm.yyyy", "[h]:mm"]


@pytest.mark.process
@pytest.mark.parametrize("is_1904", [False, True])
def test_that_a_workbook_says_what_its_sheet_shows(reader: DocumentReader, tmp_path: Path, is_1904: bool) -> None:
    strings = (
        "<si><t>plain</t></si><si><r><t>10</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>6</t></r></si>"
        "<si><r><rPr><b/></rPr><t xml:space='preserve'>rich </t></r><r><t>text</t></r></si>"
    )
    sheet = (
        "<sheetData><row r='2'>"
        + "".join(f"<c r='{at}2' t='s'><v>{i}</v></c>" for i, at in enumerate("BCD"))
        + "</row>"
        f"<row>{number('B3', 712, 1)}{number('C3', 0.125, 2)}{number('D3', 45415 - 1462 * is_1904, 3)}</row>"
        f"<row>{number('B4', 1.0868055556, 4)}<c t='b'><v>1</v></c><c t='e'><v>#DIV/0!</v></c></row></sheetData>"
    )
    path = written(tmp_path, "shown.xlsx", xlsx_of({"A": sheet}, CODES, strings, is_1904=is_1904))
    about, said = rows(reader, path)
    assert said[:2] == [["plain", "10⁶", "rich text"], ["00712", "12.5%", "03.05.2024"]]
    assert (said[2][:2], about.left_out) == (["26:05", "TRUE"], [])


@pytest.mark.process
def test_that_hidden_rows_columns_and_sheets_are_left_out_and_told(reader: DocumentReader, tmp_path: Path) -> None:
    sheet = (
        "<cols><col min='2' max='2' hidden='1'/></cols><sheetData>"
        f"<row r='1'>{number('A1', 1)}{number('B1', 2)}{number('C1', 3)}</row>"
        f"<row r='2' hidden='1'>{number('A2', 4)}</row><row r='3'>{number('A3', 5)}{number('C3', 6)}</row></sheetData>"
    )
    other = f"<sheetData><row r='1'>{number('A1', 9)}</row></sheetData>"
    path = written(tmp_path, "hidden.xlsx", xlsx_of({"-Before": other, "Shown": sheet, "Behind": other}, []))
    about, said = rows(reader, path)
    assert said == [["1", "3"], ["5", "6"]]
    assert about.left_out == ["1 hidden row", "1 hidden column", "the sheet Behind", "the hidden sheet Before"]
    assert rows(reader, path, "before")[1] == [["9"]]


@pytest.mark.process
def test_that_an_opendocument_table_says_what_it_shows(reader: DocumentReader, tmp_path: Path) -> None:
    def cell(said: str, about: str = "") -> str:
        return f"<table:table-cell office:value='0.125' {about}><text:p>{said}</text:p></table:table-cell>"

    table = (
        "<table:table table:name='A'><table:table-column/><table:table-column table:visibility='collapse'/>"
        f"<table:table-header-rows><table:table-row>{cell('Share')}{cell('no')}{cell('Town')}</table:table-row>"
        f"</table:table-header-rows><table:table-row table:number-rows-repeated='2'>{cell('12.5%')}{cell('no')}"
        f"{cell('Bern')}</table:table-row><table:table-row table:visibility='filter'>{cell('no')}</table:table-row>"
        "<table:table-row table:number-rows-repeated='1048000'><table:table-cell/></table:table-row></table:table>"
    )
    style = "<style:style style:name='h'><style:table-properties table:display='false'/></style:style>"
    hidden = (
        f"<table:table table:name='B' table:style-name='h'><table:table-row>{cell('x')}</table:table-row></table:table>"
    )
    body = f"<office:spreadsheet>{hidden}{table}</office:spreadsheet>"
    about, said = rows(reader, written(tmp_path, "shown.ods", odt_of(body, style)))
    assert said == [["Share", "Town"], ["12.5%", "Bern"], ["12.5%", "Bern"]]
    assert (about.left_out, about.sheet) == (["1 hidden row", "1 hidden column", "the hidden sheet B"], "A")
