"""Stores an incomplete file in `<file>.part` until its checksum matches."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from core.base.bounded_file import from_json
from core.base.errors import Do, LuthierError
from core.base.files import cannot_write, make_folder
from core.base.systems.disk import flush_folder, flush_stream, take_place, write_all
from core.gguf import downloads
from core.hub.repository import RemoteFile

HASHED_AT_ONCE = 4 << 20  # bytes, some milliseconds


class _Sidecar(msgspec.Struct):
    etag: str
    size: int


class PartialFile:
    """Takes the bytes of one file in order, in one session or several.

    folder: the final file's, at or below base; no link may lead out of that. replace: whether another file in its place
    may be overwritten.
    """

    def __init__(self, file: RemoteFile, folder: Path, base: Path, replace: bool) -> None:
        self.file, self.base, self.replace = file, base, replace
        self.target = folder / file.name
        self.position = 0  # bytes received and hashed
        self.is_done = False
        self._stream: BinaryIO | None = None
        self._hash = _hasher(file)
        self._lock = downloads.lock_of(self.target)

    def lock(self) -> bool:
        """Keep other processes from this file until `close`. Return False if one of them has it.

        Raises LuthierError `hub.unsafe-target`, `files.cannot-write`.
        """
        with _disk_errors(self.target):
            if not self.target.parent.resolve().is_relative_to(self.base.resolve()):
                raise LuthierError(
                    "hub.unsafe-target",
                    f"{self.target.parent} is a link to a folder elsewhere.",
                    _OTHER_FOLDER,
                )
            make_folder(self.target.parent)
            return self._lock.take()

    @property
    def holder(self) -> str:
        """Return the lock's holder, for display."""
        return self._lock.holder

    def announce(self) -> None:
        """Write the sidecar, so that the folder does not count as a complete model. The file must be locked.

        Deletes parts of another version of the file. Raises LuthierError `hub.unsafe-target` or `files.cannot-write`.
        """
        with _disk_errors(self.target):
            if self._sidecar() != _Sidecar(self.file.digest, self.file.size):
                _remove(downloads.partial_file_of(self.target))
                with _open(downloads.sidecar_of(self.target)) as stream:
                    stream.truncate()
                    stream.write(msgspec.json.encode(_Sidecar(self.file.digest, self.file.size)))
                    flush_stream(stream.fileno())
                flush_folder(self.target.parent)

    def _sidecar(self) -> _Sidecar | None:
        try:
            return from_json(downloads.sidecar_of(self.target).read_bytes(), type=_Sidecar)
        except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    @property
    def bytes_here(self) -> int:
        """Return the number of bytes already present, unchecked."""
        for path in (self.target, downloads.partial_file_of(self.target)):
            with contextlib.suppress(OSError):
                size = path.stat().st_size
                if path != self.target or size == self.file.size:
                    return min(size, self.file.size)
        return 0

    def require_place(self) -> None:
        """Require that no file stands in the way, unless it may be replaced. Raises LuthierError `hub.exists`."""
        with _disk_errors(self.target):
            is_file = self.target.is_file()
            if self.target.exists() and not (is_file and (self.replace or self._has_size())):
                raise self._exists()

    def _has_size(self) -> bool:
        return self.target.stat().st_size == self.file.size

    def check_existing(self) -> Iterator[int]:
        """Hash an existing file; yield the bytes done. Afterwards `is_done` tells whether it is right.

        Raises LuthierError `hub.exists` if another file is in the way and may not be replaced.
        """
        with _disk_errors(self.target):
            if not self.target.is_file():
                return
            if self._has_size():
                digest = _hasher(self.file)
                with self.target.open("rb") as stream:
                    yield from _hash_into(digest, stream)
                self.is_done = digest.hexdigest() == self.file.digest
            if self.is_done or not self.replace:
                self._clean_up()
            if not self.is_done and not self.replace:
                raise self._exists()

    def _exists(self) -> LuthierError:
        message = f"{self.target} is there already, and is not what the hub has."
        return LuthierError("hub.exists", message, Do.by("Move it away, or choose another folder for models.", "--to"))

    def open(self) -> Iterator[int]:
        """Open the partial file and hash its bytes; yield the bytes done. Raises LuthierError `files.cannot-write`."""
        with _disk_errors(self.target):
            if self._stream is None:
                self._stream = _open(downloads.partial_file_of(self.target))
                self.position, self._hash = 0, _hasher(self.file)
            for done in _hash_into(self._hash, self._stream):
                self.position = done
                yield done
            if self.position > self.file.size:
                self.restart()

    def write(self, data: bytes) -> None:
        """Append bytes. Raises LuthierError `hub.checksum` if they exceed the file's size, or `files.cannot-write`."""
        assert self._stream is not None
        if self.position + len(data) > self.file.size:
            raise self._wrong("is longer than the hub says")
        with _disk_errors(self.target):
            write_all(self._stream, data)
        self._hash.update(data)
        self.position += len(data)

    def restart(self) -> None:
        """Drop all received bytes."""
        assert self._stream is not None
        with _disk_errors(self.target):
            self._stream.seek(0)
            self._stream.truncate()
        self.position, self._hash = 0, _hasher(self.file)

    def finish(self) -> None:
        """Move the file to its final place. Raises LuthierError `hub.checksum` or `files.cannot-write`."""
        assert self._stream is not None
        if self._hash.hexdigest() != self.file.digest:
            raise self._wrong("has another checksum than the hub says")
        with _disk_errors(self.target):
            flush_stream(self._stream.fileno())
            if not os.path.samestat(os.fstat(self._stream.fileno()), downloads.partial_file_of(self.target).lstat()):
                raise self._wrong("was taken away while it was written")
            self._stream.close()  # some systems do not rename open files
            take_place(downloads.partial_file_of(self.target), self.target)
            flush_folder(self.target.parent)  # before the sidecar goes: without it the file counts as complete
            self._clean_up()
        self.is_done = True

    def discard(self) -> None:
        """Delete the partial file and the folders made for it; afterwards others may download the file."""
        with _disk_errors(self.target):
            self._clean_up()
        self._lock.give_back()
        folder = self.target.parent
        with contextlib.suppress(OSError):  # not empty, or not ours
            while folder != self.base:
                folder.rmdir()
                folder = folder.parent

    def close(self) -> None:
        """Close the file; received bytes stay for another session."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        self._lock.give_back()

    def _clean_up(self) -> None:
        """Delete the partial file, then the sidecar, so that an incomplete file always has one."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        _remove(downloads.partial_file_of(self.target))
        _remove(downloads.sidecar_of(self.target))

    def _wrong(self, what: str) -> LuthierError:
        return LuthierError(
            "hub.checksum",
            f"{self.file.name} {what}: it was damaged on the way, or changed.",
            "The downloaded part was thrown away. Try again; if it happens again, try another mirror or network.",
        )


def _hasher(file: RemoteFile) -> hashlib._Hash:
    if file.algorithm == "sha256":
        return hashlib.sha256()
    return hashlib.sha1(b"blob %d\0" % file.size, usedforsecurity=False)  # git's hash of a file's content


def _hash_into(digest: hashlib._Hash, stream: BinaryIO) -> Iterator[int]:
    while data := stream.read(HASHED_AT_ONCE):
        digest.update(data)
        yield stream.tell()


def _open(path: Path) -> BinaryIO:
    """Open a file for reading and writing, unbuffered. Refuses links and devices."""
    if path.is_symlink():
        raise _not_a_file(path)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    stream = os.fdopen(os.open(path, flags, 0o644), "r+b", buffering=0)
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise _not_a_file(path)
    return stream


_OTHER_FOLDER = Do.by("Delete it, or choose another folder for models.", "--to")


def _not_a_file(path: Path) -> LuthierError:
    return LuthierError("hub.unsafe-target", f"{path} is not an ordinary file.", _OTHER_FOLDER)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise cannot_write(path, error, "The same command goes on where it stopped.") from error
