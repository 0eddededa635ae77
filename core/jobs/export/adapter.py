"""What was learnt alone, for llama.cpp's own tools."""

from __future__ import annotations

from pathlib import Path

from core import protocol as p
from core.base.command_lines import into_llama_server
from core.base.errors import LuthierError
from core.base.files import require_replaceable, told_of, written_whole
from core.engine.lora.adapter_file import require_without_dora, write_adapter
from core.export.naming import own_place
from core.gguf.kind import is_adapter_of_ours
from core.jobs.context import JobContext
from core.jobs.export.checks import check_adapter
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained, runs_of
from core.runs.run import Run


def free_output(job: p.ExportJob, run: Run, output: Path) -> Path:
    """Return the file to write, in the folder that was named or called as was said."""
    with told_of(output):
        file = output
        if output.is_dir():
            file = own_place(lambda name: output / f"{name}.gguf", run.title, run.name, runs_of)
        if file.exists() and any(file.samefile(own) for own in _kept_by(run)):
            raise LuthierError("export.same-file", f"{file} belongs to the run itself.", "Choose another output.")
    require_replaceable(file, force=job.force, is_ours=is_adapter_of_ours)
    return file


def _kept_by(run: Run) -> list[Path]:
    return [file for file in (run.adapter, *run.checkpoints_dir.glob("*/*.gguf")) if file.exists()]


def write(trained: Trained, file: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """Write the adapter anew, since an older version put paths into the run's own file."""
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
