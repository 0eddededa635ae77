"""Weights that were fitted, in a file that grows until the export is done: one that was interrupted goes on from there.

    luthier-fitted 0123…ef\\n    what they were made of, as a checksum
    name, size, bytes, CRC-32   one weight behind the other

A weight is there when its checksum is: what a kill or a power cut left half-written at the end is cut off.
"""

from __future__ import annotations

import glob
import shutil
import struct
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import IO

from core import __version__
from core.base.files import is_left_over, nearest_existing, partial_of
from core.base.systems.disk import flush_stream
from core.export.small.inputs import Texts

_FORM = "2"  # changes with the bytes that inputs.py and solve.py make of the same
_MAGIC = b"luthier-fitted "
_HEAD = struct.Struct("<HQ")  # bytes of the name, bytes of the weight
_SUM = struct.Struct("<I")
_BLOCK = 1 << 20  # bytes read at a time


def key_of(files: Sequence[Path], texts: Texts, names: Collection[str], kinds: Mapping[str, int]) -> str:
    """Return a checksum of all that fitted weights are made of: files (base and adapter), texts, names of weights, and
    the types that they get instead of the base's.
    """
    found = blake2b(f"{_FORM} {__version__} {' '.join(names)} {sorted(kinds.items())}".encode(), digest_size=32)
    for path in files:
        with path.open("rb") as file:
            found.update(file_digest(file, "blake2b").digest())
    for tokens in texts:
        found.update(len(tokens).to_bytes(8, "little"))
        for text in tokens:
            found.update(blake2b(text.tobytes()).digest())
    return found.hexdigest()


@contextmanager
def kept_at(path: Path, key: str, room: int) -> Iterator[Store]:
    """Give what an interrupted export of this key left at `path`, or an empty store. It is removed at the end, and
    stays where that is not reached; what another key's left is removed.

    Each process has a file of its own beside `path`; that of a living one is left alone. Nothing is kept where nothing
    can be written, or less than `room` bytes of the disk are free.
    """
    own = partial_of(path)
    with suppress(OSError):
        for other in sorted(path.parent.glob(f"{glob.escape(path.name)}.*.part")):
            if other != own and is_left_over(other):
                if _is_of(own, key) or not _is_of(other, key):
                    other.unlink()
                else:
                    other.replace(own)
    store = Store(own, key)
    try:
        if shutil.disk_usage(nearest_existing(path)).free < room - store.size:
            store.remove()
        yield store
        store.remove()
    finally:
        store.close()


class Store:
    """Fitted weights on the disk. names: of the weights that are there."""

    def __init__(self, path: Path, key: str) -> None:
        self._path, self._places = path, dict[str, tuple[int, int]]()
        self._file: IO[bytes] | None = None
        with suppress(OSError):
            self._file = path.open("a+b")
            self._find_whole(_MAGIC + f"{key}\n".encode())

    @property
    def names(self) -> Collection[str]:
        return self._places.keys()

    @property
    def size(self) -> int:
        """The bytes of all weights."""
        return sum(size for _, size in self._places.values())

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a weight that is there. Raises OSError."""
        begin, size = self._places[name]
        with self._path.open("rb") as file:
            file.seek(begin)
            yield from _blocks(file, size)

    def added(self, name: str, size: int, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the pieces of a weight of so many bytes as they come; after the last it is there.

        A disk that takes no more ends the keeping, not the export.
        """
        checksum = zlib.crc32(name.encode())
        self._write(_HEAD.pack(len(name.encode()), size) + name.encode())
        for piece in pieces:
            checksum = zlib.crc32(piece, checksum)
            self._write(piece)
            yield piece
        self._write(_SUM.pack(checksum))
        self._flush()

    def remove(self) -> None:
        """Remove what was kept, and keep nothing from now on."""
        self._places.clear()
        with suppress(OSError):
            self.close()
            self._path.unlink()

    def close(self) -> None:
        """Keep nothing from now on. What is there stays."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def _find_whole(self, begins: bytes) -> None:
        assert self._file is not None
        file = self._file
        file.seek(0)
        if file.read(len(begins)) != begins:
            file.truncate(0)
            file.write(begins)
        end = file.tell()
        while (found := _next(file)) is not None:
            name, size = found
            end = file.tell()
            self._places[name] = end - _SUM.size - size, size
        file.truncate(end)

    def _write(self, data: bytes) -> None:
        if self._file is not None:
            try:
                self._file.write(data)
            except OSError:
                self.remove()

    def _flush(self) -> None:
        if self._file is not None:
            try:
                self._file.flush()
                flush_stream(self._file.fileno())
            except OSError:
                self.remove()


def _is_of(path: Path, key: str) -> bool:
    """Raises OSError."""
    begins = _MAGIC + f"{key}\n".encode()
    if not path.exists():
        return False
    with path.open("rb") as file:
        return file.read(len(begins)) == begins


def _next(file: IO[bytes]) -> tuple[str, int] | None:
    """Name and size of the weight that begins here; None where none does that is whole."""
    head = file.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    length, size = _HEAD.unpack(head)
    name = file.read(length)
    checksum = zlib.crc32(name)
    for block in _blocks(file, size):
        checksum = zlib.crc32(block, checksum)
    is_whole = file.read(_SUM.size) == _SUM.pack(checksum)
    return (name.decode(), size) if is_whole else None


def _blocks(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Up to so many bytes; fewer where the file ends."""
    while size and (block := file.read(min(size, _BLOCK))):
        size -= len(block)
        yield block
