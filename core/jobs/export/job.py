"""The export job: finds the adapter, lets the chosen kind write it, and adds the model card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from core import protocol as p
from core.adapters import peft_write
from core.advice.export_kinds import EXPORT_KINDS, ExportKind
from core.base.errors import LuthierError
from core.base.files import require_folder_of_ours, require_replaceable, told_of
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import read_adapter
from core.export.card.write import write_card
from core.export.naming import models_folder, own_place
from core.export.ollama import folder
from core.gguf.kind import is_adapter_of_ours, made_by
from core.jobs.context import JobContext, Outcome
from core.jobs.export import adapter, elsewhere, lm_studio, merged, ollama, peft
from core.jobs.export.trained import Trained, runs_of
from core.jobs.models.run_adapter import at_strength, find_adapter
from core.runs.run import Run


class Writer(NamedTuple):
    """Writes a kind of export, completely or not at all, and checks it. is_ours: whether an existing output is such an
    export, which may be replaced.
    """

    write: Callable[[Trained, Path, p.ExportJob, JobContext], p.ExportResult]
    is_ours: Callable[[Path], bool]


WRITERS: Mapping[str, Writer] = {  # of all kinds except `elsewhere`
    "ollama": Writer(ollama.write, folder.is_ours),
    "lmstudio": Writer(lm_studio.write, made_by("export")),
    "merged": Writer(merged.write, made_by("export")),
    "adapter": Writer(adapter.write, is_adapter_of_ours),
    "peft": Writer(peft.write, peft_write.is_ours),
}


def export_run(job: p.ExportJob, context: JobContext) -> Outcome[p.ExportResult]:
    """Write `job.output`, a file or a folder depending on the kind, with the model card.

    Raises LuthierError: `export.unknown-kind`, `export.forgets`, `export.weights-differ`, `export.same-file`,
    `files.would-overwrite`, those of find_adapter and of core/export/merge.py, `adapter.*`, `model.*`.
    """
    if job.kind not in EXPORT_KINDS:
        known = ", ".join(EXPORT_KINDS)
        raise LuthierError("export.unknown-kind", f"'{job.kind}' is not an export.", f"Known: {known}.")
    kind, run = EXPORT_KINDS[job.kind], Run(Path(job.run).expanduser())
    output = Path(job.output).expanduser().absolute()
    if kind.trains_anew:
        return "done", elsewhere.export_elsewhere(run, output, "", job.force, context)
    info = run.info()
    source = find_adapter(run, job.checkpoint, context.notice)
    output = _free_output(kind, job, run, output)
    with at_strength(source.file, job.strength) as file:
        if file != source.file:  # whose loss was not measured
            source = source._replace(file=file, loss=None)
        model = resolve_model(info.model, context)
        trained = Trained(run, info, read_adapter(source.file), model, source, context.notice)
        result = WRITERS[job.kind].write(trained, output, job, context)
        result.strength = UNSET if job.strength == 1 else job.strength
        context.phase("card", "Writing the model card")
        held_out, step = trained.held_out, source.step
        card = write_card(run, model, held_out, result, step=step, force=job.force, notify=context.notice)
        result.files += map(str, card)
        if job.create:
            ollama.bring_in(trained, result, job, context)
    return "done", result


def _free_output(kind: ExportKind, job: p.ExportJob, run: Run, named: Path) -> Path:
    """Return the file or folder to write, after checking that it is free. Raises LuthierError `files.would-overwrite`,
    `export.same-file`, those of models_folder.
    """
    is_ours = WRITERS[kind.key].is_ours
    if kind.own_place:  # the writer makes the run's folder in it
        return named if job.output else models_folder()
    if not kind.is_file:
        require_folder_of_ours(named, force=job.force, is_ours=is_ours)
        return named
    with told_of(named):
        file, end = named, "-merged.gguf" if kind.is_whole else ".gguf"
        if named.is_dir():
            file = own_place(lambda name: named / f"{name}{end}", run.title, run.name, runs_of)
        own = (one for one in (run.adapter, *run.checkpoints_dir.glob("*/*.gguf")) if one.exists())
        if file.exists() and any(map(file.samefile, own)):
            raise LuthierError("export.same-file", f"{file} belongs to the run itself.", "Choose another output.")
    require_replaceable(file, force=job.force, is_ours=is_ours)
    return file
