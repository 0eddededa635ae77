"""Reads lines of a text file with any line ends and in any encoding, which it detects unless it is given."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.base.bounded_file import require_data, require_known
from core.base.callbacks import ReportProgress
from core.base.errors import Do, Hint, LuthierError
from core.data.read.data_file import changed, kind_of_document, opened
from core.protocol.config import codec_of, title_of

LONGEST = 16 << 20  # bytes of a row or line, as UTF-8; longer lines are split into parts
_BUFFER = 1 << 20  # bytes
_MARKS = {  # UTF-16's is the beginning of UTF-32's
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_SNIFFED = 512  # bytes that reveal UTF-16 without a mark: every other one is zero in most languages' letters
NO_CHARACTER = "\udcff"  # stands for undecodable bytes; it cannot be encoded as UTF-8 either, so its line is reported
_MARKING = "luthier-marks-faults"  # name of the decoders' error handler


class Line(NamedTuple):
    """A line with its line break, which is always "\\n"."""

    number: int  # from 1
    text: str
    invalid: str = ""  # why the line could not be decoded; text then holds the decodable rest
    part: int = 0  # of a line longer than LONGEST: 1, 2, ...; 0 for a whole line


def read_lines(path: Path, progress: ReportProgress | None = None, encoding: str = "utf-8") -> Iterator[Line]:
    """Yield lines from disk, one at a time; memory does not grow with the file or with a line.

    encoding: Python's name, for files without a mark. Raises what `opened` raises, and LuthierError `data.changed` if
    the file grows meanwhile.
    """
    with opened(path) as (raw, stream):
        size = os.fstat(raw.fileno()).st_size
        for line in _lines(stream, encoding):
            yield line
            if (done := raw.tell()) > size:
                raise changed(path, size, done)
            if progress:
                progress(done, size)


def require_text(path: Path, line: Line) -> str:
    """Return the line's text. Raises LuthierError `data.bad-encoding` with line and byte if it is not text."""
    invalid = line.invalid or ("it holds a NUL byte" if "\0" in line.text else "")
    if invalid:
        raise LuthierError(
            "data.bad-encoding",
            f"{path}, line {line.number}: {invalid}",
            Hint("Save the file as UTF-8 text, or name its encoding.", Do.set("encoding")),
        )
    return line.text


def encoding_by_mark(start: bytes) -> tuple[str, int] | None:
    """Return the encoding that a file's first bytes determine, and the length of its byte order mark."""
    for mark, encoding in _MARKS.items():
        if start.startswith(mark):
            return encoding, len(mark)
    utf16 = _unmarked_utf16(start[:_SNIFFED])
    return (utf16, 0) if utf16 else None


def marking_faults() -> str:
    """Register an error handler that writes NO_CHARACTER for undecodable bytes, and return its name; the file itself
    may contain U+FFFD.
    """
    codecs.register_error(_MARKING, lambda error: (NO_CHARACTER, error.end))  # type: ignore[attr-defined]
    return _MARKING


def _unmarked_utf16(start: bytes) -> str | None:
    """Recognise UTF-16 without a mark by its zero bytes, which are all in the same half of the pairs."""
    even, odd = start[0::2].count(0), start[1::2].count(0)
    if min(even, odd) > 0 or max(even, odd) * 2 < len(start[0::2]) or len(start) < 4:
        return None
    return "utf-16-le" if odd else "utf-16-be"


def _lines(stream: BinaryIO, encoding: str) -> Iterator[Line]:
    encoding, offset = encoding_by_mark(stream.read(_SNIFFED)) or (encoding, 0)  # offset: bytes from the file's start
    stream.seek(offset)
    is_utf8 = encoding == "utf-8"
    number, part = 1, 0
    for raw, cut in _raw_lines(stream.read if is_utf8 else _AsUtf8(stream, encoding).read):
        part = part + 1 if part or cut else 0
        try:
            text, invalid = raw.decode(), ""
        except UnicodeDecodeError as error:
            text = raw.decode(errors="replace")
            where = f"byte {offset + error.start} of the text" if is_utf8 else f"character {text.index('�') + 1} of it"
            invalid = f"{where} is not valid {title_of(encoding)}"
        yield Line(number, text if cut else _unix(text), invalid, part)
        offset += len(raw)
        if not cut:
            number, part = number + 1, 0


class _AsUtf8:
    """A stream in another encoding, read as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream, self._decoder = stream, codecs.getincrementaldecoder(encoding)(marking_faults())

    def read(self, size: int) -> bytes:
        """Read about this many bytes; none at the end."""
        while raw := self._stream.read(size):
            if text := self._decoder.decode(raw):
                return text.encode(errors="surrogatepass")
        return self._decoder.decode(b"", final=True).encode(errors="surrogatepass")


def _raw_lines(read: Callable[[int], bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield undecoded lines, and whether the line continues: lines beyond LONGEST are split between characters."""
    rest = b""
    while block := read(max(_BUFFER, len(rest))):  # growing blocks, so that a long line is not copied repeatedly
        *lines, rest = _split(rest + block)
        for line in lines:
            if len(line) > LONGEST:
                *parts, line = _parts(line)
                for part in parts:
                    yield part, True
            yield line, False
        *parts, rest = _parts(rest)
        for part in parts:
            yield part, True
    if rest:
        yield rest, False


def _split(block: bytes) -> list[bytes]:
    """Return lines with their breaks: \\n, \\r\\n or \\r. The last is still incomplete: a \\n may follow a \\r at the
    end.
    """
    lines = block.splitlines(keepends=True)
    return [*lines, b""] if block.endswith(b"\n") else lines


def _parts(line: bytes) -> list[bytes]:
    parts = []
    while len(line) > LONGEST:
        # A character has at most three continuation bytes.
        back = next((n for n in range(4) if line[LONGEST - n] & 0xC0 != 0x80), 0)
        parts.append(line[: LONGEST - back])
        line = line[LONGEST - back :]
    return [*parts, line]


def _unix(line: str) -> str:
    return line.rstrip("\r\n") + "\n" if "\r" in line[-2:] else line


USUAL = "utf-8"
_LOOKED_AT = 64 << 20  # bytes of a file; later ones do not influence the guess
_BLOCK = 1 << 20
_SAMPLE = 1 << 16  # bytes of lines that are not UTF-8, from which the encoding is guessed
_WESTERN = "cp1252"  # by far the most common, and short texts hardly differ in others
_OTHERS = (
    "cp1250", "cp1251", "cp1253", "cp1254", "iso8859_2", "koi8_r", "cp932", "euc_jp", "gb18030", "big5", "cp949"
)  # fmt: skip
_MAC, _MAC_LETTERS = "mac_roman", set("äöüéèêàâç".encode("mac_roman"))  # bytes that are rare or unused in Windows-1252


def encoding_of(path: Path, wanted: str = "auto") -> str:
    """Return Python's name of the encoding: from the file's mark, or as `wanted`, or else UTF-8 unless its bytes
    contradict.

    Raises LuthierError `data.other-kind` for files without text, and what opening raises.
    """
    with opened(path) as (_, stream):
        start = stream.read(_BLOCK)
        require_data(path)
        if kind_of_document(path):
            return USUAL
        require_known(path, start)  # the kind of the unpacked bytes
        if marked := encoding_by_mark(start):
            return marked[0]
        if wanted != "auto":
            return codec_of(wanted) or USUAL
        sample, characters, faults, looked_at = b"", 0, 0, 0
        decoder = codecs.getincrementaldecoder(USUAL)(marking_faults())
        while start and looked_at < _LOOKED_AT:
            if b"\0" in start:
                return USUAL  # not text at all, which its reader reports
            text = decoder.decode(start)
            if not text.isascii():
                wrong = text.count(NO_CHARACTER)
                faults += wrong
                characters += len(text) - len(text.encode("ascii", "ignore")) - wrong
                sample = (sample + _unusual_lines(start))[:_SAMPLE] if wrong else sample
            looked_at += len(start)
            start = stream.read(_BLOCK)
    return USUAL if faults <= characters else _guess(sample)  # a few faults in UTF-8 are reported with their rows


def _unusual_lines(block: bytes) -> bytes:
    return b"".join(line for line in block.splitlines(keepends=True) if not line.isascii())[:_SAMPLE]


def _guess(sample: bytes) -> str:
    """Return the encoding in which the sample reads best; UTF-8, with every fault reported, if it is text in none."""
    from charset_normalizer import from_bytes

    if any(byte < 32 and byte not in b"\t\n\f\r" for byte in sample):
        return USUAL
    mac = (_MAC,) if _MAC_LETTERS & set(sample) else ()
    found = from_bytes(sample, cp_isolation=[_WESTERN, *_OTHERS, *mac])
    best = found.best()
    as_good = {name for match in found if best and match.chaos <= best.chaos for name in match.could_be_from_charset}
    if best is None or _WESTERN in as_good:
        return _WESTERN
    return codec_of(best.encoding) or USUAL
