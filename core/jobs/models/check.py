"""Checks model files, once per file: whether llama.cpp loads it, checksums, and weights that are NaN or infinite.

A run records the model that it was started with in its model.json, so that it does not silently continue with another;
runs of older versions record it when they are next resumed.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from threading import Event

import llama_cpp
import msgspec

from core.base import formats, paths
from core.base.bounded_file import from_json
from core.base.callbacks import Notify
from core.base.errors import LuthierError, in_words
from core.base.files import written_whole
from core.base.formats import Format
from core.base.numbers import moment
from core.engine.llama_cpp.model import cannot_load, refusal
from core.gguf.finite import look_through
from core.gguf.header import Header, header_of
from core.jobs.context import JobContext
from core.runs.run import Run

_NAMED = 8  # tensors to name in a message
_POLL = 0.1  # seconds between checks for a cancellation


class Contents(msgspec.Struct, frozen=True):
    """The findings about a file with this size (bytes) and modification time (ns). Checksums are CRC-32.

    loads_in: the version of llama-cpp-python that loaded it, empty if not tried.
    """

    size: int
    changed: int
    place: tuple[int, int]  # inode and ctime, which reveal a changed file with a restored mtime
    not_finite: list[str]
    header: int
    tensors: dict[str, int]
    loads_in: str = ""


@contextmanager
def weights_checked(model: Header, context: JobContext) -> Iterator[Callable[[], Contents | None]]:
    """Let llama.cpp open a GGUF file, then check its weights in parallel with this context; at the end, send a notice
    of those with NaN or infinity.

    A file is checked once: the findings are stored in the cache folder, by its path, size, modification times and
    inode. Yields a function that waits for the findings: None if the file cannot be read, which its user reports.
    Raises LuthierError `model.cannot-load` with llama.cpp's reason, before hours of training that would end in it.
    """
    known, given_up = _recall(model.path), Event()
    if (known is None or known.loads_in != llama_cpp.__version__) and (reason := refusal(model)):
        raise cannot_load(model.path, reason)
    with ThreadPoolExecutor(1, "weights") as thread:
        search = thread.submit(_find, model, known, given_up)

        def contents() -> Contents | None:
            while wait([search], _POLL).not_done:
                context.control.raise_if_cancelled()
            return search.result()

        try:
            yield contents
            found = contents()
        except BaseException:
            given_up.set()
            raise
    if found and (names := found.not_finite):
        some = ", ".join(names[:_NAMED]) + (" and others" if len(names) > _NAMED else "")
        context.notice(
            "model.not-finite",
            f"{len(names)} tensors of {model.path.name} hold values that are not finite numbers: {some}.",
            "The model will not work with them: download it again, or choose another.",
        )


def _find(model: Header, known: Contents | None, given_up: Event) -> Contents | None:
    if known is not None and known.loads_in == llama_cpp.__version__:
        return known
    try:
        found = known or _looked_through(model, given_up)
    except (OSError, LuthierError):
        return None
    if given_up.is_set():
        return None
    found = msgspec.structs.replace(found, loads_in=llama_cpp.__version__)
    with suppress(LuthierError), written_whole(_memory(model.path)) as partial:  # it can be checked again
        partial.write_bytes(msgspec.json.encode(found))
    return found


def _looked_through(model: Header, given_up: Event) -> Contents:
    """Check a file's weights and compute its checksums. Raises OSError, LuthierError."""
    stamp = _stamp(model.path)
    weights = look_through(header_of(model), given_up.is_set)
    return Contents(*stamp, weights.not_finite, _header_checksum(model), weights.checksums)


def _stamp(model: Path) -> tuple[int, int, tuple[int, int]]:
    """Return a file's size, modification time, inode and ctime. Raises OSError."""
    status = model.stat()
    return status.st_size, status.st_mtime_ns, (status.st_ino, status.st_ctime_ns)


def _header_checksum(header: Header) -> int:
    """Return the checksum of all bytes before the weights. Raises OSError."""
    with header.path.open("rb") as file:
        return zlib.crc32(file.read(header.data_start))


def _memory(model: Path) -> Path:
    name = blake2b(str(model.absolute()).encode(), digest_size=16).hexdigest()
    return paths.cache_dir() / "weights" / f"{name}.json"


def _recall(model: Path) -> Contents | None:
    """Return the stored findings if they match the file as it is now."""
    try:
        stamp, known = _stamp(model), from_json(_memory(model).read_bytes(), type=Contents)
    except (OSError, ValueError):
        return None  # not checked yet, or by another version
    return known if (known.size, known.changed, known.place) == stamp else None


class ModelFingerprint(msgspec.Struct, frozen=True, kw_only=True):
    """A model file at the start of a run. Checksums are CRC-32."""

    path: str
    name: str  # from the file's metadata
    type: str  # the type of most of its weights: q4_K, f16, ...
    changed: int  # modification time, ns
    size: int  # bytes
    header: int  # checksum of all bytes before the weights
    tensors: dict[str, int]  # checksums by name

    def __str__(self) -> str:
        return f"{self.path} ({self.name}, {self.type}, {self.size:,} bytes, of {moment(self.changed / 1e9)})"


_FORMAT = Format(ModelFingerprint)


def model_of_run(run: Run, notice: Notify = lambda code, message, hint: None) -> ModelFingerprint | None:
    """Return the model that a run was started with; None if it was not recorded, or (with a notice) the record is
    damaged.
    """
    try:
        return formats.read(run.model_file, _FORMAT)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        notice(
            "resume.model-unknown",
            f"Whether the model is still the one that {run.name} was started with is not known: "
            f"{run.model_file.name} cannot be read: {in_words(error)}.",
            "The run goes on with the model as it is.",
        )
        return None


def remember_model(run: Run, model: Header, contents: Contents) -> None:
    """Write the model's fingerprint into the run. Raises LuthierError `files.cannot-write`."""
    formats.write(run.model_file, _fingerprint(model, contents), _FORMAT)


def require_same_model(then: ModelFingerprint, model: Header, contents: Contents) -> None:
    """Require the model that the run was started with. Raises LuthierError `resume.changed-model`, which names both and
    their differences.
    """
    if (then.size, then.header, then.tensors) == (contents.size, contents.header, contents.tensors):
        return
    now = _fingerprint(model, contents)
    raise LuthierError(
        "resume.changed-model",
        f"The model is not the one this run was started with. It was {then}; now it is {now}: "
        f"{_difference(then, now)}.",
        "Put the original file back, or start a new run.",
    )


def _fingerprint(model: Header, contents: Contents) -> ModelFingerprint:
    sizes: Counter[str] = Counter()
    for tensor in model.tensors.values():
        sizes[tensor.type_name] += tensor.size
    return ModelFingerprint(
        path=str(model.path),
        name=model.text("general.name") or "no name",
        type=max(sizes, key=lambda name: sizes[name], default=""),
        changed=contents.changed,
        size=contents.size,
        header=contents.header,
        tensors=contents.tensors,
    )


def _difference(then: ModelFingerprint, now: ModelFingerprint) -> str:
    changed = [name for name in {**then.tensors, **now.tensors} if then.tensors.get(name) != now.tensors.get(name)]
    if changed:
        return f"{len(changed)} of {len({**then.tensors, **now.tensors})} tensors differ, {changed[0]} among them"
    return "the weights are the same, but what the file says about them is not"
