"""Refuses an adapter of weights that llama.cpp multiplies without looking for one: it would load and do nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from core.adapters.learnt import listed
from core.base.errors import LuthierError
from core.convert.families import ALL_FAMILIES
from core.convert.family import Family, TensorSpec
from core.engine.llama_cpp.adapted import where_ignored


def require_hooked(architecture: str, tensors: Iterable[str], source: Path) -> None:
    """tensors: `blk.0.attn_q_a.weight`. Raises LuthierError `adapter.no-hook`."""
    ignored = {name: place for name in tensors if (place := where_ignored(architecture, name))}
    if ignored:
        raise LuthierError(
            "adapter.no-hook",
            f"{source} adapts {listed(list(ignored), lambda name: f'{name} ({ignored[name]})')}, which llama.cpp "
            f"multiplies without looking for an adapter in {architecture} models: it would load, and change nothing.",
            "Merge it into the model where it was trained and convert the result, or train again without these.",
        )


def ignored_modules(architecture: str, modules: Iterable[str]) -> dict[str, str]:
    """Hugging Face's modules -> the tensors they are in GGUF, of those that llama.cpp takes no adapter of."""
    specs = [spec for family in ALL_FAMILIES if family.name == architecture for spec in _specs(family)]
    found = {}
    for module in modules:
        for spec in specs:
            own = spec.source.removesuffix(".weight").removeprefix("model.")
            if f".{module}".endswith(f".{own}") and where_ignored(architecture, spec.target):
                found[module] = spec.target
    return found


def _specs(family: Family) -> Iterable[TensorSpec]:
    """All that a family declares, of its layers and of the whole model."""
    values = (getattr(family, field.name) for field in fields(family))
    return [spec for value in values if isinstance(value, tuple) for spec in value if isinstance(spec, TensorSpec)]
