"""What Luthier keeps on the disk, how much of it can go, and what was exported into the folder for that."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.advice.export_kinds import EXPORT_KINDS, ExportKind
from core.base import paths, settings
from core.base.cache import clear as clear_cache
from core.base.errors import LuthierError
from core.base.files import nearest_existing, told_of
from core.gguf.kind import is_adapter_of_ours, made_by
from core.runs import run as runs
from core.runs.disk import size_of, spare_checkpoints, tidy

_CACHES = ("copies", "tokens", "documents", "unpacked", "merged")  # of the cache, what takes room


@dataclass(frozen=True)
class DiskUse:
    """Bytes. spare: of checkpoints that are neither the newest nor the best of their run. cached: of what can be made
    again.
    """

    runs: int
    spare: int
    models: int
    exports: int
    cached: int
    free: int


def measure() -> DiskUse:
    """Measure what is on the disk. It looks at every file: for a thread."""
    found = runs.list_runs().runs
    models = {paths.models_dir(), settings.load().downloads}
    return DiskUse(
        runs=size_of(settings.runs_dir()),
        spare=sum(size_of(path) for run in found for path in spare_checkpoints(run)),
        models=sum(size_of(folder) for folder in models if not any(folder in other.parents for other in models)),
        exports=size_of(settings.load().exports),
        cached=sum(map(size_of, _cached())),
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


def clear() -> int:
    """Clear the cache; return the bytes that are free now. Raises LuthierError `files.cannot-write`."""
    freed = 0
    for folder in _cached():
        before = size_of(folder)
        with told_of(folder):
            clear_cache(folder)
        freed += before - size_of(folder)
    return freed


def _cached() -> list[Path]:
    return [paths.cache_dir() / name for name in _CACHES]


# What says in a file that Luthier wrote it: in the model card, and in its picture.
_CARD, _PICTURE, _EARLIER_PICTURE = b"<!-- Made by Luthier from the run ", b"<!-- Made by Luthier -->", b"Luthier"
_BESIDE = {".README.md": _CARD, ".loss.svg": _PICTURE, ".loss.png": _EARLIER_PICTURE}  # of a single file
_WITH_CARD = {"README.md", "loss.svg", "loss.png"}  # which an earlier version drew
_LOOKED_AT = 64 << 10  # bytes of a file's beginning


@dataclass(frozen=True)
class Export:
    """paths: the folder, or what of it was exported where other things are in it, or the file with its model card.
    run: its name. changed: seconds since 1970.
    """

    paths: tuple[Path, ...]
    run: str
    kind: str
    bytes: int
    changed: float

    @property
    def name(self) -> str:
        return f"{self.run}: {self.kind}"


def exports_here() -> list[Export]:
    """Return the exports on this disk, the largest first. Looks at every file: for a thread."""
    titles = {run.name: run.title for run in runs.list_runs().runs}
    folder = settings.load().exports
    found = [
        _export(entry, kind, titles.get(of.name, of.name))
        for of in (folder.iterdir() if folder.is_dir() else ())
        if of.is_dir()
        for entry in of.iterdir()
        if (kind := _kind_of(entry)) is not None and _is_of_luthier(entry, kind)
    ]
    return sorted(found, key=lambda one: -one.bytes)


def _is_of_luthier(entry: Path, kind: ExportKind) -> bool:
    """Return whether an export was written there, by its mark: a person may call a folder `ollama`, too."""
    if entry.is_symlink():
        return False
    if kind.is_file:
        return made_by("export")(entry) if kind.is_whole else is_adapter_of_ours(entry)
    return _says(entry / kind.files[0], kind.mark)


def _export(entry: Path, kind: ExportKind, run: str) -> Export:
    beside = {entry.with_name(entry.stem + end): mark for end, mark in _BESIDE.items()}
    if entry.is_dir():
        inside = [path for path in entry.iterdir() if path.name != ".DS_Store"]
        own = [path for path in inside if _is_exported(path, kind)]
        paths = [entry] if own == inside else own  # what a person put beside it stays
    else:
        paths = [entry, *(file for file, mark in beside.items() if _says(file, mark))]
    taken = sum(size_of(path) if path.is_dir() else path.stat().st_size for path in paths)
    return Export(tuple(paths), run, kind.title, taken, entry.stat().st_mtime)


def _is_exported(path: Path, kind: ExportKind) -> bool:
    """Return whether it has the name of what an export of this kind writes into its folder."""
    copied = (file.name for file in (paths.RESOURCES / kind.key).glob("*"))  # the scripts for a bigger machine
    names = {*kind.files, *copied, *_WITH_CARD}
    return path.name in names and not path.is_symlink()


def _says(file: Path, mark: bytes) -> bool:
    with suppress(OSError), file.open("rb") as stream:
        return mark in stream.read(_LOOKED_AT)
    return False


def _kind_of(entry: Path) -> ExportKind | None:
    """None for what is no export."""
    if entry.is_dir():
        return next((kind for kind in EXPORT_KINDS.values() if kind.files and kind.key == entry.name), None)
    files = (kind for kind in EXPORT_KINDS.values() if kind.is_file)
    return next((kind for kind in files if entry.name.endswith(f"-{kind.key}.gguf")), None)
