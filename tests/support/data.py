"""Rows in files, and what is told of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from core.base.paths import DEMO
from core.data.tokens.dataset import Dataset

Load = Callable[..., Dataset]


def write_rows(place: Path, *rows: object) -> Path:
    """A data file of this name, or in this folder: texts as they are, other rows as JSON."""
    data = place / "rows.jsonl" if place.is_dir() else place
    data.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8"
    )
    return data


def write_book(file: Path, size: int) -> Path:
    """So many letters of the bundled book."""
    file.write_text((DEMO / "holmes.txt").read_text(encoding="utf-8")[:size], encoding="utf-8")
    return file


def told(dataset: Dataset, code: str) -> str:
    """The notices of this code, with what to do."""
    return " ".join(f"{notice.message} {notice.hint}" for notice in dataset.notices if notice.code == code)
