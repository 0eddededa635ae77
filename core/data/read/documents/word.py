"""The text of Word documents and of rich text.

mammoth makes HTML of a Word document, and striprtf a text of RTF. Both pass over some of what a page shows, and show
what it hides: here documents are put into words that they understand.
"""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from core.data.read.documents.archive import found, opened, xml_of
from core.data.read.documents.equations import tex
from core.data.read.documents.found import LEVEL, LOWERED, RAISED, Found, plain
from core.data.read.documents.markup import Cell, markdown_of, parsed, table

Element = ElementTree.Element
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_VAL = _W + "val"
_TEXTS = re.compile(r"word/(?:document\d*|footnotes|endnotes)\.xml")
_RAISED_FROM = 4  # half points: by less, letters are only moved


def read_docx(content: bytes) -> Found:
    """Return a Word document's text; what is deleted or hidden in it, comments, headers and footers are not read."""
    import mammoth

    archive = opened(content)
    pictures = sum(name.startswith("word/media/") for name in archive.namelist())
    left_out = [f"{pictures} {'picture' if pictures == 1 else 'pictures'}"] if pictures else []
    styles = (
        "p[style-name='Title'] => p.title:fresh\np[style-name='Subtitle'] => p:fresh\np[style-name^='toc '] => !\n"
        "comment-reference => "
    )
    converted = mammoth.convert_to_html(
        io.BytesIO(_as_shown(archive)), style_map=styles,
        convert_image=mammoth.images.img_element(lambda image: {}), include_embedded_style_map=False,
    )  # fmt: skip
    html = re.sub(r"<sup><a[^>]*>\[\d+\]</a></sup>|<a href=\"#[^\"]*-ref-\d+\">↑</a>", "", converted.value)
    if (title := '<p class="title">') in html:  # its headings are below it
        html = re.sub(r"(</?h)([1-5])>", lambda tag: f"{tag[1]}{int(tag[2]) + 1}>", html)
        html = re.sub(rf"{title}(.*?)</p>", r"<h1>\1</h1>", html)
    return found(markdown_of(parsed(f"<body>{html}</body>".encode())), left_out)


def _as_shown(archive: zipfile.ZipFile) -> bytes:
    """The document in mammoth's words: without what is hidden, fields by their results, equations as their TeX."""
    made = io.BytesIO()
    page = _Page(xml_of(archive, "word/styles.xml") if "word/styles.xml" in archive.namelist() else None)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as shown:
        for entry in archive.infolist():
            if _TEXTS.fullmatch(entry.filename):
                root = xml_of(archive, entry.filename)
                page.show(root)
                shown.writestr(entry.filename, ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))
            elif entry.filename.lower().endswith((".xml", ".rels")):  # pictures are counted, not read
                shown.writestr(entry.filename, archive.read(entry))
    return made.getvalue()


class _Page:
    """Rewrites a document as its page shows it. styles: of paragraphs and letters, each with what it is based on."""

    def __init__(self, styles: Element | None) -> None:
        self._styles = {
            one.get(_W + "styleId"): one for one in (styles.iter(_W + "style") if styles is not None else ())
        }
        self._known = dict[tuple[str | None, str], str | None]()
        self._fields = list[str]()  # those around: whether their instruction goes on, or their result

    def show(self, parent: Element, paragraph: str = "") -> None:
        """Rewrite what is in an element. paragraph: the style of the one around."""
        kept = list[Element]()
        for child in parent:
            if child.tag == _W + "p":
                style = child.find(f"{_W}pPr/{_W}pStyle")
                self.show(child, style.get(_VAL, "") if style is not None else "")
                kept += [child, *_boxes(child)]
            elif child.tag in (_M + "oMath", _M + "oMathPara"):
                kept.append(_run(" ".join(filter(None, map(tex, child.iter(_M + "oMath"))))))
            elif child.tag == _W + "tr":
                for before in child.findall(f"{_W}trPr/{_W}gridBefore"):
                    child.insert(1, _blank(before.get(_VAL, "1")))
                if not _is_on(_said(child.find(f"{_W}trPr/{_W}hidden"))):
                    self.show(child, paragraph)
                    kept.append(child)
            elif child.tag == _W + "r":
                if _is_on(self._value(child, paragraph, "vanish")):
                    child[:] = [one for one in child if one.tag in (_W + "fldChar", _W + "instrText")]
                self.show(child, paragraph)
                self._put_level(child, paragraph)
                kept.append(child)
            elif child.tag == _W + "fldSimple":
                self.show(child, paragraph)
                kept += child
            elif child.tag == _W + "fldChar":
                kept += [child, *_chosen(child)]
                self._follow(child.get(_W + "fldCharType", ""))
            elif not self._is_unseen(child):
                self.show(child, paragraph)
                kept.append(child)
        parent[:] = kept

    def _follow(self, kind: str) -> None:
        """Go on with a field's next part."""
        if kind == "begin":
            self._fields.append("instruction")
        elif self._fields and kind == "separate":
            self._fields[-1] = "result"
        elif self._fields:
            self._fields.pop()

    def _is_unseen(self, node: Element) -> bool:
        """Return whether a part is not shown: a field's instruction, what asks to fill in a form."""
        if node.tag == _W + "t":
            return "instruction" in self._fields
        if node.tag != _W + "sdt":
            return False
        gallery = _said(node.find(f"{_W}sdtPr/{_W}docPartObj/{_W}docPartGallery"))
        return gallery == "Table of Contents" or _is_on(_said(node.find(f"{_W}sdtPr/{_W}showingPlcHdr")))

    def _value(self, run: Element, paragraph: str, name: str) -> str | None:
        """Return a property of a run's letters, by itself or by its styles; None: nothing is said of it."""
        own = run.find(_W + "rPr")
        said = _said(own.find(_W + name)) if own is not None else None
        style = _said(own.find(_W + "rStyle")) if own is not None else None
        return said or self._of_style(style, name) or self._of_style(paragraph, name)

    def _of_style(self, style: str | None, name: str) -> str | None:
        """What a style says, or one that it is based on."""
        if (style, name) not in self._known:
            said, at = None, self._styles.get(style)
            for _ in range(20):
                if at is not None and said is None:
                    said, at = _said(at.find(f"{_W}rPr/{_W}{name}")), self._styles.get(_said(at.find(_W + "basedOn")))
            self._known[style, name] = said
        return self._known[style, name]

    def _put_level(self, run: Element, paragraph: str) -> None:
        """Say of a run's letters themselves whether they are raised or lowered."""
        level, moved = self._value(run, paragraph, "vertAlign"), self._value(run, paragraph, "position") or "0"
        if level is None and re.fullmatch(r"-?\d{1,4}", moved) and abs(int(moved)) >= _RAISED_FROM:
            level = "subscript" if moved.startswith("-") else "superscript"
        if level not in ("superscript", "subscript") or run.find(_W + "t") is None:
            return
        own = run.find(_W + "rPr")
        if own is None:
            own = Element(_W + "rPr")
            run.insert(0, own)
        own[:] = [*(one for one in own if one.tag != _W + "vertAlign"), Element(_W + "vertAlign", {_VAL: level})]


def _said(node: Element | None) -> str | None:
    """The value of a property; None: it is not there."""
    return node.get(_VAL, "true") if node is not None else None


def _is_on(value: str | None) -> bool:
    return value not in (None, "0", "false", "off")


def _chosen(begin: Element) -> list[Element]:
    """What is chosen in an older form's list; its field has no other result."""
    choice = begin.find(f"{_W}ffData/{_W}ddList")
    if choice is None:
        return []
    number = next((one.get(_VAL, "0") for name in ("result", "default") for one in choice.iter(_W + name)), "0")
    entries = [one.get(_VAL, "") for one in choice.iter(_W + "listEntry")]
    return [_text(entries[int(number)])] if number.isdecimal() and int(number) < len(entries) else []


def _boxes(paragraph: Element) -> Iterator[Element]:
    """Take the text boxes out of a paragraph, to stand behind it. Newer ones are there twice, the older form last."""
    for either in paragraph.iter(_MC + "AlternateContent"):
        choice = either.find(_MC + "Choice")
        if choice is not None and next(choice.iter(_W + "txbxContent"), None) is not None:
            either[:] = [choice]
    boxes = [box for box in paragraph.iter(_W + "txbxContent") if len(box)]
    for box in boxes:
        said = list(box)
        box[:] = []
        yield from said


def _blank(width: str) -> Element:
    """A table's cell without text."""
    cell = Element(_W + "tc")
    ElementTree.SubElement(ElementTree.SubElement(cell, _W + "tcPr"), _W + "gridSpan", {_VAL: width})
    return cell


def _run(text: str) -> Element:
    run = Element(_W + "r")
    run.append(_text(text))
    return run


def _text(text: str) -> Element:
    made = Element(_W + "t", {"{http://www.w3.org/XML/1998/namespace}space": "preserve"})
    made.text = text
    return made


_TOKEN = re.compile(r"\\([a-z]{1,32})(-?\d{1,10})?[ ]?|(\\'[0-9a-f]{2}|\\[^a-z])|([{}])|[^\\{}]+", re.I | re.S)
_CELL, _ROW, _NOTE, _END = "\ufdd3", "\ufdd4", "\ufdd5", "\ufdd6"  # what striprtf's text has in their places
_ROWS = re.compile(f"{_ROW}([^{_ROW}]*){_ROW}([0-9,]*){_END}\\n?")
_NOTES = re.compile(f"{_NOTE}([^{_NOTE}{_END}]*){_END}")
_LEVELS = {"super": RAISED, "sub": LOWERED, "up": RAISED, "dn": LOWERED}
_BULLET = re.compile(r"[•·▪◦●○\uf0b7o-][ \t]*\t\s*")
_SAME = 30  # twips: cells that end so near to each other end in one column


def read_rtf(content: bytes) -> Found:
    """Return the text of rich text; it does not say what is a heading."""
    from striprtf.striprtf import rtf_to_text

    page = re.search(rb"\\ansicpg(\d{3,5})\b", content[:4096])
    encoding = f"cp{page[1].decode()}" if page else "cp1252"
    try:
        codecs.lookup(encoding)
    except LookupError:
        encoding = "cp1252"
    marked = "".join(_marked(content.decode("latin-1")))
    text = rtf_to_text(marked, encoding, errors="replace")  # type: ignore[no-untyped-call]
    parts, last, rows = list[str](), 0, list[tuple[list[str], list[int]]]()
    for row in _ROWS.finditer(text):
        if text[last : row.start()].strip():
            parts += [_grid(rows), *_paragraphs(text[last : row.start()])]
            rows = []
        rows.append((row[1].split(_CELL)[:-1], [int(end) for end in row[2].split(",") if end]))
        last = row.end()
    return found("\n\n".join(filter(None, [*parts, _grid(rows), *_paragraphs(text[last:])])))


def _marked(text: str) -> Iterator[str]:
    """RTF without what is hidden or was deleted in it, with marks for what striprtf passes over."""
    hidden, level, is_note, around = False, "", False, list[tuple[bool, str, bool]]()
    open_, row, ends, after = False, False, list[str](), 0
    for token in _TOKEN.finditer(text):
        word, number, _, brace = token.groups()
        if token.start() < after:  # within a picture
            yield token[0]
            continue
        said = "" if hidden and not (word or brace) else token[0]
        off = number == "0"
        if open_ and (brace or word):
            yield _mark(LEVEL)
            open_ = False
        match brace or word:
            case "{":
                around.append((hidden, level, is_note))
                is_note = False
            case "}":
                said = (_mark(_END) if is_note else "") + said
                hidden, level, is_note = around.pop() if around else (False, "", False)
            case "v" | "deleted":
                hidden = not off
            case "plain":
                hidden, level = False, ""
            case "super" | "sub":
                level = "" if off else _LEVELS[word]
            case "up" | "dn":
                level = _LEVELS[word] if number and abs(int(number)) >= _RAISED_FROM else ""
            case "nosupersub":
                level = ""
            case "footnote":
                said, is_note = _mark(_NOTE), True
            case "pntext":  # an item's number or bullet
                said = ""
            case "bin":
                after = token.end() + int(number or 0)
            case "trowd" | "intbl":
                said, row = said if row else _mark(_ROW) + said, True
                ends = [] if word == "trowd" else ends
            case "cellx":
                ends.append(number or "0")
            case "cell":
                said = _mark(_CELL)
            case "row":
                said, row = f"{_mark(_ROW)}{{{','.join(ends)}}}{_mark(_END)}", False
            case "u" if hidden:
                said = ""
            case None if level and said.strip():
                said, open_ = _mark(level) * (not open_) + said, True
        yield said


def _mark(letter: str) -> str:
    return f"{{\\uc1\\u{ord(letter)}?}}"


def _grid(rows: list[tuple[list[str], list[int]]]) -> str:
    """A table: a cell reaches over all columns that end in it in other rows."""
    ends = list[int]()
    for end in sorted({end for _, row in rows for end in row}):
        if not ends or end - ends[-1] > _SAME:
            ends.append(end)
    cells = list[list[Cell]]()
    for texts, row in rows:
        places = [sum(other <= end + _SAME for other in ends) for end in row[: len(texts)]]
        places += range(len(places) + 1, len(texts) + 1)
        wide = [place - before for before, place in zip([0, *places], places, strict=False)]
        cells.append([Cell(_NOTES.sub(r" \1", text), right=right) for text, right in zip(texts, wide, strict=True)])
    return table(cells)


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs, each with its notes behind it."""
    notes = list[str]()

    def put_off(note: re.Match[str]) -> str:
        notes.append(note[1])
        return ""

    for line in _NOTES.sub(lambda note: note[0].replace("\n", " "), text).split("\n"):
        said = _BULLET.sub("- ", _NOTES.sub(put_off, line), count=1) if line.strip() else ""
        yield plain(said)
        yield from map(plain, notes)
        notes.clear()
