"""Models in a folder: GGUF files and folders with safetensors, however deep, links followed once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from core.shared.gguf.part_names import models_among

MAX_DEPTH = 8
CONFIG = "config.json"


def models_below(folder: Path, depth: int = MAX_DEPTH) -> Iterator[Path]:
    """GGUF files (of a split one the first part there is) and checkpoint folders, by name. depth: of folders within
    folders that are looked into.

    Raises OSError when `folder` itself cannot be listed; what cannot be listed below it is passed over.
    """
    os.listdir(folder)  # noqa: PTH208 - os.walk would hide that it cannot
    seen: set[tuple[int, int]] = set()
    for root, folders, names in os.walk(folder, followlinks=True):
        here = Path(root)
        status = here.stat()
        if (status.st_dev, status.st_ino) in seen:  # a link to a folder above, or to one seen before
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        if len(here.relative_to(folder).parts) >= depth:
            folders.clear()
        folders.sort()
        if CONFIG in names and any(name.endswith(".safetensors") for name in names):
            yield here
        yield from _gguf_files(here, names)


def _gguf_files(folder: Path, names: list[str]) -> Iterator[Path]:
    for name in models_among(name for name in names if name.lower().endswith(".gguf")):
        yield folder / name
