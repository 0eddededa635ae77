"""Jobs on adapters alone: import one, show one. A written adapter is verified in llama.cpp."""

from __future__ import annotations

import math
from pathlib import Path

from core import protocol as p
from core.adapters.fit import require_hooked
from core.adapters.open import open_adapter, source_of
from core.base.files import require_replaceable, written_whole
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import Adapter, product_norm, write_adapter
from core.export.check.loss import evaluate_with_llama_cpp, probe_example
from core.gguf.header import Header
from core.gguf.kind import made_by
from core.jobs.context import JobContext, Outcome

_IMPORTED = "import-adapter"


def import_adapter(job: p.ImportAdapterJob, context: JobContext) -> Outcome[p.ImportAdapterResult]:
    """Import an adapter as GGUF. Nothing is dropped silently: a part that a GGUF adapter cannot hold raises an error.

    Raises LuthierError `adapter.*`, `convert.*` for a damaged safetensors file, `model.*`,
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


def show_adapter(job: p.ShowAdapterJob, context: JobContext) -> Outcome[p.ShowAdapterResult]:
    """Describe an adapter and its tensors. Raises LuthierError `adapter.*`, `model.*`."""
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


def write_checked(output: Path, adapter: Adapter, model: Header, made: str, context: JobContext) -> None:
    """Write an adapter after llama.cpp has computed with it on the model (unless it is DoRA). made: the command that
    makes it.

    Raises LuthierError `adapter.no-hook`, `adapter.cannot-load`, `adapter.not-finite`, `export.not-finite`,
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
        else:
            context.phase("verify", "Loading it in llama.cpp")
            evaluate_with_llama_cpp(model, partial, [probe_example(model)])
        context.progress(1, 1, "files")
