"""A warning of weights that are not numbers, without a start that takes longer for it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from threading import Event

import msgspec

from core import paths
from core.errors import LuthierError
from core.files import written_whole
from core.gguf.finite import not_finite
from core.gguf.header import read_header
from core.jobs.context import JobContext

_NAMED = 8  # tensors
_PATIENCE = 0.1  # seconds between looks whether the user wants to go on


class _Known(msgspec.Struct):
    """What was found in a file of that size (bytes) and time of change (ns)."""

    size: int
    changed: int
    not_finite: list[str]


@contextmanager
def weights_checked(model: Path, context: JobContext) -> Iterator[None]:
    """Look through a GGUF file's weights beside what is done meanwhile; at the end say which hold NaN or infinity.

    A file is looked through once: what was found is kept in the cache folder, by its place, size and time of change.
    """
    given_up = Event()
    with ThreadPoolExecutor(1, "weights") as thread:
        search = thread.submit(_find, model, given_up)
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


def _find(model: Path, given_up: Event) -> list[str]:
    """[] also where the file cannot be read: whoever uses it says that."""
    try:
        status = model.stat()
        memory = _memory(model)
        known = _recall(memory)
        if known is not None and (known.size, known.changed) == (status.st_size, status.st_mtime_ns):
            return known.not_finite
        found = not_finite(read_header(model), given_up.is_set)
        if not given_up.is_set():
            with written_whole(memory) as partial:
                partial.write_bytes(msgspec.json.encode(_Known(status.st_size, status.st_mtime_ns, found)))
        return found
    except (OSError, LuthierError):
        return []


def _memory(model: Path) -> Path:
    name = blake2b(str(model.absolute()).encode(), digest_size=16).hexdigest()
    return paths.cache_dir() / "weights" / f"{name}.json"


def _recall(memory: Path) -> _Known | None:
    try:
        return msgspec.json.decode(memory.read_bytes(), type=_Known)
    except (OSError, msgspec.DecodeError):
        return None  # not looked at yet, or by another version
