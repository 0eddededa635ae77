"""Opens data files: unpacks them, detects changes, and explains why one is unreadable.

The bytes of a document (PDF, Word, …) are those of its text (documents/document.py).
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.base.bounded_file import Kind, document_kind, require_plain
from core.base.errors import LuthierError, in_words
from core.data.read.documents.document import read_document

_BUFFER = 1 << 20  # bytes
_GZIP = b"\x1f\x8b"


class Stamp(NamedTuple):
    """The facts that identify a file and its version."""

    size: int
    modified: int  # nanoseconds since 1970
    changed: int  # nanoseconds since 1970
    inode: int


def stamp(path: Path) -> Stamp:
    """Return a file's stamp. Raises LuthierError `data.not-found` or `data.unreadable`."""
    with _readable(path):
        found = path.stat()
        return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def require_unchanged(path: Path, before: Stamp) -> None:
    """Require that the file was not written to since. Raises LuthierError `data.changed`."""
    if (now := stamp(path)) != before:
        raise changed(path, before.size, now.size)


@contextmanager
def opened(path: Path) -> Iterator[tuple[io.FileIO, BinaryIO]]:
    """Open a file, and a stream of its bytes: unpacked from gzip, or a document's text.

    Raises LuthierError `data.not-found`, `data.unreadable` or `data.not-a-file`, also during reading, and what
    read_document raises.
    """
    with _readable(path), path.open("rb", buffering=0) as raw:
        if kind := document_kind(path):
            yield raw, io.BytesIO(read_document(path, kind)[1])
            return
        with _unpacked(raw) as stream:
            yield raw, stream


def kind_of_document(path: Path) -> Kind | None:
    """Return a document's kind; None if it is not a document. Raises what `opened` raises."""
    with _readable(path):
        return document_kind(path)


def changed(path: Path, before: int, now: int) -> LuthierError:
    """Return the error for a file that changed. before, now: bytes."""
    return LuthierError(
        "data.changed",
        f"{path} changed while it was read ({before:,} bytes before, {now:,} now).",
        "Wait until the program that writes it is done, then start again.",
    )


def starts_with(path: Path, magic: bytes) -> bool:
    """Return whether a file begins with these bytes. Raises what `opened` raises."""
    with _readable(path), path.open("rb") as file:
        return file.read(len(magic)) == magic


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn the system's errors for unreadable files into LuthierErrors; never open anything but regular files."""
    try:
        require_plain(path)
        yield
    except FileNotFoundError as error:
        raise LuthierError("data.not-found", f"There is no file {path}.", "Check the path.") from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise LuthierError(
            "data.unreadable", f"{path} is a damaged gzip file: {in_words(error)}.", "Download or pack it again."
        ) from error
    except OSError as error:
        raise unreadable(path, error) from error


def unreadable(path: Path, error: OSError) -> LuthierError:
    """Return the error for a file that the system does not let us read."""
    what = f"{path} cannot be read: {error.strerror or error}."
    return LuthierError("data.unreadable", what, "Check that you may read it, and that its disk is there.")


def _unpacked(raw: io.FileIO) -> BinaryIO:
    buffered = io.BufferedReader(raw, _BUFFER)
    return io.BufferedReader(gzip.GzipFile(fileobj=buffered), _BUFFER) if buffered.peek(2)[:2] == _GZIP else buffered
