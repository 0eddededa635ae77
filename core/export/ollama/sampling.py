"""How the makers of the base model sample from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.export.base import beginning_of
from core.gguf.header import Header

# What Ollama calls a setting -> llama.cpp's key in a GGUF file, and its name in generation_config.json
_SAMPLING = {
    "temperature": ("general.sampling.temp", "temperature"),
    "top_k": ("general.sampling.top_k", "top_k"),
    "top_p": ("general.sampling.top_p", "top_p"),
    "min_p": ("general.sampling.min_p", "min_p"),
    "repeat_penalty": ("general.sampling.penalty_repeat", "repetition_penalty"),
    "repeat_last_n": ("general.sampling.penalty_last_n", ""),
}
_WHOLE = ("top_k", "repeat_last_n")


def sampling(model: Header, folder: Path | None) -> dict[str, int | float]:
    """Return the sampling settings by Ollama's names; empty if there are none. folder: in which the model lies, a
    checkpoint perhaps.
    """
    generation = _generation_config(folder) if folder else {}
    found: dict[str, int | float] = {}
    for name, (key, theirs) in _SAMPLING.items():
        value = model.values.get(key, generation.get(theirs))
        if isinstance(value, int | float) and not isinstance(value, bool):
            found[name] = int(value) if name in _WHOLE else float(f"{value:.6g}")  # 0.7 is kept as 0.699999988
    return found


def _generation_config(folder: Path) -> dict[str, Any]:
    """Only where it samples at all: other numbers in it are what the library writes for everybody."""
    try:
        read = json.loads(beginning_of(folder / "generation_config.json") or "{}")
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) and read.get("do_sample") else {}
