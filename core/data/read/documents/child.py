"""Reads documents in a sandboxed child process. Started by core/data/read/documents/document.py.

Documents come from anyone, and their parsers are large (PDFium, lexbor, Python's XML). This process opens no file and
no connection, has bounded memory and time, and answers a request with a text or with the reason for its lack.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable

from msgspec.structs import replace

from core.base.child_process import serve
from core.base.systems.limits import limit_calls, limit_resources
from core.data.read.documents import markup, office, pdf, rich_text, sheets, word
from core.data.read.documents.found import Found, RefusedError, Wanted, without_controls

MEMORY = 2 << 30  # bytes
ENCODINGS = (  # of rich text and older web pages: Python imports each on its first use
    *(f"cp{number}" for number in (437, 850, 852, 866, 874, 932, 936, 949, 950, *range(1250, 1259))),
    *(f"iso8859_{number}" for number in (1, 2, 5, 7, 8, 9, 15)),
    "mac_roman", "koi8_r", "koi8_u", "gb18030", "gbk", "gb2312", "big5", "euc_jp", "euc_kr", "shift_jis", "iso2022_jp",
    "utf-16", "utf-8-sig",
)  # fmt: skip
READERS: dict[str, Callable[[bytes], Found]] = {
    "pdf": pdf.read_pdf,
    "docx": word.read_docx,
    "odt": office.read_odt,
    "rtf": rich_text.read_rtf,
    "epub": office.read_epub,
    "html": markup.read_html,
    "pptx": office.read_pptx,
}


def answer(wanted: Wanted) -> Found:
    """Return a document's text, or why it cannot be read."""
    kind, content = wanted.kind, wanted.content
    try:
        found = sheets.read_sheets(content, wanted.sheet) if kind == "sheets" else READERS[kind](content)
        left_out = [without_controls(one) for one in found.left_out]
        return replace(found, text=without_controls(found.text), left_out=left_out)
    except RefusedError as error:
        return Found(why=error.why, what=without_controls(error.what))
    except MemoryError:
        return Found(why="large", what="it takes too much memory")
    except RecursionError:
        return Found(why="damaged", what="it is nested too deep")
    except Exception as error:  # any library error from a damaged file
        return Found(why="damaged", what=without_controls(str(error)[:200]) or type(error).__name__)


def lock_up() -> list[str]:
    """Import Python's late imports now, then give up all rights that reading does not need. Return what was given
    up.
    """
    import mammoth  # noqa: F401
    import pypdfium2.raw as pdfium
    import selectolax.lexbor  # noqa: F401
    import striprtf.striprtf  # noqa: F401
    from python_calamine import CalamineWorkbook  # noqa: F401

    for name in ENCODINGS:
        "a".encode(name)
    pdfium.FPDF_InitLibrary()
    for kind, content in WARM_UP:
        answer(Wanted(kind, content))
    sys.meta_path.clear()  # refuse late imports before they search for a file
    return [*limit_resources(MEMORY), *(["system calls"] if limit_calls() else [])]


def _zipped(**files: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return held.getvalue()


WARM_UP = (
    ("html", "<html><p>é".encode("cp1252")),
    ("html", "<html><title>é</title><p>x<table><tr><td>1".encode()),
    ("rtf", rb"{\rtf1\ansi\ansicpg1252 x\'e4\par}"),
    ("docx", _zipped(word__document_xml="<x/>")),
    ("odt", _zipped(content_xml="<x>é</x>")),
    ("epub", b"PK"),
    ("sheets", b"PK"),
    ("pdf", b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj"),
)


if __name__ == "__main__":
    serve(Wanted, lambda wanted, length: answer(wanted), int(sys.argv[1]), lock_up)
