"""All families, by the Hugging Face class that a checkpoint names, and their architectures, by their names in GGUF
files.
"""

from __future__ import annotations

from dataclasses import replace

from core.families import dense, falcon, gemma, granite, liquid, mixtures, nvidia, qwen
from core.families.checkpoint import Family
from core.families.graph import LINEAR_TENSORS, Architecture

_GROUPS = (dense, qwen, mixtures, granite, gemma, falcon, liquid, nvidia)

FAMILIES: dict[str, Family] = {name: family for group in _GROUPS for name, family in group.FAMILIES.items()}
ALL_FAMILIES = (*FAMILIES.values(), *(family.hybrid for family in FAMILIES.values() if family.hybrid))
ARCHITECTURES: dict[str, Architecture] = {family.name: family.architecture for family in ALL_FAMILIES}


def shares_beginnings(name: str) -> bool:
    """Return whether an architecture supports rows with shared beginnings. name: may be unknown."""
    return name in ARCHITECTURES and ARCHITECTURES[name].only_attends


def row_of(name: str, n_expert: object) -> Architecture:
    """Return an architecture's row. n_expert: the file's number of experts, if any. Without experts, the model is
    dense, even if its architecture may have experts.

    Raises KeyError for an unknown architecture.
    """
    row = ARCHITECTURES[name]
    may_have_none = row.experts is not None and row.experts.optional
    return replace(row, experts=None, linears=LINEAR_TENSORS) if may_have_none and not n_expert else row
