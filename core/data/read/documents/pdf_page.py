"""Reads the words of a PDF page as lines in reading order, with superscripts and subscripts marked.

PDFium gives characters in the order in which the file draws them, with their sizes and positions, and breaks a line at
each superscript.

Also reads visible parts outside the text (filled-in fields, notes), and finds hidden parts of the text.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import Any, NamedTuple

from core.data.read.documents.found import levelled, lowered, raised
from core.data.read.documents.pdf_columns import STRIP, Line, Word, in_order

HYPHENS = ("\x02", "\ufffe", "\u00ad")  # PDFium's characters for a hyphen at a line's end
_BOLD = re.compile(rb"bold|black|heavy", re.I)  # in a font's name
_SMALLER, _SHORTER = 0.87, 0.75  # of the usual size and height: those of superscripts and subscripts
_RAISED, _LOWERED, _MOVED = 0.15, 0.08, 0.25  # of the font size: shifts, the last for letters of the usual size
_MARKED: dict[int, Callable[[str], str]] = {1: raised, 0: str, -1: lowered}


class _Part(NamedTuple):
    """Letters of a word in one size, and their box in points from the lower left corner of the page as shown. size: of
    their font. at: index of the first one in PDFium's text.
    """

    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    at: int


def read_lines(pdfium: Any, page: Any, texts: Any, hidden: Callable[[int], bool], more: Iterable[Word]) -> list[Line]:
    """Return a page's lines in reading order. hidden: returns whether a letter is invisible. more: visible words
    outside the page's text.
    """
    rotation = int(pdfium.FPDFPage_GetRotation(page))
    lines = list[Line]()
    for row in _rows(pdfium, rotation, texts):
        if words := tuple(_words(pdfium, texts, rotation, [word for word in row if not hidden(word[0].at)])):
            lines.append(Line(words))
    for word in more:
        _put(lines, word)
    return list(in_order(lines))


def turned(rotation: int, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
    """Return a box on a page after `rotation` quarter turns."""
    for _ in range(rotation):
        left, bottom, right, top = bottom, -right, top, -left
    return left, bottom, right, top


def _rows(pdfium: Any, rotation: int, texts: Any) -> Iterator[list[list[_Part]]]:
    """Yield rows of words side by side, in the file's order, joining the lines that PDFium breaks at superscripts."""
    row, is_broken, is_spaced = list[list[_Part]](), False, False
    for part, space in _parts(pdfium, rotation, texts):
        is_broken, is_spaced = is_broken or space == "\n", is_spaced or bool(space)
        last = row[-1][-1] if row else part
        is_broken |= part.top < last.bottom and part.right < last.left  # PDFium may miss the end of a table's row
        if is_broken and row:
            height = min(last.top - last.bottom, part.top - part.bottom)
            overlap = min(last.top, part.top) - max(last.bottom, part.bottom)
            if overlap < 0.5 * height or part.left < last.right - 0.3 * height:
                yield row
                row = []
            is_spaced = (is_spaced and space != "\n") or part.left - last.right > 0.15 * height
        if is_spaced or not row:
            row.append([])
        row[-1].append(part)
        is_broken, is_spaced = part.text.endswith(HYPHENS), False  # after a hyphen PDFium does not break the line
    if row:
        yield row


def _parts(pdfium: Any, rotation: int, texts: Any) -> Iterator[tuple[_Part, str]]:
    """Yield parts of words, each with its separator: a space, a line's end or nothing."""
    letters, first, size, before = list[str](), 0, 0.0, ""
    unicode, size_of = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetFontSize
    count = pdfium.FPDFText_CountChars(texts)
    for at in range(count + 1):
        code = unicode(texts, at) if at < count else 10
        is_space = code in (9, 10, 13, 32, 0xA0)
        found = size if is_space else float(size_of(texts, at))
        if letters and (is_space or found != size or letters[-1] in HYPHENS):
            left, bottom, right, top = _box(pdfium, rotation, texts, first)
            end = _box(pdfium, rotation, texts, at - 1)
            yield _Part("".join(letters), min(left, end[0]), max(right, end[2]), bottom, top, size, first), before
            letters, before = [], ""
        if is_space:
            before = "\n" if code in (10, 13) or before == "\n" else " "
        else:
            first, size = (first if letters else at), found
            letters.append(chr(code) if 0 < code < 0x110000 else "")


def _box(pdfium: Any, rotation: int, texts: Any, at: int) -> tuple[float, float, float, float]:
    box = pdfium.FS_RECTF()
    pdfium.FPDFText_GetLooseCharBox(texts, at, box)
    return turned(rotation, box.left, box.bottom, box.right, box.top)


def _words(pdfium: Any, texts: Any, rotation: int, words: Sequence[list[_Part]]) -> Iterator[Word]:
    """Yield the words of a row. Groups of adjacent words are measured separately for the usual size and height."""
    while words:
        apart = STRIP * max(part.top - part.bottom for part in words[0])
        end = next((i for i, (a, b) in enumerate(pairwise(words), 1) if abs(b[0].left - a[-1].right) > apart), None)
        yield from _levelled(pdfium, texts, rotation, words[:end])
        words = words[end:] if end else []


def _levelled(pdfium: Any, texts: Any, rotation: int, words: Sequence[list[_Part]]) -> Iterator[Word]:
    """Yield words with powers, indices and note marks marked: they are smaller than the letters around, and higher or
    lower.
    """
    counted = Counter[tuple[float, int]]()
    for part in (part for word in words for part in word):
        counted[part.size, round(part.top - part.bottom)] += len(part.text)
    most = max(counted, key=lambda one: (counted[one], one))
    usual = next(part for word in words for part in word if (part.size, round(part.top - part.bottom)) == most)
    size = usual.size * _scale(pdfium, texts, usual.at)
    bold = int(pdfium.FPDFText_GetFontWeight(texts, usual.at)) >= 600 or _is_named_bold(pdfium, texts, usual.at)
    base, height = _base(pdfium, texts, rotation, usual.at), usual.top - usual.bottom

    def level(part: _Part) -> int:
        is_small = part.size < _SMALLER * usual.size or part.top - part.bottom < _SHORTER * height
        if not is_small and abs(part.bottom - usual.bottom) < _MOVED * size:
            return 0
        by = (_base(pdfium, texts, rotation, part.at) - base) / (size or 1.0)
        return (by > (_RAISED if is_small else _MOVED)) - (by < -(_LOWERED if is_small else _MOVED))

    for word in words:
        groups = ((place, "".join(one.text for one in group)) for place, group in groupby(word, level))
        text = levelled("".join(_MARKED[place](letters) for place, letters in groups))
        left, right = min(part.left for part in word), max(part.right for part in word)
        yield Word(text, left, right, round(size, 1), bold, base)


def _base(pdfium: Any, texts: Any, rotation: int, at: int) -> float:
    """Return a letter's baseline."""
    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFText_GetCharOrigin(texts, at, ctypes.byref(x), ctypes.byref(y))
    return turned(rotation, x.value, y.value, x.value, y.value)[1]


def _is_named_bold(pdfium: Any, texts: Any, i: int) -> bool:
    """Return whether a letter's font is bold by its name: a font outside the file has no weight."""
    name = ctypes.create_string_buffer(128)
    pdfium.FPDFText_GetFontInfo(texts, i, name, len(name), None)
    return _BOLD.search(name.value) is not None


def _scale(pdfium: Any, texts: Any, i: int) -> float:
    """Return the factor by which letters are drawn larger than their font's size."""
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFText_GetMatrix(texts, i, ctypes.byref(matrix)):
        return 1.0
    return abs(float(matrix.d)) or abs(float(matrix.b)) or 1.0


def _put(lines: list[Line], word: Word) -> None:
    """Add a word to the line at its height, or else as a new line."""
    beside = [i for i, line in enumerate(lines) if abs(line.base - word.base) < 0.6 * line.size]
    before = [i for i in beside if lines[i].left <= word.left]
    if before or beside:
        i = max(before, key=lambda i: lines[i].left) if before else min(beside, key=lambda i: lines[i].left)
        words = lines[i].words
        place = sum(one.left < word.left for one in words)
        lines[i] = Line((*words[:place], word._replace(size=lines[i].size, base=lines[i].base), *words[place:]))
    else:
        size = median(line.size for line in lines) if lines else 10.0
        place = next((i for i, line in enumerate(lines) if line.base < word.base), len(lines))
        lines.insert(place, Line((word._replace(size=size),)))


_HIDDEN, _NO_VIEW = 2, 32  # flags of an annotation
_PASSWORD = 1 << 13  # flag of a field
_INVISIBLE = 3  # text render mode
_WHITE = 245  # of 255
_PIXELS = 2.0  # pixels per point, for the image in which letters are checked
_MOST_PIXELS = 4000  # width and height of that image
_TALL, _LOW = 16.0, 3.5  # points: the height of a field's line, and how far below its middle the baseline is


class Shown:
    """A document's visible fields and notes. left_out: parts that are not read, by kind. Call close() at the end."""

    def __init__(self, pdfium: Any, document: Any) -> None:
        self._pdfium = pdfium
        self._info = pdfium.FPDF_FORMFILLINFO(version=2)
        self._form = pdfium.FPDFDOC_InitFormFillEnvironment(document, ctypes.byref(self._info))
        self._notes = self._words = 0
        self._is_xfa = pdfium.FPDF_GetFormType(document) == pdfium.FORMTYPE_XFA_FULL

    def close(self) -> None:
        """Release the document."""
        self._pdfium.FPDFDOC_ExitFormFillEnvironment(self._form)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Return descriptions of the parts that are not read."""
        counts = Counter({"note": self._notes, "word": self._words})
        said = {kind: f"{count:,} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items() if count}
        return (
            *(["a form that only some of Adobe's programs show (XFA)"] if self._is_xfa else []),
            *([f"{said['note']} in the margin (comments)"] if "note" in said else []),
            *([f"{said['word']} that its pages do not show"] if "word" in said else []),
        )

    def words(self, page: Any) -> Iterator[Word]:
        """Yield the words in a page's filled-in fields and annotations."""
        pdfium, rotation = self._pdfium, int(self._pdfium.FPDFPage_GetRotation(page))
        for i in range(pdfium.FPDFPage_GetAnnotCount(page)):
            annotation = pdfium.FPDFPage_GetAnnot(page, i)
            try:
                if not annotation or pdfium.FPDFAnnot_GetFlags(annotation) & (_HIDDEN | _NO_VIEW):
                    continue
                box = pdfium.FS_RECTF()
                pdfium.FPDFAnnot_GetRect(annotation, ctypes.byref(box))
                left, _, right, top = place = turned(rotation, box.left, box.bottom, box.right, box.top)
                for number, line in enumerate(self._said(annotation).splitlines()):
                    base = top - min(top - place[1], _TALL) / 2 - _LOW - number * _TALL * 0.75
                    if line.strip():
                        yield Word(line.strip(), left, right, 0.0, False, base)
            finally:
                pdfium.FPDFPage_CloseAnnot(annotation)

    def _said(self, annotation: Any) -> str:
        pdfium = self._pdfium
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        if kind != pdfium.FPDF_ANNOT_WIDGET:
            said = _string(lambda *to: pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", *to))
            if kind == pdfium.FPDF_ANNOT_FREETEXT:
                return said
            self._notes += bool(said.strip()) and kind not in (pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP)
            return ""
        field = pdfium.FPDFAnnot_GetFormFieldType(self._form, annotation)
        if field in (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON):
            state = _string(lambda *to: pdfium.FPDFAnnot_GetStringValue(annotation, b"AS", *to))
            is_on = state != "Off" if state else pdfium.FPDFAnnot_IsChecked(self._form, annotation)
            return "[x]" if is_on else "[ ]"
        if field in (pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX):
            chosen = (
                _string(lambda *to, i=i: pdfium.FPDFAnnot_GetOptionLabel(self._form, annotation, i, *to))
                for i in range(pdfium.FPDFAnnot_GetOptionCount(self._form, annotation))
                if pdfium.FPDFAnnot_IsOptionSelected(self._form, annotation, i)
            )
            if said := ", ".join(chosen):
                return said
        elif field != pdfium.FPDF_FORMFIELD_TEXTFIELD:
            return ""
        if pdfium.FPDFAnnot_GetFormFieldFlags(self._form, annotation) & _PASSWORD:
            return ""
        return _string(lambda *to: pdfium.FPDFAnnot_GetFormFieldValue(self._form, annotation, *to))

    def hidden(self, page: Any, texts: Any) -> Callable[[int], bool]:
        """Return a function that tells whether the page hides a letter of its text: in a disabled layer, white on
        white, or invisible. The invisible text over a scanned page counts as visible.
        """
        pdfium = self._pdfium
        kinds = dict[int, str]()  # of objects that draw text
        images: list[tuple[float, float, float, float]] | None = None
        picture: tuple[bytes, int, int, int] | None = None

        def is_hidden(at: int) -> bool:
            nonlocal images, picture
            drawn = pdfium.FPDFText_GetTextObject(texts, at)
            address = ctypes.cast(drawn, ctypes.c_void_p).value or 0
            if address not in kinds:
                kinds[address] = self._kind(drawn) if address else ""
            if not (kind := kinds[address]):
                return False
            box = [ctypes.c_double() for _ in range(4)]
            pdfium.FPDFText_GetCharBox(texts, at, *map(ctypes.byref, box))
            left, right, bottom, top = (one.value for one in box)
            if kind == "invisible":
                images = _images(pdfium, page) if images is None else images
                x, y = (left + right) / 2, (bottom + top) / 2
                found = not any(one[0] <= x <= one[2] and one[1] <= y <= one[3] for one in images)
            else:
                picture = _picture(pdfium, page) if picture is None else picture
                found = _is_blank(pdfium, page, picture, left, bottom, right, top)
            self._words += found
            return found

        return is_hidden

    def _kind(self, drawn: Any) -> str:
        """Return how letters are drawn if they may be hidden."""
        pdfium = self._pdfium
        if pdfium.FPDFTextObj_GetTextRenderMode(drawn) == _INVISIBLE:
            return "invisible"
        for i in range(pdfium.FPDFPageObj_CountMarks(drawn)):
            mark = pdfium.FPDFPageObj_GetMark(drawn, i)
            if _name(pdfium, mark) == "OC":
                return "layer"
        colour = [ctypes.c_uint() for _ in range(4)]
        if pdfium.FPDFPageObj_GetFillColor(drawn, *map(ctypes.byref, colour)):
            red, green, blue, opaque = (one.value for one in colour)
            if min(red, green, blue) >= _WHITE or not opaque:
                return "white"
        return ""


def _string(ask: Callable[..., int]) -> str:
    """Return a UTF-16 string that PDFium writes into a buffer."""
    size = int(ask(None, 0))
    held = (ctypes.c_ushort * (size // 2 + 1))()
    ask(held, size)
    return bytes(held)[: max(size - 2, 0)].decode("utf-16", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _name(pdfium: Any, mark: Any) -> str:
    held, size = (ctypes.c_ushort * 32)(), ctypes.c_ulong()
    pdfium.FPDFPageObjMark_GetName(mark, held, 64, ctypes.byref(size))
    return bytes(held)[: max(min(size.value, 64) - 2, 0)].decode("utf-16", "replace")


def _images(pdfium: Any, page: Any) -> list[tuple[float, float, float, float]]:
    """Return the boxes of a page's pictures."""
    found = list[tuple[float, float, float, float]]()
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        drawn = pdfium.FPDFPage_GetObject(page, i)
        if pdfium.FPDFPageObj_GetType(drawn) in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM):
            box = [ctypes.c_float() for _ in range(4)]
            if pdfium.FPDFPageObj_GetBounds(drawn, *map(ctypes.byref, box)):
                found.append((box[0].value, box[1].value, box[2].value, box[3].value))
    return found


def _picture(pdfium: Any, page: Any) -> tuple[bytes, int, int, int]:
    """Return a page as grey pixels, with width, height and bytes per row."""
    width, height = (
        max(1, min(_MOST_PIXELS, int(size * _PIXELS)))
        for size in (pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page))
    )
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, None, 0)
    if not bitmap:
        return b"", 0, 0, 0
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_GRAYSCALE)
        stride = int(pdfium.FPDFBitmap_GetStride(bitmap))
        return ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height), width, height, stride
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)


def _is_blank(
    pdfium: Any, page: Any, picture: tuple[bytes, int, int, int], left: float, bottom: float, right: float, top: float
) -> bool:
    """Return whether a letter's box is of a single colour."""
    pixels, width, height, stride = picture
    corners = list[tuple[int, int]]()
    for x, y in ((left, bottom), (right, top)):
        at = (ctypes.c_int(), ctypes.c_int())
        pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, *map(ctypes.byref, at))
        corners.append((at[0].value, at[1].value))
    (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
    x0, y0 = max(x0, 0), max(y0, 0)
    seen = {
        pixel
        for y in range(y0, min(y1 + 1, height))
        for pixel in pixels[y * stride + x0 : y * stride + min(x1 + 1, width)]
    }
    return bool(pixels) and (not seen or max(seen) - min(seen) < 12)
