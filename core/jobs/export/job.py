"""The job: it finds what was trained, lets the kind that is asked for write it, and adds the model card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from core import protocol as p
from core.base.errors import LuthierError
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import read_adapter
from core.export.card.write import write_card
from core.jobs.context import JobContext, Outcome
from core.jobs.export import adapter, elsewhere, lm_studio, merged, ollama, peft
from core.jobs.export.trained import Trained
from core.jobs.models.run_adapter import at_strength, find_adapter
from core.runs.run import Run


class ExportKind(NamedTuple):
    """A kind of export. free_output: the file or folder to write, of what the user named; it raises
    `files.would-overwrite`.

    write: writes it, whole or not at all, and has it checked.
    """

    free_output: Callable[[p.ExportJob, Run, Path], Path]
    write: Callable[[Trained, Path, p.ExportJob, JobContext], p.ExportResult]


KINDS = {  # those of p.EXPORT_KINDS, but the folder for elsewhere
    "adapter": ExportKind(adapter.free_output, adapter.write),
    "peft": ExportKind(peft.free_output, peft.write),
    "lmstudio": ExportKind(lm_studio.free_output, lm_studio.write),
    "merged": ExportKind(merged.free_output, merged.write),
    "ollama": ExportKind(ollama.free_output, ollama.write),
}


def export_run(job: p.ExportJob, context: JobContext) -> Outcome[p.ExportResult]:
    """Write `job.output`: a file or a folder, as its kind has it, and the model card with it.

    Raises LuthierError: `export.unknown-kind`, `export.forgets`, `export.weights-differ`, `export.same-file`,
    `files.would-overwrite`, those of find_adapter and of core/export/merge.py, `adapter.*`, `model.*`.
    """
    if job.kind == elsewhere.KIND:  # of a run that need not have learnt anything
        run = Run(Path(job.run).expanduser())
        return "done", elsewhere.export_elsewhere(run, Path(job.output).expanduser().absolute(), "", job.force, context)
    if job.kind not in KINDS:
        known = ", ".join(p.EXPORT_KINDS)
        raise LuthierError("export.unknown-kind", f"'{job.kind}' is not an export.", f"Known: {known}.")
    kind, run = KINDS[job.kind], Run(Path(job.run).expanduser())
    info = run.info()
    source = find_adapter(run, job.checkpoint, context.notice)
    output = kind.free_output(job, run, Path(job.output).expanduser().absolute())
    with at_strength(source.file, job.strength) as file:
        if file != source.file:  # whose loss nobody has measured
            source = source._replace(file=file, loss=None)
        model = resolve_model(info.model, context)
        trained = Trained(run, info, read_adapter(source.file), model, source, context.notice)
        result = kind.write(trained, output, job, context)
        result.strength = UNSET if job.strength == 1 else job.strength
        context.phase("card", "Writing the model card")
        held_out, step = trained.held_out, source.step
        card = write_card(run, model, held_out, result, step=step, force=job.force, notify=context.notice)
        result.files += map(str, card)
        if job.create:
            ollama.bring_in(trained, result, job, context)
    return "done", result
