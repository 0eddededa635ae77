"""Reads files from untrusted sources: plain files only (no pipes or devices), lines and sizes bounded, JSON without
recursion errors.

A refusal is an OSError whose message gives the reason, like the system's own; the caller names the file. Two kinds of
files are always refused: pickles, because opening one can run any program, and the pointers that Git leaves in place of
files stored in Git LFS.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

import msgspec

from core.base.errors import Do, LuthierError

LINE = 16 << 20  # bytes: an event or a vote has some kilobytes
WHOLE = 64 << 20  # bytes of a file that is read into memory at once
_HOW = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)

T = TypeVar("T")


def open_plain(path: Path) -> BufferedReader:
    """Open a plain file to read. Raises OSError, also for a folder, pipe or device."""
    _require_file(path, path.stat().st_mode)
    number = os.open(path, _HOW)  # _HOW does not block, in case a pipe has replaced the file meanwhile
    try:
        _require_file(path, os.fstat(number).st_mode)
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def read_plain(path: Path, most: int = WHOLE) -> bytes:
    """Read a whole plain file. Raises OSError, also if it is larger than `most` bytes."""
    with open_plain(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most >> 20} MB", str(path))
    return content


def lines_of(file: BufferedReader) -> Iterator[bytes]:
    """Yield the file's lines. Raises OSError for a line longer than LINE."""
    while line := file.readline(LINE):
        if len(line) == LINE and not line.endswith(b"\n"):
            raise OSError(errno.EFBIG, f"a line in it has more than {LINE >> 20} MB")
        yield line


class NewLines:
    """Iterates over the lines added to a growing file since the last iteration; an unfinished line waits."""

    def __init__(self, path: Path) -> None:
        self._path, self._offset = path, 0

    def __iter__(self) -> Iterator[bytes]:
        """Yield each new line with its newline. Raises OSError."""
        with open_plain(self._path) as file:
            file.seek(self._offset)
            for line in lines_of(file):
                if not line.endswith(b"\n"):
                    return
                self._offset += len(line)
                yield line


def _require_file(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, f"it is {no_file(mode)}, not a file", str(path))


_FIRST, _LAST = 512, 1 << 16  # bytes to inspect; a zip file lists its contents at its end
_NO_FILES = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_AS_TEXT = "Save it as plain text (.txt) in the program that opens it, and choose that."
_UNLOCK = "Open it in the program that made it, save it without a password, and choose that."
_UNPACK = "Unpack it, and choose what was in it. Only zip and gzip (.gz) files are read packed."
_NO_TEXT = "Choose a file with text or rows in it."
_FETCH = "Fetch the file itself: by git lfs pull where it was cloned, or with the download button of its web page."
_AS_ROWS = "Save its rows as Parquet, CSV or JSON lines, and choose that."
_PAGE = (b"<!doctype html", b"<html")  # in any case; what one downloads from a web page's address instead of the file's
_PAGE_NAMES = (".html", ".htm", ".xhtml")
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # old Office documents, and newer ones behind a password
_IN_ZIP = (  # bytes within its file names, description, advice, and the kind of document if it is one
    (b"/data.pkl", "a PyTorch file (a pickle)", _NO_TEXT, None),
    (b".npy", "numbers (NumPy)", _AS_ROWS, None),
    (b"word/document", "a Word document", _UNPACK, "docx"),
    (b"xl/workbook", "an Excel workbook", _UNPACK, "sheets"),
    (b"ppt/presentation", "a PowerPoint presentation", _UNPACK, "pptx"),
    (b"opendocument.text", "an OpenDocument text", _UNPACK, "odt"),
    (b"opendocument.spreadsheet", "an OpenDocument table", _UNPACK, "sheets"),
    (b"application/epub+zip", "an EPUB book", _UNPACK, "epub"),
)
Kind = Literal["pdf", "docx", "odt", "rtf", "epub", "html", "pptx", "sheets"]
_KINDS = (  # offset, bytes at that offset, description, advice
    (0, b"%PDF-", "a PDF", _UNPACK),
    (0, b"{\\rtf", "a rich text document (RTF)", _UNPACK),
    (0, _OLE, "an old Office document (.doc, .ppt)", _AS_TEXT),
    (0, _ZIP, "a zip file", _UNPACK),
    (0, b"PK\x05\x06", "an empty zip file", _UNPACK),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip file", _UNPACK),
    (0, b"Rar!\x1a\x07", "a RAR file", _UNPACK),
    (4, b"1AY&SY", "packed by bzip2", _UNPACK),
    (0, b"\xfd7zXZ\0", "packed by xz", _UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "packed by Zstandard", _UNPACK),
    (257, b"ustar", "a tar file", _UNPACK),
    (0, b"\x89PNG\r\n\x1a\n", "a picture (PNG)", _NO_TEXT),
    (0, b"\xff\xd8\xff", "a picture (JPEG)", _NO_TEXT),
    (0, b"GIF87a", "a picture (GIF)", _NO_TEXT),
    (0, b"GIF89a", "a picture (GIF)", _NO_TEXT),
    (8, b"WEBPVP8", "a picture (WebP)", _NO_TEXT),
    (8, b"WAVEfmt ", "a sound (WAV)", _NO_TEXT),
    (0, b"ID3\x03", "a sound (MP3)", _NO_TEXT),
    (0, b"ID3\x04", "a sound (MP3)", _NO_TEXT),
    (0, b"\x04\x22\x4d\x18", "packed by LZ4", _UNPACK),
    (0, b"II*\0", "a picture (TIFF)", _NO_TEXT),
    (0, b"MM\0*", "a picture (TIFF)", _NO_TEXT),
    (0, b"OggS\0", "a sound (Ogg)", _NO_TEXT),
    (0, b"fLaC\0", "a sound (FLAC)", _NO_TEXT),
    (0, b"GGUF\x02\0", "a model (GGUF), not data", _NO_TEXT),
    (0, b"GGUF\x03\0", "a model (GGUF), not data", _NO_TEXT),
    (3, b'\0\0\0\0\0{"', "weights of a model (safetensors), not data", _NO_TEXT),
    (0, b"version https://git-lfs.github.com/", "a pointer of Git LFS, not the file that it stands for", _FETCH),
    (0, b"SQLite format 3\0", "a database (SQLite)", "Export its table as CSV, and choose that."),
    (0, b"\x80\x02", "a pickle", _NO_TEXT),
    (0, b"\x80\x03", "a pickle", _NO_TEXT),
    (0, b"\x80\x04\x95", "a pickle", _NO_TEXT),
    (0, b"\x80\x05\x95", "a pickle", _NO_TEXT),
    (0, b"\x93NUMPY", "numbers (NumPy)", _AS_ROWS),
    (0, b"\x89HDF\r\n", "an HDF5 file", _AS_ROWS),
    (0, b"FEA1\0", "a Feather file of the first version", _AS_ROWS),
    (0, b"Obj\x01", "an Avro file", _AS_ROWS),
)


def require_plain(path: Path) -> None:
    """Require a plain file. Raises LuthierError `data.unreadable` for a folder, `data.not-a-file` for a pipe or device,
    which may never end, and OSError if the file cannot be inspected.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise LuthierError("data.unreadable", f"{path} is a folder.", "Choose one data file in it.")
    if not stat.S_ISREG(mode):
        hint = "Write what comes out of it to a file, and choose that."
        raise LuthierError("data.not-a-file", f"{path} is {no_file(mode)}, not a file.", hint)


def no_file(mode: int) -> str:
    """Name the type of something that is neither file nor folder. mode: st_mode."""
    return next((name for test, name in _NO_FILES if test(mode)), "something else")


def require_data(path: Path) -> None:
    """Require a plain file that may hold text or rows; documents and zip files pass.

    Raises the errors of require_plain and require_known, and OSError.
    """
    require_plain(path)
    start, end = _ends(path)
    if _document_kind(path, start, end) is None and not _is_archive(path, start, end):
        require_known(path, start, end)


def document_kind(path: Path) -> Kind | None:
    """Return a document's kind, recognized by its bytes; None if it is no document. Raises OSError."""
    return _document_kind(path, *_ends(path))


def is_archive(path: Path) -> bool:
    """Return whether a file is a zip archive, and not a document in zip format. Raises OSError."""
    return path.is_file() and _is_archive(path, *_ends(path))


def _is_archive(path: Path, start: bytes, end: bytes) -> bool:
    return start.startswith(_ZIP) and _in_zip(path, start, end) is None


def _ends(path: Path) -> tuple[bytes, bytes]:
    """Return a file's first and last bytes."""
    with path.open("rb") as file:
        start, size = file.read(_FIRST), file.seek(0, 2)
        file.seek(max(0, size - _LAST))
        return start, file.read(_LAST)


def _document_kind(path: Path, start: bytes, end: bytes) -> Kind | None:
    ending = path.suffix.lower()
    if start.startswith(b"%PDF-"):
        return "pdf"
    if start.startswith(b"{\\rtf"):
        return "rtf"
    if ending in _PAGE_NAMES and b"<" in start:
        return "html"
    if start.startswith(_OLE) and ending == ".xls":
        return "sheets"
    inside = _in_zip(path, start, end) if start.startswith(_ZIP) else None
    return inside[3] if inside else None


def _in_zip(path: Path, start: bytes, end: bytes) -> tuple[bytes, str, str, Kind | None] | None:
    """Return a zip file's kind, recognized by the names in it, or else by its own name."""
    endings = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".epub")
    named = dict(zip(endings, _IN_ZIP[2:], strict=True)).get(path.suffix.lower())
    listed = _listed(end) + (start if start[30:38] == b"mimetype" else b"")
    return next((kind for kind in _IN_ZIP if kind[0] in listed), named)  # type: ignore[return-value]


def _listed(end: bytes) -> bytes:
    """Return the part of a zip file's contents list that lies in its last bytes; contained documents have their own
    lists.

    If the list cannot be located, return all of `end`.
    """
    place = end.rfind(b"PK\x05\x06")
    size = int.from_bytes(end[place + 12 : place + 16], "little") if place >= 0 else len(end)
    return end[max(0, place - size) : place] if size and place >= 0 else end


def require_known(path: Path, start: bytes, end: bytes = b"") -> None:
    """Require a file whose first bytes are of no other known format. Raises LuthierError `data.other-kind`."""
    is_page = start.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_PAGE)
    if is_page and path.suffix.lower() not in (".txt", ".md"):  # named as text: the user means its source
        hint = "If a file was to be downloaded, take its own address. To read the page itself, call it .html."
        raise LuthierError("data.other-kind", f"{path} is a web page (HTML).", hint)
    for place, magic, what, hint in _KINDS:
        if not start.startswith(magic, place):
            continue
        if magic == _ZIP:
            _, what, hint, _ = _in_zip(path, start, end) or (b"", what, hint, None)
        if magic == _OLE and path.suffix.lower() in (".docx", ".xlsx", ".pptx"):
            what, hint = "protected by a password", _UNLOCK
        raise LuthierError("data.other-kind", f"{path} is {what}.", hint)


@overload
def from_json(content: bytes | str) -> Any: ...
@overload
def from_json(content: bytes | str, type: type[T]) -> T: ...
def from_json(content: bytes | str, type: Any = Any) -> Any:
    """Decode JSON with msgspec. Raises msgspec.DecodeError, also if it is nested too deep for Python's recursion limit,
    and UnicodeDecodeError; both are ValueErrors.
    """
    try:
        return msgspec.json.decode(content, type=type)
    except RecursionError as error:
        raise msgspec.DecodeError("it is nested too deep") from error


PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
_PROTOCOLS = tuple(bytes([0x80, protocol]) for protocol in range(2, 6))  # the first bytes of a pickle
_LOOKED_AT = 4096  # bytes: in PyTorch's zip files the pickle comes first
_POINTER = b"version https://git-lfs.github.com/spec/"


def pointer_refusal(path: Path) -> LuthierError | None:
    """Return `model.lfs-pointer` if the file is a Git LFS pointer instead of the real file, else None."""
    try:
        with open_plain(path) as file:
            is_pointer = file.read(len(_POINTER)) == _POINTER
    except OSError:
        return None
    if not is_pointer:
        return None
    return LuthierError(
        "model.lfs-pointer",
        f"{path} is a Git LFS pointer: the few lines that Git keeps in place of the file itself.",
        Do.by("Download it again.", f"or install Git LFS and run `git lfs pull` in {path.parent}"),
    )


def pickle_refusal(path: Path) -> LuthierError | None:
    """Return `model.pickle` if the file's name or first bytes mark it as a pickle, else None."""
    try:
        with open_plain(path) as file:
            start = file.read(_LOOKED_AT)
    except OSError:
        return None
    is_pickle = start.startswith(_PROTOCOLS) or (start.startswith(_ZIP) and b"data.pkl" in start)
    if not is_pickle and path.suffix.lower() not in PICKLES:
        return None
    return LuthierError(
        "model.pickle",
        f"{path} is a pickle, as PyTorch writes. Opening such files can run any program hidden in them, so Luthier "
        "refuses.",
        Do.by("Get it as safetensors or GGUF.", "your own: save_pretrained(FOLDER, safe_serialization=True)"),
    )
