"""The folder itself: written whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from core.export.elsewhere.manifest import MANIFEST, Manifest
from core.shared import paths
from core.shared.files import partial_of, require_folder_of_ours, told_of

SCRIPTS = paths.RESOURCES / "elsewhere"
README, TEMPLATE, START = "README.md", "chat_template.jinja", "start"


def require_folder(folder: Path, *, force: bool) -> None:
    """Raises LuthierError `files.would-overwrite` unless the folder is new, empty or an earlier one of ours."""
    require_folder_of_ours(folder, force=force, is_ours=lambda place: read_manifest(place) is not None)


def read_manifest(folder: Path) -> Manifest | None:
    """None where there is none."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, ValueError):
        return None


@contextmanager
def written_folder(folder: Path) -> Iterator[Path]:
    """Give a neighbour to write into; its files take their places at the end, or it is removed on any failure.

    What else an older folder holds stays: an adapter that was trained there, above all.
    Raises LuthierError `files.cannot-write`.
    """
    partial = partial_of(folder)
    try:
        with told_of(folder):
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            yield partial
            _move(partial, folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def copy_scripts(folder: Path) -> None:
    """As they are."""
    for file in sorted(SCRIPTS.iterdir()):
        if file.is_file():
            shutil.copyfile(file, folder / file.name)


def _move(source: Path, target: Path) -> None:
    """Every file of a folder into another; parts of it that are folders in both are joined."""
    target.mkdir(parents=True, exist_ok=True)
    for entry in source.iterdir():
        if entry.is_dir():
            _move(entry, target / entry.name)
        else:
            entry.replace(target / entry.name)
