"""Copies of the frozen weights that make their products faster: forward, transposed, or both.

They are stored in a file that is mapped into memory, so that a second start need not make them, and the system can
reclaim their memory when it is short. The file's name is a digest of what the copies are made from: the weights' bytes,
the layout and the versions. The file holds the copies one after another, then a footer with a checksum of each.
Truncated or damaged files are made again. If neither the model nor this file has changed since the last start, neither
is read for this check.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import mmap
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.base import paths
from core.base.bounded_file import from_json
from core.base.cache import BoundedFolder
from core.base.callbacks import Notify, ReportProgress
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.owned_lock import made_once
from core.base.systems.machine import return_freed_memory
from core.engine.ggml import abi
from core.engine.ggml.backend import Backend, MappedStorage, Storage
from core.engine.ggml.lib import Ggml
from core.engine.ggml.tensor import Tensor, name_tensor, row_address
from core.engine.model.frozen import FrozenLinear
from core.engine.model.gguf_file import GgufFile
from core.engine.model.weight_layouts import Layout, form_of

ROWS_AT_A_TIME = 256  # a multiple of every block, so that a copy's rows can be written in pieces

FORMAT = 2  # raise it when the file's layout or the rounding of weights changes
CHUNK = 1 << 20  # bytes read at a time, to stay in the processor's cache


def hold_copies(
    backend: Backend,
    linears: Sequence[FrozenLinear],
    layouts: Sequence[Layout],
    progress: ReportProgress,
    release: Callable[[Tensor], None] = lambda weight: None,
) -> Storage:
    """Make and attach the copies that each linear's layout asks for; they live as long as the returned storage.

    progress: linears copied, of how many. release: called with weights that are no longer read.
    """
    storage = Storage(backend, 2 * len(linears) + 1)
    copied = attach_copies(storage, linears, layouts)
    if copied:
        storage.allocate()
    with workers(backend.threads) as pool:
        for done, linear in enumerate(copied, start=1):
            fill_copies(backend.ggml, linear.weight, Copies.of(linear), pool)
            if linear.forward is not None and linear.transposed is not None:
                release(linear.weight)
            progress(done, len(copied))
    return storage


class Copies(NamedTuple):
    """The copies of one weight [d_in, d_out, n_experts]."""

    forward: Tensor | None  # [d_in, d_out, n_experts]
    transposed: Tensor | None  # [d_out, d_in, n_experts]

    @staticmethod
    def of(linear: FrozenLinear) -> Copies:
        return Copies(linear.forward, linear.transposed)


def attach_copies(storage: Storage, linears: Sequence[FrozenLinear], layouts: Sequence[Layout]) -> list[FrozenLinear]:
    """Declare the copies that the layouts ask for. Return the linears that have one."""
    for linear, layout in zip(linears, layouts, strict=True):
        copies = linear.forward, linear.transposed = declare_copies(storage, linear.weight, layout)
        for copy in filter(None, copies):
            name_tensor(copy, linear.name)
    return [linear for linear in linears if linear.forward is not None or linear.transposed is not None]


def declare_copies(storage: Storage, weight: Tensor, layout: Layout) -> Copies:
    d_in, d_out, n_experts = weight.shape[:3]
    forward, transposed = (None if kind is None else form_of(kind) for kind in layout)
    return Copies(
        None if forward is None else forward.declare(storage, d_in, d_out, n_experts),
        None if transposed is None else transposed.declare(storage, d_out, d_in, n_experts),
    )


@contextmanager
def workers(n: int) -> Iterator[ThreadPoolExecutor]:
    """Yield threads for work that releases the GIL, as ctypes and numpy do. An error cancels the remaining work."""
    pool = ThreadPoolExecutor(n)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
        return_freed_memory()


def fill_copies(ggml: Ggml, weight: Tensor, copies: Copies, pool: ThreadPoolExecutor) -> None:
    """Fill copies with all threads of the pool, each a few rows at a time: a model's head is as much work as many
    layers, and this keeps little in F32.
    """
    forward, transposed = copies

    def fill(band: tuple[int, int]) -> None:
        first, count = band
        rows = dequantize_rows(ggml, weight, first, count)
        if forward is not None:
            form_of(forward.kind).write_rows(ggml, forward, weight, first, rows)
        if transposed is not None:
            form_of(transposed.kind).write_columns(ggml, transposed, first, rows)

    for _ in pool.map(fill, row_bands(weight)):
        pass


def row_bands(weight: Tensor) -> Iterator[tuple[int, int]]:
    """Yield the first row and the row count of each band of [d_in, d_out, n_experts], in order; no band crosses
    experts.
    """
    d_out, n_experts = weight.shape[1:3]
    for expert in range(n_experts):
        for start in range(0, d_out, ROWS_AT_A_TIME):
            yield expert * d_out + start, min(ROWS_AT_A_TIME, d_out - start)


def dequantize_rows(ggml: Ggml, weight: Tensor, start: int, count: int) -> NDArray[np.float32]:
    """Dequantize rows of a host tensor to F32 [count, ne0]."""
    width = weight.shape[0]
    source = row_address(weight, start)
    rows = np.empty((count, width), np.float32)
    if weight.kind == abi.F32:
        ctypes.memmove(rows.ctypes.data, source, rows.nbytes)
    else:
        ggml.get_type_traits(weight.kind).contents.to_float(source, rows.ctypes.data, rows.size)
    return rows


class Footer(msgspec.Struct, frozen=True):
    """The file's end, after the copies."""

    key: str
    checksums: list[int]  # CRC-32 of each


def hold_copies_on_disk(
    backend: Backend,
    linears: Sequence[FrozenLinear],
    layouts: Sequence[Layout],
    progress: ReportProgress,
    release: Callable[[Tensor], None],
    folder: BoundedFolder,
    notice: Notify,
    model: GgufFile | None = None,
) -> Storage:
    """Hold copies like `hold_copies`, from the folder's files. If the disk prevents that: in memory, with a notice.

    model: whose weights they are; without it, the weights are hashed and an existing file is checked each time.
    """
    storage = MappedStorage(backend, 2 * len(linears) + 1)
    copied = attach_copies(storage, linears, layouts)
    if not copied:
        return storage
    known = KnownCopies(model, [linear.weight for linear in copied], _description(copied)) if model else None
    try:
        name = known.find(folder.path) if known else None
        if name is None:
            name = _key(backend, copied)
            _ensure(folder, name, storage, backend, copied, progress, notice)
        storage.map(folder.path / name)
    except (LuthierError, OSError) as error:
        message, hint = (error.message, error.hint) if isinstance(error, LuthierError) else (str(error), "")
        notice(
            "cache.not-kept", f"The next start will not be faster, copies of the weights are not kept: {message}", hint
        )
        return hold_copies(backend, linears, layouts, progress, release)
    folder.used(name)
    if known:
        known.remember(folder.path / name)
    for linear in copied:
        if linear.forward is not None and linear.transposed is not None:
            release(linear.weight)
    progress(len(copied), len(copied))
    return storage


def _description(copied: Sequence[FrozenLinear]) -> str:
    """Return a text of all that the copies depend on, except the weights."""
    return repr((FORMAT, abi.VERSION, [_layout(linear) for linear in copied]))


def _ensure(
    folder: BoundedFolder,
    name: str,
    storage: MappedStorage,
    backend: Backend,
    copied: Sequence[FrozenLinear],
    progress: ReportProgress,
    notice: Notify,
) -> None:
    """Make the file unless it exists complete and undamaged.

    Raises LuthierError `files.cannot-write`, `cache.no-room`.
    """
    path = folder.path / name
    if _holds(path, name, storage, backend.threads):
        return
    with made_once(path, "the copies of the weights", notice, lambda: progress(0, len(copied))):
        if not _holds(path, name, storage, backend.threads):
            folder.make_room(storage.bytes)
            _make(path, storage, backend, copied, progress)


def _key(backend: Backend, copied: Sequence[FrozenLinear]) -> str:
    """Return a key that changes with the weights, the copies' types and the versions. SHA-256: processors have
    instructions for it.
    """
    whole = hashlib.sha256(f"{FORMAT}, ggml {abi.VERSION}".encode())
    with workers(backend.threads) as pool:
        for linear, digest in zip(copied, pool.map(_digest, (linear.weight for linear in copied)), strict=True):
            whole.update(repr((linear.weight.kind, linear.weight.shape, _layout(linear))).encode() + digest)
    return whole.hexdigest()[:40]


def _digest(weight: Tensor) -> bytes:
    return hashlib.sha256(_bytes(weight)).digest()


def _layout(linear: FrozenLinear) -> Layout:
    forward, transposed = (None if copy is None else copy.kind for copy in Copies.of(linear))
    return Layout(forward, transposed)


def _bytes(tensor: Tensor) -> ctypes.Array[ctypes.c_ubyte]:
    """Return a host tensor's bytes, without a copy."""
    return (ctypes.c_ubyte * tensor.bytes).from_address(abi.TensorStruct.from_address(tensor.address).data)


def _holds(path: Path, key: str, storage: MappedStorage, threads: int) -> bool:
    """Return whether the file exists, complete and undamaged. It is read, not mapped, so a disk error cannot
    crash us.
    """
    try:
        with path.open("rb") as file:
            file.seek(storage.bytes)
            footer = from_json(file.read(), type=Footer)
        if footer.key != key:
            return False
        with workers(threads) as pool:
            found = pool.map(lambda place: _checksum(path, place[1], place[0].bytes), storage.places)
            return list(found) == footer.checksums
    except (OSError, msgspec.DecodeError):
        return False


def _checksum(path: Path, offset: int, size: int) -> int:
    """Return the CRC-32 of a part of a file. Raises OSError."""
    buffer, checksum = memoryview(bytearray(CHUNK)), 0
    with path.open("rb", buffering=0) as file:
        file.seek(offset)
        while size > 0 and (count := file.readinto(buffer[: min(size, CHUNK)])):
            checksum = zlib.crc32(buffer[:count], checksum)
            size -= count
    return checksum


def _make(
    path: Path, storage: MappedStorage, backend: Backend, copied: Sequence[FrozenLinear], progress: ReportProgress
) -> None:
    """Write the copies, those of two weights at a time in memory: all threads make the next while one writes the last.

    Raises LuthierError `files.cannot-write`.
    """
    places = {tensor.address: offset for tensor, offset in storage.places}
    rooms, checksums, written = (_Room(), _Room()), list[int](), Future[list[int]]()
    written.set_result([])
    with written_whole(path) as partial, partial.open("wb") as file, workers(backend.threads) as pool:
        for done, linear in enumerate(copied):
            made = rooms[done % 2].declare(backend, linear)
            fill_copies(backend.ggml, linear.weight, made, pool)
            checksums += written.result()
            progress(done, len(copied))
            offsets = [places[copy.address] for copy in Copies.of(linear) if copy is not None]
            written = pool.submit(_write, file, [copy for copy in made if copy is not None], offsets)
        checksums += written.result()
        file.seek(storage.bytes)
        file.write(msgspec.json.encode(Footer(path.name, checksums)))


class _Room:
    """Memory for the copies of one weight after another; new memory each time would be cleared page by page."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, mmap.PAGESIZE)

    def declare(self, backend: Backend, linear: FrozenLinear) -> Copies:
        """Declare a weight's copies, replacing the previous weight's."""
        storage = MappedStorage(backend, 2)
        copies = declare_copies(storage, linear.weight, _layout(linear))
        if len(self._memory) < storage.bytes:
            self._memory = mmap.mmap(-1, storage.bytes)
        storage.lie_in(self._memory)
        return copies


def _write(file: BinaryIO, copies: Sequence[Tensor], offsets: Sequence[int]) -> list[int]:
    """Write each copy to its offset. Return their checksums."""
    for copy, offset in zip(copies, offsets, strict=True):
        file.seek(offset)
        file.write(_bytes(copy))
    return [zlib.crc32(_bytes(copy)) for copy in copies]


# Remembers which file holds the copies of a model's weights, so that a start need not read either.
#
# Both files are identified by path, size, inode and times of change. A newly converted model has other values, and so
# has a file of copies that was written to: then the weights are hashed and the copies checked again. Silent disk errors
# stay undetected in the copies, as they do in the model.

Stamp = tuple[int, int, int, int]  # size, time of change (ns), inode, its own time of change (ns)


class _Known(msgspec.Struct, frozen=True):
    """Both files' stamps when the copies were last used. name: of the copies' file."""

    model: Stamp
    name: str
    copies: Stamp


class KnownCopies:
    """Remembers the file of a mapped model's copies, by a description of all else that the copies depend on."""

    def __init__(self, model: GgufFile, weights: Sequence[Tensor], description: str) -> None:
        """weights: the ones that are copied."""
        places = [(model.offset(weight), weight.kind, weight.shape) for weight in weights]
        digest = blake2b(repr((str(model.path.absolute()), places, description)).encode(), digest_size=16)
        self._memory = paths.cache_dir() / "known-copies" / f"{digest.hexdigest()}.json"
        self._model = model
        self._stamp = _stamp(model.status())

    def find(self, folder: Path) -> str | None:
        """Return the name of the copies' file if it was complete and undamaged when last used and is unchanged
        since.
        """
        try:
            known = from_json(self._memory.read_bytes(), type=_Known)
            is_unchanged = known.model == self._stamp and known.copies == _stamp((folder / known.name).stat())
        except (OSError, ValueError):
            return None
        return known.name if is_unchanged else None

    def remember(self, copies: Path) -> None:
        """Remember a file that holds the right copies and will not change again during this start."""
        with contextlib.suppress(OSError, LuthierError):  # optional: the next start checks again
            if _stamp(self._model.status()) == self._stamp:
                known = _Known(self._stamp, copies.name, _stamp(copies.stat()))
                with written_whole(self._memory) as partial:
                    partial.write_bytes(msgspec.json.encode(known))


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns
