"""Show: what is in an adapter."""

from __future__ import annotations

import math
from pathlib import Path

from core import protocol as p
from core.adapters.low_rank import product_norm
from core.adapters.open import open_adapter, source_of
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import Adapter
from core.jobs.context import JobContext, Outcome


def show_adapter(job: p.ShowAdapterJob, context: JobContext) -> Outcome[p.ShowAdapterResult]:
    """Raises LuthierError `adapter.*`, `lora.bad-adapter`, `model.*`."""
    path = Path(job.source).expanduser()
    adapter = open_adapter(path, resolve_model(job.model, context) if job.model else None)
    tensors = [_described(adapter, name) for name in adapter.tensors]
    layered = [name.split(".") for name in adapter.tensors if name.startswith("blk.")]
    return "done", p.ShowAdapterResult(
        path=str(path),
        source=source_of(path),
        architecture=adapter.architecture,
        base=adapter.notes.get("base_model"),
        run=adapter.notes.get("run"),
        rank=adapter.rank,
        alpha=adapter.alpha,
        dora=bool(adapter.magnitudes),
        targets=list(dict.fromkeys(parts[2] for parts in layered)),
        layers=len({parts[1] for parts in layered}),
        norm=math.sqrt(math.fsum(tensor.norm**2 for tensor in tensors)),
        tensors=tensors,
    )


def _described(adapter: Adapter, name: str) -> p.AdaptedTensor:
    a, b = adapter.tensors[name]
    return p.AdaptedTensor(
        name=name,
        rank=adapter.rank_of(name),
        d_in=a.shape[-1],
        d_out=b.shape[-2],
        experts=a.shape[0] if a.ndim == 3 else 0,
        norm=abs(adapter.scale(name)) * product_norm((a, b)),
    )
