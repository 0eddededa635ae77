"""Names for cleaned copies of data."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from core.shared import paths


def new_copy(data: Path, kind: str) -> Path:
    """A name that nothing has yet: beside the data, or in Luthier's own folder where one may not write.

    kind: the format that it is read as.
    """
    is_own = paths.RESOURCES in data.parents
    folder = paths.home() / "data" if is_own or not os.access(data.parent, os.W_OK) else data.parent
    folder.mkdir(parents=True, exist_ok=True)
    stem, suffix = data.name.partition(".")[0], ".txt" if kind == "text" else ".jsonl"
    names = (folder / f"{stem}-cleaned{'' if number == 1 else f'-{number}'}{suffix}" for number in count(1))
    return next(path for path in names if not path.exists())
