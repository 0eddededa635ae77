"""Brings an exported folder into a running Ollama and compares the model's answers; also checks whether Ollama runs."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from core import protocol as p
from core.base import settings
from core.base.command_lines import ollama_name, run_in_ollama
from core.base.errors import Do, LuthierError
from core.base.own_process import desktop_program, other_program
from core.data.example import Example
from core.export.ollama.address import address_of
from core.export.ollama.client import Ollama, Record, require_new_enough
from core.export.ollama.create import (
    built_in_renderer,
    differences,
    digest_of,
    is_free,
    lack_of_room,
    request_for,
    send,
    taken_back,
)
from core.export.ollama.folder import MMPROJ, MODEL, read_contents
from core.gguf.header import read_header
from core.hub.ollama import ollama_folders
from core.jobs.context import JobContext, Outcome
from core.jobs.export.ask_ollama import Asking
from core.jobs.export.trained import rows_to_ask
from core.jobs.models.run_adapter import held_out_of
from core.runs.run import Run


def create_in_ollama(job: p.OllamaJob, context: JobContext) -> Outcome[p.OllamaResult]:
    """Create a model in Ollama from an exported folder. Raises LuthierError `ollama.*`, `model.*`,
    `export.bad-evaluation`.
    """
    folder = Path(job.folder).expanduser().absolute()
    contents = read_contents(folder)
    run = Run(Path(job.run).expanduser()) if job.run else Run(settings.runs_dir() / Path(contents.run).name)
    held_out = held_out_of(run, context.notice)
    return "done", bring(folder, run, held_out, job.name, force=job.force, questions=job.questions, context=context)


def require_ready(name: str, run: str, *, force: bool, context: JobContext) -> None:
    """Require, before hours are spent on a model, that Ollama runs, is new enough, and the name is free. Raises as
    `bring`.
    """
    ollama, version = ask_for_ollama(context)
    require_new_enough(version)
    is_free(ollama, name, run, force=force)


def bring(
    folder: Path,
    run: Run,
    held_out: Sequence[Example],
    name: str,
    *,
    force: bool,
    questions: bool,
    context: JobContext,
) -> p.OllamaResult:
    """Upload the model to Ollama, create it, and put the run's questions to it.

    name: "" for the run's. questions: whether to ask for answers; prompts are compared in any case. A failure halfway
    leaves no model; once created, it is removed only if the user stops the job.
    Raises LuthierError `ollama.*`.
    """
    started, contents = time.monotonic(), read_contents(folder)
    name = name or ollama_name(contents.title or contents.run)
    context.phase("find", "Looking for Ollama")
    ollama, version = ask_for_ollama(context)
    require_new_enough(version)
    is_new = is_free(ollama, name, contents.run, force=force)
    model = read_header(folder / MODEL)
    rows = rows_to_ask(run, held_out, model, context) if questions else held_out
    asking = Asking(model, contents, rows, context, answers=questions)
    context.phase("upload", f"Sending the model to Ollama {version} at {ollama.address.url}")
    digest = digest_of(model.path, lambda done, total: context.progress(done, 2 * total, "bytes"))
    size = model.size + ((folder / MMPROJ).stat().st_size if contents.sees else 0)
    if lack := lack_of_room(ollama, digest, size, version):
        hint = "If Ollama keeps its models there, make room, or export the run with fewer bits a weight."
        context.notice("ollama.little-room", lack, hint)
    was_sent = send(ollama, model.path, digest, lambda done, total: context.progress(total + done, 2 * total, "bytes"))
    files = {model.path.name: digest}
    if contents.sees:
        mmproj = folder / MMPROJ
        context.phase("upload", "Sending the part that reads pictures")
        files[MMPROJ] = digest_of(mmproj, lambda done, total: context.progress(done, 2 * total, "bytes"))
        send(ollama, mmproj, files[MMPROJ], lambda done, total: context.progress(total + done, 2 * total, "bytes"))
    request = request_for(name, contents, files, model)
    with taken_back(Ollama(ollama.address), name, is_new=is_new):
        context.phase("create", f"Ollama makes {name} of it")
        ollama.create(request, lambda record: _tell(record, context))
        shown = ollama.show(name) or {}
        found = differences(shown, request, model)
        for difference in found:
            context.notice("ollama.not-as-sent", f"{name} in Ollama is not what it was sent. {difference}")
        asked = asking.ask(ollama, name, built_in_renderer(shown))
    answers = list(asked.answers)
    return p.OllamaResult(
        name=name,
        version=version,
        address=ollama.address.url,
        commands=[run_in_ollama(name, asked.think)],
        sent_bytes=model.size if was_sent else 0,
        differences=found,
        rendered=asked.rendered,
        rendered_ours=asked.rendered_ours,
        rendered_theirs=asked.rendered_theirs,
        think=asked.think,
        same=_of_all([one.same for one in answers], asked.expected),
        ends=_of_all([one.ends for one in answers], asked.expected) if contents.conversations else None,
        answers=answers,
        seconds=time.monotonic() - started,
    )


def _of_all(verdicts: Sequence[bool], expected: int) -> bool | None:
    """Return whether all answers agree; None if some are missing and none disagrees."""
    if not all(verdicts):
        return False
    return True if verdicts and len(verdicts) == expected else None


def _tell(record: Record, context: JobContext) -> None:
    """Emit progress from Ollama's record, if it has counts."""
    done, total = record.get("completed"), record.get("total")
    if isinstance(done, int) and isinstance(total, int) and total > 0:
        context.progress(min(done, total), total, "bytes")
    elif status := record.get("status"):
        context.emit(p.Log(level="info", source="Ollama", text=str(status)))


def find_ollama(_job: p.FindOllamaJob, context: JobContext) -> Outcome[p.FindOllamaResult]:
    """Find out whether Ollama accepts models. If not, that is a result, not an error."""
    address = address_of(os.environ.get("OLLAMA_HOST", "")).url
    try:
        _, version = ask_for_ollama(context)
        require_new_enough(version)
    except LuthierError as error:
        if not error.code.startswith("ollama."):
            raise
        found = p.FindOllamaResult(address=address, problem=error.message, installed=_is_installed())
        found.hint, found.actions = str(error.hint), error.actions
        return "done", found
    return "done", p.FindOllamaResult(address=address, version=version)


def _is_installed() -> bool:
    """Return whether Ollama's program is on the PATH or in its installers' places, or its models exist."""
    program = other_program("ollama") or other_program("/usr/local/bin/ollama") or desktop_program("Ollama")
    return bool(program or ollama_folders())


def ask_for_ollama(context: JobContext) -> tuple[Ollama, str]:
    """Return the Ollama at OLLAMA_HOST and its version.

    Raises LuthierError `ollama.not-running`, `ollama.not-ollama`, `ollama.offline`.
    """
    address = address_of(os.environ.get("OLLAMA_HOST", ""))
    if settings.load().offline and not address.is_here:
        raise LuthierError(
            "ollama.offline",
            f"Luthier is set to stay offline, and Ollama is expected on another machine ({address.url}).",
            Do.open("settings offline", "`luthier settings offline=false` allows it again."),
        )
    ollama = Ollama(address, context.control.raise_if_cancelled)
    return ollama, ollama.version()
