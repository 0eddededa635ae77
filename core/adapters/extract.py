"""What sets two models apart, as an adapter: tensor by tensor the nearest matrix of a low rank to their difference."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.adapters.layout import places
from core.adapters.learnt import listed
from core.adapters.low_rank import Scaled, Truncated, stacked, truncate, with_one_alpha
from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.engine.ggml.lib import load
from core.engine.lora.adapter_file import Adapter
from core.engine.model.copies import dequantize_rows, row_bands
from core.engine.model.gguf_file import GgufFile
from core.gguf.header import Header

F32 = NDArray[np.float32]


@dataclass
class Extracted:
    """An adapter made of the difference of two models. kept: of each tensor's difference, the share of its norm that is
    in the adapter, 0 to 1. kept_of_all: of all.

    left_out: tensors that differ and no adapter can change, with the difference's norm relative to the base's.
    """

    adapter: Adapter
    kept: dict[str, float] = field(default_factory=dict)
    kept_of_all: float = 1.0
    left_out: dict[str, float] = field(default_factory=dict)


def extract(base: Header, tuned: Header, rank: int, progress: ReportProgress) -> Extracted:
    """Return the difference of two models as an adapter of this rank, with what it cannot hold. One tensor of each
    model is in memory at a time, in F32. progress counts tensors.

    Raises LuthierError `adapter.other-architecture`, `adapter.other-base`, `adapter.nothing-differs` or
    `adapter.not-finite`.
    """
    _require_alike(base, tuned)
    ggml, known = load(), places(base)
    one, other = GgufFile(ggml, base), GgufFile(ggml, tuned)
    tensors, cuts, left_out = dict[str, Scaled](), dict[str, Truncated](), dict[str, float]()
    for done, name in enumerate(one.names):
        progress(done, len(one.names))
        if name not in known:
            if change := _relative_change(one, other, name):
                left_out[name] = change
            continue
        cut = _cut(one, other, name, rank)
        if cut.whole:
            cuts[name], tensors[name] = cut, Scaled(cut.factors, 1.0)
        for file in (one, other):
            file.release(file.tensors[name])
    progress(len(one.names), len(one.names))
    if not tensors:
        raise LuthierError(
            "adapter.nothing-differs",
            f"{tuned.path.name} is {base.path.name} in all that an adapter can change, so there is nothing to extract"
            + (f"; only {listed(list(left_out))} differ." if left_out else "."),
            "Choose a model that was trained from this base.",
        )
    alpha, factors = with_one_alpha(tensors)
    adapter = Adapter(base.architecture, alpha, factors, tuned.path.stem, {"base_model": str(base.path)})
    kept, whole = (math.fsum(getattr(cut, part) for cut in cuts.values()) for part in ("kept", "whole"))
    shares = {name: math.sqrt(cut.kept / cut.whole) for name, cut in cuts.items()}
    return Extracted(adapter, shares, math.sqrt(kept / whole), left_out)


def _require_alike(base: Header, tuned: Header) -> None:
    if base.architecture != tuned.architecture:
        raise LuthierError(
            "adapter.other-architecture",
            f"{base.path.name} is a {base.architecture} model, {tuned.path.name} a {tuned.architecture}.",
            "Choose the base that the tuned model was trained from.",
        )
    names = base.tensors.keys() | tuned.tensors.keys()
    differ = [name for name in sorted(names) if _shape(base, name) != _shape(tuned, name)]
    if differ:
        ways = listed(differ, lambda name: f"{name} ({_words(_shape(base, name))}; {_words(_shape(tuned, name))})")
        raise LuthierError(
            "adapter.other-base",
            f"{base.path.name} and {tuned.path.name} have tensors of other shapes: {ways}.",
            "Choose the base that the tuned model was trained from. Where words were added to it, no adapter can hold "
            "them.",
        )


def _shape(model: Header, name: str) -> tuple[int, ...]:
    return model.tensors[name].shape if name in model.tensors else ()


def _words(shape: tuple[int, ...]) -> str:
    return "x".join(str(n) for n in shape if n > 1) or "none"


def _cut(one: GgufFile, other: GgufFile, name: str, rank: int) -> Truncated:
    """Return the difference of two stacks cut to the rank, expert by expert."""
    d_out, experts = one.tensors[name].shape[1:3]
    cuts = []
    for first in range(0, experts * d_out, d_out):
        difference = _rows(other, name, first, d_out)
        difference -= _rows(one, name, first, d_out)
        if not np.isfinite(difference).all():
            raise LuthierError(
                "adapter.not-finite",
                f"{one.path.name} or {other.path.name} has weights in {name} that are not finite numbers.",
                "Download the model again, or choose another.",
            )
        cuts.append(truncate(difference, rank))
    return stacked(cuts)


def _rows(file: GgufFile, name: str, first: int, count: int) -> F32:
    """Rows of W, F32 [count, d_in]."""
    return dequantize_rows(file.ggml, file.tensors[name], first, count)


def _relative_change(one: GgufFile, other: GgufFile, name: str) -> float:
    changed = whole = 0.0
    for band in row_bands(one.tensors[name]):
        before = _rows(one, name, *band)
        changed += float(np.sum(np.square(_rows(other, name, *band) - before, dtype=np.float64)))
        whole += float(np.sum(np.square(before, dtype=np.float64)))
    return math.sqrt(changed / whole) if whole else float(changed > 0)
