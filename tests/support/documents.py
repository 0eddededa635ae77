"""Documents for tests: what a manual says in each kind, and those that are written by hand."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.data.read.documents.document import DocumentReader

TITLE = "The Lantern Manual"
REPEATED = "Lantern Works, edition of 2024"
FOOTNOTE = "Measured in the dark room of the works."
DELETED = "This sentence was deleted."
TABLE = [["Part", "Number", "Weight"], ["Wick", "A-114", "12 g"], ["Glass", "B-220", "310 g"]]
_BURNS = (
    "The lantern burns for fourteen hours on one filling, if the wick is trimmed to three millimetres and the glass "
    "is clean. A longer wick gives more light for a short time, blackens the glass and uses the oil sooner."
)
_OIL = (
    "Use lamp oil only. Petrol is forbidden in every circumstance, because its vapour catches fire before the wick "
    "does. Spilled oil is wiped away with a dry cloth before the lantern is lit again."
)
_CLEAN = (
    "Let the glass cool for twenty minutes, lift the cage, and turn the glass to the left until it comes free. Wash it "
    "in warm water without soap, and dry it with newspaper."
)
_STORE = (
    "Empty the tank before winter. Store the lantern upright in a dry place, and do not stack more than four of them. "
    "The guarantee covers the burner for six years from the day on which it was bought."
)
MANUAL = [
    ("How long it burns", [_BURNS, _OIL]),
    ("Cleaning the glass", [_CLEAN, _BURNS.replace("lantern", "small lantern").replace("fourteen", "nine")]),
    ("Storing it", [_STORE, _OIL.replace("lamp oil", "clear lamp oil"), _CLEAN.replace("twenty", "thirty")]),
    ("Spare parts", [_STORE.replace("six", "two").replace("burner", "cage"), "Order them by their number."]),
]


def zipped(files: dict[str, str | bytes], *, stored: bool = False) -> bytes:
    """Return a zip file with these files in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def html_manual() -> str:
    """Return the manual as a web page with all that stands around a text there."""
    sections = "".join(f"<h2>{head}</h2>{''.join(f'<p>{one}</p>' for one in said)}" for head, said in MANUAL)
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in TABLE)
    return (
        f"<!DOCTYPE html><html><head><title>{TITLE} | Shop</title><style>p{{color:red}}</style></head><body>"
        '<header><a href="/">Home</a></header><nav><ul><li><a href="/a">Products</a></li></ul></nav>'
        f'<div class="cookie-consent">We use cookies.</div><main><h1>{TITLE}</h1>{sections}'
        f"<ul><li>Milk</li><li>Bread</li></ul><table>{rows}</table><script>alert('never')</script>"
        f'<div style="display: none">Hidden words</div></main><aside>Related pages</aside>'
        f"<footer>{REPEATED}</footer></body></html>"
    )


def epub_manual(**more: str) -> bytes:
    """Return the manual as a book of a file for each chapter, with a table of contents."""
    chapters = {
        f"OEBPS/text/ch {place}.xhtml": f'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>'
        f"<title/></head><body><h1>{head}</h1>{''.join(f'<p>{one}</p>' for one in said)}</body></html>"
        for place, (head, said) in enumerate(MANUAL)
    }
    items = "".join(
        f'<item id="c{i}" href="text/ch%20{i}.xhtml" media-type="application/xhtml+xml"/>' for i in range(len(MANUAL))
    )
    order = "".join(f'<itemref idref="c{i}"/>' for i in range(len(MANUAL)))
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="nav" href="nav.xhtml" properties="nav"/>'
        f'{items}</manifest><spine><itemref idref="nav"/>{order}</spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    )
    nav = "<html><body><nav>Table of contents</nav></body></html>"
    return zipped(
        {"mimetype": "application/epub+zip", "META-INF/container.xml": container, "OEBPS/book.opf": package,
         "OEBPS/nav.xhtml": nav, **chapters, **more}, stored=True,
    )  # fmt: skip


_WORD = " ".join(
    f'xmlns:{short}="http://schemas.{name}"'
    for short, name in (
        ("w", "openxmlformats.org/wordprocessingml/2006/main"), ("w14", "microsoft.com/office/word/2010/wordml"),
        ("m", "openxmlformats.org/officeDocument/2006/math"), ("mc", "openxmlformats.org/markup-compatibility/2006"),
        ("v", "x:vml"),
    )
).replace("http://schemas.x:vml", "urn:schemas-microsoft-com:vml")  # fmt: skip
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def docx_of(body: str, notes: str = "", styles: str = "", numbers: str = "") -> bytes:
    """Return a Word document with this body, whose headings have German styles. The rest is in parts of its own."""
    style = '<w:style w:type="paragraph" w:styleId="berschrift{0}"><w:name w:val="heading {0}"/></w:style>'
    links = "".join(
        f'<Relationship Id="r{i}" Type="{_OFFICE}/{kind}" Target="{kind}.xml"/>'
        for i, kind in enumerate(("styles", "footnotes", "numbering"))
    )
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    return zipped({
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r" Type="{_OFFICE}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{relations}">{links}</Relationships>',
        "word/document.xml": f"<w:document {_WORD}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {_WORD}>{style.format(1)}{style.format(2)}{styles}</w:styles>",
        "word/numbering.xml": f"<w:numbering {_WORD}>{numbers}</w:numbering>",
        "word/footnotes.xml": f"<w:footnotes {_WORD}>{notes}</w:footnotes>",
    })  # fmt: skip


def odt_of(body: str, styles: str = "", **more: str | bytes) -> bytes:
    """Return an OpenDocument text with this body. styles: its own. more: files."""
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for short, name in (
            ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
            ("form", "form"),
        )
    )  # fmt: skip
    body = body if body.startswith("<office:spreadsheet") else f"<office:text>{body}</office:text>"
    inner = f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>{body}</office:body>"
    content = f'<office:document-content xmlns:xlink="http://www.w3.org/1999/xlink" {names}>{inner}'
    kind = "application/vnd.oasis.opendocument." + ("spreadsheet" if "<office:spreadsheet>" in body else "text")
    return zipped({"mimetype": kind, "content.xml": f"{content}</office:document-content>", **more}, stored=True)


def pptx_of(*slides: str) -> bytes:
    """Return a presentation with these shapes on its slides, the last one in the first file. "hidden:" hides one."""
    base, relations = (
        "http://schemas.openxmlformats.org",
        "http://schemas.openxmlformats.org/package/2006/relationships",
    )
    places = range(len(slides), 0, -1)
    links = "".join(
        f'<Relationship Id="s{i}" Type="{_OFFICE}/slide" Target="/ppt/slides/slide{i}.xml"/>' for i in places
    )
    order = "".join(f'<p:sldId r:id="s{i}"/>' for i in places)
    names = f'xmlns:p="{base}/presentationml/2006/main" xmlns:a="{base}/drawingml/2006/main"'
    files = {
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r" Type="{_OFFICE}/officeDocument" '
        'Target="ppt/presentation.xml"/></Relationships>',
        "ppt/_rels/presentation.xml.rels": f'<Relationships xmlns="{relations}">{links}</Relationships>',
        "ppt/presentation.xml": f'<p:presentation {names} xmlns:r="{_OFFICE}"><p:sldIdLst>{order}</p:sldIdLst>'
        "</p:presentation>",
    }
    for i, shapes in zip(places, slides, strict=True):
        show = ' show="0"' if shapes.startswith("hidden:") else ""
        inner = f"<p:cSld><p:spTree>{shapes.removeprefix('hidden:')}</p:spTree></p:cSld>"
        files[f"ppt/slides/slide{i}.xml"] = f"<p:sld {names}{show}>{inner}</p:sld>"
    return zipped(files)


def xlsx_of(sheets: dict[str, str], codes: list[str], strings: str = "", *, is_1904: bool = False) -> bytes:
    """Return a workbook. sheets: what is in each, by name; "-name" is hidden. codes: the styles' formats, from 1."""
    base, relations = (
        "http://schemas.openxmlformats.org",
        "http://schemas.openxmlformats.org/package/2006/relationships",
    )
    space = f'xmlns="{base}/spreadsheetml/2006/main"'
    formats = "".join(f'<numFmt numFmtId="{164 + i}" formatCode="{code}"/>' for i, code in enumerate(codes))
    styles = "".join(f'<xf numFmtId="{164 + i}"/>' for i in range(len(codes)))
    named = "".join(
        f'<sheet name="{name.lstrip("-")}" sheetId="{i}" r:id="s{i}" state="{("visible", "hidden")[name[0] == "-"]}"/>'
        for i, name in enumerate(sheets)
    )
    links = "".join(
        f'<Relationship Id="s{i}" Type="{_OFFICE}/worksheet" Target="/xl/s{i}.xml"/>' for i in range(len(sheets))
    )
    links += "".join(
        f'<Relationship Id="{i}" Type="{_OFFICE}/{i}" Target="/xl/{i}.xml"/>' for i in ("styles", "sharedStrings")
    )
    return zipped({
        "[Content_Types].xml": f'<Types xmlns="{base}/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r" Type="{_OFFICE}/officeDocument" '
        'Target="/xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}">{links}</Relationships>',
        "xl/workbook.xml": f'<workbook {space} xmlns:r="{_OFFICE}"><workbookPr date1904="{int(is_1904)}"/>'
        f"<sheets>{named}</sheets></workbook>",
        "xl/styles.xml": f'<styleSheet {space}><numFmts>{formats}</numFmts><cellXfs><xf numFmtId="0"/>'
        f"{styles}</cellXfs></styleSheet>",
        "xl/sharedStrings.xml": f"<sst {space}>{strings}</sst>",
        **{f"xl/s{i}.xml": f"<worksheet {space}>{inner}</worksheet>" for i, inner in enumerate(sheets.values())},
    })  # fmt: skip


def rtf_manual() -> bytes:
    """Return the manual as rich text."""
    paragraphs = "".join(f"\\b {head}\\b0\\par {' '.join(said)}\\par\n" for head, said in MANUAL)
    return f"{{\\rtf1\\ansi\\ansicpg1252{{\\fonttbl{{\\f0 Arial;}}}}{TITLE}\\par {paragraphs}}}".encode("cp1252")


def pdf_of(stream: str, resources: str = "") -> bytes:
    """Return a PDF of one page that draws this."""
    fonts = resources or "/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>>>"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Contents 4 0 R/Resources<<{fonts}>>>>",
        f"<</Length {len(stream)}>>stream\n{stream}\nendstream",
    ]
    made, places = b"%PDF-1.4\n", list[int]()
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj{content}endobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 5\n0000000000 65535 f \n{table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n{len(made)}\n%%EOF\n"
    return made + end.encode()


def text(reader: DocumentReader, path: Path) -> str:
    """Return what a document says."""
    from core.base.bounded_file import document_kind  # late: documents are made without our packages, too

    kind = document_kind(path)
    assert kind is not None
    return reader.read(path, kind)[1].decode()


def written(folder: Path, name: str, content: bytes) -> Path:
    """Write a file, and return its path."""
    (folder / name).write_bytes(content)
    return folder / name
