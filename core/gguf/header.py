"""A GGUF file's metadata, read strictly: everything is checked against the file.

Layout (ggml's gguf.h): `GGUF`, version, numbers of tensors and of keys; the keys with their values; name, shape, type
and offset of each tensor; padding; the tensors' data. ggml's own reader trusts much of it, and aborts the whole process
if it does not, so every file is checked by this reader before ggml or llama.cpp sees it.

Only metadata is read, and long arrays are skipped, so a model of any size takes milliseconds.
"""

from __future__ import annotations

import math
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.base.bounded_file import pickle_refusal, pointer_refusal
from core.base.errors import Do, LuthierError
from core.gguf.stream import HeaderStream
from core.gguf.types import ARRAY, SCALARS, STRING, TENSOR_TYPES, U32, Array, Scalar, TensorInfo, TensorType

MAGIC = b"GGUF"
VERSIONS = (2, 3)
_MAX_KEYS, _MAX_TENSORS = 1 << 16, 1 << 17
_MAX_KEY, _MAX_TEXT = 65_535, 16 << 20  # bytes; the format's own limit, and that of a value such as a chat template
_MAX_NAME = 63  # bytes of a tensor's name: ggml keeps 64 with the end mark
_MAX_DIMENSIONS = 4
_MAX_ELEMENTS = 1 << 62  # of a tensor, below the limit of 64 bits
_MOST_VALUES = 4096  # the most elements of a numeric array that is read: per-layer numbers, not vocabularies
_ALIGNMENT_KEY, _ALIGNMENT = "general.alignment", 32


@dataclass(frozen=True)
class Header:
    """A GGUF file's metadata. size: of the whole file, in bytes. kinds: enum gguf_type of the scalars and texts.

    spans: each key's position in the file with its value: its first byte, and the first after it.
    changed: when the file was last written to, ns; None without a file.
    """

    path: Path
    size: int
    values: Mapping[str, Scalar]
    kinds: Mapping[str, int]
    arrays: Mapping[str, Array]
    tensors: Mapping[str, TensorInfo]
    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    changed: int | None = None

    @property
    def alignment(self) -> int:
        """Return the alignment of the tensors' data, in bytes."""
        return int(self.values.get(_ALIGNMENT_KEY, _ALIGNMENT))

    @property
    def data_start(self) -> int:
        """Return the first byte of the tensors' data: all metadata is before it."""
        return min((tensor.start for tensor in self.tensors.values()), default=self.size)

    def text(self, key: str) -> str | None:
        """Return a text, or None if the key has none."""
        value = self.values.get(key)
        return value if isinstance(value, str) else None

    @property
    def architecture(self) -> str:
        """GGUF's name of the architecture, or "" if the file gives none."""
        return self.text("general.architecture") or ""

    def require_unchanged(self, now: os.stat_result) -> None:
        """Require that the file was not written to since its header was read. Raises LuthierError `model.changed`."""
        if (now.st_size, now.st_mtime_ns) != (self.size, self.changed):
            raise LuthierError(
                "model.changed",
                f"The model file {self.path} was written to while it was in use.",
                Do.by("Put the original file back; the run then continues from its last checkpoint.", "--resume"),
            )


def read_header(path: Path) -> Header:
    """Read and check everything but the weights themselves.

    Raises LuthierError `model.missing`, `model.not-gguf`, `model.unreadable` or `model.truncated`, each with the byte
    and the key or tensor at fault.
    """
    require_file(path)
    try:
        with path.open("rb", buffering=1 << 18) as stream:
            status = os.fstat(stream.fileno())
            return _read(HeaderStream(path, stream, status.st_size), status.st_mtime_ns)
    except OSError as error:
        raise LuthierError(
            "model.unreadable",
            f"{path} cannot be read: {error.strerror or error}.",
            "Check that you may read the file, and that the disk is sound.",
        ) from error


ModelFile = Path | Header  # a file, or its header if already read


def header_of(file: ModelFile) -> Header:
    """Read a file's header; a header is returned unchanged if its file is too.

    Raises LuthierError `model.changed`, and the errors of read_header.
    """
    if isinstance(file, Path):
        return read_header(file)
    if file.changed is not None:
        require_file(file.path)
        file.require_unchanged(file.path.stat())
    return file


def is_gguf(path: Path) -> bool:
    """Return whether a file is GGUF, by its first four bytes."""
    with path.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


def require_file(path: Path) -> None:
    """Require a regular file. Raises LuthierError `model.missing`."""
    try:
        if stat.S_ISREG(path.stat().st_mode):
            return
        what = f"{path} is not a file."
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        what = f"The model file {path} cannot be found: {reason}."
    raise LuthierError("model.missing", what, "Check the path.")


def _read(stream: HeaderStream, changed: int) -> Header:
    magic = stream.take(min(len(MAGIC), stream.size))
    if magic != MAGIC:
        raise (
            pointer_refusal(stream.path)
            or pickle_refusal(stream.path)
            or LuthierError(
                "model.not-gguf",
                f"{stream.path} is not a GGUF file: " + ("something else is in it." if magic else "it is empty."),
                "Choose a .gguf model, or a folder with safetensors weights.",
            )
        )
    version = stream.scalar(SCALARS[U32])
    if version not in VERSIONS:
        raise stream.damaged(_unknown_version(version))
    n_tensors, n_keys = stream.count(), stream.count()
    for count, most, what in ((n_tensors, _MAX_TENSORS, "tensors"), (n_keys, _MAX_KEYS, "keys")):
        if count > most:
            raise stream.damaged(f"claims {count:,} {what}, and {most:,} are the most that is sensible")
    values, kinds, arrays, spans = _read_keys(stream, n_keys)
    alignment = _alignment(stream, values, kinds, arrays)
    tensors = _read_tensors(stream, n_tensors, alignment)
    return Header(stream.path, stream.size, values, kinds, arrays, tensors, spans, changed)


def _unknown_version(version: int) -> str:
    if version & 0xFFFF == 0:
        return "has a version in the other byte order: the file was made for big-endian machines"
    return f"has version {version}, and Luthier reads {' and '.join(map(str, VERSIONS))}"


def _read_keys(
    stream: HeaderStream, count: int
) -> tuple[dict[str, Scalar], dict[str, int], dict[str, Array], dict[str, tuple[int, int]]]:
    values: dict[str, Scalar] = {}
    kinds: dict[str, int] = {}
    arrays: dict[str, Array] = {}
    spans: dict[str, tuple[int, int]] = {}
    for number in range(1, count + 1):
        stream.place, begin = f"key {number} of {count}", stream.position
        key = _name(stream, _MAX_KEY)
        stream.place = f"key {key!r}"
        if key in values or key in arrays:
            raise stream.damaged("is there twice")
        kind = stream.scalar(SCALARS[U32])
        if kind == ARRAY:
            arrays[key] = _read_array(stream)
        else:
            values[key], kinds[key] = _read_value(stream, kind), kind
        spans[key] = begin, stream.position
    return values, kinds, arrays, spans


def _name(stream: HeaderStream, longest: int) -> str:
    raw = stream.text(longest)
    try:
        name = raw.decode()
    except UnicodeDecodeError:
        raise stream.damaged(f"has a name that is not text ({raw[:40]!r})") from None
    if not name or "\0" in name:  # C would read it only up to the zero byte
        raise stream.damaged(f"has no usable name ({name[:40]!r})")
    return name


def _read_value(stream: HeaderStream, kind: int) -> Scalar:
    if kind == STRING:
        return stream.text(_MAX_TEXT).decode("utf-8", "replace")
    if kind not in SCALARS:
        raise stream.damaged(f"has a value of unknown type {kind}")
    value: Scalar = stream.scalar(SCALARS[kind])
    return value


def _read_array(stream: HeaderStream) -> Array:
    kind, length = stream.scalar(SCALARS[U32]), stream.count()
    start = stream.position
    if kind == STRING:
        stream.skip_strings(length)
        return Array(kind, length, start, stream.position - start)
    if kind not in SCALARS:
        raise stream.damaged(f"is an array of unknown type {kind}")
    layout = SCALARS[kind]
    if length > _MOST_VALUES:
        stream.skip(length * layout.size)
        return Array(kind, length, start, stream.position - start)
    raw = stream.take(length * layout.size)
    return Array(kind, length, start, len(raw), tuple(value for (value,) in layout.iter_unpack(raw)))


def _alignment(
    stream: HeaderStream, values: Mapping[str, Scalar], kinds: Mapping[str, int], arrays: Mapping[str, Array]
) -> int:
    """Return the alignment of the tensors' data, in bytes. The format requires a multiple of eight, ggml a power of
    two.
    """
    stream.place = f"key {_ALIGNMENT_KEY!r}"
    if _ALIGNMENT_KEY in arrays or kinds.get(_ALIGNMENT_KEY, U32) != U32:
        raise stream.damaged("is not a 32-bit number")
    alignment = int(values.get(_ALIGNMENT_KEY, _ALIGNMENT))
    if alignment < 8 or alignment & (alignment - 1):
        raise stream.damaged(f"is {alignment}, and has to be 8, 16, 32 or another power of two")
    return alignment


def _read_tensors(stream: HeaderStream, count: int, alignment: int) -> dict[str, TensorInfo]:
    """Tensors are stored one after the other, each padded to the alignment; ggml accepts nothing else."""
    found: dict[str, TensorInfo] = {}  # start: from the beginning of the data, whose position is not known yet
    expected, before = 0, ""
    for number in range(1, count + 1):
        stream.place = f"tensor {number} of {count}"
        name = _name(stream, _MAX_NAME)
        stream.place = f"tensor {name}"
        if name in found:
            raise stream.damaged("is there twice")
        shape, n_axes = _read_shape(stream)
        kind = stream.scalar(SCALARS[U32])
        size = _tensor_bytes(stream, kind, shape)
        offset = stream.count()
        if offset < expected:
            raise stream.damaged(f"lies on top of {before}: it starts at byte {offset:,} of the data")
        if offset > expected:
            raise stream.damaged(f"starts at byte {offset:,} of the data rather than at {expected:,}")
        found[name] = TensorInfo(name, kind, shape, offset, size, n_axes)
        expected, before = _padded(offset + size, alignment), name
    start = _padded(stream.position, alignment)
    placed = {name: tensor._replace(start=start + tensor.start) for name, tensor in found.items()}
    for tensor in placed.values():
        if tensor.start + tensor.size > stream.size:
            raise _cut_off(stream, tensor)
    return placed


def _read_shape(stream: HeaderStream) -> tuple[tuple[int, int, int, int], int]:
    dimensions = stream.scalar(SCALARS[U32])
    if not 1 <= dimensions <= _MAX_DIMENSIONS:
        raise stream.damaged(f"has {dimensions:,} dimensions rather than one to {_MAX_DIMENSIONS}")
    sizes = [stream.count() for _ in range(dimensions)]
    if not all(0 < size < _MAX_ELEMENTS for size in sizes) or math.prod(sizes) >= _MAX_ELEMENTS:
        raise stream.damaged(f"has the impossible shape {sizes}")
    a, b, c, d = (*sizes, 1, 1, 1)[:_MAX_DIMENSIONS]
    return (a, b, c, d), dimensions


def _tensor_bytes(stream: HeaderStream, kind: int, shape: tuple[int, int, int, int]) -> int:
    row: TensorType | None = TENSOR_TYPES.get(kind)
    if row is None:
        raise stream.damaged(f"has the unknown type {kind}: the file may be for a newer llama.cpp")
    if shape[0] % row.block:
        raise stream.damaged(f"is {row.name} and {shape[0]:,} wide, which blocks of {row.block} do not divide")
    return math.prod(shape) // row.block * row.size


def _padded(count: int, alignment: int) -> int:
    return -(-count // alignment) * alignment


def _cut_off(stream: HeaderStream, tensor: TensorInfo) -> LuthierError:
    return LuthierError(
        "model.truncated",
        f"{stream.path} ends in the middle of tensor {tensor.name}, which goes up to byte "
        f"{tensor.start + tensor.size:,}, and the file has {stream.size:,}.",
        "The download or copy was cut off: get the file again.",
    )
