"""Documents that are unlike most of their kind, each in one thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.data.read.documents.document import DocumentReader
from tests.support.documents import docx_of, odt_of, pdf_of, pptx_of, text, written

ODD_PDFS = {
    "hyphen": ("BT /F1 10 Tf 20 500 Td (The lan-) Tj 0 -12 Td (tern burns.) Tj ET", "The lantern burns."),
    "kept hyphen": ("BT /F1 10 Tf 20 500 Td (A well-) Tj 0 -12 Td (Known man.) Tj ET", "A well-Known man."),
    "scaled letters": ("BT /F1 1 Tf 10 0 0 10 20 500 Tm (Large matrix.) Tj ET", "Large matrix."),
    "bold over": (
        "BT /F1 10 Tf 20 500 Td (Drawn twice.) Tj ET BT /F1 10 Tf 20.2 500 Td (Drawn twice.) Tj ET", "Drawn twice."
    ),
    "no end": ("BT /F1 10 Tf 20 500 Td (Never closed) Tj", "Never closed"),
    "a bar in a text": (
        "BT /F1 10 Tf 20 500 Td (Tel. 0123 | Fax 0456) Tj 0 -12 Td (We answer both.) Tj ET",
        "Tel. 0123 | Fax 0456 We answer both.",
    ),
    "columns": (
        "BT /F1 10 Tf 20 500 Td (Oil) Tj 100 0 Td (2 l) Tj -100 -12 Td (Wick) Tj 100 0 Td (3 cm) Tj ET",
        "| Oil | 2 l |\n| --- | --- |\n| Wick | 3 cm |",
    ),
    "numbered flush left": (
        "BT /F1 10 Tf 20 500 Td (1. The tenant of the house pays the rent on the first of each month.) Tj"
        " 0 -12 Td (The landlord may ask for it in writing, if it has not come by the third day of it.) Tj ET",
        "each month. The landlord may ask",
    ),
}  # fmt: skip


@pytest.mark.process
@pytest.mark.parametrize("name", ODD_PDFS)
def test_that_odd_pdfs_are_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    drawn, expected = ODD_PDFS[name]
    assert expected in text(reader, written(tmp_path, f"{name}.pdf", pdf_of(drawn)))


ODD_PAGES = {
    "fragment": ("<p>No frame at <b>a</b>ll.<p>Second", "No frame at all.\n\nSecond"),
    "entities": ("<html><p>5 &lt; 6 &amp; caf&eacute;&nbsp;au lait</html>", "5 < 6 & café au lait"),
    "layout table": ("<html><table><tr><td><p>One</p><p>Two</p></td></tr></table></html>", "One Two"),
    "nested list": ("<html><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul></html>", "- a\n  - b\n- c"),
    "numbered": ("<html><ol><li>a</li><li>b</li></ol></html>", "1. a\n2. b"),
    "code": ("<html><pre>if x:\n    y</pre></html>", "```\nif x:\n    y\n```"),
    "quoted": ("<html><blockquote><p>a</p></blockquote></html>", "> a"),
    "ruby": ("<html><p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字</p></html>", "漢字"),
    "no heading": ("<html><p># a line of a script<br># another</p></html>", "\\# a line of a script\n\\# another"),
    "right to left": ("<html dir=rtl><p>שלום עולם</p></html>", "שלום עולם"),
    "top to bottom": ("<html style='writing-mode:vertical-rl'><p>縦書きの文。</p></html>", "縦書きの文。"),
    "controls": ("<html><pre>a\x01b\x7f\tc\n&#xD83D;d</pre></html>", "```\nab\tc\n\ufffdd\n```"),
    "latin-1": ("<html><meta charset=iso-8859-1><p>caf\xe9</p></html>", "café"),
    "shift_jis": ("<html><meta charset=Shift_JIS><p>日本語</p></html>", "日本語"),
}


@pytest.mark.process
@pytest.mark.parametrize("name", ODD_PAGES)
def test_that_odd_pages_are_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    page, expected = ODD_PAGES[name]
    content = page.encode(name if name in ("latin-1", "shift_jis") else "utf-8")
    assert text(reader, written(tmp_path, f"{name}.html", content)) == expected


def run(text: str) -> str:
    return f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>"


ODD_WORDS = {
    "a german heading": ('<w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr>' + run("Öl") + "</w:p>", "## Öl"),
    "split runs": (f"<w:p>{run('one ')}{run('wo')}{run('rd')}</w:p>", "one word"),
    "inserted and deleted": (
        f"<w:p>{run('It ')}<w:ins w:id='1'>{run('stays')}</w:ins>"
        "<w:del w:id='2'><w:r><w:delText>goes</w:delText></w:r></w:del></w:p>",
        "It stays",
    ),
    "moved away": (f"<w:p>{run('a')}</w:p><w:p><w:r><w:instrText>TOC</w:instrText></w:r>{run('b')}</w:p>", "a\n\nb"),
    "a line break": (f"<w:p>{run('a')}<w:r><w:br/></w:r>{run('b')}</w:p>", "a\nb"),
    "a soft hyphen": (f"<w:p>{run('Lan')}<w:r><w:softHyphen/></w:r>{run('tern')}</w:p>", "Lantern"),
    "a table of one column": (f"<w:tbl><w:tr><w:tc><w:p>{run('only')}</w:p></w:tc></w:tr></w:tbl>", "only"),
    "a bar in a cell": (
        f"<w:tbl><w:tr><w:tc><w:p>{run('a|b')}</w:p></w:tc><w:tc><w:p>{run('c')}</w:p></w:tc></w:tr></w:tbl>",
        "| a\\|b | c |\n| --- | --- |",
    ),
    "right to left": (f"<w:p><w:pPr><w:bidi/></w:pPr>{run('שלום')}</w:p>", "שלום"),
    "a footnote": (
        f"<w:p>{run('Said')}<w:r><w:footnoteReference w:id='2'/></w:r>{run(' here.')}</w:p><w:p>{run('Next.')}</w:p>",
        "Said here.\n\nNext.\n\n1. By Ann.",
    ),
}  # fmt: skip


@pytest.mark.process
@pytest.mark.parametrize("name", ODD_WORDS)
def test_that_odd_word_documents_are_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    body, expected = ODD_WORDS[name]
    notes = f"<w:footnote w:id='2'><w:p>{run('By Ann.')}</w:p></w:footnote>"
    assert text(reader, written(tmp_path, f"{name}.docx", docx_of(body, notes))) == expected


ODD_TEXTS = {
    "blanks": ("<text:p>a<text:s text:c='3'/>b<text:tab/>c<text:line-break/>d</text:p>", "a b c\nd"),
    "deleted": (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes><text:p>a<text:change text:change-id='1'/>b</text:p>",
        "ab",
    ),
    "sections and spans": (
        "<text:section><text:h text:outline-level='3'>H</text:h><text:p>a <text:span>b</text:span></text:p>"
        "</text:section>",
        "### H\n\na b",
    ),
    "a list in a list": (
        "<text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item>"
        "</text:list></text:list-item></text:list>",
        "- a\n  - b",
    ),
    "a title above": (
        "<text:p text:style-name='Title'>T</text:p><text:h text:outline-level='1'>T</text:h><text:p>#tag</text:p>"
        "<text:h text:outline-level='6'>H</text:h>",
        "# T\n\n## T\n\n#tag\n\n###### H",
    ),
    "a comment": ("<text:p>a<office:annotation><text:p>no</text:p></office:annotation>b</text:p>", "ab"),
    "contents": ("<text:table-of-content><text:p>A 1</text:p></text:table-of-content><text:p>A</text:p>", "A"),
}


@pytest.mark.process
@pytest.mark.parametrize("name", ODD_TEXTS)
def test_that_odd_opendocument_texts_are_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    body, expected = ODD_TEXTS[name]
    assert text(reader, written(tmp_path, f"{name}.odt", odt_of(body))) == expected


ODD_RICH_TEXTS = {
    "letters of a code page": (rb"{\rtf1\ansi\ansicpg1252 caf\'e9\par}", "café"),
    "unicode": (rb"{\rtf1\ansi\uc1 \u8364? \u-3913?x\par}", None),
    "hidden and fields": (rb"{\rtf1{\*\generator x;}{\info{\title T}}seen\par}", "seen"),
    "quotes and dashes": (rb"{\rtf1 \ldblquote a\rdblquote\emdash b\par}", "“a”—b"),
    "cyrillic": (rb"{\rtf1\ansi\ansicpg1251 \'ef\'f0\par}", "пр"),
    "never closed": (rb"{\rtf1 {\b open", "open"),
}


@pytest.mark.process
@pytest.mark.parametrize("name", ODD_RICH_TEXTS)
def test_that_odd_rich_texts_are_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    content, expected = ODD_RICH_TEXTS[name]
    found = text(reader, written(tmp_path, f"{name}.rtf", content))
    assert found == expected if expected else found.startswith("€")


SHAPE = (
    "<p:sp><p:nvSpPr><p:nvPr>{0}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>{1}</a:t></a:r></a:p></p:txBody></p:sp>"
)
ODD_SLIDES = {
    "groups": (f"<p:grpSp>{SHAPE.format('', 'in a group')}</p:grpSp>", "in a group"),
    "the number and the footer": (
        SHAPE.format("<p:ph type='sldNum'/>", "7")
        + SHAPE.format("<p:ph type='ftr'/>", "foot")
        + SHAPE.format("", "text"),
        "text",
    ),
    "a title": (SHAPE.format("<p:ph type='ctrTitle'/>", "T") + SHAPE.format("<p:ph idx='1'/>", "b"), "## T\n\nb"),
    "a table": (
        "<a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc>"
        "<a:tc><a:txBody><a:p><a:r><a:t>b</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl>",
        "| a | b |\n| --- | --- |",
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("name", ODD_SLIDES)
def test_that_odd_slides_are_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    shapes, expected = ODD_SLIDES[name]
    assert text(reader, written(tmp_path, f"{name}.pptx", pptx_of(shapes))) == expected
