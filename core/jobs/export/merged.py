"""The whole model in one file, with what was learnt merged into its weights."""

from __future__ import annotations

from pathlib import Path

from core.export.merge import merge
from core.export.modelfile import printable
from core.export.turns import Turns
from core.jobs.context import JobContext
from core.jobs.export.answers import Reference
from core.jobs.export.checks import Checked, check_merged
from core.jobs.export.trained import Trained
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.files import require_replaceable, told_of, written_whole
from core.shared.gguf.header import read_header
from core.shared.gguf.made import MADE, RUN, made_by
from core.shared.runs import Run

_MADE = "export"


def free_output(job: p.ExportJob, run: Run, output: Path) -> Path:
    """A file, in the folder that was named or called as was said."""
    with told_of(output):
        file = output / f"{run.name}-merged.gguf" if output.is_dir() else output
    require_replaceable(file, force=job.force, is_ours=made_by(_MADE))
    return file


def write(trained: Trained, file: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """The file alone."""
    checked = write_merged(trained, file, job.dtype, trained.turns(context), context)
    return p.ExportResult(
        path=str(file),
        kind=job.kind,
        files=[str(file)],
        commands=[],
        loss_training=checked.losses.training,
        loss_llama_cpp=checked.losses.llama_cpp,
        same_answer=checked.same_answer,
        ends=checked.ends,
    )


def write_merged(trained: Trained, file: Path, dtype: str | None, turns: Turns, context: JobContext) -> Checked:
    """Merge, and have the result checked. dtype: of the weights; None keeps the base's. Raises LuthierError."""
    if file.exists() and file.samefile(trained.model.path):
        raise LuthierError("export.same-file", f"{file} is the base model itself.", "Choose another output.")
    name = printable(trained.run.name)
    keys = {MADE: _MADE, RUN: name, "general.description": f"Trained with Luthier, run {name}."} | turns.keys
    context.phase("export", "Merging the adapter into the model")
    with written_whole(file) as partial:
        merge(
            trained.model,
            trained.adapter,
            partial,
            dtype.lower() if dtype else None,
            keys,
            lambda done, total: context.progress(done, total, "tensors"),
            lambda level, line: context.emit(p.Log(level=level, source="llama.cpp", text=line)),
        )
        model = read_header(partial)
        losses = check_merged(trained, model, dtype, context)
        answers = Reference(trained, turns, context).check(model, None)
    return Checked(losses, *answers)
