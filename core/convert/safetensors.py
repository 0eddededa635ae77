"""Reads Hugging Face weights: one .safetensors file or several with an index, one tensor at a time.

Format: 8 bytes little-endian header length, a JSON header {name: {dtype, shape, data_offsets}}, then raw data. The
whole header is checked against the file's size before anything is mapped.
"""

from __future__ import annotations

import errno
import itertools
import math
import os
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.bounded_file import PICKLES, pickle_refusal, pointer_refusal
from core.base.errors import LuthierError, in_words
from core.families.values import parse_json

INDEX = "model.safetensors.index.json"
SINGLE = "model.safetensors"
MAX_HEADER = 100_000_000  # bytes; the limit of the safetensors library
_MOST_AXES = 8
# The longest name of a shard; characters that lead out of its folder on some system.
_LONGEST_NAME, _STEPS = 200, frozenset("/\\:\0")
_SIZES_END = 1 << 62  # of extents and offsets: larger values fit no file

# numpy has no BF16: its bits are read as uint16, see core/convert/convert.py.
_NUMPY_TYPES: dict[str, np.dtype[Any]] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "BF16": np.dtype("<u2")}
_ITEM_SIZES = {
    "F64": 8, "F32": 4, "F16": 2, "BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1,
    "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U64": 8, "U32": 4, "U16": 2, "U8": 1, "BOOL": 1,
}  # fmt: skip
_DAMAGED = "The file is damaged or was not downloaded completely: download it again."


@dataclass(frozen=True)
class TensorEntry:
    """A tensor in a file. shape is in safetensors order: slowest axis first."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    file: Path
    start: int  # byte offset in the file
    end: int

    @property
    def nbytes(self) -> int:
        return self.end - self.start

    def read(self) -> NDArray[Any]:
        """Map the tensor: float32, float16, or the bits of BF16 as uint16.

        Raises LuthierError `convert.unsupported-dtype` for anything else (already quantized weights, integers).
        """
        dtype = self.item
        if self.nbytes == 0:
            return np.empty(self.shape, dtype)
        mapped: NDArray[Any] = np.memmap(self.file, dtype, "r", offset=self.start, shape=self.shape)
        return mapped

    def read_bytes(self) -> NDArray[np.uint8]:
        """Map a tensor of packed weights. Raises LuthierError `convert.unsupported-dtype`."""
        if self.dtype != "U8":
            raise LuthierError(
                "convert.unsupported-dtype",
                f"{self.file}: tensor {self.name} is {self.dtype}; packed weights are U8.",
                "Get the model's original weights.",
            )
        mapped: NDArray[np.uint8] = np.memmap(self.file, np.uint8, "r", offset=self.start, shape=self.shape)
        return mapped

    def read_rows(self, first: int, count: int) -> NDArray[Any]:
        """Read rows of the tensor seen as [rows, last axis]; as read(), but without mapping.

        Raises LuthierError `convert.unsupported-dtype`, or `convert.truncated` if the file shrank meanwhile.
        """
        width = self.shape[-1]
        return self.raw(self.item, first * width, count * width).reshape(count, width)

    def raw(self, dtype: np.dtype[Any], first: int, count: int) -> NDArray[Any]:
        """Read values as a type of the same size as the tensor's. Raises LuthierError `convert.truncated`."""
        found = np.fromfile(self.file, dtype, count, offset=self.start + first * dtype.itemsize)
        if found.size != count:
            raise _truncated(self.file, f"tensor {self.name} cannot be read to its end")
        return found

    @property
    def item_bytes(self) -> int:
        """Return the size of one value in the file."""
        return _ITEM_SIZES[self.dtype]

    @property
    def item(self) -> np.dtype[Any]:
        """Return the type of one value; BF16 as its bits. Raises LuthierError `convert.unsupported-dtype`."""
        if self.dtype not in _NUMPY_TYPES:
            raise LuthierError(
                "convert.unsupported-dtype",
                f"{self.file}: tensor {self.name} is {self.dtype}; only F32, F16 and BF16 weights can be converted.",
                "Get the model's original weights rather than a quantized version.",
            )
        return _NUMPY_TYPES[self.dtype]


def open_checkpoint(folder: Path) -> dict[str, TensorEntry]:
    """List every tensor of the model in `folder`, with all headers checked.

    Raises LuthierError: `convert.no-weights`, `model.pickle`, `convert.missing-shard`, `model.missing-tensor`,
    `convert.duplicate-tensor`, `convert.bad-index`, `convert.truncated`, `convert.bad-header`.
    """
    if (folder / SINGLE).is_file():
        return read_entries(folder / SINGLE)
    if (folder / INDEX).is_file():
        return _read_shards(folder / INDEX)
    found = sorted(folder.glob("*.safetensors"))
    if len(found) == 1:
        return read_entries(found[0])
    raise _no_weights(folder, found)


def exact_type(entries: Iterable[TensorEntry]) -> str:
    """Return the smallest of f16, bf16 and f32 that holds every weight exactly. Vectors do not count: they become F32.

    Weights in FP8 are rounded to bf16 after scaling, as their publishers and Transformers do.
    """
    kinds = {entry.dtype for entry in entries if len(entry.shape) > 1 and entry.dtype != "U8"}
    plain = frozenset("BF16" if kind.startswith("F8") else kind for kind in kinds)
    return {frozenset({"F16"}): "f16", frozenset({"BF16"}): "bf16"}.get(plain, "f32")


def read_entries(file: Path) -> dict[str, TensorEntry]:
    """Read and check one file's header.

    Raises LuthierError `convert.truncated`, `convert.bad-header`, `convert.unreadable`, `model.pickle` or
    `model.lfs-pointer`.
    """
    try:
        if not file.is_file():  # opening a pipe would wait forever
            raise FileNotFoundError(errno.ENOENT, "it is not a file")
        return _read_entries(file)
    except OSError as error:
        raise LuthierError(
            "convert.unreadable",
            f"{file} cannot be read: {error.strerror or error}.",
            "Check that you may read the file, and that the disk is sound.",
        ) from error


def _read_entries(file: Path) -> dict[str, TensorEntry]:
    with file.open("rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        prefix = stream.read(8)
        if len(prefix) < 8:
            raise _truncated(file, f"it has only {size} bytes")
        (length,) = struct.unpack("<Q", prefix)
        if length > MAX_HEADER:
            claim = _bad_header(file, f"the header claims {length:,} bytes")
            raise pointer_refusal(file) or pickle_refusal(file) or claim
        if 8 + length > size:
            raise _truncated(file, f"its header needs {8 + length:,} bytes and the file has {size:,}")
        header = _parse_header(file, stream.read(length))
    entries = [_parse_entry(file, name, spec, 8 + length, size) for name, spec in header.items()]
    _check_overlaps(file, entries)
    return {entry.name: entry for entry in entries}


def _parse_header(file: Path, raw: bytes) -> dict[str, Any]:
    try:
        header = parse_json(raw)
    except ValueError as error:
        raise _bad_header(file, f"the header is not JSON ({in_words(error)})") from error
    if not isinstance(header, dict):
        raise _bad_header(file, "the header is not a JSON object")
    header.pop("__metadata__", None)
    return header


def _parse_entry(file: Path, name: str, spec: Any, data_start: int, file_size: int) -> TensorEntry:
    match spec:
        case {"dtype": str(dtype), "shape": [*shape], "data_offsets": [int(start), int(end)]} if dtype in _ITEM_SIZES:
            pass
        case _:
            raise _bad_header(file, f"tensor {name:.80} is described as {spec!s:.120}")
    if len(shape) > _MOST_AXES or not all(map(_is_size, (*shape, start, end))):
        raise _bad_header(file, f"tensor {name:.80} has the shape {shape!s:.120} and lies at {start}..{end}")
    needed = math.prod(shape) * _ITEM_SIZES[dtype]
    if start > end or needed != end - start:
        raise _bad_header(file, f"tensor {name:.80} {dtype} {shape} needs {needed:,} bytes, not {start}..{end}")
    if data_start + end > file_size:
        raise _truncated(file, f"tensor {name} ends at byte {data_start + end:,} and the file at {file_size:,}")
    return TensorEntry(name, dtype, tuple(shape), file, data_start + start, data_start + end)


def _is_size(value: object) -> bool:
    return type(value) is int and 0 <= value < _SIZES_END


def _check_overlaps(file: Path, entries: list[TensorEntry]) -> None:
    ordered = sorted((entry for entry in entries if entry.nbytes), key=lambda entry: entry.start)
    for before, after in itertools.pairwise(ordered):
        if after.start < before.end:
            raise _bad_header(file, f"tensors {before.name} and {after.name} lie on top of each other")


def _read_shards(index: Path) -> dict[str, TensorEntry]:
    weight_map = _read_weight_map(index)
    tensors: dict[str, TensorEntry] = {}
    for shard in sorted(set(weight_map.values())):
        file = index.parent / shard
        if not file.is_file():
            missing = [name for name, where in weight_map.items() if where == shard]
            raise LuthierError(
                "convert.missing-shard",
                f"{file} is missing; {index.name} says it holds {len(missing)} tensors, {missing[0]} among them.",
                "Download the model completely and try again.",
            )
        for name, entry in read_entries(file).items():
            if name in tensors:
                raise LuthierError(
                    "convert.duplicate-tensor", f"Tensor {name} is in both {tensors[name].file} and {file}.", _DAMAGED
                )
            tensors[name] = entry
    for name, shard in weight_map.items():
        if name not in tensors or tensors[name].file.name != shard:
            raise LuthierError(
                "model.missing-tensor", f"{index} says that {shard} holds tensor {name}, but it does not.", _DAMAGED
            )
    return tensors


def _read_weight_map(index: Path) -> dict[str, str]:
    try:
        if index.stat().st_size > MAX_HEADER:
            raise ValueError(f"it has {index.stat().st_size:,} bytes")
        weight_map = parse_json(index.read_bytes())["weight_map"]
        pairs = dict(weight_map.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise pointer_refusal(index) or LuthierError(
            "convert.bad-index", f"{index} is not a weight index: {in_words(error)}.", _DAMAGED
        ) from error
    for name, shard in pairs.items():
        # A name with folders in it could reach files outside the model's own folder.
        if (
            not isinstance(shard, str)
            or not 0 < len(shard) <= _LONGEST_NAME
            or shard in (".", "..")
            or _STEPS & {*shard}
        ):
            raise LuthierError(
                "convert.bad-index",
                f"{index}: tensor {name:.80} is said to be in {shard!r:.80}, which is not a plain file name.",
                "Do not use this model: its index points outside its own folder.",
            )
    if not pairs:
        raise LuthierError("convert.bad-index", f"{index} lists no tensors.", _DAMAGED)
    return pairs


def _no_weights(folder: Path, found: list[Path]) -> LuthierError:
    if found:
        return LuthierError(
            "convert.no-index",
            f"{folder} holds {len(found)} .safetensors files but no {INDEX} that says how they belong together.",
            f"Download {INDEX} of the same model into the folder.",
        )
    if pickles := sorted(file.name for suffix in PICKLES for file in folder.glob(f"*{suffix}")):
        return LuthierError(
            "model.pickle",
            f"{folder} holds only pickle weights ({', '.join(pickles[:3])}). Opening such files can run any program "
            "hidden in them, so Luthier refuses.",
            "Get the model's .safetensors version; most models on the hub offer one.",
        )
    return LuthierError(
        "convert.no-weights", f"{folder} holds no weights.", "Choose a folder with config.json and .safetensors files."
    )


def _truncated(file: Path, what: str) -> LuthierError:
    return LuthierError("convert.truncated", f"{file} ends too early: {what}.", _DAMAGED)


def _bad_header(file: Path, what: str) -> LuthierError:
    return LuthierError("convert.bad-header", f"{file} is not a valid safetensors file: {what}.", _DAMAGED)
