"""Several adapters as one, each with a weight: w1 s1 B1 A1 + w2 s2 B2 A2 + …

Side by side, [w1 s1 B1, w2 s2 B2] [A1; A2] is that sum exactly; its rank is the sum of the ranks. `linear` is what PEFT
calls so: A and B are added up, each with the root of its weight, which keeps the rank but adds products of one
adapter's B with another's A.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.adapters.learnt import listed
from core.adapters.low_rank import Scaled, stacked, truncate_product, with_one_alpha
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import Adapter

METHODS = ("exact", "linear")


class Weighted(NamedTuple):
    """An adapter, how much of it, and where it is from."""

    adapter: Adapter
    weight: float
    source: Path


def combine(parts: Sequence[Weighted], method: str = "exact") -> Adapter:
    """Add up adapters; make a single one stronger or weaker. Raises LuthierError `adapter.dora`,
    `adapter.other-architecture`, `adapter.other-base`, `adapter.rank-differs`, `adapter.bad-weight`.
    """
    _require_alike(parts)
    if method == "linear":
        _require_same_ranks(parts)
    tensors = {}
    for name in dict.fromkeys(name for part in parts for name in part.adapter.tensors):
        own = [part for part in parts if name in part.adapter.tensors]
        tensors[name] = _added(own, name) if method == "linear" else _side_by_side(own, name)
    alpha, factors = with_one_alpha(tensors)
    first = parts[0].adapter
    base = {key: text for key, text in first.notes.items() if key == "base_model"}
    return Adapter(first.architecture, alpha, factors, " + ".join(part.source.stem for part in parts), base)


def reduce_rank(adapter: Adapter, rank: int) -> tuple[Adapter, float]:
    """Return the nearest adapter with at most this rank in each tensor, and the share of the norm it keeps, 0 to 1."""
    tensors, whole, kept = dict[str, Scaled](), 0.0, 0.0
    for name, (a, b) in adapter.tensors.items():
        experts = [(a, b)] if a.ndim == 2 else list(zip(a, b, strict=True))
        cut, scale = stacked([truncate_product(pair, rank) for pair in experts]), adapter.scale(name)
        tensors[name] = Scaled(cut.factors, scale)
        whole, kept = whole + scale**2 * cut.whole, kept + scale**2 * cut.kept
    alpha, found = with_one_alpha(tensors)
    return replace(adapter, alpha=alpha, tensors=found), math.sqrt(kept / whole) if whole else 1.0


def _side_by_side(parts: Sequence[Weighted], name: str) -> Scaled:
    """The first one's scale counts for all; their B take up the difference."""
    strengths = [part.weight * part.adapter.scale(name) for part in parts]
    b = [part.adapter.tensors[name][1] for part in parts]
    b = [
        b[0],
        *(other * np.float32(strength / strengths[0]) for other, strength in zip(b[1:], strengths[1:], strict=True)),
    ]
    a = [part.adapter.tensors[name][0] for part in parts]
    return Scaled((np.concatenate(a, axis=-2), np.concatenate(b, axis=-1)), strengths[0])


def _added(parts: Sequence[Weighted], name: str) -> Scaled:
    strengths = [part.weight * part.adapter.scale(name) for part in parts]
    roots = [math.sqrt(abs(strength)) for strength in strengths]
    pairs = [part.adapter.tensors[name] for part in parts]
    a = sum(np.float32(math.copysign(root, s)) * a for root, s, (a, _) in zip(roots, strengths, pairs, strict=True))
    b = sum(np.float32(root) * b for root, (_, b) in zip(roots, pairs, strict=True))
    return Scaled((np.asarray(a, np.float32), np.asarray(b, np.float32)), 1.0)


def _require_alike(parts: Sequence[Weighted]) -> None:
    first = parts[0]
    for part in parts:
        if not math.isfinite(part.weight) or not part.weight:
            raise LuthierError(
                "adapter.bad-weight",
                f"{part.source} is to count {part.weight:g} times.",
                "Give a number other than zero; leave out an adapter that should not count.",
            )
        if part.adapter.magnitudes:
            raise LuthierError(
                "adapter.dora",
                f"{part.source} was trained with DoRA, whose magnitudes cannot be added up or weighted.",
                "Export it merged, and take the difference of the two models: luthier adapters extract.",
            )
        if part.adapter.architecture != first.adapter.architecture:
            raise LuthierError(
                "adapter.other-architecture",
                f"{first.source} is for a {first.adapter.architecture} model, {part.source} for a "
                f"{part.adapter.architecture}.",
                "Only adapters of the same base can be combined.",
            )
        shared = first.adapter.tensors.keys() & part.adapter.tensors.keys()
        differ = [name for name in sorted(shared) if _sizes(part.adapter, name) != _sizes(first.adapter, name)]
        if differ:
            raise LuthierError(
                "adapter.other-base",
                f"{first.source} and {part.source} are for bases of other sizes: {listed(differ)} differ.",
                "Only adapters of the same base can be combined.",
            )


def _require_same_ranks(parts: Sequence[Weighted]) -> None:
    for name in dict.fromkeys(name for part in parts for name in part.adapter.tensors):
        ranks = [part.adapter.rank_of(name) if name in part.adapter.tensors else 0 for part in parts]
        if len(set(ranks)) > 1:
            raise LuthierError(
                "adapter.rank-differs",
                f"Adapters can be added factor by factor where they have the same tensors and ranks; of {name} these "
                f"have the ranks {', '.join(map(str, ranks))} (0: none).",
                "Leave out --method: side by side any adapters can be combined, and --rank makes the result smaller.",
            )


def _sizes(adapter: Adapter, name: str) -> tuple[int, ...]:
    a, b = adapter.tensors[name]
    return (*a.shape[:-2], a.shape[-1], b.shape[-2])
