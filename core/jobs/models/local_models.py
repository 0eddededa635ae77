"""Describes the models on this disk: what each is, whether this machine can train it, and in how much memory.

Also describes a model on the hub in the same way, from some megabytes of headers: a sparse file is as large as the
model, with a hole in place of the weights, so that the usual readers work.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import gguf

from core import protocol as p
from core.base import settings
from core.base.errors import LuthierError
from core.convert.naming import called, family_title
from core.convert.resolve import read_outline
from core.convert.safetensors import read_entries
from core.convert.vocab import has_chat_template, require_tokenizer
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load
from core.engine.model.weights import load_model
from core.engine.train.plan.changes import leanest_plan
from core.families.table import FAMILIES
from core.families.values import read_json
from core.gguf import downloads
from core.gguf.header import Header, read_header
from core.gguf.join import joined_header, read_parts
from core.hub import polling
from core.hub.client import HubClient
from core.hub.local_models import FoundModel, find_local, looked_in
from core.hub.model_card import licence_beside, licence_of, restriction
from core.hub.repository import RemoteFile, Repository, choose_files, look_up
from core.jobs.context import JobContext, Outcome
from core.memory.monitor import memory_budget
from core.protocol.config import TrainConfig
from core.runs.run import list_runs

_TOKENS = "tokenizer.ggml.tokens"
_FOLDER_DTYPE = "f16"  # the type that a folder is converted to for training

_FIRST, _MOST = 1 << 20, 128 << 20  # bytes of a header: first request, and maximum
_MOST_TEXT = 32 << 20  # bytes of a small text file
_FILES_AT_ONCE = 4
_VOCABULARIES = ("tokenizer.json", "tokenizer.model", "vocab.json", "merges.txt")  # one of them must exist
_HEADERS: dict[str, Callable[[Path], object]] = {".gguf": read_header, ".safetensors": read_entries}


def list_models(job: p.ListModelsJob, context: JobContext) -> Outcome[p.ListModelsResult]:
    """Return every model found, readable or not. Nothing is written, and no weights are read."""
    context.phase("models", "Looking for models on this disk")
    found = list(map(_given, job.paths))
    given = {os.path.realpath(one.path) for one in found}
    everywhere = find_local() if job.everywhere else ()
    found += [one for one in everywhere if one.source == "Ollama" or os.path.realpath(one.path) not in given]
    ggml, config = load(), TrainConfig()
    budget, models, used = memory_budget(config), [], trained_on()
    for done, one in enumerate(found):
        context.progress(done, len(found), "models")
        models.append(describe(one, ggml, config, budget))
        models[-1].runs = list(dict.fromkeys([*used.get(one.model, ()), *used.get(str(one.path), ())]))
    context.progress(len(found), len(found), "models")
    folders = [f"{source}: {folder}" for source, folder in looked_in()] if job.everywhere else []
    return "done", p.ListModelsResult(models=models, budget_bytes=budget, folders=folders)


def trained_on() -> dict[str, list[str]]:
    """Return the titles of runs by their model's name, and by its path."""
    names: dict[str, list[str]] = {}
    for run in list_runs().runs:
        model = run.info().model
        places = {model}
        with suppress(LuthierError, OSError):
            reference = downloads.parse(model)
            path = Path(model).expanduser()
            places.add(str(downloads.find(reference) if reference and not path.exists() else path.absolute()))
        for place in places:
            names.setdefault(place, []).append(run.title)
    return names


def _given(text: str) -> FoundModel:
    path = Path(text).expanduser()
    return FoundModel(path.name, "File", path, text)


def describe(found: FoundModel, ggml: Ggml, config: TrainConfig, budget: int) -> p.LocalModel:
    """Describe a model, and whether Luthier trains it. Never raises: problems are part of the description."""
    model = p.LocalModel(
        name=found.name, source=found.source, model=found.model, path=str(found.path), licence=found.licence
    )
    try:
        if found.error is not None:
            raise found.error
        downloads.require_whole(found.path)
        header = _folder(found.path, model) if found.path.is_dir() else _file(found.path, model)
        frozen = load_model(ggml, header, mapped=False)
        plan = leanest_plan(frozen, config, config.row_tokens)
        if model.format == "gguf":
            _require_tokenizer(header)
        model.trains, model.need, model.fits = True, plan.total, plan.total <= budget
    except LuthierError as error:
        model.trouble, model.hint, model.actions = error.message, str(error.hint), error.actions
    except OSError as error:
        model.trouble = f"{found.path} cannot be read: {error.strerror or error}."
    model.licence_note = restriction(model.licence)
    return model


def _file(path: Path, model: p.LocalModel) -> Header:
    model.bytes = path.stat().st_size
    headers = read_parts(path)
    header = joined_header(headers)
    prefix = header.architecture
    model.format, model.architecture = "gguf", prefix
    model.bytes = sum(part.size for part in headers)
    model.parameters = sum(tensor.elements for tensor in header.tensors.values())
    model.quantization = quantization(header)
    context = header.values.get(f"{prefix}.context_length", 0)
    model.context = context if isinstance(context, int) else 0
    model.chat_template = header.text("tokenizer.chat_template") is not None
    model.licence = licence_of(header) or model.licence or licence_beside(path)[0]
    model.title = called(header, f"{model.name} {path.stem}")
    return header


def _require_tokenizer(header: Header) -> None:
    if _TOKENS not in header.arrays:
        raise LuthierError(
            "model.no-tokenizer",
            "The file holds no tokenizer, so text cannot be made into what the model reads.",
            "Take another file of this model, or convert the original, which brings its tokenizer.",
        )


def quantization(header: Header) -> str:
    """Return the quantization named in the file, else the type of most of its bytes."""
    number = header.values.get("general.file_type")
    known = {int(kind): kind.name for kind in gguf.LlamaFileType}
    if isinstance(number, int) and number in known:
        return known[number].removeprefix("MOSTLY_").removeprefix("ALL_")
    sizes: Counter[str] = Counter()
    for tensor in header.tensors.values():
        sizes[tensor.type_name] += tensor.size
    return max(sizes, key=lambda name: sizes[name], default="").upper()


def _folder(folder: Path, model: p.LocalModel) -> Header:
    model.bytes = sum(file.stat().st_size for file in folder.glob("*.safetensors"))
    model.format, model.architecture = "safetensors", (name := _class_name(folder))
    model.title = family_title("", name, model.name) if name in FAMILIES else ""
    model.chat_template, model.licence = has_chat_template(folder), licence_beside(folder)[0] or model.licence
    outline = read_outline(folder, _FOLDER_DTYPE)
    require_tokenizer(folder)
    model.architecture, model.context = outline.config.architecture, outline.config.context_length
    model.bytes = sum(entry.nbytes for entry in outline.found.values())
    model.parameters = sum(tensor.elements for tensor in outline.header.tensors.values())
    model.title = called(outline.header, f"{model.name} {folder.name}", name)
    kinds = Counter("FP8" if entry.dtype.startswith("F8_") else entry.dtype for entry in outline.found.values())
    ((model.quantization, _),) = kinds.most_common(1)
    return outline.header


def _class_name(folder: Path) -> str:
    names = read_json(folder / "config.json").get("architectures")
    return str(names[0]) if isinstance(names, list) and names else ""


def peek(job: p.PeekJob, context: JobContext) -> Outcome[p.PeekResult]:
    """Describe a model on the hub without its weights. Raises LuthierError `hub.*`, `model.unreadable`,
    `model.which-file`.
    """
    called = f"{job.repo}:{job.file}" if job.file else job.repo
    context.phase("peek", f"Looking into {job.file or job.repo}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / job.repo.rpartition("/")[2]
        work = _fetched(job, folder)
        path, licence = polling.run(polling.polled(work, context.control.raise_if_cancelled))
        config = TrainConfig()
        budget = memory_budget(config)
        found = FoundModel(job.file or job.repo, "Hugging Face", path, called, licence)
        model = describe(found, load(), config, budget)
    return "done", p.PeekResult(model=model, budget_bytes=budget)


async def _fetched(job: p.PeekJob, folder: Path) -> tuple[Path, str]:
    """Write a download's files without the weights. Return the model's path and its licence."""
    folder.mkdir()
    async with HubClient(settings.load()) as client:
        repository = await look_up(client, job.repo)
        slots = asyncio.Semaphore(_FILES_AT_ONCE)

        async def bring(file: RemoteFile) -> None:
            async with slots:
                await _bring(client, repository, file, folder / Path(file.name).name)

        files = choose_files(repository, [job.file] if job.file else [])
        try:
            async with asyncio.TaskGroup() as group:
                for file in files:
                    group.create_task(bring(file))
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
    ggufs = [folder / Path(file.name).name for file in files if file.name.endswith(".gguf")]
    return (ggufs[0] if ggufs else folder), repository.info.licence


async def _bring(client: HubClient, repository: Repository, file: RemoteFile, path: Path) -> None:
    if path.suffix in _HEADERS:
        await _header(client, repository, file, path)
    elif path.name in _VOCABULARIES:
        path.touch()
    else:
        path.write_text(await client.get_text(repository.path_of(file), _MOST_TEXT), "utf-8", newline="\n")


async def _header(client: HubClient, repository: Repository, file: RemoteFile, path: Path) -> None:
    """Fetch enough of a file to read its header. An incomplete header ends in zeros, which is no tensor's name."""
    look_at, read = _FIRST, _HEADERS[path.suffix]
    with path.open("wb") as stream:
        async with client.stream(repository.path_of(file), 0) as response:
            async for chunk in response.aiter_bytes():
                stream.write(chunk[: file.size - stream.tell()])
                if stream.tell() < min(look_at, file.size):
                    continue
                stream.flush()
                os.truncate(path, file.size)
                look_at *= 2
                try:
                    read(path)
                except LuthierError:
                    if stream.tell() >= min(_MOST, file.size):
                        raise
                else:
                    return
    read(path)
