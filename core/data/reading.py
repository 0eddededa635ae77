"""Lines of a text file as it lies on somebody's disk: gzip or not, UTF-8 or UTF-16, any line ends."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.errors import LuthierError

Progress = Callable[[int, int], None]  # bytes done, bytes in all

_BUFFER = 1 << 20
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Line(NamedTuple):
    """One line with its line break, which is always "\\n"."""

    number: int  # from 1
    text: str
    invalid: str = ""  # why the line could not be decoded; text then holds the rest of it


def read_lines(path: Path, progress: Progress | None = None) -> Iterator[Line]:
    """Lines from disk, one at a time.

    Raises LuthierError `data.not-found` or `data.unreadable`.
    """
    try:
        size = path.stat().st_size
        with ExitStack() as stack:
            raw = stack.enter_context(path.open("rb", buffering=0))
            for line in _lines(stack.enter_context(_unpacked(raw))):
                yield line
                if progress:
                    progress(raw.tell(), size)
    except FileNotFoundError as error:
        raise LuthierError("data.not-found", f"There is no file {path}.", "Check the path.") from error
    except IsADirectoryError as error:
        raise LuthierError("data.unreadable", f"{path} is a folder.", "Choose one data file in it.") from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise LuthierError(
            "data.unreadable", f"{path} is a damaged gzip file: {error}", "Download or pack it again."
        ) from error
    except OSError as error:
        raise LuthierError("data.unreadable", f"{path} cannot be read: {error.strerror or error}") from error


def require_text(path: Path, line: Line) -> str:
    """The line's text. Raises LuthierError `data.bad-encoding` with line and byte when it could not be decoded."""
    if line.invalid:
        raise LuthierError(
            "data.bad-encoding",
            f"{path}, line {line.number}: {line.invalid}",
            "Save the file as UTF-8 text. Word, PDF and zip files have to be turned into text first.",
        )
    return line.text


def _unpacked(raw: io.FileIO) -> BinaryIO:
    buffered = io.BufferedReader(raw, _BUFFER)
    return (
        io.BufferedReader(gzip.GzipFile(fileobj=buffered), _BUFFER) if buffered.peek(2)[:2] == b"\x1f\x8b" else buffered
    )


def _lines(stream: BinaryIO) -> Iterator[Line]:
    start = stream.read(3)
    encoding = _UTF16.get(start[:2], "utf-8")
    bom = 3 if start == codecs.BOM_UTF8 else 2 if encoding != "utf-8" else 0
    offset = bom  # bytes from the file's start
    for number, raw in enumerate(_raw_lines(start[bom:], stream, encoding), 1):
        try:
            yield Line(number, _unix(raw.decode(encoding)))
        except UnicodeDecodeError as error:
            where = f"byte {offset + error.start} of the text is not valid {encoding.upper()}"
            yield Line(number, _unix(raw.decode(encoding, errors="replace")), where)
        offset += len(raw)


def _raw_lines(start: bytes, stream: BinaryIO, encoding: str) -> Iterator[bytes]:
    """Undecoded lines. In UTF-16 a line break is two bytes, which need not be the first 0x0A of the line."""
    if encoding == "utf-8":
        first = start + stream.readline() if not start.endswith(b"\n") else start
        yield from io.BytesIO(first)
        yield from stream
        return
    line_break = "\n".encode(encoding)
    rest = start
    while block := stream.read(_BUFFER):
        *lines, rest = _split_aligned(rest + block, line_break)
        yield from lines
    if rest:
        yield rest


def _split_aligned(block: bytes, line_break: bytes) -> list[bytes]:
    """Lines of a UTF-16 block, breaks included, and what is left of the last."""
    parts, start, search = [], 0, 0
    while (found := block.find(line_break, search)) >= 0:
        search = found + 1
        if found % 2 == 0:
            parts.append(block[start : found + 2])
            start = search = found + 2
    return [*parts, block[start:]]


def _unix(line: str) -> str:
    return line[:-2] + "\n" if line.endswith("\r\n") else line
