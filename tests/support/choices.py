"""Rows with a better and a worse answer."""

from __future__ import annotations

import json
from pathlib import Path


def write_pairs(file: Path, n: int = 60) -> Path:
    """Write pairs in which short answers are preferred to long ones."""
    rows = [
        {
            "prompt": f"How many lamps has tower {n}?",
            "chosen": f"{n % 7}.",
            "rejected": f"It has {n % 7}, I think. " * 2,
        }
        for n in range(n)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file
