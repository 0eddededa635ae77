"""PDF, Word, web pages and other documents are read as a person reads them, and what cannot be is told with why."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from core.base.child_process import Child, EndedError
from core.base.errors import LuthierError
from core.data.formats.recognise import recognise
from core.data.read.documents.document import DocumentReader
from core.data.read.documents.found import plain
from core.data.read.folder import data_files
from core.data.tokenizer import Tokenizer
from core.data.tokens.load_dataset import load_dataset
from core.protocol.config import TrainConfig
from tests.lab.bench.documents.formats import FORMATS, first_chapters
from tests.support.data_vocab import write_bpe
from tests.support.documents import (
    DELETED,
    FOOTNOTE,
    MANUAL,
    REPEATED,
    TABLE,
    epub_manual,
    html_manual,
    odt_of,
    pdf_of,
    rtf_manual,
    text,
    written,
    zipped,
)
from tests.support.places import FIXTURES
from tests.support.rendering import renderer

DOCUMENTS = FIXTURES / "documents"
WRITTEN = {"manual.html": html_manual().encode(), "manual.epub": epub_manual(), "manual.rtf": rtf_manual()}
PARAGRAPHS = [one for _, said in MANUAL for one in said]


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


def drawn(*placed: tuple[int, int, str]) -> str:
    """Texts at their places, from the left and from below."""
    return "BT/F1 10 Tf " + " ".join(f"1 0 0 1 {x} {y} Tm ({said})Tj" for x, y, said in placed) + " ET"


# Each row cell by cell, as programs write tables; cells stand at the bottom of their row, or at its top.
HEAD = ((50, 500, "When"), (150, 500, "What"), (300, 500, "How long"))
AT_BOTTOM = (
    *HEAD,
    (50, 470, "Daily"), (150, 481, "Rinse what"), (150, 470, "touches juice"), (300, 470, "1 hour"),
    (50, 453, "Weekly"), (150, 453, "Boil cloths"), (300, 453, "2 hours"),
    (50, 436, "Yearly"), (150, 436, "Service"), (300, 436, "3 hours"),
)  # fmt: skip
AT_TOP = (
    *HEAD,
    (50, 483, "Weekly"), (150, 483, "Boil cloths"), (300, 483, "2 hours"),
    (50, 466, "Yearly"), (150, 466, "Service"), (300, 466, "half a"), (300, 455, "day"),
)  # fmt: skip
TIGHT = (
    *HEAD,
    (50, 489, "Weekly"), (150, 489, "Boil"), (300, 489, "2 hours"),
    (300, 478, "or 3"),
    (50, 467, "Yearly"), (150, 467, "Service"), (300, 467, "a day"),
)  # fmt: skip
BELOW_TEXT = (
    (50, 511, "This is what you do, and you do it every week, month and year:"), (50, 499, "When"), (300, 499, "What"),
    (50, 480, "Weekly"), (300, 480, "Boil cloths"), (50, 461, "Yearly"), (300, 461, "Service"),
)  # fmt: skip
CAPTION = ((50, 511, "Table 1"), *BELOW_TEXT[1:])
SHORT_COLUMNS = (
    (50, 500, "The first column"), (50, 488, "ends soon."), (220, 500, "The second column"), (220, 488, "ends, too."),
)  # fmt: skip


@pytest.mark.process
@pytest.mark.parametrize(
    ("placed", "said"),
    [
        (AT_BOTTOM, "| Daily | Rinse what touches juice | 1 hour |\n| Weekly | Boil cloths | 2 hours |\n| Yearly |"),
        (AT_TOP, "| Weekly | Boil cloths | 2 hours |\n| Yearly | Service | half a day |"),
        (TIGHT, "| Weekly | Boil | 2 hours |\n\nor 3\n\nYearly"),  # this may be a row of its own
        (CAPTION, "Table 1\n\n| When | What |"),
        (BELOW_TEXT, "month and year:\n\n| When | What |\n| --- | --- |\n| Weekly | Boil cloths |"),
        (SHORT_COLUMNS, "The first column ends soon."),
    ],
)
def test_that_cells_of_several_lines_stay_whole_in_a_pdf(
    reader: DocumentReader, tmp_path: Path, placed: tuple[tuple[int, int, str], ...], said: str
) -> None:
    assert said in text(reader, written(tmp_path, "table.pdf", pdf_of(drawn(*placed))))


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


@pytest.mark.process
def test_that_a_book_without_one_of_its_chapters_says_so(reader: DocumentReader, tmp_path: Path) -> None:
    whole = zipfile.ZipFile(io.BytesIO(epub_manual()))
    files = {name: whole.read(name) for name in whole.namelist() if "ch 1" not in name}
    about, raw = reader.read(written(tmp_path, "book.epub", zipped(files, stored=True)), "epub")
    assert about.left_out == ["1 chapter that its list names and that is not in it"]
    assert MANUAL[0][1][0] in raw.decode() and MANUAL[1][0] not in raw.decode()


@pytest.mark.process
def test_that_a_book_with_disguised_fonts_is_read(reader: DocumentReader, tmp_path: Path) -> None:
    method = '<e:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>'
    fonts = f'<encryption><e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#">{method}</e:EncryptedData></encryption>'
    book = written(tmp_path, "fonts.epub", epub_manual(**{"META-INF/encryption.xml": fonts}))
    assert MANUAL[0][1][0] in text(reader, book)


@pytest.mark.process
def test_that_a_book_of_two_renditions_is_read_by_its_first(reader: DocumentReader, tmp_path: Path) -> None:
    container = (
        '<container><rootfiles><rootfile full-path="x.pdf" media-type="application/pdf"/><rootfile full-path='
        '"OEBPS/book.opf" media-type="application/oebps-package+xml"/><rootfile full-path="b.opf"/></rootfiles>'
        "</container>"
    )
    book = written(tmp_path, "two.epub", epub_manual(**{"META-INF/container.xml": container}))
    assert MANUAL[0][1][0] in text(reader, book)


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
    "apple.epub": (epub_manual(**{"META-INF/sinf.xml": "<x/>"}), "data.locked", "by its seller (DRM)"),
    "adobe.epub": (epub_manual(**{"META-INF/rights.xml": "<x/>"}), "data.locked", "by its seller (DRM)"),
    "locked.odt": (
        odt_of("<text:p>x</text:p>", **{"META-INF/manifest.xml": "<m><encryption-data/></m>"}),
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
        patched.setattr(Child, "ask", lambda *_: pytest.fail("it was read before"))
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
