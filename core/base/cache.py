"""Folders of files that can be made again, bounded in size: the least recently used go first.

They are called by a checksum of what they were made of. All else in these folders is a person's, who may have had
LUTHIER_HOME name a folder with a `cache` of its own, and stays.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from pathlib import Path

from core.base.errors import LuthierError
from core.base.files import is_left_over, nearest_existing

MOST = 10 * 10**9  # bytes: an 8B model's copies in Q6_K take six
SHARE = 0.25  # of what the disk could have free: models, runs and the user's own files come first
HOUR = 3600  # seconds
# storyteller-0123456789abcdef.gguf, and what belongs to one that is being made
_KEPT = re.compile(
    r"(?:[\w.-]+-)?[0-9a-f]{16,64}(?:\.gguf|\.json)?(?:-gone)?(?:\.\d+)?(?:\.part|\.lock|\.lock\.owner)?"
)
_IN_AN_ENTRY = frozenset(("tokens.bin", "units.bin", "about.json"))  # of core/data/tokens/token_cache.py
_OF_FILES = "files"  # checksums of data files, there
_UNPACKED = "unpacked"  # whose entries hold files by names of their own (core/data/read/unpacked.py)


class BoundedFolder:
    """A file's time of modification is when it was last used. The folder need not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(size for _, _, size in self._files())

    @property
    def limit(self) -> int:
        """The bytes that the folder may take."""
        return min(MOST, int(SHARE * (shutil.disk_usage(nearest_existing(self.path)).free + self.size)))

    def used(self, name: str) -> None:
        """Note that a file is in use; it is the last to go."""
        with contextlib.suppress(OSError):  # a folder that is read-only here, or a file that has just gone
            os.utime(self.path / name)

    def make_room(self, size: int) -> None:
        """Delete what was not used for longest until `size` more bytes fit, and what a worker that died left half-done.

        Raises LuthierError `cache.no-room` when so much may never be kept.
        """
        limit = self.limit
        if size > limit:
            raise LuthierError(
                "cache.no-room",
                f"{self.path} may hold {limit / 1e9:.1f} GB, and this takes {size / 1e9:.1f}.",
                "It may grow to a quarter of the disk's free space: make room there.",
            )
        held = self.size
        for used, path, n_bytes in sorted(self._files()):
            is_partial = path.suffix == ".part"  # of a worker that may be at it
            if _is_given_up(path, used) if is_partial else held + size > limit:
                with contextlib.suppress(OSError):  # Windows keeps files that are mapped
                    path.unlink()
                    held -= n_bytes

    def _files(self) -> list[tuple[float, Path, int]]:
        """Time of last use, path and size of each."""
        found = []
        for path in filter(is_kept, self.path.glob("*")):
            with contextlib.suppress(OSError):  # another worker may be deleting, too
                about = path.stat()
                found.append((about.st_mtime, path, about.st_size))
        return found


def is_kept(path: Path) -> bool:
    """Return whether a file is one of ours by its name."""
    return _KEPT.fullmatch(path.name) is not None and path.is_file() and not path.is_symlink()


def clear(folder: Path) -> None:
    """Delete what is kept in a folder of the cache, and the folder where nothing else is in it. Raises OSError."""
    if not folder.is_dir() or folder.is_symlink():
        return
    for path in folder.iterdir():
        if is_kept(path):
            path.unlink()
        elif folder.name == _UNPACKED and _KEPT.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.is_dir() and not path.is_symlink() and (path.name == _OF_FILES or _KEPT.fullmatch(path.name)):
            for file in path.iterdir():
                if is_kept(file) or (file.name in _IN_AN_ENTRY and file.is_file() and not file.is_symlink()):
                    file.unlink()
            with contextlib.suppress(OSError):  # somebody keeps something there
                path.rmdir()
    with contextlib.suppress(OSError):
        folder.rmdir()


def _is_given_up(partial: Path, used: float) -> bool:
    """Whose writer is gone. One that lives may have been stopped for hours, or asleep with the laptop, and goes on."""
    named = partial.stem.rpartition(".")[2].isdecimal()
    return is_left_over(partial) if named else time.time() - used > HOUR
