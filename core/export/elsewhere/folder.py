"""The folder itself: whether it may be written, and what is copied into it."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.base import paths
from core.base.bounded_file import read_plain
from core.base.files import require_folder_of_ours
from core.base.plain_json import from_json
from core.export.elsewhere.manifest import MANIFEST, Manifest

SCRIPTS = paths.RESOURCES / "elsewhere"
README, TEMPLATE, START = "README.md", "chat_template.jinja", "start"


def require_folder(folder: Path, *, force: bool) -> None:
    """Raises LuthierError `files.would-overwrite` unless the folder is new, empty or an earlier one of ours."""
    require_folder_of_ours(folder, force=force, is_ours=lambda place: read_manifest(place) is not None)


def read_manifest(folder: Path) -> Manifest | None:
    """None where there is none."""
    try:
        return from_json(read_plain(folder / MANIFEST), type=Manifest)
    except (OSError, ValueError):
        return None


def copy_scripts(folder: Path) -> None:
    """Copy the scripts as they are."""
    for file in sorted(SCRIPTS.iterdir()):
        if file.is_file():
            shutil.copyfile(file, folder / file.name)
