"""Pickles that make a file when something opens them."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any


class Bomb:
    """What opens this pickle makes a file."""

    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self._mark,)


def torch_zip(mark: Path) -> bytes:
    """As torch.save writes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps(Bomb(mark)))
        archive.writestr("archive/data/0", bytes(64))
    return made.getvalue()
