"""Fitted weights, in a file that grows until the export is done: an interrupted export continues from it.

    luthier-fitted 0123…ef\\n    a checksum of the export's inputs
    name, size, bytes, CRC-32   one weight after the other

A weight counts once its checksum is written: a half-written end after a kill or a power cut is cut off.
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

_FORM = "2"  # raise it when inputs.py or solve.py make other bytes of the same inputs
_MAGIC = b"luthier-fitted "
_HEAD = struct.Struct("<HQ")  # bytes of the name, bytes of the weight
_SUM = struct.Struct("<I")
_BLOCK = 1 << 20  # bytes read at a time


def key_of(files: Sequence[Path], texts: Texts, names: Collection[str], kinds: Mapping[str, int]) -> str:
    """Return a checksum of all inputs of fitted weights: files (base and adapter), texts, names of weights, and the
    types that replace the base's.
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
    """Yield the store that an interrupted export of this key left at `path`, or an empty one; remove other keys'
    stores.

    The store is removed at the end, and stays after a kill. Each process has its own file beside `path`; those of
    running processes stay untouched. Nothing is stored if the folder is not writable or less than `room` bytes of the
    disk are free.
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
    """Fitted weights on the disk. names: of the stored weights."""

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
        """Return the bytes of all weights."""
        return sum(size for _, size in self._places.values())

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a stored weight. Raises OSError."""
        begin, size = self._places[name]
        with self._path.open("rb") as file:
            file.seek(begin)
            yield from _blocks(file, size)

    def added(self, name: str, size: int, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the pieces of a weight of `size` bytes as they come; after the last it is stored.

        A full disk ends the storing, not the export.
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
        """Remove the file, and store nothing from now on."""
        self._places.clear()
        with suppress(OSError):
            self.close()
            self._path.unlink()

    def close(self) -> None:
        """Store nothing from now on. The file stays."""
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
    """Return whether a store has this key. Raises OSError."""
    begins = _MAGIC + f"{key}\n".encode()
    if not path.exists():
        return False
    with path.open("rb") as file:
        return file.read(len(begins)) == begins


def _next(file: IO[bytes]) -> tuple[str, int] | None:
    """Return name and size of the weight at the file's position; None if no complete one follows."""
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
    """Yield blocks of up to `size` bytes in all; fewer at the end of the file."""
    while size and (block := file.read(min(size, _BLOCK))):
        size -= len(block)
        yield block
