"""The export kind `merged`: the whole model in one file, with the adapter merged into its weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec import UNSET

from core import protocol as p
from core.base.errors import Cancelled, Do, LuthierError
from core.base.files import partial_of, told_of, written_whole
from core.base.numbers import duration
from core.convert.quantize import require_possible
from core.data.example import Example
from core.export.merge import FitOf, is_written_at_once, learnt_kinds, merge, needed_bytes, no_fit, require_room
from core.export.mmproj import copy_mmproj, is_copy, mmproj_beside, require_place
from core.export.ollama.folder import printable
from core.export.pushable import own_mmproj
from core.export.small.inputs import Inputs, Texts
from core.export.small.small import Small, fitted_names
from core.export.small.solve import estimated_seconds
from core.export.small.store import kept_at, key_of
from core.export.turns import Turns
from core.gguf.header import read_header
from core.gguf.kind import MADE, RUN
from core.jobs.context import JobContext
from core.jobs.export.checks import Checked, check_merged
from core.jobs.export.reference import Reference
from core.jobs.export.trained import Trained, training_sample
from core.jobs.models.convert import measured_matrix, thinned
from core.memory.monitor import system_memory
from core.runs.files import FITTED

_MADE = "export"
SAMPLE = 32768  # tokens, as in QuantizeJob
_FITTED_TO = 4096  # tokens of the run, in addition to general text (reference.py)
_ROOM = 2 << 30  # bytes, the most inputs in memory at a time


def write(trained: Trained, file: Path, job: p.ExportJob, context: JobContext) -> p.ExportResult:
    """Write the merged model as a single file."""
    context.claim(file)
    beside, earlier = mmproj_beside(file), own_mmproj(file)  # perhaps of another base
    require_mmproj_place(trained, beside, force=job.force or earlier is not None, dtype=job.dtype)
    turns = trained.turns(context)
    checked = write_merged(trained, file, job.dtype, turns, context, imatrix=job.imatrix)
    mmproj = take_mmproj(trained, beside, context)
    if earlier is not None and not mmproj:
        with told_of(earlier):
            earlier.unlink()
    result = p.ExportResult(
        path=str(file),
        kind=job.kind,
        files=[str(file), *mmproj],
        commands=[],
        mmproj=mmproj[0] if mmproj else UNSET,
    )
    return checked.add_to(result)


def write_merged(
    trained: Trained, file: Path, dtype: str | None, turns: Turns, context: JobContext, *, imatrix: bool = False
) -> Checked:
    """Write a merged model and check it. dtype: of the weights, as in merge.

    imatrix: quantize with an importance matrix made from the run's training data. Raises LuthierError.
    """
    if file.exists() and file.samefile(trained.model.path):
        raise LuthierError("export.same-file", f"{file} is the base model itself.", "Choose another output.")
    dtype = dtype.lower() if dtype else None
    if dtype is not None and not is_written_at_once(dtype):
        require_possible(dtype, imatrix)
    elif imatrix:
        raise LuthierError(
            "export.imatrix-without-type",
            "An importance matrix helps only if weights are quantized again.",
            Do.by("Choose a type for the weights, or leave the samples out.", "for example --type q4_k_m"),
        )
    sample = training_sample(trained, context, SAMPLE) if imatrix else []  # read before anything is written
    reference = Reference(trained, turns, context)
    with written_whole(file) as partial, ExitStack() as matrices:

        def matrix_of(full: Path) -> Path | None:
            made = matrices.enter_context(measured_matrix(full, sample, partial, context)) if sample else None
            context.phase("quantize", f"Quantizing to {dtype}")
            return made

        context.phase("export", "Merging the adapter into the model")
        fit_of = matrices.enter_context(fitted(reference, dtype, partial, context))
        merge(
            trained.model,
            trained.adapter,
            partial,
            dtype,
            keys_of(trained, turns),
            lambda done, total: context.progress(done, total, "bytes"),
            lambda level, line: context.emit(p.Log(level=level, source="llama.cpp", text=line)),
            matrix_of,
            fit_of,
        )
        model = read_header(partial)
        losses, general, kept = check_merged(reference, model, dtype, context, imatrix=imatrix)
        answers = reference.check(model, None)
    return Checked(losses, general, kept, answers.same_answer, answers.ends)


@contextmanager
def fitted(reference: Reference, dtype: str | None, beside: Path, context: JobContext) -> Iterator[FitOf]:
    """Yield a function that fits weights of few bits to what was learnt, on texts of the run and general ones. It does
    nothing if the file's type is not the base's, or the adapter changes no such weights.

    Fitted weights are kept in the run's folder until all are done, so that an interrupted export continues. beside: the
    place for a temporary merged model to read the texts with DoRA, which llama.cpp cannot add to the base. Raises
    LuthierError as merge does.
    """
    trained = reference.trained
    names = fitted_names(trained.model, trained.adapter)
    if dtype not in p.FITTED_TYPES or not names:
        yield no_fit
        return
    context.phase("read", "Reading what the weights are fitted to")
    rows, general = _rows(reference, context), reference.general.to_fit
    texts = Texts([row.tokens for row in rows], [row.tokens for row in general])
    kinds = learnt_kinds(trained.model, dtype, trained.adapter.tensors)
    room = trained.model.size + sum(trained.model.tensors[name].size for name in names)  # includes the output file
    key = key_of((trained.model.path, trained.source.file), texts, names, kinds)
    with ExitStack() as held:
        store = held.enter_context(kept_at(trained.run.folder / FITTED, key, room))
        inputs = Inputs(trained.model, trained.source.file, texts)
        if trained.adapter.magnitudes:
            full = partial_of(beside.with_name(f"{beside.name}.full"))
            held.callback(full.unlink, missing_ok=True)
            merge(
                trained.model,
                trained.adapter,
                full,
                None,
                {},
                lambda done, total: context.progress(done, total, "bytes"),
            )
            inputs = Inputs(read_header(full), None, texts)
        memory = min(_ROOM, system_memory().available // 4)
        go_on = context.control.raise_if_cancelled
        missing = [name for name in names if name not in store.names]
        done = f" of {len(names)}" if store.names else ""
        time = duration(estimated_seconds(trained.model, missing, texts.n_tokens, memory))
        what = f"Fitting {len(missing)}{done} weights to what was learnt"
        context.phase("export", f"{what}, about {time}, or more while other programs work")
        try:
            small = Small(trained.model, trained.adapter, kinds, inputs, texts.n_tokens, memory, go_on, store)
            yield small.fit_of
        except Cancelled:
            if store.names:
                context.notice(
                    "export.goes-on",
                    f"{len(store.names)} of {len(names)} weights are fitted, and kept in the run's folder.",
                    "Start the same export again, and it goes on from there.",
                )
            raise


def _rows(reference: Reference, context: JobContext) -> Sequence[Example]:
    """Return training rows, or held-out ones if the data cannot be read any more."""
    try:
        return training_sample(reference.trained, context, _FITTED_TO)
    except LuthierError:
        rows = reference.rows
        return thinned(rows.examples, _FITTED_TO) if rows.of else []


def require_mmproj_place(trained: Trained, target: Path, *, force: bool, dtype: str | None) -> None:
    """Check the mmproj's place, and the disk space for both files, before hours are spent on the model. Raises
    LuthierError `files.would-overwrite`, `export.no-room`.
    """
    if trained.mmproj is not None:
        require_place(trained.mmproj, target, force=force)
        model = needed_bytes(trained.model, dtype and dtype.lower(), trained.adapter.tensors)
        require_room(target, model + (0 if is_copy(target, trained.mmproj) else trained.mmproj.stat().st_size))


def take_mmproj(trained: Trained, target: Path, context: JobContext) -> list[str]:
    """Copy the base's image encoder, if it has one, and return the copy's path."""
    if trained.mmproj is None:
        return []
    if not is_copy(target, trained.mmproj):
        context.phase("export", "Copying the part that reads pictures")
        copy_mmproj(trained.mmproj, target, lambda done, total: context.progress(done, total, "bytes"))
    return [str(target)]


def keys_of(trained: Trained, turns: Turns) -> dict[str, str | int]:
    """Return a merged file's keys in addition to the base's."""
    about = f"Trained with Luthier, run {printable(trained.run.title)}."
    return {MADE: _MADE, RUN: printable(trained.run.name), "general.description": about} | turns.keys
