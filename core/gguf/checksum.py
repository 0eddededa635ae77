"""The checksum that a GGUF file of Luthier's carries in itself, so that it goes wherever the file is taken.

The key holds the CRC-32 of all other bytes of the file, in eight digits.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from core.gguf.header import Header, read_header

CHECKSUM = "luthier.checksum"
NONE_YET = "0" * 8  # while the file is being written
_CHUNK = 1 << 20  # bytes


def put_checksum(file: Path) -> None:
    """Into a file that is whole and has room for it. Raises OSError, and LuthierError as read_header does."""
    header = read_header(file)
    found = _computed(header).encode()
    with file.open("rb+") as stream:
        stream.seek(_end(header) - len(NONE_YET))
        stream.write(found)


def is_as_written(header: Header) -> bool:
    """Whether it says so of itself; a file of an older version or of another program has no checksum.

    Raises OSError.
    """
    written = header.values.get(CHECKSUM)
    return written is None or written == _computed(header)


def _computed(header: Header) -> str:
    end, found = _end(header), 0
    with header.path.open("rb") as stream:
        found = zlib.crc32(stream.read(end - len(NONE_YET)))
        stream.seek(end)
        while part := stream.read(_CHUNK):
            found = zlib.crc32(part, found)
    return f"{found:08x}"


def _end(header: Header) -> int:
    """The first byte after the digits."""
    return header.spans[CHECKSUM][1]
