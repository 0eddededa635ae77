"""All model families that can be converted, by the Hugging Face class that a checkpoint names."""

from __future__ import annotations

from core.convert.families import (
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
from core.convert.family import Family

_MAKERS = (
    llama,
    mistral,
    qwen,
    olmo,
    granite,
    smollm,
    phi,
    gemma,
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

FAMILIES: dict[str, Family] = {name: family for maker in _MAKERS for name, family in maker.FAMILIES.items()}
ALL_FAMILIES = (*FAMILIES.values(), *(family.hybrid for family in FAMILIES.values() if family.hybrid))
