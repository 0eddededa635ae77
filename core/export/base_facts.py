"""What the makers of the base model say of it that an export hands on: how to sample, and under which licence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.export.card.base import Base
from core.shared.gguf.header import Header

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
_LICENCE_FILES = ("LICENSE", "LICENSE.txt", "LICENSE.md")
_LARGEST = 256 << 10  # bytes of a file that is read


def sampling(model: Header, source: Path) -> dict[str, int | float]:
    """By Ollama's names; empty where they say nothing. source: the model as the user chose it, a checkpoint perhaps."""
    generation = _generation_config(source)
    found: dict[str, int | float] = {}
    for name, (key, theirs) in _SAMPLING.items():
        value = model.values.get(key, generation.get(theirs))
        if isinstance(value, int | float) and not isinstance(value, bool):
            found[name] = int(value) if name in _WHOLE else float(f"{value:.6g}")  # 0.7 is kept as 0.699999988
    return found


def licences(base: Base, source: Path) -> list[str]:
    """The licence's text, where it lies beside the checkpoint; else its name, and its address if there is one."""
    for name in _LICENCE_FILES:
        if source.is_dir() and (text := _text(source / name).strip()):
            return [text]
    return ["\n".join(part for part in (base.licence, base.link) if part)] if base.licence else []


def _generation_config(source: Path) -> dict[str, Any]:
    """Only where it samples at all: other numbers in it are what the library writes for everybody."""
    try:
        read = json.loads(_text(source / "generation_config.json") or "{}")
    except ValueError:
        return {}
    return read if isinstance(read, dict) and read.get("do_sample") else {}


def _text(file: Path) -> str:
    """ "" where it cannot be read."""
    try:
        with file.open("rb") as stream:
            return stream.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""
