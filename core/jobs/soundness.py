"""Whether a model can be worked with at all, found once per file: llama.cpp takes it, and its weights are numbers."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from threading import Event

import llama_cpp
import msgspec

from core import paths
from core.errors import LuthierError
from core.files import written_whole
from core.gguf.finite import not_finite
from core.gguf.header import read_header
from core.jobs.context import JobContext
from core.llamacpp import cannot_load, refusal

_NAMED = 8  # tensors
_PATIENCE = 0.1  # seconds between looks whether the user wants to go on


class _Known(msgspec.Struct):
    """What was found in a file of that size (bytes) and time of change (ns). loads_in: the llama-cpp-python that took
    it, none when it was not asked.
    """

    size: int
    changed: int
    not_finite: list[str]
    loads_in: str = ""


@contextmanager
def weights_checked(model: Path, context: JobContext) -> Iterator[None]:
    """Let llama.cpp open a GGUF file, then look through its weights beside what is done meanwhile; at the end say which
    hold NaN or infinity.

    A file is looked through once: what was found is kept in the cache folder, by its place, size and time of change.
    Raises LuthierError `model.cannot-load` with llama.cpp's reason, before hours of training that would end with it.
    """
    known = _recall(model)
    if (known is None or known.loads_in != llama_cpp.__version__) and (reason := refusal(model)):
        raise cannot_load(model, reason)
    given_up = Event()
    with ThreadPoolExecutor(1, "weights") as thread:
        search = thread.submit(_find, model, known, given_up)
        try:
            yield
            while wait([search], _PATIENCE).not_done:
                context.control.raise_if_cancelled()
        except BaseException:
            given_up.set()
            raise
        names = search.result()
    if names:
        some = ", ".join(names[:_NAMED]) + (" and others" if len(names) > _NAMED else "")
        context.notice(
            "model.not-finite",
            f"{len(names)} tensors of {model.name} hold values that are not finite numbers: {some}.",
            "The model will not work with them: download it again, or choose another.",
        )


def _find(model: Path, known: _Known | None, given_up: Event) -> list[str]:
    """[] also where the file cannot be read: whoever uses it says that."""
    try:
        status = model.stat()
        found = not_finite(read_header(model), given_up.is_set) if known is None else known.not_finite
        now = _Known(status.st_size, status.st_mtime_ns, found, llama_cpp.__version__)
        if now != known and not given_up.is_set():
            with written_whole(_memory(model)) as partial:
                partial.write_bytes(msgspec.json.encode(now))
        return found
    except (OSError, LuthierError):
        return []


def _memory(model: Path) -> Path:
    name = blake2b(str(model.absolute()).encode(), digest_size=16).hexdigest()
    return paths.cache_dir() / "weights" / f"{name}.json"


def _recall(model: Path) -> _Known | None:
    """What is known of the file as it is now."""
    try:
        status, known = model.stat(), msgspec.json.decode(_memory(model).read_bytes(), type=_Known)
    except (OSError, msgspec.DecodeError):
        return None  # not looked at yet, or by another version
    return known if (known.size, known.changed) == (status.st_size, status.st_mtime_ns) else None
