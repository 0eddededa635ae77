"""The export kind `adapter`: the adapter alone, for llama.cpp's own tools."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.base.command_lines import into_llama_server
from core.base.files import written_whole
from core.engine.lora.adapter_file import require_without_dora, write_adapter
from core.jobs.context import JobContext
from core.jobs.export.checks import check_adapter
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained


def write(trained: Trained, file: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """Write the adapter again instead of copying it, because older versions put paths into the run's file."""
    context.claim(file)
    adapter = trained.adapter
    require_without_dora(adapter, trained.source.file)
    turns = trained.turns(context)
    context.phase("export", "Writing the adapter")
    with written_whole(file) as partial:
        write_adapter(
            partial, adapter.architecture, adapter.tensors, adapter.alpha, name=adapter.name, notes=adapter.notes
        )
        reference = Reference(trained, turns, context)
        losses = check_adapter(reference, partial, context)
        answers = reference.check(trained.model, partial)
    return p.ExportResult(
        path=str(file),
        kind=job.kind,
        files=[str(file)],
        commands=into_llama_server(trained.model.path, file, trained.mmproj),
        loss_training=losses.training,
        loss_llama_cpp=losses.llama_cpp,
        rows=losses.rows,
        same_answer=answers.same_answer,
        ends=answers.ends,
    )
