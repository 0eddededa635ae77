"""PDF, Word, web pages and other documents are read as a person reads them, and what cannot be is told with why."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from core.base.bounded_file import document_kind
from core.base.errors import LuthierError
from core.base.line_process import EndedError, ShutProcess
from core.data.formats.recognise import recognise
from core.data.read.documents.document import DocumentReader
from core.data.read.documents.found import plain
from core.data.read.folder import data_files
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.protocol.config import TrainConfig
from tests.bench.documents.formats import FORMATS, first_chapters
from tests.support.data_vocab import write_bpe
from tests.support.documents import (
    DELETED,
    FOOTNOTE,
    MANUAL,
    REPEATED,
    TABLE,
    docx_of,
    epub_manual,
    html_manual,
    odt_of,
    pdf_of,
    pptx_of,
    rtf_manual,
    zipped,
)
from tests.support.places import FIXTURES
from tests.support.rendering import renderer

DOCUMENTS = FIXTURES / "documents"
WRITTEN = {"manual.html": html_manual().encode(), "manual.epub": epub_manual(), "manual.rtf": rtf_manual()}
PARAGRAPHS = [one for _, said in MANUAL for one in said]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("LUTHIER_HOME", str(tmp_path_factory.mktemp("home")))
        with DocumentReader() as made:
            yield made


def text(reader: DocumentReader, path: Path) -> str:
    kind = document_kind(path)
    assert kind is not None
    return reader.read(path, kind)[1].decode()


def written(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


@pytest.fixture(params=["manual.pdf", "columns.pdf", "manual.docx", "manual.odt", "manual.pptx", *WRITTEN])
def manual(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    name = request.param
    return written(tmp_path, name, WRITTEN[name]) if name in WRITTEN else DOCUMENTS / name


@pytest.mark.process
def test_that_each_kind_says_what_the_manual_says(reader: DocumentReader, manual: Path) -> None:
    found = text(reader, manual)
    places = [found.index(one) for one in PARAGRAPHS]
    assert places == sorted(places), "in their order"
    for head, _ in MANUAL:
        assert (head if manual.suffix == ".rtf" else f"# {head}\n") in found
    for unwanted in (DELETED, "Home", "Products", "cookies", "never", "Hidden", "Related", "Table of contents", "\0"):
        assert unwanted not in found
    if manual.name != "columns.pdf":  # one page repeats nothing
        assert REPEATED not in found


@pytest.mark.process
@pytest.mark.parametrize("name", ["manual.pdf", "manual.docx", "manual.odt", "manual.html"])
def test_that_tables_keep_their_rows(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, WRITTEN[name]) if name in WRITTEN else DOCUMENTS / name
    found = text(reader, path)
    for row in TABLE:
        assert " | ".join(row) in found


@pytest.mark.process
@pytest.mark.parametrize("ending", FORMATS)
def test_that_a_text_is_the_same_in_each_kind_of_document(reader: DocumentReader, tmp_path: Path, ending: str) -> None:
    made = DOCUMENTS / f"chapters{ending}"
    path = made if made.exists() else written(tmp_path, made.name, FORMATS[ending](first_chapters(), REPEATED))
    expected, found = first_chapters().split(), text(reader, path).split()
    assert len(expected) > 1200
    assert found == expected


BOLD = (
    "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>/F2<</Type/Font/Subtype/Type1/BaseFont/Times-Bold>>>>"
)


@pytest.mark.process
def test_that_a_bold_line_is_a_heading_though_its_font_has_no_weight(reader: DocumentReader, tmp_path: Path) -> None:
    drawn = "BT /F2 10 Tf 20 500 Td (Filling the lamp) Tj /F1 10 Tf 0 -14 Td (Open the cap and pour.) Tj ET"
    found = text(reader, written(tmp_path, "bold.pdf", pdf_of(drawn, BOLD)))
    assert found == "# Filling the lamp\n\nOpen the cap and pour."


@pytest.mark.process
def test_that_a_footnote_does_not_cut_through_a_text(reader: DocumentReader) -> None:
    for name in ("manual.pdf", "manual.odt"):
        found = text(reader, DOCUMENTS / name)
        assert FOOTNOTE in found
        assert all(one in found for one in PARAGRAPHS)


@pytest.mark.process
def test_that_it_is_known_where_a_page_begins(reader: DocumentReader) -> None:
    about, raw = reader.read(DOCUMENTS / "manual.pdf", "pdf")
    assert (len(about.page_lines), about.page_lines[0]) == (about.pages, 1)
    lines = raw.decode().split("\n")
    begins = [lines[line - 1] for line in about.page_lines]
    assert all(begins), "no page begins with an empty line"
    assert begins == ["# The Lantern Manual", MANUAL[2][1][0]]


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


@pytest.mark.process
def test_that_a_book_without_one_of_its_chapters_says_so(reader: DocumentReader, tmp_path: Path) -> None:
    whole = zipfile.ZipFile(io.BytesIO(epub_manual()))
    files = {name: whole.read(name) for name in whole.namelist() if "ch 1" not in name}
    about, raw = reader.read(written(tmp_path, "book.epub", zipped(files, stored=True)), "epub")
    assert about.left_out == ["1 chapter that its list names and that is not in it"]
    assert MANUAL[0][1][0] in raw.decode() and MANUAL[1][0] not in raw.decode()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
BOMB = f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]><x>&l11;</x>'
REFUSED = {
    "locked.pdf": (None, "data.locked", "is protected by a password"),
    "long.pdf": (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 10000/Kids["
        + b"3 0 R " * 10_000 + b"]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n"
        b"trailer<</Root 1 0 R>>", "data.document-too-large", "it has 10,000 pages, and 5,000 are read at most",
    ),
    "scanned.pdf": (None, "data.scanned", "none of its 2 pages has text"),
    "cut.pdf": (b"%PDF-1.7\n1 0 obj<</Type/Catalog", "data.unreadable", "damaged PDF"),
    "cut.docx": (zipped({"word/document.xml": "<x"}), "data.unreadable", "damaged Word document"),
    "bomb.odt": (
        zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": BOMB}, stored=True),
        "data.unreadable", "content.xml cannot be read",
    ),
    "bomb.docx": (zipped({"word/document.xml": bytes(65 << 20)}), "data.document-too-large", "more than 64 MB"),
    "locked.docx": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "data.other-kind", "protected by a password"),
    "locked.epub": (
        epub_manual(**{"META-INF/encryption.xml": '<x Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>'}),
        "data.locked", "protected",
    ),
    "empty.html": (b"<html><body></body></html>", "data.empty", "has no text in it"),
    "deep.html": (b"<html>" + b"<div>" * 20_000 + b"x", "data.empty", "has no text in it"),
}  # fmt: skip


@pytest.mark.process
@pytest.mark.parametrize("name", REFUSED)
def test_that_what_cannot_be_read_is_told_with_what_to_do(tmp_path: Path, name: str) -> None:
    content, code, said = REFUSED[name]
    path = tmp_path / name
    shutil.copy(DOCUMENTS / name, path) if content is None else path.write_bytes(content)
    with pytest.raises(LuthierError) as caught:
        recognise(path)
    assert (caught.value.code, said in caught.value.message, bool(caught.value.hint)) == (code, True, True)
    assert str(path) in caught.value.message


@pytest.mark.process
def test_that_a_document_is_read_once_and_a_changed_one_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "page.html", b"<html><p>One</p></html>")
    with DocumentReader() as reader:
        assert text(reader, path) == "One"
    with DocumentReader() as reader, monkeypatch.context() as patched:
        patched.setattr(ShutProcess, "ask", lambda *_: pytest.fail("it was read before"))
        assert text(reader, path) == "One"
    path.write_bytes(b"<html><p>Another</p></html>")
    with DocumentReader() as reader:
        assert text(reader, path) == "Another"


@pytest.mark.process
def test_that_the_process_gives_up_all_that_reading_does_not_need(reader: DocumentReader) -> None:
    try:
        held = reader.held()
    except EndedError:
        pytest.fail("it does not start")
    assert "files" in held


@pytest.mark.process
def test_that_a_document_without_end_is_stopped(tmp_path: Path) -> None:
    path = written(tmp_path, "slow.rtf", b"{\\rtf1 " + b"{" * (20 << 20))
    with DocumentReader(seconds=0) as reader, pytest.raises(LuthierError) as caught:
        text(reader, path)
    assert caught.value.code == "data.document-too-large"


@pytest.mark.process
def test_that_a_folder_is_read_but_for_what_cannot_be_which_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("manual.pdf", "manual.docx", "locked.pdf", "scanned.pdf", "partly-scanned.pdf", "faq.xlsx"):
        shutil.copy(DOCUMENTS / name, folder)
    written(folder, "notes.txt", b"Plain notes.\n")
    found = data_files(folder)
    assert [file.name for file in found.files] == ["manual.docx", "manual.pdf", "notes.txt", "partly-scanned.pdf"]
    told = "\n".join(found.left_out)
    assert "locked.pdf is protected by a password (open it in the program" in told
    assert "scanned.pdf has no text" in told
    assert "faq.xlsx" in told
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        dataset = load_dataset(folder, tokenizer, renderer(), TrainConfig(eval_share=0.0))
    assert dataset.found.container == "text"
    said = [notice.message for notice in dataset.notices if notice.code == "data.document"]
    assert said == ["Of partly-scanned.pdf is not read: 2 of 3 pages, which have no text (1, 3)."]
    assert "data.left-out" in [notice.code for notice in dataset.notices]


@pytest.mark.process
def test_that_a_workbook_is_read_as_csv_with_its_columns(tmp_path: Path) -> None:
    with Tokenizer(write_bpe(tmp_path / "model.gguf")) as tokenizer:
        dataset = load_dataset(DOCUMENTS / "faq.xlsx", tokenizer, renderer(), TrainConfig(eval_share=0.0))
    assert (dataset.found.container, dataset.found.format, dataset.rows) == ("csv", "qa", 12)
    assert ["the sheet Prices" in notice.message for notice in dataset.notices if notice.code == "data.document"] == [
        True
    ]


@pytest.mark.process
def test_that_a_pdf_of_thousands_of_pages_is_told_to_be_too_long(tmp_path: Path) -> None:
    kids = "3 0 R " * 5001
    content = pdf_of("BT ET").replace(b"/Kids[3 0 R]/Count 1", f"/Kids[{kids}]/Count 5001".encode())
    with pytest.raises(LuthierError, match="it has 5,001 pages, and 5,000 are read at most") as caught:
        recognise(written(tmp_path, "long.pdf", content))
    assert caught.value.code == "data.document-too-large"


def test_that_halves_of_letters_become_whole_and_controls_go() -> None:
    assert plain("\ud83d\ude00 a\x00b\u200bc\rd\x0be  f\u00a0ﬁn") == "😀 abc\nd\ne f fin"
    assert plain("\ud83d x") == "\ufffd x"
