"""Folders that only their owner may enter: what people train on is nobody else's business."""

from __future__ import annotations

import sys
from pathlib import Path

from core.base.durable import flush_folder

PRIVATE, PRIVATE_FILE = 0o700, 0o600


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing. What is there keeps its permissions. Raises OSError."""
    for place in (*reversed(folder.parents), folder):
        if not place.exists():
            place.mkdir(mode=PRIVATE, exist_ok=True)
            flush_folder(place.parent)  # so that a power cut does not take its name, and all that is in it


def is_private(file: Path) -> bool:
    """Whether nobody but its owner may read it, as far as modes say: a disk without them (exFAT, a share of Windows)
    shows the same for all its files. Windows has none. Raises OSError.
    """
    return sys.platform == "win32" or not file.stat().st_mode & 0o077
