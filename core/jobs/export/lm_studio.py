"""The whole model where LM Studio lists it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.export.lm_studio import models_folder, place
from core.export.ollama.modelfile import printable
from core.jobs.context import JobContext
from core.jobs.export import merged
from core.jobs.export.trained import Trained
from core.jobs.local_models import quantization
from core.shared import protocol as p
from core.shared.files import require_replaceable
from core.shared.gguf.made import made_by
from core.shared.runs import Run


def free_output(job: p.ExportJob, _run: Run, output: Path) -> Path:
    """A folder of models: LM Studio's own, where none was named."""
    return output if job.output else models_folder()


def write(trained: Trained, folder: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """In folders of its own, which go again where it fails."""
    file = place(folder, trained.run.name, job.dtype or quantization(trained.model))
    require_replaceable(file, force=job.force, is_ours=made_by("export", printable(trained.run.name)))
    try:
        return merged.write(trained, file, job, context)
    finally:
        for made in (file.parent, file.parent.parent):
            with suppress(OSError):  # it is not empty, or not there
                made.rmdir()
