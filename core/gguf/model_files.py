"""Finds models in folders: GGUF files and folders with safetensors, at any depth, following links once. Resolves a
model's name on the hub, or a folder around it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from core.base.language import tr
from core.gguf import downloads
from core.gguf.part_names import language_models

MAX_DEPTH = 8
CONFIG = "config.json"
NAMED_TEMPLATES = "additional_chat_templates"  # the folder of a checkpoint's further templates, by their names
_CHECKPOINT = re.compile(r"checkpoint-(\d+)")


def named_place(text: str) -> Path:
    """Return a model's location: a path, or a download by its name on the hub, OWNER/NAME or OWNER/NAME:FILE.

    Raises the errors of downloads.find.
    """
    path, reference = Path(text).expanduser(), downloads.parse(text)
    return downloads.find(reference) if reference and not path.exists() else path


def is_checkpoint(folder: Path) -> bool:
    """Return whether a folder has the minimum of a Hugging Face model."""
    return (folder / CONFIG).is_file() and any(folder.glob("*.safetensors"))


def model_folder(path: Path) -> Path:
    """Return the folder with the model's files: for a repository in Hugging Face's cache, its newest snapshot."""
    in_cache = path.name.startswith("models--") and not (path / CONFIG).exists()
    return (newest_snapshot(path) if in_cache else None) or path


def newest_snapshot(repository: Path) -> Path | None:
    """Return the newest snapshot of models--<owner>--<name> in the Hugging Face cache; refs/main gives the commit."""
    try:
        commit = (repository / "refs" / "main").read_text().strip()
    except (OSError, ValueError):
        commit = ""
    named = [path for path in (repository / "snapshots").glob("*") if path.is_dir()]
    main = [path for path in named if path.name == commit]
    return max(main or named, key=lambda path: path.stat().st_mtime, default=None)


def others_inside(folder: Path, name: str) -> str:
    """Return advice on what to choose in a folder without a file of that name: the newest checkpoint of a trainer that
    has one, else a GGUF file; "" without either.
    """
    numbered = ((_CHECKPOINT.fullmatch(path.parent.name), path.parent) for path in folder.glob(f"checkpoint-*/{name}"))
    checkpoints = sorted((int(match[1]), path) for match, path in numbered if match)
    if checkpoints:
        return tr("Choose the newest checkpoint in it: {path}", path=checkpoints[-1][1])
    models = language_models(path.name for path in folder.glob("*.gguf"))
    return tr("Choose the file in it: {path}", path=folder / models[0]) if models else ""


def models_below(folder: Path, depth: int = MAX_DEPTH) -> Iterator[Path]:
    """Yield GGUF files (of a split one the first existing part) and checkpoint folders, by name. depth: the number of
    folder levels to search.

    Raises OSError if `folder` itself cannot be listed; skips subfolders that cannot be listed.
    """
    os.listdir(folder)  # noqa: PTH208 - os.walk would hide the error
    seen: set[tuple[int, int]] = set()
    for root, folders, names in os.walk(folder, followlinks=True):
        here = Path(root)
        status = here.stat()
        if (status.st_dev, status.st_ino) in seen:  # a link to a parent folder, or to one already seen
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
    for name in language_models(name for name in names if name.lower().endswith(".gguf")):
        yield folder / name
