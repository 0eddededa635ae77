"""Import: an adapter that another program trained, as a GGUF adapter for a model here."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.adapters.open import open_adapter, source_of
from core.base.files import require_replaceable
from core.convert.resolve import resolve_model
from core.gguf.kind import made_by
from core.jobs.adapters.written import write_checked
from core.jobs.context import JobContext, Outcome

_MADE = "import-adapter"


def import_adapter(job: p.ImportAdapterJob, context: JobContext) -> Outcome[p.ImportAdapterResult]:
    """Nothing is dropped: what a GGUF adapter has no place for is an error that names it.

    Raises LuthierError `adapter.*`, `convert.*` of a damaged safetensors file, `lora.bad-adapter`, `model.*`,
    `files.would-overwrite`, `files.cannot-write`.
    """
    source, output = Path(job.source).expanduser(), Path(job.output).expanduser().absolute()
    require_replaceable(output, force=job.force, is_ours=made_by(_MADE))
    model = resolve_model(job.model, context)
    context.phase("import", "Reading the adapter")
    adapter = open_adapter(source, model)
    write_checked(output, adapter, model, _MADE, context)
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
