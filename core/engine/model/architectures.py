"""All architectures that can be trained, by the name that GGUF files have for them."""

from __future__ import annotations

from dataclasses import replace

from core.engine.model.arch import LINEAR_TENSORS, Architecture
from core.engine.model.rows import (
    ernie,
    ernie_moe,
    exaone,
    falcon,
    gemma,
    glm,
    granite,
    hunyuan,
    jetbrains,
    ling,
    liquid,
    llama,
    minicpm,
    mistral,
    nvidia,
    olmo,
    openai,
    phi,
    qwen,
    smollm,
)

_MAKERS = (
    llama,
    mistral,
    qwen,
    olmo,
    granite,
    smollm,
    gemma,
    phi,
    ernie,
    glm,
    exaone,
    falcon,
    minicpm,
    hunyuan,
    liquid,
    ling,
    jetbrains,
    openai,
    ernie_moe,
    nvidia,
)

ARCHITECTURES: dict[str, Architecture] = {row.name: row for maker in _MAKERS for row in maker.ROWS}


def shares_beginnings(name: str) -> bool:
    """Whether rows may hold once what several of their examples begin with. name: also of an unknown architecture."""
    return name in ARCHITECTURES and ARCHITECTURES[name].only_attends


def row_of(name: str, n_expert: object) -> Architecture:
    """n_expert: what the file says of it, if anything. A model without the experts that its architecture may have is a
    dense one.

    Raises KeyError for an unknown architecture.
    """
    row = ARCHITECTURES[name]
    may_have_none = row.experts is not None and row.experts.optional
    return replace(row, experts=None, linears=LINEAR_TENSORS) if may_have_none and not n_expert else row
