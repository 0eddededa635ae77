"""Combine: several adapters as one, or one with another strength."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.adapters.combine import METHODS, Weighted, combine, reduce_rank
from core.adapters.open import open_adapter
from core.base.errors import LuthierError
from core.base.files import require_replaceable
from core.convert.resolve import resolve_model
from core.gguf.kind import made_by
from core.jobs.adapters.written import write_checked
from core.jobs.context import JobContext, Outcome

_MADE = "combine-adapters"


def combine_adapters(job: p.CombineAdaptersJob, context: JobContext) -> Outcome[p.CombineAdaptersResult]:
    """Raises LuthierError `adapter.*`, `lora.bad-adapter`, `model.*`, `files.would-overwrite`, `files.cannot-write`."""
    if job.method not in METHODS:
        known = ", ".join(METHODS)
        raise LuthierError("adapter.unknown-method", f"'{job.method}' is no way to combine.", f"Known: {known}.")
    if len(job.weights) != len(job.sources) or not job.sources:
        what = f"{len(job.sources)} adapters cannot be combined with {len(job.weights)} weights."
        raise LuthierError("adapter.bad-weight", what, "Give a weight for each adapter.")
    if job.rank < 0:
        raise LuthierError("adapter.bad-rank", f"An adapter cannot have rank {job.rank}.", "Give 0 or more.")
    output = Path(job.output).expanduser().absolute()
    require_replaceable(output, force=job.force, is_ours=made_by(_MADE))
    context.claim(output)
    model = resolve_model(job.model, context) if job.model else None
    context.phase("combine", "Combining the adapters" if len(job.sources) > 1 else "Weighting the adapter")
    parts = []
    for done, (source, weight) in enumerate(zip(job.sources, job.weights, strict=True)):
        context.progress(done, len(job.sources), "files")
        path = Path(source).expanduser()
        parts.append(Weighted(open_adapter(path, model), weight, path))
    adapter, kept = combine(parts, job.method), 1.0
    if job.rank and job.rank < adapter.rank:
        adapter, kept = reduce_rank(adapter, job.rank)
    _explain(parts, job.method, adapter.rank, kept, context)
    write_checked(output, adapter, model, _MADE, context)
    return "done", p.CombineAdaptersResult(
        path=str(output),
        method=job.method,
        rank=adapter.rank,
        tensors=len(adapter.tensors),
        kept=kept,
        bytes=output.stat().st_size,
    )


def _explain(parts: list[Weighted], method: str, rank: int, kept: float, context: JobContext) -> None:
    """What was done, and why that."""
    ranks = " + ".join(str(part.adapter.rank) for part in parts)
    if method == "linear":
        what = f"Factors were added up, so the rank stays {rank}; the result is near the adapters' sum, but not equal."
    elif kept < 1.0:
        what = f"The adapters' sum was cut to rank {rank} by singular values, which keeps {kept:.1%} of its norm."
    elif len(parts) > 1:
        what = f"The adapters lie side by side (rank {ranks}), which is their sum exactly."
    else:
        return
    context.notice("adapter.combined", what)
