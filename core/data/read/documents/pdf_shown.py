"""What a PDF's page shows that is none of its text (filled-in fields, notes), and what of its text it does not show."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from core.data.read.documents.pdf_columns import Word
from core.data.read.documents.pdf_page import turned

_HIDDEN, _NO_VIEW = 2, 32  # flags of an annotation
_PASSWORD = 1 << 13  # of a field
_INVISIBLE = 3  # how letters are drawn: not at all
_WHITE = 245  # of 255
_PIXELS = 2.0  # for a point, of the picture in which letters are looked for
_MOST_PIXELS = 4000  # of the picture's width and height
_TALL, _LOW = 16.0, 3.5  # points: a field's line, and how far below its middle letters stand


class Shown:
    """A document's fields and notes. left_out: what is not read, by kind. Use close() at the end."""

    def __init__(self, pdfium: Any, document: Any) -> None:
        self._pdfium = pdfium
        self._info = pdfium.FPDF_FORMFILLINFO(version=2)
        self._form = pdfium.FPDFDOC_InitFormFillEnvironment(document, ctypes.byref(self._info))
        self._notes = self._words = 0
        self._is_xfa = pdfium.FPDF_GetFormType(document) == pdfium.FORMTYPE_XFA_FULL

    def close(self) -> None:
        """Let go of the document."""
        self._pdfium.FPDFDOC_ExitFormFillEnvironment(self._form)

    @property
    def left_out(self) -> tuple[str, ...]:
        """What is not read, in words."""
        counts = Counter({"note": self._notes, "word": self._words})
        said = {kind: f"{count:,} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items() if count}
        return (
            *(["a form that only some of Adobe's programs show (XFA)"] if self._is_xfa else []),
            *([f"{said['note']} in the margin (comments)"] if "note" in said else []),
            *([f"{said['word']} that its pages do not show"] if "word" in said else []),
        )

    def words(self, page: Any) -> Iterator[Word]:
        """Go through what is filled into a page's fields and written on it."""
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
        """Return what says of a letter whether the page does not show it, though it is in its text: in a layer that is
        off, white on white, or invisible. The invisible text over a scanned page counts as shown.
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
        """Return how letters are drawn, if they may not be seen."""
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
    """Return what PDFium writes as UTF-16 into room that it is given."""
    size = int(ask(None, 0))
    held = (ctypes.c_ushort * (size // 2 + 1))()
    ask(held, size)
    return bytes(held)[: max(size - 2, 0)].decode("utf-16", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _name(pdfium: Any, mark: Any) -> str:
    held, size = (ctypes.c_ushort * 32)(), ctypes.c_ulong()
    pdfium.FPDFPageObjMark_GetName(mark, held, 64, ctypes.byref(size))
    return bytes(held)[: max(min(size.value, 64) - 2, 0)].decode("utf-16", "replace")


def _images(pdfium: Any, page: Any) -> list[tuple[float, float, float, float]]:
    """Return where a page's pictures stand."""
    found = list[tuple[float, float, float, float]]()
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        drawn = pdfium.FPDFPage_GetObject(page, i)
        if pdfium.FPDFPageObj_GetType(drawn) in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM):
            box = [ctypes.c_float() for _ in range(4)]
            if pdfium.FPDFPageObj_GetBounds(drawn, *map(ctypes.byref, box)):
                found.append((box[0].value, box[1].value, box[2].value, box[3].value))
    return found


def _picture(pdfium: Any, page: Any) -> tuple[bytes, int, int, int]:
    """Return a page as grey pixels, their width and height, and how many bytes a row of them has."""
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
    """Return whether all is of one colour where a letter should be."""
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
