"""Lines of a text file as it lies on somebody's disk: gzip or not, UTF-8 or UTF-16, any line ends."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.errors import LuthierError

Progress = Callable[[int, int], None]  # bytes done, bytes in all

LONGEST = 16 << 20  # bytes of a line; what is longer comes in parts
_BUFFER = 1 << 20
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_GZIP = b"\x1f\x8b"
_SNIFFED = 512  # bytes that tell UTF-16 without a mark: one half of them is zero in most languages' letters


class Line(NamedTuple):
    """One line with its line break, which is always "\\n"."""

    number: int  # from 1
    text: str
    invalid: str = ""  # why the line could not be decoded; text then holds the rest of it
    part: int = 0  # of a line longer than LONGEST: 1, 2, ...; 0: the line is whole


class Stamp(NamedTuple):
    """What tells that a file is still the same one, unchanged."""

    size: int
    modified: int  # nanoseconds since 1970
    changed: int  # nanoseconds since 1970
    inode: int


def stamp(path: Path) -> Stamp:
    """Raises LuthierError `data.not-found` or `data.unreadable`."""
    with _readable(path):
        found = path.stat()
        return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def require_unchanged(path: Path, before: Stamp) -> None:
    """Raises LuthierError `data.changed` when something wrote to the file since."""
    if (now := stamp(path)) != before:
        raise _changed(path, before.size, now.size)


def read_lines(path: Path, progress: Progress | None = None) -> Iterator[Line]:
    """Lines from disk, one at a time; memory does not grow with the file or with a line.

    Raises LuthierError `data.not-found` or `data.unreadable`; `data.changed` when the file grows meanwhile.
    """
    with _readable(path), ExitStack() as stack:
        raw = stack.enter_context(path.open("rb", buffering=0))
        size = os.fstat(raw.fileno()).st_size
        for line in _lines(stack.enter_context(_unpacked(raw))):
            yield line
            if (done := raw.tell()) > size:
                raise _changed(path, size, done)
            if progress:
                progress(done, size)


def _changed(path: Path, before: int, now: int) -> LuthierError:
    return LuthierError(
        "data.changed",
        f"{path} changed while it was read ({before:,} bytes before, {now:,} now).",
        "Wait until the program that writes it is done, then start again.",
    )


def starts_with(path: Path, magic: bytes) -> bool:
    """Whether these are the file's first bytes. Raises LuthierError `data.not-found` or `data.unreadable`."""
    with _readable(path), path.open("rb") as file:
        return file.read(len(magic)) == magic


def require_text(path: Path, line: Line) -> str:
    """The line's text. Raises LuthierError `data.bad-encoding` with line and byte when it is not text."""
    invalid = line.invalid or ("it holds a NUL byte" if "\0" in line.text else "")
    if invalid:
        raise LuthierError(
            "data.bad-encoding",
            f"{path}, line {line.number}: {invalid}",
            "Save the file as UTF-8 text. Word, PDF and zip files have to be turned into text first.",
        )
    return line.text


class _readable:  # noqa: N801 - used like a function
    """Turns what the system says about an unreadable file into a LuthierError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        path = self._path
        match error:
            case FileNotFoundError():
                raise LuthierError("data.not-found", f"There is no file {path}.", "Check the path.") from error
            case IsADirectoryError():
                raise LuthierError("data.unreadable", f"{path} is a folder.", "Choose one data file in it.") from error
            case gzip.BadGzipFile() | EOFError() | zlib.error():
                raise LuthierError(
                    "data.unreadable", f"{path} is a damaged gzip file: {error}", "Download or pack it again."
                ) from error
            case OSError():
                raise LuthierError("data.unreadable", f"{path} cannot be read: {error.strerror or error}") from error


def _unpacked(raw: io.FileIO) -> BinaryIO:
    buffered = io.BufferedReader(raw, _BUFFER)
    return io.BufferedReader(gzip.GzipFile(fileobj=buffered), _BUFFER) if buffered.peek(2)[:2] == _GZIP else buffered


def _lines(stream: BinaryIO) -> Iterator[Line]:
    start = stream.read(_SNIFFED)
    encoding = _UTF16.get(start[:2]) or _unmarked_utf16(start) or "utf-8"
    bom = 3 if start.startswith(codecs.BOM_UTF8) else 2 if start[:2] in _UTF16 else 0
    offset, number, part = bom, 1, 0  # offset: bytes from the file's start
    for raw, cut in _raw_lines(start[bom:], stream, encoding):
        part = part + 1 if part or cut else 0
        try:
            yield Line(number, _unix(raw.decode(encoding)), "", part)
        except UnicodeDecodeError as error:
            where = f"byte {offset + error.start} of the text is not valid {encoding.upper()}"
            yield Line(number, _unix(raw.decode(encoding, errors="replace")), where, part)
        offset += len(raw)
        if not cut:
            number, part = number + 1, 0


def _unmarked_utf16(start: bytes) -> str | None:
    """UTF-16 without a mark shows in its zero bytes, which all stand in the same half of the pairs."""
    even, odd = start[0::2].count(0), start[1::2].count(0)
    if min(even, odd) > 0 or max(even, odd) * 2 < len(start[0::2]) or len(start) < 4:
        return None
    return "utf-16-le" if odd else "utf-16-be"


def _raw_lines(start: bytes, stream: BinaryIO, encoding: str) -> Iterator[tuple[bytes, bool]]:
    """Undecoded lines, and whether the line goes on: those beyond LONGEST come in parts, cut between characters.

    In UTF-16 a line break is two bytes, which need not be the first 0x0A of the line.
    """
    split = _split_utf8 if encoding == "utf-8" else _split_utf16(encoding)
    rest, block = b"", start
    while block:
        *lines, rest = split(rest + block)
        for line in lines:
            yield line, False
        while len(rest) > LONGEST:
            cut = _between_characters(rest, LONGEST, encoding)
            yield rest[:cut], True
            rest = rest[cut:]
        block = stream.read(max(_BUFFER, len(rest)))  # growing, so that a long line is not copied again and again
    if rest:
        yield rest, False


def _split_utf8(block: bytes) -> list[bytes]:
    """Lines, breaks included, and what is left of the last."""
    end = block.rfind(b"\n") + 1
    return [*io.BytesIO(block[:end]), block[end:]]


def _split_utf16(encoding: str) -> Callable[[bytes], list[bytes]]:
    line_break = "\n".encode(encoding)

    def split(block: bytes) -> list[bytes]:
        parts, start, search = [], 0, 0
        while (found := block.find(line_break, search)) >= 0:
            search = found + 1
            if found % 2 == 0:
                parts.append(block[start : found + 2])
                start = search = found + 2
        return [*parts, block[start:]]

    return split


def _between_characters(raw: bytes, cut: int, encoding: str) -> int:
    if encoding != "utf-8":
        cut -= cut % 2
        high = raw[cut - 1] if encoding == "utf-16-le" else raw[cut - 2]
        return cut - 2 if 0xD8 <= high < 0xDC else cut  # not between the halves of a surrogate pair
    back = next((n for n in range(4) if raw[cut - n] & 0xC0 != 0x80), 0)  # at most three bytes continue a character
    return cut - back


def _unix(line: str) -> str:
    return line[:-2] + "\n" if line.endswith("\r\n") else line
