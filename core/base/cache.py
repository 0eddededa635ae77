"""Cache folders, bounded in size: the least recently used files are deleted first.

Cached files are named by a checksum of what they were made from. Other files belong to the user, whose LUTHIER_HOME may
name a folder with a `cache` of its own, and are never deleted.
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
SHARE = 0.25  # of the space the disk would have without the cache: models, runs and the user's own files come first
HOUR = 3600  # seconds
# storyteller-0123456789abcdef.gguf, and the partial files and locks of one in the making
_KEPT = re.compile(
    r"(?:[\w.-]+-)?[0-9a-f]{16,64}(?:\.gguf|\.json)?(?:-gone)?(?:\.\d+)?(?:\.part|\.lock|\.lock\.owner)?"
)
_IN_AN_ENTRY = frozenset(("tokens.bin", "units.bin", "about.json"))  # of core/data/tokens/token_cache.py
_OF_FILES = "files"  # subfolder with the checksums of data files
_UNPACKED = "unpacked"  # subfolder whose entries hold files with arbitrary names (core/data/read/unpacked.py)


class BoundedFolder:
    """A cache folder, which need not exist. A file's modification time is its last use."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def size(self) -> int:
        """Return the total size of all files, in bytes."""
        return sum(size for _, _, size in self._files())

    @property
    def limit(self) -> int:
        """Return the size that the folder may have, in bytes."""
        return min(MOST, int(SHARE * (shutil.disk_usage(nearest_existing(self.path)).free + self.size)))

    def used(self, name: str) -> None:
        """Mark a file as just used, so that it is deleted last."""
        with contextlib.suppress(OSError):  # a read-only folder, or a file that was just deleted
            os.utime(self.path / name)

    def make_room(self, size: int) -> None:
        """Delete the least recently used files until `size` more bytes fit, and partial files of dead workers.

        Raises LuthierError `cache.no-room` if `size` exceeds the limit.
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
            is_partial = path.suffix == ".part"  # a worker may still be writing it
            if _is_given_up(path, used) if is_partial else held + size > limit:
                with contextlib.suppress(OSError):  # Windows does not delete mapped files
                    path.unlink()
                    held -= n_bytes

    def _files(self) -> list[tuple[float, Path, int]]:
        """Return each file's time of last use, path and size."""
        found = []
        for path in filter(is_kept, self.path.glob("*")):
            with contextlib.suppress(OSError):  # another worker may delete it meanwhile
                about = path.stat()
                found.append((about.st_mtime, path, about.st_size))
        return found


def is_kept(path: Path) -> bool:
    """Return whether a file's name is one of the cache's."""
    return _KEPT.fullmatch(path.name) is not None and path.is_file() and not path.is_symlink()


def clear(folder: Path) -> None:
    """Delete the cached files in a folder, and the folder if it is then empty. Raises OSError."""
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
            with contextlib.suppress(OSError):  # the folder has other files
                path.rmdir()
    with contextlib.suppress(OSError):
        folder.rmdir()


def _is_given_up(partial: Path, used: float) -> bool:
    """Return whether a partial file's writer has died. A living one may be suspended for hours."""
    named = partial.stem.rpartition(".")[2].isdecimal()
    return is_left_over(partial) if named else time.time() - used > HOUR
