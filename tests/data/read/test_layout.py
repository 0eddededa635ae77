"""What a document says by its layout is read: merged cells, raised digits, equations, fields; and nothing hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.data.read.documents.document import DocumentReader
from core.data.read.documents.found import LEVEL, lowered, plain, raised
from tests.support.documents import docx_of, epub_manual, odt_of, pptx_of, text, written


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        (f"10{raised('6')} mm{raised('2')}", "10⁶ mm²"),
        (f"10{raised('−3')}", "10⁻³"),
        (f"10{raised('-')}{raised('3')}", "10⁻³"),
        (f"H{lowered('2')}O, Ca{raised('2+')}", "H₂O, Ca²⁺"),
        (f"e{raised('kt')}, x{raised('2y')}", "e^(kt), x^(2y)"),
        (f"v{lowered('avg')} of x{lowered('i')}", "v_(avg) of xᵢ"),
        (f"2{raised('2' + raised('n'))}", "2^(2ⁿ)"),
        (f"the 1{raised('st')} and 2{raised('nd')}, 3{raised('e')}", "the 1st and 2nd, 3e"),
        (f"so{raised('*')} and ®{raised('')}", "so* and ®"),
        (f"10{raised('6 ')}mm", "10⁶ mm"),
        (f"{raised('a')}{lowered('b')}{LEVEL}", "^(a)_(b)"),
        (raised("1") + " \ufdd0left open", "¹ left open"),
    ],
)
def test_that_raised_and_lowered_letters_stay_apart(marked: str, said: str) -> None:
    assert plain(marked) == said


def rows(*rows: str) -> str:
    return f"<html><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table></html>"


MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML">'
LATER = "<p>More words stand behind the form, so that it is not the page, and they say what it is all about.</p>"
PAGES = {
    "a cell over three rows": (
        rows("<th>Year<th>Model", "<td rowspan=3>2023<td>Amber", "<td>Birch", "<td>Cedar", "<td>2024<td>Elm"),
        "| Year | Model |\n| --- | --- |\n| 2023 | Amber |\n|  | Birch |\n|  | Cedar |\n| 2024 | Elm |",
    ),
    "two over two, and one in the middle": (
        rows("<td rowspan=2 colspan=2>a<td>b<td rowspan=2>c", "<td>d", "<td>e<td>f<td>g<td>h"),
        "| a |  | b | c |\n| --- | --- | --- | --- |\n|  |  | d |  |\n| e | f | g | h |",
    ),
    "a head of two rows": (
        rows("<th rowspan=2>Town<th colspan=2>Rain", "<th>May<th>June", "<td>Bern<td>9<td>8"),
        "| Town | Rain |  |\n| --- | --- | --- |\n|  | May | June |\n| Bern | 9 | 8 |",
    ),
    "a cell down to the end": (rows("<td rowspan=0>a<td>b", "<td>c"), "| a | b |\n| --- | --- |\n|  | c |"),
    "no number": (rows("<td rowspan=x colspan=-2>a<td>b", "<td>c<td>d"), "| a | b |\n| --- | --- |\n| c | d |"),
    "a foot before the body": (
        "<html><table><tfoot><tr><td>Sum<td>3</tfoot><tbody><tr><td>a<td>3</tbody></table></html>",
        "| a | 3 |\n| --- | --- |\n| Sum | 3 |",
    ),
    "a table in a table": (
        rows("<td>out<td>" + rows("<td rowspan=2>x<td>y", "<td>z").removeprefix("<html>").removesuffix("</html>")),
        "out\n\n| x | y |\n| --- | --- |\n|  | z |",
    ),
    "a caption": (
        "<html><table><caption>Rain</caption><tr><td>a<td>b</table></html>",
        "Rain\n\n| a | b |\n| --- | --- |",
    ),
    "raised": ("<html><p>10<sup>6</sup> H<sub>2</sub>O</p></html>", "10⁶ H₂O"),
    "raised by a style": ("<html><p>10<span style='VERTICAL-ALIGN: super'>6</span></p></html>", "10⁶"),
    "raised by a class": (
        "<html><style>p, span.up { color: red; vertical-align: super }</style><p>10<span class='a up'>6</span></p>",
        "10⁶",
    ),
    "raised in a cell": (rows("<td>10<sup>6</sup><td>x<sub>1</sub>"), "| 10⁶ | x₁ |\n| --- | --- |"),
    "marks of notes": (
        "<html><p>far<sup><a href='#n1'>1</a></sup> away<sup>[<a href='#n2'>2</a>]</sup></p><p>1 It is. "
        "<a href='#r1'>↩</a></p></html>",
        "far away\n\n1 It is.",
    ),
    "an equation": (
        f"<html><p>So {MATH}<mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>.</p>",
        "So $x=\\frac{-b}{2}$.",
    ),
    "an equation with its TeX, hidden behind a picture": (
        f"<html><p>So <span style='display:none'>{MATH}<semantics><mrow><mi>x</mi></mrow>"
        "<annotation encoding='application/x-tex'>{\\displaystyle x^{2}}</annotation></semantics></math></span>"
        "<img alt='no'>.</p></html>",
        "So $x^{2}$.",
    ),
    "sums and roots": (
        f"<html><p>{MATH}<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><msqrt><mi>α</mi></msqrt>"
        "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup><mover><mi>v</mi><mo>→</mo></mover></math></p></html>",
        "$\\sum_{i}^{n}\\sqrt{\\alpha}x_{i}^{2}\\vec{v}$",
    ),
    "a list that goes on": ("<html><ol start=3><li>a</li><li value=7>b</li><li>c</li></ol></html>", "3. a\n7. b\n8. c"),
    "hidden": (
        "<html><p>a<span style='visibility:hidden'>b</span><span hidden>c</span><b style='display : none'>d</b>e</p>",
        "ae",
    ),
    "a form that is the page": (
        "<html><form>Name <input value='Ann'> <input type=hidden value=x><p>Bees <input type=checkbox checked></p>"
        "<select><option>a<option selected>b</select><p><textarea>Hello</textarea></p></form></html>",
        "Name Ann\n\nBees ☒\n\nb\n\nHello",
    ),
    "a form on a page": (f"<html><p>Words.</p>{LATER}<form>Find <input value='x'></form></html>", None),
}


@pytest.mark.process
@pytest.mark.parametrize("name", PAGES)
def test_that_the_layout_of_pages_is_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    page, expected = PAGES[name]
    said = text(reader, written(tmp_path, f"{name}.html", page.encode()))
    assert said == expected if expected else "Find" not in said


@pytest.mark.process
def test_that_a_book_leaves_out_marks_of_notes_and_what_is_hidden(reader: DocumentReader, tmp_path: Path) -> None:
    chapter = (
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><p>Bees fly far'
        '<a epub:type="noteref" href="n.xhtml#n1">1</a>, 10<sup>6</sup> of them.<sup><a href="n.xhtml#n2">2</a></sup>'
        '<span hidden="hidden">x</span> H<span class="low">2</span>O</p></body></html>'
    )
    book = epub_manual(**{"OEBPS/text/ch 0.xhtml": chapter, "OEBPS/s.css": ".low{vertical-align:sub}"})
    assert text(reader, written(tmp_path, "b.epub", book)).startswith("Bees fly far, 10⁶ of them. H₂O\n")


def run(said: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{said}</w:t></w:r>"


def p(*runs: str, style: str = "") -> str:
    return f"<w:p><w:pPr>{style and f'<w:pStyle w:val={style!r}/>'}</w:pPr>{''.join(runs)}</w:p>"


def word_cell(said: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(run(said))}</w:tc>"


def word_row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def field(kind: str) -> str:
    return f"<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>"


def instruction(said: str) -> str:
    return f"<w:r><w:instrText>{said}</w:instrText></w:r>"


def control(said: str, about: str = "") -> str:
    return f"<w:sdt><w:sdtPr>{about}</w:sdtPr><w:sdtContent>{run(said)}</w:sdtContent></w:sdt>"


ENTRIES = "<w:listEntry w:val='Wax'/><w:listEntry w:val='Honey'/>"
LIST = f"<w:ffData><w:ddList><w:result w:val='1'/>{ENTRIES}</w:ddList></w:ffData>"
BOX = f"<w:txbxContent>{p(run('In the box.'))}</w:txbxContent>"
STYLES = (
    "<w:style w:type='character' w:styleId='Secret'><w:name w:val='Secret'/><w:rPr><w:vanish/></w:rPr></w:style>"
    "<w:style w:type='character' w:styleId='More'><w:name w:val='More'/><w:basedOn w:val='Secret'/></w:style>"
    "<w:style w:type='paragraph' w:styleId='Gone'><w:name w:val='Gone'/><w:rPr><w:vanish/></w:rPr></w:style>"
    "<w:style w:type='character' w:styleId='Up'><w:name w:val='Up'/><w:rPr><w:vertAlign w:val='superscript'/></w:rPr>"
    "</w:style><w:style w:type='paragraph' w:styleId='TOC1'><w:name w:val='toc 1'/></w:style>"
)
WORDS = {
    "merged cells": (
        "<w:tbl>"
        + word_row(word_cell("Year"), word_cell("Sold", "<w:gridSpan w:val='2'/>"))
        + word_row(word_cell("2023", "<w:vMerge w:val='restart'/>"), word_cell("Amber"), word_cell("10"))
        + word_row(word_cell("", "<w:vMerge/>"), word_cell("Birch"), word_cell("20"))
        + word_row(word_cell("Cedar"), word_cell("30"), properties="<w:gridBefore w:val='1'/>")
        + word_row(word_cell("not"), word_cell("shown"), properties="<w:hidden/>")
        + "</w:tbl>",
        "| Year | Sold |  |\n| --- | --- | --- |\n| 2023 | Amber | 10 |\n|  | Birch | 20 |\n|  | Cedar | 30 |",
    ),
    "raised": (
        p(
            run("10"),
            run("6", "<w:vertAlign w:val='superscript'/>"),
            run(" H"),
            run("2", "<w:vertAlign w:val='subscript'/>"),
        ),
        "10⁶ H₂",
    ),
    "raised by position and by style": (
        p(
            run("10"),
            run("6", "<w:position w:val='8'/>"),
            run(" x"),
            run("2", "<w:rStyle w:val='Up'/>"),
            run("!", "<w:position w:val='2'/>"),
        ),
        "10⁶ x²!",
    ),
    "hidden": (
        p(
            run("Seen."),
            run(" No.", "<w:vanish/>"),
            run(" Yes.", "<w:vanish w:val='0'/>"),
            run(" No.", "<w:rStyle w:val='Secret'/>"),
        )
        + p(
            run("No.", "<w:rStyle w:val='More'/>"),
            run("Seen, too.", "<w:rStyle w:val='More'/><w:vanish w:val='false'/>"),
        )
        + p(run("No."), style="Gone"),
        "Seen. Yes.\n\nSeen, too.",
    ),
    "a simple field": (
        p(run("See figure "), f"<w:fldSimple w:instr=' SEQ Figure '>{run('3')}</w:fldSimple>", run(".")),
        "See figure 3.",
    ),
    "fields within each other": (
        p(
            run("Dear "),
            field("begin"),
            instruction("IF "),
            field("begin"),
            instruction("MERGEFIELD x"),
            field("separate"),
            run("hidden by the field around"),
            field("end"),
            instruction(" = 1"),
            field("separate"),
            run("Mrs Lund"),
            field("end"),
            run(","),
        ),
        "Dear Mrs Lund,",
    ),
    "an older form": (
        p(
            run("Name: "),
            field("begin"),
            instruction("FORMTEXT"),
            field("separate"),
            run("Ann"),
            field("end"),
            run(" wants "),
            f"<w:r><w:fldChar w:fldCharType='begin'>{LIST}</w:fldChar></w:r>",
            instruction("FORMDROPDOWN"),
            field("end"),
            run(" now: "),
            "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"
            "</w:fldChar></w:r>",
            instruction("FORMCHECKBOX"),
            field("end"),
        ),
        "Name: Ann wants Honey now: ☒",
    ),
    "a newer form": (
        p(
            run("Name: "),
            control("Ann"),
            run(", town: "),
            control("Click here to enter text.", "<w:showingPlcHdr/>"),
            run(", member: "),
            control("☒", "<w14:checkbox><w14:checked w14:val='1'/></w14:checkbox>"),
        ),
        "Name: Ann, town: , member: ☒",
    ),
    "an equation": (
        p(
            run("So "),
            "<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
            "<m:r><m:t>≤</m:t></m:r><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
            "<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub><m:r><m:t>i</m:t></m:r></m:sub><m:sup/><m:e><m:r>"
            "<m:t>β</m:t></m:r></m:e></m:nary></m:oMath>",
            run("."),
        ),
        "So $x^{2}\\le\\frac{1}{2}\\sum_{i} \\beta$.",
    ),
    "a text box in two forms": (
        p(
            run("Before"),
            "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing>" + BOX + "</w:drawing></mc:Choice>"
            "<mc:Fallback><w:pict><v:shape><v:textbox>" + BOX + "</v:textbox></v:shape></w:pict></mc:Fallback>"
            "</mc:AlternateContent></w:r>",
            run(" and behind."),
        ),
        "Before and behind.\n\nIn the box.",
    ),
    "readings, and breaks of older kinds": (
        p(
            f"<w:r><w:ruby><w:rt>{run('kan')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase></w:ruby></w:r>",
            run("字"),
            "<w:r><w:cr/></w:r>",
            run("next"),
        ),
        "漢字\nnext",
    ),
    "contents": (p(run("Honey 7"), style="TOC1") + p(run("Honey")), "Honey"),
    "moved": (p(f"<w:moveFrom>{run('from')}</w:moveFrom>", f"<w:moveTo>{run('to')}</w:moveTo>"), "to"),
}


@pytest.mark.process
@pytest.mark.parametrize("name", WORDS)
def test_that_the_layout_of_word_documents_is_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    body, expected = WORDS[name]
    assert text(reader, written(tmp_path, f"{name}.docx", docx_of(body, styles=STYLES))) == expected


def level(depth: int, form: str, text: str, more: str = "") -> str:
    return f"<w:lvl w:ilvl='{depth}'><w:numFmt w:val='{form}'/>{more}<w:lvlText w:val='{text}'/></w:lvl>"


def item(said: str, number: int, depth: int = 0) -> str:
    about = f"<w:numPr><w:ilvl w:val='{depth}'/><w:numId w:val='{number}'/></w:numPr>"
    return f"<w:p><w:pPr>{about}</w:pPr>{run(said)}</w:p>"


NUMBERS = (
    f"<w:abstractNum w:abstractNumId='0'>{level(0, 'decimal', '%1.')}{level(1, 'lowerLetter', '%2)')}</w:abstractNum>"
    f"<w:abstractNum w:abstractNumId='1'>{level(0, 'upperRoman', '%1', '<w:pStyle w:val=H/>')}"
    f"{level(1, 'decimal', '§ %1.%2', '<w:isLgl/>')}</w:abstractNum>"
    f"<w:abstractNum w:abstractNumId='2'>{level(0, 'bullet', '•')}</w:abstractNum>"
    "<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num><w:num w:numId='2'><w:abstractNumId w:val='0'/>"
    "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='7'/></w:lvlOverride></w:num>"
    "<w:num w:numId='3'><w:abstractNumId w:val='1'/></w:num><w:num w:numId='4'><w:abstractNumId w:val='2'/></w:num>"
).replace("w:val=H/", "w:val='H'/")
NUMBERED_HEADING = (
    "<w:style w:type='paragraph' w:styleId='H'><w:name w:val='heading 1'/><w:pPr><w:numPr><w:numId w:val='3'/>"
    "</w:numPr></w:pPr></w:style>"
)
NUMBERED = {
    "a list that goes on": (
        item("a", 1) + item("b", 1, 1) + item("c", 1, 1) + p(run("between")) + item("d", 1) + item("e", 1, 1),
        "1. a\n  a) b\n  b) c\n\nbetween\n\n2. d\n  a) e",
    ),
    "a list that begins again": (item("a", 1) + item("b", 2) + item("c", 2), "1. a\n7. b\n8. c"),
    "headings and paragraphs": (
        p(run("One"), style="H")
        + item("first", 3, 1)
        + item("second", 3, 1)
        + p(run("Two"), style="H")
        + item("x", 3, 1),
        "# I One\n\n§ 1.1 first\n§ 1.2 second\n\n# II Two\n\n§ 2.1 x",
    ),
    "bullets and empty ones": (item("a", 4) + item("", 1) + item("b", 1), "- a\n\n2. b"),
}


@pytest.mark.process
@pytest.mark.parametrize("name", NUMBERED)
def test_that_numbers_are_those_that_word_shows(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    body, expected = NUMBERED[name]
    made = docx_of(body, styles=NUMBERED_HEADING, numbers=NUMBERS)
    assert text(reader, written(tmp_path, f"{name}.docx", made)) == expected


OPEN_STYLES = (
    "<style:style style:name='up'><style:text-properties style:text-position='super 58%'/></style:style>"
    "<style:style style:name='down'><style:text-properties style:text-position='-33% 58%'/></style:style>"
    "<style:style style:name='on'><style:text-properties style:text-position='0% 100%'/></style:style>"
    "<style:style style:name='off'><style:text-properties text:display='none'/></style:style>"
    "<style:style style:name='off2' style:parent-style-name='off'/>"
    "<text:list-style style:name='L'><text:list-level-style-number text:level='1' style:num-format='1'"
    " text:start-value='4'/><text:list-level-style-bullet text:level='2'/></text:list-style>"
)
OPEN_TEXTS = {
    "merged cells": (
        "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Year</text:p></table:table-cell>"
        "<table:table-cell table:number-columns-spanned='2'><text:p>Sold</text:p></table:table-cell>"
        "<table:covered-table-cell/></table:table-row></table:table-header-rows>"
        "<table:table-row><table:table-cell table:number-rows-spanned='2'><text:p>2023</text:p></table:table-cell>"
        "<table:table-cell><text:p>Amber</text:p></table:table-cell><table:table-cell><text:p>10</text:p></table:table-cell>"
        "</table:table-row><table:table-row><table:covered-table-cell/><table:table-cell><text:p>Birch</text:p>"
        "</table:table-cell><table:table-cell><text:p>20</text:p></table:table-cell></table:table-row></table:table>",
        "| Year | Sold |  |\n| --- | --- | --- |\n| 2023 | Amber | 10 |\n|  | Birch | 20 |",
    ),
    "raised": (
        "<text:p>10<text:span text:style-name='up'>6</text:span> H<text:span text:style-name='down'>2</text:span>"
        "O<text:span text:style-name='on'>.</text:span></text:p>",
        "10⁶ H₂O.",
    ),
    "hidden": (
        "<text:p>Seen<text:span text:style-name='off'> no</text:span><text:hidden-text> no</text:hidden-text>.</text:p>"
        "<text:p text:style-name='off2'>No.</text:p><text:section text:display='none'><text:p>No.</text:p>"
        "</text:section>",
        "Seen.",
    ),
    "fields": (
        "<text:p>Figure <text:sequence>3</text:sequence> of <text:date>May</text:date></text:p>",
        "Figure 3 of May",
    ),
    "a hidden row": (
        "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>"
        "<table:table-row table:visibility='collapse'><table:table-cell><text:p>b</text:p></table:table-cell>"
        "</table:table-row></table:table>",
        "a",
    ),
    "a numbered list": (
        "<text:list text:style-name='L'><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p>"
        "</text:list-item></text:list></text:list-item><text:list-item><text:p>c</text:p></text:list-item></text:list>",
        "4. a\n  - b\n5. c",
    ),
    "a text box": (
        "<text:p>Before<draw:frame><draw:text-box><text:p>Boxed.</text:p></draw:text-box></draw:frame>"
        " and behind.</text:p>",
        "Before and behind.\n\nBoxed.",
    ),
    "an equation": (
        "<text:p>So <draw:frame><draw:object xlink:href='./Object 1'/></draw:frame>.</text:p>",
        "So $\\sqrt{x}$.",
    ),
    "a form": (
        "<office:forms><form:form><form:text form:id='a' form:current-value='Ann'/><form:checkbox form:id='b'"
        " form:label='Bees' form:current-state='checked'/></form:form></office:forms>"
        "<text:p>Name: <draw:control draw:control='a'/>, <draw:control draw:control='b'/></text:p>",
        "Name: Ann, ☒ Bees",
    ),
}


@pytest.mark.process
@pytest.mark.parametrize("name", OPEN_TEXTS)
def test_that_the_layout_of_opendocument_texts_is_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    body, expected = OPEN_TEXTS[name]
    made = odt_of(body, OPEN_STYLES, **{"Object 1/content.xml": f"{MATH}<msqrt><mi>x</mi></msqrt></math>"})
    assert text(reader, written(tmp_path, f"{name}.odt", made)) == expected


RICH_TEXTS = {
    "raised": (rb"{\rtf1 10{\super 6} mm{\up6\fs12 2} H\sub 2\nosupersub O x\super 2\super0 .\par}", "10⁶ mm² H₂O x²."),
    "hidden": (rb"{\rtf1 Seen{\v no \'e4\u228 a} and\v no\v0  seen{\deleted gone}.\par}", "Seen and seen."),
    "a table with a wide cell": (
        rb"{\rtf1 Before\par\trowd\cellx1000\cellx2000\cellx3000 Year\cell Model\cell Price\cell\row"
        rb"\trowd\cellx1000\cellx3000 2024\cell none\par sold\cell\row\trowd\clvmgf\cellx1000\cellx2000\cellx3000"
        rb" 2025\cell Elm\cell 50\cell\row\trowd\clvmrg\cellx1000\cellx2000\cellx3000\cell Fir\cell 60"
        rb"\cell\row\pard After\par}",
        "Before\n\n| Year | Model | Price |\n| --- | --- | --- |\n| 2024 | none sold |  |\n| 2025 | Elm | 50 |\n"
        "|  | Fir | 60 |\n\nAfter",
    ),
    "a bar": (rb"{\rtf1 a|b\par}", "a|b"),
    "a footnote": (
        rb"{\rtf1 Said{\super\chftn}{\footnote{\super\chftn} By Ann.\par By Bo.} here.\par Next.\par}",
        "Said here.\n\nBy Ann. By Bo.\n\nNext.",
    ),
    "a field": (rb"{\rtf1 Dear {\field{\*\fldinst MERGEFIELD x}{\fldrslt Mrs Lund}},\par}", "Dear Mrs Lund,"),
    "lists": (rb"{\rtf1{\pntext 1.\tab}{\*\pn\pnlvlbody}a\par{\listtext\'b7\tab}b\par}", "1. a\n\n- b"),
}


@pytest.mark.process
@pytest.mark.parametrize("name", RICH_TEXTS)
def test_that_the_layout_of_rich_text_is_read(reader: DocumentReader, tmp_path: Path, name: str) -> None:
    content, expected = RICH_TEXTS[name]
    assert text(reader, written(tmp_path, f"{name}.rtf", content)) == expected


def shape(inner: str) -> str:
    return f"<p:sp><p:txBody><a:p>{inner}</a:p></p:txBody></p:sp>"


def letters(said: str, properties: str = "") -> str:
    return f"<a:r><a:rPr {properties}/><a:t>{said}</a:t></a:r>"


@pytest.mark.process
def test_that_slides_come_in_their_order_without_hidden_ones(reader: DocumentReader, tmp_path: Path) -> None:
    slides = [shape(letters(one)) for one in ("First", "Second", "Third")]
    path = written(tmp_path, "order.pptx", pptx_of(slides[0], "hidden:" + shape(letters("No")), *slides[1:]))
    about, raw = reader.read(path, "pptx")
    assert (raw.decode(), about.pages, about.left_out) == ("First\n\nSecond\n\nThird", 4, ["1 hidden slide"])


@pytest.mark.process
def test_that_slides_keep_raised_letters_and_merged_cells(reader: DocumentReader, tmp_path: Path) -> None:
    cells = [
        f"<a:tc {about}><a:txBody><a:p>{letters(said)}</a:p></a:txBody></a:tc>"
        for about, said in (("gridSpan='2'", "wide"), ("hMerge='1'", "covered"), ("", "c"), ("", "d"))
    ]
    table = f"<a:tbl><a:tr>{cells[0]}{cells[1]}</a:tr><a:tr>{cells[2]}{cells[3]}</a:tr></a:tbl>"
    shapes = shape(letters("10") + letters("6", "baseline='30000'") + letters(" H") + letters("2", "baseline='-25000'"))
    assert text(reader, written(tmp_path, "up.pptx", pptx_of(shapes + table))) == (
        "10⁶ H₂\n\n| wide |  |\n| --- | --- |\n| c | d |"
    )
