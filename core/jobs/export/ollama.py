"""A folder for Ollama: the merged model and the Modelfile beside it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.export.base_facts import licences, sampling
from core.export.go_template import RAW
from core.export.ollama.contents import CONTENTS, Contents
from core.export.ollama.folder import MODEL, OLLAMAS_CONTEXT, context_for, require_folder, write_texts
from core.export.system_prompt import common_system_prompt
from core.export.turns import Turns
from core.jobs.context import JobContext
from core.jobs.export.merged import write_merged
from core.jobs.export.trained import Trained
from core.shared import protocol as p
from core.shared.command_lines import into_ollama
from core.shared.runs import Run


def free_output(job: p.ExportJob, _run: Run, output: Path) -> Path:
    """The folder itself."""
    require_folder(output, force=job.force)
    return output


def write(trained: Trained, folder: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """The model first, which takes long; a new folder goes again where it fails."""
    turns, is_new = trained.turns(context), not folder.exists()
    contents = contents_of(trained, turns, context)
    _notices(contents, turns, context)
    try:
        checked = write_merged(trained, folder / MODEL, job.dtype, turns, context, imatrix=job.imatrix)
        texts = write_texts(folder, contents)
    finally:
        if is_new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()
    return p.ExportResult(
        path=str(folder),
        kind=job.kind,
        files=[str(file) for file in (folder / MODEL, *texts)],
        commands=into_ollama(folder, trained.run.name),
        loss_training=checked.losses.training,
        loss_llama_cpp=checked.losses.llama_cpp,
        same_answer=checked.same_answer,
        ends=checked.ends,
    )


def contents_of(trained: Trained, turns: Turns, context: JobContext) -> Contents:
    """What Ollama is told of the model besides its weights."""
    base, info = trained.model, trained.info
    made_for = int(base.values.get(f"{base.architecture}.context_length", OLLAMAS_CONTEXT))
    source = Path(info.model).expanduser()
    system = ""
    if turns.conversations:
        context.phase("export", "Looking for a system prompt in the data")
        system = common_system_prompt(
            Path(info.data), info.config, lambda done, total: context.progress(done, total, "bytes")
        )
    return Contents(
        run=trained.run.name,
        parameters={"num_ctx": context_for(info.config.context, made_for)}
        | sampling(base, source)
        | ({"stop": turns.stops} if turns.stops else {}),
        template=turns.template.source if turns.template else None,
        system=system,
        license=licences(base, source),
    )


def _notices(contents: Contents, turns: Turns, context: JobContext) -> None:
    if turns.template is None:
        context.notice(
            "export.template",
            "The model's chat template cannot be said in Ollama's template language, so the Modelfile has none.",
            "Ollama 0.30 and later read it from model.gguf. Older versions need a TEMPLATE in the Modelfile.",
        )
    elif turns.template is not RAW and not turns.template.system:
        context.notice("export.no-system", "The model's chat template has no place for a system prompt.")
    if unsayable := contents.unsayable():
        context.notice(
            "export.unsayable",
            f"A Modelfile cannot hold the {', '.join(unsayable)}: its reader drops invisible characters without a "
            'word and has no way to write """. It is left out there.',
            f"`luthier ollama create` hands it to Ollama as it is, from {CONTENTS}.",
        )
