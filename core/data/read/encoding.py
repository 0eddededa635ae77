"""Which encoding a file's text is in, told from its bytes where nobody said it."""

from __future__ import annotations

import codecs
from pathlib import Path

from core.base.bounded_file import require_data, require_known
from core.data.read.data_file import kind_of_document, opened
from core.data.read.lines import NO_CHARACTER, encoding_by_mark, marking_faults
from core.protocol.config import codec_of

USUAL = "utf-8"
_LOOKED_AT = 64 << 20  # bytes of a file; what stands behind them does not decide
_BLOCK = 1 << 20
_SAMPLE = 1 << 16  # bytes of lines that are no UTF-8, from which the encoding is guessed
_WESTERN = "cp1252"  # by far the most usual, and short texts hardly differ from others
_OTHERS = (
    "cp1250", "cp1251", "cp1253", "cp1254", "iso8859_2", "koi8_r", "cp932", "euc_jp", "gb18030", "big5", "cp949"
)  # fmt: skip
_MAC, _MAC_LETTERS = "mac_roman", set("äöüéèêàâç".encode("mac_roman"))  # where Windows has rare signs or nothing


def encoding_of(path: Path, wanted: str = "auto") -> str:
    """Return Python's name of the encoding: by the file's mark, as `wanted`, or else UTF-8 unless its bytes are not.

    Raises LuthierError `data.other-kind` for files that hold no text, and what opening raises.
    """
    with opened(path) as (_, stream):
        start = stream.read(_BLOCK)
        require_data(path)
        if kind_of_document(path):
            return USUAL
        require_known(path, start)  # of what is packed
        if marked := encoding_by_mark(start):
            return marked[0]
        if wanted != "auto":
            return codec_of(wanted) or USUAL
        sample, characters, faults, looked_at = b"", 0, 0, 0
        decoder = codecs.getincrementaldecoder(USUAL)(marking_faults())
        while start and looked_at < _LOOKED_AT:
            if b"\0" in start:
                return USUAL  # no text at all, which is said where it is read
            text = decoder.decode(start)
            if not text.isascii():
                wrong = text.count(NO_CHARACTER)
                faults += wrong
                characters += len(text) - len(text.encode("ascii", "ignore")) - wrong
                sample = (sample + _unusual_lines(start))[:_SAMPLE] if wrong else sample
            looked_at += len(start)
            start = stream.read(_BLOCK)
    return USUAL if faults <= characters else _guess(sample)  # UTF-8 with a few faults stays that: their rows are named


def _unusual_lines(block: bytes) -> bytes:
    return b"".join(line for line in block.splitlines(keepends=True) if not line.isascii())[:_SAMPLE]


def _guess(sample: bytes) -> str:
    """The encoding in which the sample reads best; UTF-8, with every fault named, where it is no text in any."""
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
