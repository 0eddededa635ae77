"""Jobs on adapters alone: import, combine, extract, show one; and its file, loaded before it counts as done."""

from __future__ import annotations

import math
import time
from pathlib import Path

from core import protocol as p
from core.adapters.combine import METHODS, Weighted, combine, reduce_rank
from core.adapters.extract import Extracted, extract
from core.adapters.fit import require_hooked
from core.adapters.learnt import listed
from core.adapters.low_rank import product_norm
from core.adapters.open import open_adapter, source_of
from core.base.errors import LuthierError
from core.base.files import require_replaceable, written_whole
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import Adapter, write_adapter
from core.export.check.loss import evaluate_with_llama_cpp, probe_example
from core.gguf.header import Header
from core.gguf.kind import made_by
from core.jobs.context import JobContext, Outcome

_IMPORTED = "import-adapter"

_COMBINED = "combine-adapters"

_EXTRACTED = "extract-adapter"
_EXACT = ("f32", "f16", "bf16")


def import_adapter(job: p.ImportAdapterJob, context: JobContext) -> Outcome[p.ImportAdapterResult]:
    """Import an adapter as GGUF. Nothing is dropped: what a GGUF adapter has no place for is an error that names it.

    Raises LuthierError `adapter.*`, `convert.*` of a damaged safetensors file, `lora.bad-adapter`, `model.*`,
    `files.would-overwrite`, `files.cannot-write`.
    """
    source, output = Path(job.source).expanduser(), Path(job.output).expanduser().absolute()
    require_replaceable(output, force=job.force, is_ours=made_by(_IMPORTED))
    model = resolve_model(job.model, context)
    context.phase("import", "Reading the adapter")
    adapter = open_adapter(source, model)
    write_checked(output, adapter, model, _IMPORTED, context)
    return "done", p.ImportAdapterResult(
        path=str(output),
        source=source_of(source),
        base=adapter.notes.get("base_model"),
        rank=adapter.rank,
        alpha=adapter.alpha,
        tensors=len(adapter.tensors),
        dora=bool(adapter.magnitudes),
        bytes=output.stat().st_size,
    )


def combine_adapters(job: p.CombineAdaptersJob, context: JobContext) -> Outcome[p.CombineAdaptersResult]:
    """Combine adapters into one. Raises LuthierError `adapter.*`, `lora.bad-adapter`, `model.*`,
    `files.would-overwrite`, `files.cannot-write`.
    """
    if job.method not in METHODS:
        known = ", ".join(METHODS)
        raise LuthierError("adapter.unknown-method", f"'{job.method}' is not a way to combine.", f"Known: {known}.")
    if len(job.weights) != len(job.sources) or not job.sources:
        what = f"{len(job.sources)} adapters cannot be combined with {len(job.weights)} weights."
        raise LuthierError("adapter.bad-weight", what, "Give a weight for each adapter.")
    if job.rank < 0:
        raise LuthierError("adapter.bad-rank", f"An adapter cannot have rank {job.rank}.", "Give 0 or more.")
    output = Path(job.output).expanduser().absolute()
    require_replaceable(output, force=job.force, is_ours=made_by(_COMBINED))
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
    write_checked(output, adapter, model, _COMBINED, context)
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


def extract_adapter(job: p.ExtractAdapterJob, context: JobContext) -> Outcome[p.ExtractAdapterResult]:
    """Extract an adapter from the difference of two models. Raises LuthierError `adapter.*`, `model.*`, `convert.*`,
    `files.would-overwrite`, `files.cannot-write`.
    """
    started, output = time.monotonic(), Path(job.output).expanduser().absolute()
    if job.rank < 1:
        raise LuthierError("adapter.bad-rank", f"An adapter cannot have rank {job.rank}.", "Give 1 or more.")
    require_replaceable(output, force=job.force, is_ours=made_by(_EXTRACTED))
    context.claim(output)
    base, tuned = (resolve_model(model, context) for model in (job.base, job.tuned))
    _say_if_rounded(base, tuned, context)
    context.phase("extract", "Comparing the models")
    found = extract(base, tuned, job.rank, lambda done, total: context.progress(done, total, "tensors"))
    _say_what_is_left_out(found, context)
    write_checked(output, found.adapter, base, _EXTRACTED, context)
    return "done", p.ExtractAdapterResult(
        path=str(output),
        rank=found.adapter.rank,
        tensors=len(found.adapter.tensors),
        kept=found.kept_of_all,
        kept_of=found.kept,
        left_out=[p.LeftOut(name=name, change=change) for name, change in found.left_out.items()],
        bytes=output.stat().st_size,
        seconds=time.monotonic() - started,
    )


def _say_if_rounded(base: Header, tuned: Header, context: JobContext) -> None:
    """What rounding adds to the difference is random, and takes up rank."""
    for model in (base, tuned):
        kinds = {tensor.type_name for tensor in model.tensors.values()} - set(_EXACT)
        if kinds:
            context.notice(
                "adapter.rounded",
                f"{model.path.name} has weights that were rounded ({', '.join(sorted(kinds))}), and how differently "
                "the two were rounded is a part of what is extracted.",
                "Use both models in F16 or BF16 if they exist.",
            )
            return


def _say_what_is_left_out(found: Extracted, context: JobContext) -> None:
    if found.left_out:
        ways = listed(list(found.left_out), lambda name: f"{name} (by {found.left_out[name]:.2%})")
        context.notice(
            "adapter.left-out",
            f"The models also differ in things that no adapter changes: {ways}.",
            "Base and adapter will answer a little differently from the tuned model, beyond what the rank explains.",
        )


def show_adapter(job: p.ShowAdapterJob, context: JobContext) -> Outcome[p.ShowAdapterResult]:
    """Describe an adapter and its tensors. Raises LuthierError `adapter.*`, `lora.bad-adapter`, `model.*`."""
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


def write_checked(output: Path, adapter: Adapter, model: Header | None, made: str, context: JobContext) -> None:
    """Write an adapter, once llama.cpp has computed with it on the model, where that is known and the adapter is not
    DoRA's. made: the command.

    Raises LuthierError `adapter.no-hook`, `lora.cannot-load`, `lora.not-finite`, `export.not-finite`,
    `files.cannot-write`, and Cancelled.
    """
    require_hooked(adapter.architecture, adapter.tensors, output)
    context.phase("export", "Writing the adapter")
    notes = adapter.notes | {"made": made}
    with written_whole(output) as partial:
        write_adapter(
            partial,
            adapter.architecture,
            adapter.tensors,
            adapter.alpha,
            name=adapter.name,
            notes=notes,
            magnitudes=adapter.magnitudes,
        )
        context.progress(0, 1, "files")
        if adapter.magnitudes:
            context.notice(
                "adapter.dora",
                "The adapter has DoRA's magnitudes, which llama.cpp cannot load: only Luthier trains, evaluates and "
                "merges it.",
            )
        elif model is not None:
            context.phase("verify", "Loading it in llama.cpp")
            evaluate_with_llama_cpp(model, partial, [probe_example(model)])
        context.progress(1, 1, "files")
