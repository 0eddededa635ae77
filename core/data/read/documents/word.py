"""Reads Word documents with mammoth.

mammoth converts a document to HTML, but ignores some visible parts and shows some hidden ones. So documents are first
rewritten into elements that it understands.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from core.data.read.documents.archive import found, opened, xml_of
from core.data.read.documents.equations import tex
from core.data.read.documents.found import Found
from core.data.read.documents.markup import markdown_of, parsed

Element = ElementTree.Element
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_VAL = _W + "val"
_TEXTS = re.compile(r"word/(?:document\d*|footnotes|endnotes)\.xml")
_NUMBER = "\ufdd7"  # around a paragraph's number while mammoth converts it
_AS = {_W + "cr": _W + "br", _W + "ptab": _W + "tab"}  # elements unknown to mammoth, and their replacements
_ROMAN = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"),
        strict=True,
    )
)
_RAISED_FROM = 4  # half points; smaller shifts are only adjustments


def read_docx(content: bytes) -> Found:
    """Return a Word document's text, without deleted or hidden text, comments, headers and footers."""
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
    html = re.sub(
        rf"<li>((?:<(?!li|ol|ul)[^<>]+>)*){_NUMBER}([^{_NUMBER}]*){_NUMBER}", r'<li data-number="\2">\1', html
    )
    html = re.sub(rf"{_NUMBER}([^{_NUMBER}]*){_NUMBER}", r"\1 ", html)  # of headings
    if (title := '<p class="title">') in html:  # its headings rank below it
        html = re.sub(r"(</?h)([1-5])>", lambda tag: f"{tag[1]}{int(tag[2]) + 1}>", html)
        html = re.sub(rf"{title}(.*?)</p>", r"<h1>\1</h1>", html)
    return found(markdown_of(parsed(f"<body>{html}</body>".encode())), left_out)


def _as_shown(archive: zipfile.ZipFile) -> bytes:
    """Return the document rewritten for mammoth: without hidden text, fields replaced by their results, equations by
    their TeX.
    """
    made = io.BytesIO()
    parts = ("word/styles.xml", "word/numbering.xml")
    styles, numbers = (xml_of(archive, part) if part in archive.namelist() else Element("none") for part in parts)
    page = _Page({one.get(_W + "styleId"): one for one in styles.iter(_W + "style")}, numbers)
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
    """Rewrites a document as its page shows it. styles: of paragraphs and letters, by name."""

    def __init__(self, styles: dict[str | None, Element], numbers: Element) -> None:
        self._styles, self._numbers = styles, _Numbers(styles, numbers)
        self._known = dict[tuple[str | None, str], str | None]()
        self._fields = list[str]()  # enclosing fields: whether in their instruction or result

    def show(self, parent: Element, paragraph: str = "") -> None:
        """Rewrite an element's content. paragraph: the style of the enclosing one."""
        kept = list[Element]()
        for child in parent:
            if child.tag == _W + "p":
                style = _said(child.find(f"{_W}pPr/{_W}pStyle")) or ""
                number = self._numbers.of(child, style)
                self.show(child, style)
                if number and "".join(one.text or "" for one in child.iter(_W + "t")).strip():
                    child.insert(child[0].tag == _W + "pPr", _run(f"{_NUMBER}{number}{_NUMBER}"))
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
            elif child.tag == _W + "ruby":  # letters with their reading above
                base = child.find(_W + "rubyBase")
                if base is not None:
                    self.show(base, paragraph)
                    kept += base
            elif not self._is_unseen(child):
                child.tag = _AS.get(child.tag, child.tag)
                self.show(child, paragraph)
                kept.append(child)
        parent[:] = kept

    def _follow(self, kind: str) -> None:
        """Advance to a field's next part."""
        if kind == "begin":
            self._fields.append("instruction")
        elif self._fields and kind == "separate":
            self._fields[-1] = "result"
        elif self._fields:
            self._fields.pop()

    def _is_unseen(self, node: Element) -> bool:
        """Return whether a part is hidden: a field's instruction, or a form's placeholder."""
        if node.tag == _W + "t":
            return "instruction" in self._fields
        if node.tag != _W + "sdt":
            return False
        gallery = _said(node.find(f"{_W}sdtPr/{_W}docPartObj/{_W}docPartGallery"))
        return gallery == "Table of Contents" or _is_on(_said(node.find(f"{_W}sdtPr/{_W}showingPlcHdr")))

    def _value(self, run: Element, paragraph: str, name: str) -> str | None:
        """Return a property of a run's letters, from the run or its styles; None if unset."""
        own = run.find(_W + "rPr")
        said = _said(own.find(_W + name)) if own is not None else None
        style = _said(own.find(_W + "rStyle")) if own is not None else None
        return said or self._of_style(style, name) or self._of_style(paragraph, name)

    def _of_style(self, style: str | None, name: str) -> str | None:
        """Return a style's property, or that of a style that it is based on."""
        if (style, name) not in self._known:
            said, at = None, self._styles.get(style)
            for _ in range(20):
                if at is not None and said is None:
                    said, at = _said(at.find(f"{_W}rPr/{_W}{name}")), self._styles.get(_said(at.find(_W + "basedOn")))
            self._known[style, name] = said
        return self._known[style, name]

    def _put_level(self, run: Element, paragraph: str) -> None:
        """Mark a run itself as superscript or subscript."""
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


class _Numbers:
    """Counts numbered paragraphs as Word does, which stores no numbers. root: of numbering.xml."""

    def __init__(self, styles: dict[str | None, Element], root: Element) -> None:
        self._styles = styles
        self._schemes = {
            one.get(_W + "abstractNumId"): {level.get(_W + "ilvl"): level for level in one.iter(_W + "lvl")}
            for one in root.iter(_W + "abstractNum")
        }
        self._lists = {one.get(_W + "numId"): one for one in root.iter(_W + "num")}
        self._counts = dict[str | None, dict[int, int]]()  # by scheme: the last number at each level
        self._begun = set[str]()  # lists that start at a number of their own

    def of(self, paragraph: Element, style: str) -> str:
        """Return a paragraph's next number, as the page shows it; "" if it has none, or a bullet."""
        name, depth = self._place(paragraph, style)
        one = self._lists.get(name)
        scheme = _said(one.find(_W + "abstractNumId")) if one is not None else None
        levels = self._schemes.get(scheme, {})
        level = levels.get(str(depth))
        if one is None or level is None or name is None:
            return ""
        counts = self._counts.setdefault(scheme, {})
        if name not in self._begun:
            self._begun.add(name)
            for override in one.findall(f"{_W}lvlOverride"):
                start = _whole(_said(override.find(_W + "startOverride")), -1)
                if start >= 0:
                    counts[_whole(override.get(_W + "ilvl"), 0)] = start - 1
        counts[depth] = counts.get(depth, _start(level) - 1) + 1
        for deeper in [at for at in counts if at > depth]:
            del counts[deeper]
        if _said(level.find(_W + "numFmt")) in ("bullet", "none"):
            return ""
        plain = level.find(_W + "isLgl") is not None

        def number(found_: re.Match[str]) -> str:
            at = int(found_[1]) - 1
            of = levels.get(str(at))
            if of is None:
                return ""
            form = "decimal" if plain and at != depth else _said(of.find(_W + "numFmt")) or "decimal"
            return _formed(counts.setdefault(at, _start(of)), form)

        return re.sub(r"%([1-9])", number, _said(level.find(_W + "lvlText")) or "").strip()

    def _place(self, paragraph: Element, style: str) -> tuple[str | None, int]:
        """Return a paragraph's list, from the paragraph or its style, and its depth."""
        own = paragraph.find(f"{_W}pPr/{_W}numPr")
        name, depth = (_said(own.find(_W + one)) if own is not None else None for one in ("numId", "ilvl"))
        at, named = self._styles.get(style), style
        for _ in range(20):
            if at is None or name is not None:
                break
            given = at.find(f"{_W}pPr/{_W}numPr")
            if given is not None:
                name, depth = _said(given.find(_W + "numId")), depth or _said(given.find(_W + "ilvl"))
                depth = depth or self._depth(name, named)
            named = _said(at.find(_W + "basedOn")) or ""
            at = self._styles.get(named)
        return name, _whole(depth, 0)

    def _depth(self, name: str | None, style: str) -> str | None:
        """Return the level that a list assigns to a style."""
        one = self._lists.get(name)
        levels = self._schemes.get(_said(one.find(_W + "abstractNumId")), {}) if one is not None else {}
        return next((depth for depth, level in levels.items() if _said(level.find(_W + "pStyle")) == style), None)


def _start(level: Element) -> int:
    return _whole(_said(level.find(_W + "start")), 1)


def _whole(said: str | None, default: int) -> int:
    return int(said) if said and re.fullmatch(r"[0-9]{1,6}", said) else default


def _formed(number: int, form: str) -> str:
    if form.endswith("Letter") and number > 0:  # a to z, aa, bb
        letters = chr(97 + (number - 1) % 26) * min((number - 1) // 26 + 1, 9)
        return letters.upper() if form.startswith("upper") else letters
    if form.endswith("Roman") and 0 < number < 4000:
        said = ""
        for value, letters in _ROMAN:
            said, number = said + letters * (number // value), number % value
        return said if form.startswith("upper") else said.lower()
    return f"{number:02}" if form == "decimalZero" else str(number)


def _said(node: Element | None) -> str | None:
    """Return a property's value; None if it is missing."""
    return node.get(_VAL, "true") if node is not None else None


def _is_on(value: str | None) -> bool:
    return value not in (None, "0", "false", "off")


def _chosen(begin: Element) -> list[Element]:
    """Return the chosen entry of an old form's list, whose field has no other result."""
    choice = begin.find(f"{_W}ffData/{_W}ddList")
    if choice is None:
        return []
    number = next((one.get(_VAL, "0") for name in ("result", "default") for one in choice.iter(_W + name)), "0")
    entries = [one.get(_VAL, "") for one in choice.iter(_W + "listEntry")]
    return [_text(entries[int(number)])] if number.isdecimal() and int(number) < len(entries) else []


def _boxes(paragraph: Element) -> Iterator[Element]:
    """Remove the text boxes from a paragraph, to follow it. Newer ones occur twice, the older form last."""
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
    """Return an empty table cell."""
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
