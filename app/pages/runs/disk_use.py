"""What Luthier keeps on the disk, and how much of it can go."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from core.base import paths, settings
from core.base.cache import clear as clear_cache
from core.base.errors import LuthierError
from core.base.files import nearest_existing, told_of
from core.runs import run as runs
from core.runs.disk import size_of, spare_checkpoints, tidy

# What can be cleared, and its folders in the cache; a few kilobytes elsewhere are not worth a question.
CACHES = {
    "copies": ("copies",),
    "tokens": ("tokens",),
    "documents": ("documents", "unpacked"),
    "merged": ("merged",),
}


@dataclass(frozen=True)
class DiskUse:
    """Bytes. spare: of checkpoints that are neither the newest nor the best of their run."""

    runs: int
    checkpoints: int
    spare: int
    models: int
    exports: int
    caches: dict[str, int]
    free: int


def measure() -> DiskUse:
    """Measure what is on the disk. It looks at every file: for a thread."""
    found = runs.list_runs().runs
    models = {paths.models_dir(), settings.load().downloads}
    return DiskUse(
        runs=size_of(settings.runs_dir()),
        checkpoints=sum(size_of(run.checkpoints_dir) for run in found),
        spare=sum(size_of(path) for run in found for path in spare_checkpoints(run)),
        models=sum(size_of(folder) for folder in models if not any(folder in other.parents for other in models)),
        exports=size_of(settings.load().exports),
        caches={cache: sum(map(size_of, _folders(cache))) for cache in CACHES},
        free=shutil.disk_usage(nearest_existing(paths.home())).free,
    )


def spare_of(folders: list[Path]) -> int:
    """Return the bytes of checkpoints that can go. Raises LuthierError `runs.unreadable`."""
    return sum(size_of(path) for folder in folders for path in spare_checkpoints(runs.Run(folder)))


def tidy_all(folders: list[Path]) -> tuple[int, list[str]]:
    """Delete spare checkpoints; return the bytes that are free now, and what went wrong. A run that is being trained
    stays as it is.
    """
    freed, trouble = 0, []
    for folder in folders:
        try:
            freed += tidy(runs.Run(folder))
        except LuthierError as error:
            trouble.append(str(error))
    return freed, trouble


def clear(cache: str) -> int:
    """Clear a cache; return the bytes that are free now. Raises LuthierError `files.cannot-write`."""
    freed = 0
    for folder in _folders(cache):
        before = size_of(folder)
        with told_of(folder):
            clear_cache(folder)
        freed += before - size_of(folder)
    return freed


def _folders(cache: str) -> list[Path]:
    return [paths.cache_dir() / name for name in CACHES[cache]]
