"""Checkpoints of Hugging Face's for conversions, and changes to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from core.convert.safetensors import open_checkpoint

Edit = Callable[[dict[str, Any]], Any]


def quiet(*_: object) -> None:
    pass


def source_values(folder: Path) -> dict[str, np.ndarray]:
    """The checkpoint in float32, BF16 widened by hand."""
    found = {}
    for name, entry in open_checkpoint(folder).items():
        raw = entry.read()
        found[name] = (
            (raw.astype(np.uint32) * 65536).view(np.float32) if raw.dtype == np.uint16 else raw.astype(np.float32)
        )
    return found


def edit_json(file: Path, edit: Edit) -> None:
    content = json.loads(file.read_text()) if file.exists() else {}
    edit(content)
    file.write_text(json.dumps(content))
