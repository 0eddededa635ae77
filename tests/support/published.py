"""The published models that `make published` fetches, as parameters of tests that are left out where they are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "luthier" / "published"
FILES = ("SmolLM2-135M-Instruct.Q4_1.gguf", "gemma-3-270m-q4_k_m.gguf")
PUBLISHED = [
    pytest.param(
        FOLDER / name,
        id=name.split("-")[0],
        marks=pytest.mark.skipif(not (FOLDER / name).exists(), reason=f"{name}: `make published` fetches it"),
    )
    for name in FILES
]
