"""Lists a run's possible exports, with sizes and places. Nothing is written, and no weights are read."""

from __future__ import annotations

import shutil
from pathlib import Path

from core import protocol as p
from core.advice.export_kinds import EXPORT_KINDS
from core.base import settings
from core.base.command_lines import ollama_name
from core.base.errors import LuthierError
from core.base.files import nearest_existing
from core.convert.resolve import read_outline
from core.engine.lora.adapter_file import changed_tensors
from core.engine.train.checkpoint import list_checkpoints
from core.export.merge import FINE, estimated_bytes, makes_finer
from core.export.mmproj import find_mmproj
from core.export.naming import models_folder, own_place, types_in
from core.gguf import downloads
from core.gguf.header import Header
from core.gguf.join import joined_header, read_parts
from core.gguf.types import QUANT_TYPES, QuantType
from core.hub import access_token
from core.hub.client import endpoint_of
from core.hub.ollama import PREFIX, find_ollama
from core.jobs.context import JobContext, Outcome
from core.jobs.export.lm_studio import own_model
from core.jobs.export.trained import runs_of
from core.jobs.models.local_models import quantization
from core.runs.run import Run, list_runs
from core.runs.summary import story_of

_FOLDER_TYPE = "f16"  # the type of a checkpoint's weights after conversion for training
_FINER, _FINE = 6.0, 6.56  # bits: in types below the first, embeddings are written with the second
_SCRIPTS, _AS_TOKENS = 56_000, 5  # `elsewhere`: bytes of scripts, and per byte of data for its tokens and texts
_EMBEDDINGS = ("token_embd.weight", "output.weight")


def list_exports(job: p.ExportsJob, context: JobContext) -> Outcome[p.ExportsResult]:
    """Return a run's possible exports, and its problems. Raises LuthierError `runs.not-a-run`, `settings.*`."""
    context.phase("exports", "Looking at what was trained")
    found = list_runs().runs
    listed = [
        p.ExportRun(folder=str(run.folder), name=run.title, created=run.info().created, learnt=run.adapter.is_file())
        for run in found
    ]
    wanted = job.run or next((one.folder for one in listed if one.learnt), listed[0].folder if listed else "")
    result = p.ExportsResult(runs=listed, run=wanted)
    if not wanted:
        return "done", result
    run = Run(Path(wanted).expanduser())
    info = run.info()
    if wanted not in [one.folder for one in listed]:
        given = p.ExportRun(folder=wanted, name=run.title, created=info.created, learnt=run.adapter.is_file())
        listed.insert(0, given)
    result.checkpoints, result.name = checkpoints(run), ollama_name(run.title)
    result.adjustable = not info.config.dora
    known = settings.load()
    result.endpoint = endpoint_of(known)
    result.token = bool(access_token.load(result.endpoint))
    whole = 0
    try:
        header = base_header(info.model)
        result.base, result.dtype = Path(info.model).name, quantization(header)
        learnt = learnt_tensors(run)
        result.finer = FINE if makes_finer(header, learnt) else ""
        mmproj = find_mmproj(info.model, header, lambda code, message, hint: None)
        beside = mmproj.stat().st_size if mmproj else 0  # every merged model includes a copy
        whole = estimated_bytes(header, None, learnt) + beside
        sizes = {kind.name: size_as(header, kind) for kind in QUANT_TYPES}
        sizes |= {name: estimated_bytes(header, name, learnt) for name in p.FITTED_TYPES}
        result.type_bytes = {name: size + beside for name, size in sizes.items()}
    except (LuthierError, OSError) as error:
        result.trouble = error.message if isinstance(error, LuthierError) else str(error)
        if isinstance(error, LuthierError):
            result.hint, result.actions = str(error.hint), error.actions
    named = {Path(one.folder).name: one.name for one in listed}
    result.places = [
        _as_chosen(place, job.places.get(place.kind, ""), run, named)
        for place in places(run, known.exports, whole, Path(info.data))
    ]
    return "done", result


def learnt_tensors(run: Run) -> list[str]:
    """Return the base's tensors that a run's adapter changes; none before its first checkpoint."""
    return changed_tensors(run.adapter) if run.adapter.is_file() else []


def checkpoints(run: Run) -> list[p.ExportCheckpoint]:
    """Return the existing checkpoints, newest first, with the best marked."""
    story = story_of(run)
    steps = [int(path.name.removeprefix("step-")) for path in list_checkpoints(run.checkpoints_dir)]
    losses, best = story.losses, story.best(steps)
    return [p.ExportCheckpoint(step=step, loss=losses.get(step), best=step == best) for step in steps]


def base_header(model: str) -> Header:
    """Return the header of a run's base; for a checkpoint's folder, the header after its conversion. Raises
    LuthierError.
    """
    path = find_ollama(model).blob if model.startswith(PREFIX) else Path(model).expanduser()
    if not path.exists() and (reference := downloads.parse(model)):
        path = downloads.find(reference)
    if path.is_dir():
        return read_outline(path, _FOLDER_TYPE).header
    return joined_header(read_parts(path))


def size_as(header: Header, kind: QuantType) -> int:
    """Estimate the model's bytes in a type: vectors stay F32, and with few bits embeddings are finer."""
    bits, total = kind.bits, header.size - sum(tensor.size for tensor in header.tensors.values())
    for name, tensor in header.tensors.items():
        is_matrix = len(tensor.shape) > 1
        fine = _FINE if bits < _FINER and name in _EMBEDDINGS else bits
        total += round(tensor.elements * (fine if is_matrix else 32) / 8)
    return total


def places(run: Run, exports: Path, whole: int, data: Path) -> list[p.ExportPlace]:
    """Return each kind's default place: a folder for each run, by its name."""
    folder = own_place(lambda name: exports / name, run.title, run.name, runs_of)
    adapter = run.adapter.stat().st_size if run.adapter.is_file() else 0
    read = data.stat().st_size if data.is_file() else 0
    anew = _SCRIPTS + _AS_TOKENS * read if read else 0
    found = []
    for kind in EXPORT_KINDS.values():
        place = p.ExportPlace(kind=kind.key, bytes=whole if kind.is_whole else anew if kind.trains_anew else adapter)
        try:
            place.output = str(models_folder() if kind.own_place else kind.place_in(folder))
        except LuthierError as error:
            place.problem, place.hint, place.actions = error.message, str(error.hint), error.actions
        found.append(place)
    return found


def _as_chosen(place: p.ExportPlace, chosen: str, run: Run, named: dict[str, str]) -> p.ExportPlace:
    """Fill in the current content of a place, and its run. chosen: a place to use instead, "" for none."""
    if chosen:
        place = p.ExportPlace(kind=place.kind, output=chosen, bytes=place.bytes)
    if not place.output:
        return place
    output = there = Path(place.output)
    place.free = _free(output)
    if EXPORT_KINDS[place.kind].own_place:
        there = own_model(output, run)
        place.types_there = types_in(there)
    place.is_there = there.is_file() or (there.is_dir() and any(there.iterdir()))
    if place.is_there:
        place.run = next((named.get(name, name) for name in sorted(runs_of(there))), "")
        place.made = there.stat().st_mtime
    return place


def _free(place: Path) -> int:
    try:
        return shutil.disk_usage(nearest_existing(place)).free
    except OSError:
        return 0
