"""The export kind `lmstudio`: the merged model in LM Studio's models folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core import protocol as p
from core.base.files import require_replaceable
from core.export.merge import FINE, makes_finer
from core.export.naming import file_in, folder_of, own_place
from core.export.ollama.folder import printable
from core.gguf.kind import made_by
from core.jobs.context import JobContext
from core.jobs.export import merged
from core.jobs.export.trained import Trained, runs_of
from core.jobs.models.local_models import quantization
from core.runs.run import Run


def own_model(models: Path, run: Run) -> Path:
    """Return the folder for a run's models within LM Studio's, which need not exist yet."""
    return own_place(lambda name: folder_of(models, name), run.title, run.name, runs_of)


def write(trained: Trained, folder: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """Write the model in folders of its own, which are removed on a failure."""
    file = file_in(own_model(folder, trained.run), _named(trained, job.dtype and job.dtype.lower()))
    require_replaceable(file, force=job.force, is_ours=made_by("export", printable(trained.run.name)))
    try:
        return merged.write(trained, file, job, context)
    finally:
        for made in (file.parent, file.parent.parent):
            with suppress(OSError):  # not empty, or missing
                made.rmdir()


def _named(trained: Trained, dtype: str | None) -> str:
    """Return the type for the file's name."""
    if dtype is None and makes_finer(trained.model, trained.adapter.tensors):
        return FINE
    return quantization(trained.model) if dtype in (None, *p.FITTED_TYPES) else dtype
