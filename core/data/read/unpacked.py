"""Unpacks files into the cache: a zip file's readable files, and a sheet of a workbook.

cache/unpacked/<key>/about.json    the files with their sizes, and what was left out
                     NAME.zip/…    the files, in a folder with the original's name

The key comes from the file's path, size and times, and the wanted parts.
"""

from __future__ import annotations

import contextlib
import lzma
import os
import re
import shutil
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import msgspec

from core.base import paths
from core.base.bounded_file import from_json
from core.base.cache import HOUR
from core.base.errors import LuthierError
from core.base.files import is_left_over, partial_of, told_of

MOST_BYTES = 2 << 30  # unpacked from one file
MOST_KEPT = 4 << 30  # bytes in the cache; the least recently used go first
_MOST_FILES = 20_000
# Refuse files of _BOMB_BYTES or more that were packed to 1/_BOMB of their size; text packs to a tenth.
_BOMB, _BOMB_BYTES = 200, 64 << 20
_LONGEST_NAME = 120  # characters of a file's or folder's name
_KEY = re.compile(r"[0-9a-f]{32}")
_NOT_IN_NAMES = re.compile(r'[<>:"|?*\x00-\x1f\x7f]')
_ABOUT = "about.json"
_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError)
_VERSION = 1  # raise it when the same file gives different files


class Unpacked(NamedTuple):
    """Unpacked files. folder: the files are in it and below. others: files in the zip file that are not wanted by their
    names.

    left_out: unreadable files, and why.
    """

    folder: Path
    others: tuple[Path, ...] = ()
    left_out: tuple[str, ...] = ()


class _About(msgspec.Struct, frozen=True):
    files: dict[str, int]  # path below the entry -> bytes
    left_out: list[str]


def unpack(path: Path, wanted: Callable[[Path], bool]) -> Unpacked:
    """Return a zip file's files in the cache. wanted: selects by name; hidden files are never unpacked.

    Raises LuthierError `data.unreadable`, `data.locked`, `data.archive-too-large`, `files.cannot-write`, and OSError as
    reading does.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _unpack(path, archive, wanted)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError) as error:
        what = f"{path} is a damaged zip file: {error}."
        raise LuthierError("data.unreadable", what, "Download it or pack it again.") from error


def _unpack(path: Path, archive: zipfile.ZipFile, wanted: Callable[[Path], bool]) -> Unpacked:
    entries, others, left_out = list[zipfile.ZipInfo](), list[Path](), list[str]()
    for entry in archive.infolist():
        name = PurePosixPath(entry.filename.replace("\\", "/"))
        if (
            not name.parts
            or entry.is_dir()
            or any(part.startswith((".", "__MACOSX")) and part != ".." for part in name.parts)
        ):
            continue
        if name.is_absolute() or ".." in name.parts or ":" in name.parts[0]:
            left_out.append(f"{entry.filename[:200]} (its name leads out of {path.name})")
        elif wanted(Path(name)):
            entries.append(entry)
        else:
            others.append(Path(name))
    _require_readable(path, entries)
    folder = paths.cache_dir() / "unpacked" / _key(path, [entry.filename for entry in entries])
    about = _kept(folder)
    if about is None:
        with _new_entry(folder, sum(entry.file_size for entry in entries)) as (place, about):
            _write(archive, entries, place, path.name, about)
    return Unpacked(folder / _safe(path.name), tuple(others), (*left_out, *about.left_out))


def _require_readable(path: Path, entries: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse archives that are encrypted or too large. Raises LuthierError `data.locked`, `data.archive-too-large`."""
    if any(entry.flag_bits & 1 for entry in entries):
        hint = "Unpack it with its password, and choose the folder that comes out."
        raise LuthierError("data.locked", f"{path} is protected by a password.", hint)
    hint = "Unpack it yourself, look at what is in it, and choose the files that you want."
    for entry in entries:
        if entry.file_size > _BOMB_BYTES and entry.file_size > _BOMB * max(1, entry.compress_size):
            times = entry.file_size // max(1, entry.compress_size)
            what = f"{entry.filename[:200]} in {path} would unpack to {times:,} times its size, as no text does."
            raise LuthierError("data.archive-too-large", what, hint)
    total = sum(entry.file_size for entry in entries)
    if total > MOST_BYTES or len(entries) > _MOST_FILES:
        largest = max(entries, key=lambda entry: entry.file_size)
        what = (
            f"{path} holds {len(entries):,} files of {total / 1e9:.1f} GB, the largest of them "
            f"{largest.filename[:200]}; at most {_MOST_FILES:,} of {MOST_BYTES / 1e9:.1f} GB are unpacked."
        )
        raise LuthierError("data.archive-too-large", what, hint)


def _write(archive: zipfile.ZipFile, entries: Sequence[zipfile.ZipInfo], place: Path, name: str, about: _About) -> None:
    """Unpack files below `place`, and record in `about` which exist and which are damaged."""
    taken, folders = set[str](), set[str]()
    (place / _safe(name)).mkdir()
    for entry in entries:
        file = Path(_safe(name), *(_safe(part) for part in PurePosixPath(entry.filename.replace("\\", "/")).parts))
        above = {parent.as_posix().casefold() for parent in file.parents}
        if above & taken:
            about.left_out.append(f"{entry.filename[:200]} (a folder in its name is called as a file in {name} is)")
            continue
        number, whole = 1, file
        # Names may collide: twice in one folder, equal on systems that ignore case, or a file and a folder.
        while (key := file.as_posix().casefold()) in taken or key in folders:
            number += 1
            file = whole.with_stem(f"{whole.stem}-{number}")
        taken.add(key)
        folders |= above
        target = place / file
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(entry) as packed, target.open("wb") as out:
                shutil.copyfileobj(packed, out, 1 << 20)
        except (*_DAMAGE, OSError) as error:
            if isinstance(error, OSError) and error.errno is not None:  # a disk error; damaged bzip2 data has no errno
                raise
            target.unlink(missing_ok=True)
            about.left_out.append(f"{entry.filename[:200]} is damaged in {name}: {error} (pack it again)")
        else:
            about.files[file.as_posix()] = target.stat().st_size


def keep_sheet(path: Path, sheet: str, text: bytes) -> Path:
    """Return a file of the cache with a sheet of a workbook, as CSV. Raises LuthierError `files.cannot-write`."""
    folder = paths.cache_dir() / "unpacked" / _key(path, [sheet])
    file = Path(_safe(path.name), f"{_safe(sheet)}.csv")
    if _kept(folder) is None:
        with _new_entry(folder, len(text)) as (place, about):
            (place / file).parent.mkdir()
            (place / file).write_bytes(text)
            about.files[file.as_posix()] = len(text)
    return folder / file


def _safe(name: str) -> str:
    """Return a name that every system accepts, as similar to the given one as possible."""
    made = _NOT_IN_NAMES.sub("-", name)
    if len(made) > _LONGEST_NAME:
        stem, dot, ending = made.rpartition(".")
        made = f"{stem[: _LONGEST_NAME - len(ending)]}{dot}{ending}" if len(ending) < 12 else made[:_LONGEST_NAME]
    made = made.rstrip(". ") or "-"
    return f"_{made}" if paths.is_device(made) else made


def _key(path: Path, wanted: Sequence[str]) -> str:
    found = path.stat()
    about = (_VERSION, str(path.absolute()), found.st_size, found.st_mtime_ns, found.st_ino, sorted(wanted))
    return blake2b(repr(about).encode(), digest_size=16).hexdigest()


def _kept(folder: Path) -> _About | None:
    """Return an earlier entry; None if it does not exist or is incomplete."""
    try:
        about = from_json((folder / _ABOUT).read_bytes(), type=_About)
        if all((folder / name).stat().st_size == size for name, size in about.files.items()):
            with contextlib.suppress(OSError):  # the folder may be read-only
                os.utime(folder / _ABOUT)  # mark it as used
            return about
    except (OSError, ValueError):
        pass
    return None


@contextmanager
def _new_entry(folder: Path, size: int) -> Iterator[tuple[Path, _About]]:
    """Write an entry; it is moved into place at the end, or removed on any failure. size: bytes.

    If another process writes the same entry, the first complete one stays. Raises LuthierError `files.cannot-write`.
    """
    partial, about = partial_of(folder), _About({}, [])
    with told_of(folder):
        try:
            shutil.rmtree(partial, ignore_errors=True)  # from a killed process with the same id
            partial.mkdir(parents=True)
            _make_room(folder.parent, size)
            yield partial, about
            (partial / _ABOUT).write_bytes(msgspec.json.encode(about))
            if _kept(folder) is None:
                shutil.rmtree(folder, ignore_errors=True)
                try:
                    partial.rename(folder)
                except OSError:
                    if _kept(folder) is None:
                        raise
        finally:
            shutil.rmtree(partial, ignore_errors=True)


def _make_room(folder: Path, size: int) -> None:
    """Remove the remains of killed processes, and the least recently used entries beyond MOST_KEPT, except those used
    within an hour.
    """
    entries = list[tuple[float, int, Path]]()
    for entry in folder.iterdir():
        if _KEY.fullmatch(entry.name.partition(".")[0]) and is_left_over(entry):
            shutil.rmtree(entry, ignore_errors=True)
        elif _KEY.fullmatch(entry.name):
            with contextlib.suppress(OSError, ValueError):  # another process may be removing it, too
                about = from_json((entry / _ABOUT).read_bytes(), type=_About)
                entries.append(((entry / _ABOUT).stat().st_mtime, sum(about.files.values()), entry))
    held = size + sum(taken for _, taken, _ in entries)
    for used, taken, entry in sorted(entries):
        if held > MOST_KEPT and time.time() - used > HOUR:
            shutil.rmtree(entry, ignore_errors=True)
            held -= taken
