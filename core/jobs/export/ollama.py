"""A folder for Ollama: the merged model and the texts beside it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.export import ollama
from core.export.go_template import RAW
from core.jobs.context import JobContext
from core.jobs.export.merged import write_merged
from core.jobs.export.trained import Trained
from core.shared import protocol as p
from core.shared.command_lines import into_ollama
from core.shared.runs import Run


def free_output(job: p.ExportJob, _run: Run, output: Path) -> Path:
    """The folder itself."""
    ollama.require_folder(output, force=job.force)
    return output


def write(trained: Trained, folder: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """The model first, which takes long; a new folder goes again where it fails."""
    turns, is_new = trained.turns(context), not folder.exists()
    if turns.template is None:
        context.notice(
            "export.template",
            "The model's chat template cannot be said in Ollama's template language, so the Modelfile has none.",
            "Ollama 0.30 and later read it from model.gguf, or take a well-known one that is nearly the same. Older "
            "versions need a TEMPLATE in the Modelfile.",
        )
    elif turns.template is not RAW and not turns.template.system:
        context.notice("export.no-system", "The model's chat template has no place for a system prompt.")
    try:
        checked = write_merged(trained, folder / ollama.MODEL, job.dtype, turns, context, imatrix=job.imatrix)
        base = trained.model
        made_for = int(base.values.get(f"{base.architecture}.context_length", ollama.OLLAMAS_CONTEXT))
        length = ollama.context_for(trained.info.config.context, made_for)
        texts = ollama.write_texts(folder, trained.run.name, turns, length)
    finally:
        if is_new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()
    return p.ExportResult(
        path=str(folder),
        kind=job.kind,
        files=[str(file) for file in (folder / ollama.MODEL, *texts)],
        commands=into_ollama(folder, trained.run.name),
        loss_training=checked.losses.training,
        loss_llama_cpp=checked.losses.llama_cpp,
        same_answer=checked.same_answer,
        ends=checked.ends,
    )
