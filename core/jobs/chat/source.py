"""Finds what a chat loads: a model by name, or a run with the turns it was trained with."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

from core import protocol as p
from core.adapters.open import adapter_file, open_adapter
from core.base import paths
from core.base.cache import BoundedFolder
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.owned_lock import made_once
from core.chat.loaded import LEAST_CONTEXT, ChatSource
from core.convert.resolve import resolve_model
from core.engine.lora.adapter_file import Adapter
from core.export.merge import FINE, estimated_bytes, merge
from core.export.mmproj import find_mmproj
from core.export.turns import Turns, learnt_conversations, read_turns
from core.gguf.header import Header, header_of, read_header
from core.jobs.adapters import write_checked
from core.jobs.context import JobContext
from core.jobs.models.run_adapter import find_adapter, held_out_of
from core.runs.disk import size_of
from core.runs.learnt_thoughts import read_thoughts
from core.runs.run import Run

_TEMPLATE = "tokenizer.chat_template"
_CHUNK = 1 << 20  # bytes


def find_source(job: p.ChatJob | p.ConverseJob | p.ServeJob, context: JobContext) -> ChatSource:
    """Find the model and the adapter that answer. Raises LuthierError `chat.which-model`, `chat.bad-context`,
    `adapter.*`, `runs.*`, `model.*`, `export.*`.
    """
    if bool(job.model) == bool(job.run) or (job.run and job.adapter):
        raise LuthierError(
            "chat.which-model", "A chat is with a run, or with a model and its adapter.", "Name one of the two."
        )
    asked = 0 if isinstance(job, p.ChatJob) else job.context
    if asked < 0:
        raise LuthierError(
            "chat.bad-context", f"A context of {asked} tokens is impossible.", "Leave it out, or say 4096."
        )
    if job.run:
        source = _of_run(Run(Path(job.run).expanduser()), job.checkpoint, asked, context)
    else:
        model = resolve_model(job.model, context)
        source = _with_adapter(ChatSource(model, context=asked), model, job.adapter, context)
    _tell_of_pictures(job, source, context)
    if job.think != "auto":
        source = dataclasses.replace(source, think=job.think)
    if not isinstance(job, p.ConverseJob):
        return source
    raw = _learnt_texts(Run(Path(job.run).expanduser())) if job.raw is None and job.run else bool(job.raw)
    return dataclasses.replace(source, chat=False) if raw else source


def source_key(source: ChatSource) -> str:
    """Return a key for the model, the adapter's content, and the turns."""
    model = header_of(source.merged or source.model)
    adapter = source.adapter if source.merged is None else None
    key = hashlib.sha256(f"{model.path}\0{model.size}\0{model.changed}\0".encode())
    key.update(f"{source.template}\0{source.stops}\0{source.think}\0{source.context}\0".encode())
    if adapter is not None:
        _add_content(key, adapter)
    return key.hexdigest()[:16]


def _tell_of_pictures(job: p.ChatJob | p.ConverseJob | p.ServeJob, source: ChatSource, context: JobContext) -> None:
    model = job.model or Run(Path(job.run or "").expanduser()).info().model
    if find_mmproj(model, header_of(source.model), lambda code, message, hint: None) is not None:
        context.notice(
            "chat.no-pictures",
            "This model can read pictures or sound, but Luthier's chats give it text alone.",
            "Exports include the file that reads them, for other programs.",
        )


def _learnt_texts(run: Run) -> bool:
    """Return whether the run learnt running text; False if that is unknown because its data is gone."""
    info, held_out = run.info(), held_out_of(run)
    is_known = bool(held_out) or Path(info.data).exists()
    return is_known and not learnt_conversations(Path(info.data), info.config, held_out)


def _of_run(run: Run, checkpoint: str, asked: int, context: JobContext) -> ChatSource:
    info = run.info()
    adapter = find_adapter(run, checkpoint, context.notice)
    model = resolve_model(info.model, context)
    turns = _turns(run, model, context)
    source = ChatSource(
        model,
        template=str(turns.keys[_TEMPLATE]) if _TEMPLATE in turns.keys else None,
        stops=tuple(turns.stops),
        context=asked or max(LEAST_CONTEXT, 2 * info.config.context),
        think=read_thoughts(run).think,
    )
    return _with_adapter(source, model, str(adapter.file), context)


def _turns(run: Run, model: Header, context: JobContext) -> Turns:
    info = run.info()
    held_out = held_out_of(run, context.notice)
    conversations = learnt_conversations(Path(info.data), info.config, held_out)
    return read_turns(model, context.renderer, info.config, conversations=conversations)


def _with_adapter(source: ChatSource, model: Header, adapter: str | None, context: JobContext) -> ChatSource:
    if not adapter:
        return source
    path = adapter_file(Path(adapter).expanduser())
    learnt = open_adapter(path, model)
    if learnt.magnitudes:
        return dataclasses.replace(source, merged=_merged(model, learnt, path, context))
    return dataclasses.replace(source, adapter=path if path.is_file() else _as_file(model, learnt, path, context))


def _as_file(model: Header, learnt: Adapter, path: Path, context: JobContext) -> Path:
    """Convert another program's adapter folder to a cached GGUF file. Raises LuthierError as write_checked."""
    folder = BoundedFolder(paths.cache_dir() / "merged")
    file = folder.path / f"{paths.plain(path.name)}-{_key(model, path)}.gguf"
    if not file.is_file():
        folder.make_room(size_of(path))
        write_checked(file, learnt, model, "chat", context)
    folder.used(file.name)
    return file


def _merge(model: Header, learnt: Adapter, file: Path, context: JobContext) -> None:
    context.phase("export", "Merging the DoRA adapter into a copy of the model")
    with written_whole(file) as partial:
        merge(
            model,
            learnt,
            partial,
            None,
            {},
            lambda done, total: context.progress(done, total, "bytes"),
            lambda level, line: context.emit(p.Log(level=level, source="llama.cpp", text=line)),
        )


def _merged(model: Header, learnt: Adapter, path: Path, context: JobContext) -> Header:
    """Merge a DoRA adapter, which llama.cpp cannot add to a model, into a cached copy of it.

    Raises LuthierError `cache.no-room`, `files.cannot-write`, and what merge raises.
    """
    folder = BoundedFolder(paths.cache_dir() / "merged")
    name = f"{paths.plain(path.stem)}-{_key(model, path, FINE)}.gguf"  # FINE: older copies lost what was learnt
    file = folder.path / name
    if not file.is_file():
        with made_once(file, f"a merged copy of {model.path.name}", context.notice, context.control.raise_if_cancelled):
            if not file.is_file():
                folder.make_room(estimated_bytes(model, None, learnt.tensors))
                _merge(model, learnt, file, context)
    folder.used(name)
    context.notice(
        "chat.dora-merged",
        "This adapter was trained with DoRA, so a merged copy of the model answers, its weights rounded once more.",
        "Its strength cannot be changed; 0 is the base model.",
    )
    return read_header(file)


def _key(model: Header, adapter: Path, dtype: str = "") -> str:
    """Return a key for a model, an adapter and a copy's weight type."""
    key = hashlib.sha256(f"{model.path}\0{model.size}\0{model.changed}\0{dtype}".encode())
    _add_content(key, adapter)
    return key.hexdigest()[:16]


def _add_content(key: hashlib._Hash, adapter: Path) -> None:
    """Add the content of a file, or of a folder's files, to a key."""
    for path in sorted(adapter.iterdir()) if adapter.is_dir() else [adapter]:
        if path.is_file():
            key.update(f"{path.name}\0".encode())
            with path.open("rb") as file:
                while part := file.read(_CHUNK):
                    key.update(part)
