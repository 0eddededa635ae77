"""Markdown as PDF, Word document, EPUB and web page, as other programs make them: with all that stands around a text.

    python -m tests.lab.bench.documents.formats FOLDER [.html …]   the manual in all or these; the company's papers as
                                                                   they are named

PDF and Word need reportlab and python-docx (requirements.txt beside this file).
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from tests.support.documents import zipped

TEXTS = Path(__file__).parent / "texts"


class Block(NamedTuple):
    """A heading of a level, a paragraph (level 0), a list's items or a table's rows."""

    text: str = ""
    level: int = 0
    items: Sequence[str] = ()
    is_numbered: bool = False
    rows: Sequence[Sequence[str]] = ()


def blocks_of(markdown: str) -> Iterator[Block]:
    """Yield the blocks of a text with headings, paragraphs, lists and tables."""
    for part in markdown.strip().split("\n\n"):
        lines = part.split("\n")
        if heading := re.fullmatch(r"(#+) (.*)", part):
            yield Block(heading[2], len(heading[1]))
        elif part.startswith("|"):
            yield Block(
                rows=[[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "---" not in line]
            )
        elif re.match(r"- |1\. ", part):
            items = [re.sub(r"^(?:- |\d+\. )", "", line) for line in lines]
            yield Block(items=items, is_numbered=part.startswith("1"))
        else:
            yield Block(part)


def pdf(markdown: str, footer: str) -> bytes:
    """Return A5 pages with a header, a footer, page numbers, and lines that are justified and hyphenated."""
    from reportlab.lib.pagesizes import A5
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import BaseDocTemplate, Frame, PageBreak, PageTemplate, Paragraph, Spacer, Table

    blocks = list(blocks_of(markdown))
    made = io.BytesIO()

    def edges(canvas: Any, _: object) -> None:
        canvas.setFont("Times-Italic", 8)
        canvas.drawString(48, A5[1] - 30, blocks[0].text)
        canvas.drawString(48, 26, footer)
        canvas.drawRightString(A5[0] - 48, 26, f"Page {canvas.getPageNumber()}")

    document = BaseDocTemplate(made, pagesize=A5, invariant=1)
    frame = Frame(48, 46, A5[0] - 96, A5[1] - 92, 0, 0, 0, 0)
    document.addPageTemplates([PageTemplate(frames=[frame], onPage=edges)])
    text = ParagraphStyle("text", fontName="Times-Roman", fontSize=11.5, leading=16, alignment=4, spaceAfter=7)
    text.embeddedHyphenation = 1
    item = ParagraphStyle("item", text, leftIndent=18, bulletIndent=4, alignment=0)
    cell = ParagraphStyle("cell", fontName="Times-Roman", fontSize=9, leading=11)
    sizes = {1: 20, 2: 15, 3: 12}
    heads = {
        level: ParagraphStyle(
            f"head{level}", fontName="Helvetica-Bold", fontSize=size, leading=1.25 * size, spaceBefore=10, spaceAfter=6,
            keepWithNext=1,
        )
        for level, size in sizes.items()
    }  # fmt: skip
    story: list[Any] = []
    for before, block in pairwise([Block(level=1), *blocks]):
        if block.level:
            story += [PageBreak()] if block.level == 2 and not before.level else []
            story.append(Paragraph(escape(block.text), heads[block.level]))
        elif block.rows:
            cells = [[Paragraph(escape(one), cell) for one in row] for row in block.rows]
            story += [Table(cells, hAlign="LEFT", repeatRows=1), Spacer(1, 8)]
        elif block.items:
            for number, one in enumerate(block.items, 1):
                mark = f"{number}." if block.is_numbered else "•"
                story.append(Paragraph(_hyphenated(escape(one)), item, bulletText=mark))
        else:
            story.append(Paragraph(_hyphenated(escape(block.text)), text))
    document.build(story)
    return made.getvalue()


def _hyphenated(text: str) -> str:
    """A text with soft hyphens in long words, before a consonant that a vowel follows, as English may be divided."""
    return re.sub(
        r"[a-z]{8,}",
        lambda word: re.sub(r"(?<=[a-z]{3})(?=[bcdfglmnprst][aeiou][a-z]{2})", "\u00ad", word[0]),
        text,
    )


def docx(markdown: str, footer: str) -> bytes:
    """Return a Word document with styles for headings and lists, a header and a footer."""
    from docx import Document

    document, blocks = Document(), list(blocks_of(markdown))
    document.sections[0].header.paragraphs[0].text = blocks[0].text
    document.sections[0].footer.paragraphs[0].text = footer
    for block in blocks:
        if block.level:
            document.add_heading(block.text, block.level - 1)
        elif block.rows:
            table = document.add_table(rows=0, cols=len(block.rows[0]))
            for row in block.rows:
                for cell, value in zip(table.add_row().cells, row, strict=True):
                    cell.text = value
        elif block.items:
            number = _list_from_one(document) if block.is_numbered else 0
            for one in block.items:
                item = document.add_paragraph(one, style="List Number" if block.is_numbered else "List Bullet")
                if number:
                    item._p.get_or_add_pPr().get_or_add_numPr().get_or_add_numId().val = number
        else:
            document.add_paragraph(block.text)
    made = io.BytesIO()
    document.save(made)
    return made.getvalue()


def _list_from_one(document: Any) -> int:
    """Make a list of its own, whose number is returned: those of a style go on with one another."""
    numbers = document.part.numbering_part.numbering_definitions._numbering
    style = document.styles["List Number"].element.pPr.numPr.numId.val
    made = numbers.add_num(numbers.num_having_numId(style).abstractNumId.val)
    made.add_lvlOverride(ilvl=0).add_startOverride(1)
    return int(made.numId)


def html(markdown: str, footer: str) -> bytes:
    """Return a web page with a menu, a banner about cookies and a footer."""
    title = next(blocks_of(markdown)).text
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title></head><body>'
        '<nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li></ul></nav>'
        f'<div class="cookie-banner">We use cookies.</div><main>{_marked_up(markdown)}</main>'
        f"<footer>{escape(footer)}</footer></body></html>"
    ).encode()


def epub(markdown: str, footer: str) -> bytes:
    """Return a book with a file for each chapter and a table of contents. footer: its publisher."""
    chapters = re.split(r"\n(?=## )", markdown.strip())
    names = [f"chapter-{number:02}.xhtml" for number in range(len(chapters))]
    head = '<?xml version="1.0" encoding="utf-8"?>'
    space = 'xmlns="http://www.w3.org/1999/xhtml"'
    texts = {
        f"OEBPS/{name}": f"{head}<html {space}><head><title/></head><body>{_marked_up(chapter)}</body></html>"
        for name, chapter in zip(names, chapters, strict=True)
    }
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in names)
    order = "".join(f'<itemref idref="{name}"/>' for name in names)
    links = "".join(
        f'<li><a href="{name}">{escape(next(blocks_of(chapter)).text)}</a></li>'
        for name, chapter in zip(names, chapters, strict=True)
    )
    return zipped({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
        "OEBPS/book.opf": f'{head}<package xmlns="http://www.idpf.org/2007/opf"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:publisher>{escape(footer)}</dc:publisher></metadata>'
        f'<manifest><item id="nav" href="nav.xhtml" properties="nav"/>{items}</manifest><spine>'
        f'<itemref idref="nav"/>{order}</spine></package>',
        "OEBPS/nav.xhtml": f"{head}<html {space}><body><nav><ol>{links}</ol></nav></body></html>",
        **texts,
    }, stored=True)  # fmt: skip


def _marked_up(markdown: str) -> str:
    return str(MarkdownIt().enable("table").render(markdown))


FORMATS: dict[str, Callable[[str, str], bytes]] = {".pdf": pdf, ".docx": docx, ".epub": epub, ".html": html}


def first_chapters() -> str:
    """Return the manual's beginning, which tests read in each format."""
    return "\n## ".join((TEXTS / "manual.md").read_text("utf-8").split("\n## ")[:9])


def make(folder: Path, endings: Sequence[str]) -> None:
    """Write the documents into a folder, without those of other formats."""
    (folder / "company").mkdir(parents=True, exist_ok=True)
    text = (TEXTS / "manual.md").read_text("utf-8")
    for ending in endings:
        (folder / f"manual{ending}").write_bytes(FORMATS[ending](text, "Tollgate Press Works, Hexley. Edition 7"))
    for file in sorted((TEXTS / "company").glob("*.md")):
        text, path = file.read_text("utf-8"), folder / "company" / file.stem
        written = FORMATS.get(path.suffix, lambda markdown, footer: markdown.encode())
        if path.suffix in endings or path.suffix not in FORMATS:
            path.write_bytes(written(text, "Heron Couriers, Port Ellery"))


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2:] or list(FORMATS))
