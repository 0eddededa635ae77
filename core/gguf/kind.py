"""What sort of thing a GGUF file holds: many are no language models, and some hold only a part of one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from core.errors import LuthierError
from core.gguf.header import Header

_PART = re.compile(r"(.*)-(\d{5})-of-(\d{5})\.gguf", re.IGNORECASE)
_CHOOSE = "Choose the language model itself."

# general.type, or an architecture that is none of a language model -> what it is
_KINDS = {
    "adapter": ("an adapter, which works only on the model it was made for", "Give it as --adapter beside its model."),
    "mmproj": ("the part of a model that reads pictures or sound", _CHOOSE),
    "clip": ("the part of a model that reads pictures or sound", _CHOOSE),
    "imatrix": ("an importance matrix for quantizing", _CHOOSE),
}  # fmt: skip
_EMBEDDING = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "modern-bert", "neo-bert", "t5encoder")


class Part(NamedTuple):
    """x-00002-of-00003.gguf is number 2 of 3 of x."""

    of: str
    number: int
    total: int


def part(path: Path) -> Part | None:
    """By a file's name; None for one that is whole."""
    match = _PART.fullmatch(path.name)
    return Part(match[1], int(match[2]), int(match[3])) if match else None


def require_language_model(header: Header) -> None:
    """Raises LuthierError `model.not-a-language-model` or `model.split` for a file that is no whole language model."""
    if (found := _other_kind(header)) is not None:
        what, hint = found
        raise LuthierError("model.not-a-language-model", f"{header.path} is {what}.", hint)
    count = header.values.get("split.count", 1)
    if isinstance(count, int) and count > 1:
        raise LuthierError(
            "model.split",
            f"{header.path} is one of {count} files that a model was split into, and Luthier trains only whole ones.",
            "Join them first with llama.cpp's tool: llama-gguf-split --merge FIRST-PART OUTPUT.gguf",
        )


def _other_kind(header: Header) -> tuple[str, str] | None:
    for name in (header.text("general.type") or "", header.architecture):
        if name in _KINDS:
            return _KINDS[name]
    pooled = header.values.get(f"{header.architecture}.pooling_type", 0)  # 0: not
    if header.architecture in _EMBEDDING or pooled:
        return "a model that turns texts into vectors and writes none", _CHOOSE
    if not header.tensors and "tokenizer.ggml.model" in header.values:
        return "only a vocabulary, without any weights", _CHOOSE
    return None
