"""ggml's part for the processor, where it was built once for each kind of processor and not for this machine alone."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

VARIANTS = "ggml-cpu-*.dll" if sys.platform == "win32" else "libggml-cpu-*.so"  # .so on a Mac, too


def best_variant(folder: Path) -> Path | None:
    """The one that ggml would choose: the highest of their own scores, which are 0 where this processor cannot run one.

    None where there is none for it. Raises OSError.
    """
    scored = [(_score(path), path) for path in sorted(folder.glob(VARIANTS))]
    score, path = max(scored, default=(0, None))
    return path if score else None


def _score(path: Path) -> int:
    score = ctypes.CDLL(str(path)).ggml_backend_score
    score.restype, score.argtypes = ctypes.c_int, []
    return int(score())
