"""Names for cleaned copies of data."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from core.shared import paths


def new_copy(data: Path) -> Path:
    """A name that nothing has yet: beside the data, or in Luthier's own folder where one may not write."""
    is_own = paths.RESOURCES in data.parents
    folder = paths.home() / "data" if is_own or not os.access(data.parent, os.W_OK) else data.parent
    folder.mkdir(parents=True, exist_ok=True)
    stem = data.name.partition(".")[0]
    names = (folder / f"{stem}-cleaned{'' if number == 1 else f'-{number}'}.jsonl" for number in count(1))
    return next(path for path in names if not path.exists())
