"""The export kind `ollama`: a folder with the merged model and its Modelfile."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import UNSET

from core import protocol as p
from core.base.command_lines import into_ollama, ollama_name
from core.base.errors import Do, LuthierError
from core.base.files import told_of
from core.data.chat.template import CHATML
from core.export.base import describe_base, licence_texts
from core.export.ollama.client import RENDERED
from core.export.ollama.folder import (
    CONTENTS,
    MMPROJ,
    MODEL,
    OLLAMAS_CONTEXT,
    Contents,
    common_system_prompt,
    context_for,
    read_contents,
    sampling,
    write_texts,
)
from core.export.turns import Turns, signed
from core.jobs.context import JobContext
from core.jobs.export.into_ollama import bring, require_ready
from core.jobs.export.merged import require_mmproj_place, take_mmproj, write_merged
from core.jobs.export.trained import Trained
from core.runs.learnt_thoughts import read_thoughts

_TEMPLATE = "tokenizer.chat_template"


def write(trained: Trained, folder: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """Write the folder, the model first, which takes long; a new folder is removed on a failure. Ollama is asked
    beforehand about anything that it would refuse in the end.
    """
    context.claim(folder)
    if job.create:
        require_ready(_name(trained, job), trained.run.name, force=job.force, context=context)
    turns, is_new = trained.turns(context), not folder.exists()
    contents = contents_of(trained, turns, context)
    _tell_of_unsayable(contents, context)
    _warn_of_renderer(trained, turns, context, looks=job.create)
    try:
        return _write(trained, folder, contents, turns, job, context)
    finally:
        if is_new:
            with suppress(OSError):  # it is not empty
                folder.rmdir()


def bring_in(trained: Trained, result: p.ExportResult, job: p.ExportJob, context: JobContext) -> None:
    """Bring the finished folder into the running Ollama; the folder stays if that fails. Raises LuthierError
    `ollama.*`.
    """
    result.ollama = bring(
        Path(result.path),
        trained.run,
        trained.held_out,
        job.name,
        force=job.force,
        questions=job.questions,
        context=context,
    )
    result.commands = result.ollama.commands


def _write(
    trained: Trained, folder: Path, contents: Contents, turns: Turns, job: p.ExportJob, context: JobContext
) -> p.ExportResult:
    had_mmproj = _sees(folder)  # from an earlier export, perhaps with another base
    require_mmproj_place(trained, folder / MMPROJ, force=job.force or had_mmproj, dtype=job.dtype)
    checked = write_merged(trained, folder / MODEL, job.dtype, turns, context, imatrix=job.imatrix)
    mmproj = take_mmproj(trained, folder / MMPROJ, context)
    if had_mmproj and not mmproj:
        with told_of(folder / MMPROJ):
            (folder / MMPROJ).unlink(missing_ok=True)
    contents = msgspec.structs.replace(contents, sees=bool(mmproj))
    texts = write_texts(folder, contents)
    result = p.ExportResult(
        path=str(folder),
        kind=job.kind,
        files=[str(folder / MODEL), *mmproj, *map(str, texts)],
        mmproj=mmproj[0] if mmproj else UNSET,
        commands=into_ollama(folder, _name(trained, job), _think(trained)),
    )
    return checked.add_to(result)


def _sees(folder: Path) -> bool:
    """Return whether the folder contains our own copy of an image encoder."""
    try:
        return read_contents(folder).sees
    except LuthierError:  # no export yet
        return False


def _name(trained: Trained, job: p.ExportJob) -> str:
    return job.name or ollama_name(trained.run.title)


def _think(trained: Trained) -> bool | None:
    """Return the `think` value that requests to Ollama must set: with its built-in renderers it requests thoughts by
    default.
    """
    is_rendered = trained.model.architecture in RENDERED
    return False if is_rendered and read_thoughts(trained.run).think != "on" else None


def _warn_of_renderer(trained: Trained, turns: Turns, context: JobContext, *, looks: bool) -> None:
    """Warn if Ollama's built-in renderer may change the prompt. looks: a running Ollama will be asked for its prompts,
    which is more precise.
    """
    architecture = trained.model.architecture
    if architecture not in RENDERED:
        return
    what = f"Ollama writes the prompts of {architecture} models by itself, whatever a file or Modelfile says"
    if turns.conversations and turns.keys.get(_TEMPLATE) != signed(CHATML):
        if looks:
            return
        context.notice(
            "export.rendered-by-ollama",
            f"{what}, and asks them to think first unless it is told not to.",
            Do.by(
                "Turn thinking off for it in Ollama, or use LM Studio.",
                '`ollama run NAME --think=false`, "think": false',
            ),
        )
        return
    learnt = "ChatML, which it never writes for them" if turns.conversations else "running text without any marks"
    context.notice(
        "export.rendered-by-ollama",
        f"{what}. This run learnt {learnt}, so that it will answer badly there.",
        "Use the merged model in LM Studio or llama-server, or train a base that has its maker's chat template."
        if turns.conversations
        else 'Use the merged model in LM Studio or llama-server; in Ollama programs can send "raw": true.',
    )


def contents_of(trained: Trained, turns: Turns, context: JobContext) -> Contents:
    """Return the Modelfile's contents besides the weights."""
    model, info = trained.model, trained.info
    base = describe_base(info.model, model)
    made_for = int(model.values.get(f"{model.architecture}.context_length", OLLAMAS_CONTEXT))
    system = ""
    if turns.conversations:
        context.phase("read", "Looking for a system prompt in the data")
        system = common_system_prompt(
            Path(info.data), info.config, lambda done, total: context.progress(done, total, "bytes")
        )
    return Contents(
        run=trained.run.name,
        title=trained.run.title,
        parameters={"num_ctx": context_for(info.config.context, made_for)}
        | sampling(model, base.folder)
        | ({"stop": turns.stops} if turns.stops else {}),
        is_raw=_TEMPLATE not in turns.keys,
        system=system,
        license=licence_texts(base),
        conversations=turns.conversations,
    )


def _tell_of_unsayable(contents: Contents, context: JobContext) -> None:
    if unsayable := contents.unsayable():
        context.notice(
            "export.unsayable",
            f"A Modelfile cannot hold the {', '.join(unsayable)}: its reader drops invisible characters without a "
            'word and has no way to write """. It is left out there.',
            Do.by("Luthier itself can pass it to Ollama as it is.", f"`luthier ollama create`, from {CONTENTS}"),
        )
