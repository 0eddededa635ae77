"""Converts and reorders a checkpoint's weights for GGUF, with few rows in memory at once."""

from __future__ import annotations

import collections
import functools
import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, BinaryIO, NamedTuple

import gguf
import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.convert.source_parts import BLOCK_BYTES, SourcePart, repacked
from core.convert.tensor_names import PlannedTensor, rotary_halves_to_pairs
from core.engine.ggml import lib
from core.gguf.finite import has_numbers_only

Q = gguf.GGMLQuantizationType
_TYPES = {"f32": Q.F32, "f16": Q.F16, "bf16": Q.BF16, "q8_0": Q.Q8_0}
_ITEMS: dict[Any, np.dtype[Any]] = {
    Q.F32: np.dtype("<f4"),
    Q.F16: np.dtype("<f2"),
    Q.BF16: np.dtype("<u2"),
    Q.Q8_0: np.dtype("u1"),
    Q.MXFP4: np.dtype("u1"),
}
_Q8_VALUES, _Q8_BYTES = 32, 34  # of a block
_FLOATS = {"f4": "float32", "f2": "float16", "u2": "bfloat16"}
_BAND = 4 << 20  # bytes of a checkpoint that one thread reads and converts at a time
_CHUNK = 1 << 17  # values widened at a time, so that they stay in the processor's cache


def target_type(tensor: PlannedTensor, dtype: str) -> gguf.GGMLQuantizationType:
    """Return the type to write a tensor in. Norms, biases and routers stay F32: they are tiny, and llama.cpp computes
    with them in F32.

    Rows that Q8_0 cannot divide become F16, as in llama.cpp's converter.
    """
    if tensor.mxfp4:
        return Q.MXFP4
    if tensor.exact or len(tensor.shape) == 1:
        return Q.F32
    return Q.F16 if dtype == "q8_0" and is_narrow(tensor) else _TYPES[dtype]


def is_narrow(tensor: PlannedTensor) -> bool:
    """Return whether a tensor is a weight whose rows do not divide into blocks of Q8_0."""
    return len(tensor.shape) > 1 and not tensor.exact and tensor.shape[-1] % _Q8_VALUES != 0


def stored(shape: tuple[int, ...], target: gguf.GGMLQuantizationType) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Return shape and type of the in-memory array for weights [..., d_in]; blocks of Q8_0 and MXFP4 as bytes."""
    bytes_of = {Q.Q8_0: _Q8_BYTES, Q.MXFP4: BLOCK_BYTES}
    width = shape[-1] // _Q8_VALUES * bytes_of[target] if target in bytes_of else shape[-1]
    return (*shape[:-1], width), _ITEMS[target]


class _Band(NamedTuple):
    part: SourcePart
    first: int  # row
    n_rows: int


class ConvertedTensor:
    """An array as far as GGUFWriter.write_tensor_data needs one; reads and converts bands of rows while writing.

    on_bytes: called with the bytes read from the checkpoint. not_finite: collects the names of tensors with NaN or
    infinite values.
    """

    def __init__(
        self,
        tensor: PlannedTensor,
        target: gguf.GGMLQuantizationType,
        pool: ThreadPoolExecutor,
        on_bytes: Callable[[int], None],
        not_finite: set[str],
    ) -> None:
        self._tensor, self._target, self._pool, self._on_bytes = tensor, target, pool, on_bytes
        self._not_finite = not_finite
        shape, item = stored(tensor.shape, target)
        self.nbytes = int(np.prod(shape)) * item.itemsize

    def tofile(self, file: BinaryIO) -> None:
        """Write the converted tensor, band by band. Raises LuthierError `convert.too-large` or `convert.truncated`."""
        ahead: collections.deque[Future[tuple[NDArray[Any], int]]] = collections.deque()
        bands = self._bands()
        depth = 2 * self._pool._max_workers
        while True:
            ahead.extend(self._pool.submit(self._convert, b) for b in itertools.islice(bands, depth - len(ahead)))
            if not ahead:
                return
            values, size = ahead.popleft().result()
            values.tofile(file)
            self._on_bytes(size)

    def _bands(self) -> Iterator[_Band]:
        for part in self._tensor.parts:
            if len(part.entry.shape) == 1:
                yield _Band(part, 0, 1)
                continue
            rows, width = part.n_rows, part.entry.shape[-1] * part.entry.item.itemsize
            unit = rows // self._tensor.heads if self._tensor.heads else 1  # a head's rows are reordered together
            count = max(1, _BAND // (width * unit)) * unit
            yield from (_Band(part, first, min(count, rows - first)) for first in range(0, rows, count))

    def _convert(self, band: _Band) -> tuple[NDArray[Any], int]:
        part, heads = band.part, self._tensor.heads
        if len(part.entry.shape) == 1:
            raw = part.read()
        else:
            raw = part.read_rows(band.first, band.n_rows)
            heads = heads * band.n_rows // part.n_rows
        size = raw.size * part.entry.item_bytes
        if not _is_finite(raw):
            self._not_finite.add(part.entry.name)
        if self._tensor.columns:
            raw = self._tensor.columns.tiled(raw, axis=-1)
        for factors in self._tensor.factors:
            raw = widen(raw) * factors[band.first : band.first + band.n_rows, None]
        if self._tensor.is_decay:
            raw = -np.exp(widen(raw).astype(np.float64)).astype(np.float32)
        values = retype(raw, self._target, part, self._tensor.offset)
        return rotary_halves_to_pairs(values, heads) if heads else values, size


class PackedTensor:
    """A stack in MXFP4 for GGUFWriter.write_tensor_data; its type stays, one expert after the other."""

    def __init__(self, tensor: PlannedTensor, on_bytes: Callable[[int], None]) -> None:
        self._tensor, self._on_bytes = tensor, on_bytes
        shape, item = stored(tensor.shape, Q.MXFP4)
        self.nbytes = int(np.prod(shape)) * item.itemsize

    def tofile(self, file: BinaryIO) -> None:
        """Write the tensor's blocks in ggml's format. Raises LuthierError `convert.unsupported-dtype`."""
        assert self._tensor.mxfp4 is not None
        blocks, scales = (part.entry.read_bytes() for part in self._tensor.parts)
        first, step = self._tensor.mxfp4
        for expert in range(self._tensor.shape[0]):
            repacked(blocks[expert, first::step], scales[expert, first::step]).tofile(file)
        self._on_bytes(self._tensor.nbytes)


def retype(raw: NDArray[Any], target: gguf.GGMLQuantizationType, part: SourcePart, offset: float = 0.0) -> NDArray[Any]:
    """Convert rows [..., d_in] to another type, adding `offset` to each value; the array has the shape of `stored`.

    NaN and infinite values are kept. Raises LuthierError `convert.too-large`, naming the part.
    """
    if target == _stored_type(raw) and not offset:
        return raw
    shape, item = stored(raw.shape, target)
    result = np.empty(shape, item)
    values, flat = raw.reshape(-1), result.reshape(-1)
    for start in range(0, values.size, _CHUNK):  # a chunk is whole blocks of Q8_0, since rows are
        wide = widen(values[start : start + _CHUNK])
        narrow = _narrow(wide + np.float32(offset) if offset else wide, target, part)
        begin = start // _Q8_VALUES * _Q8_BYTES if target == Q.Q8_0 else start
        flat[begin : begin + narrow.size] = narrow
    return result


def _is_finite(raw: NDArray[Any]) -> bool:
    return has_numbers_only(raw.reshape(-1).view(f"u{raw.dtype.itemsize}"), _FLOATS[raw.dtype.str[1:]])


def widen(raw: NDArray[Any]) -> NDArray[np.float32]:
    """Convert float32, float16 or BF16 (as uint16) data to float32; BF16 is the upper half of a float32."""
    if raw.dtype == np.uint16:
        return (raw.astype(np.uint32) << 16).view(np.float32)
    return raw.astype(np.float32, copy=False)


def _stored_type(raw: NDArray[Any]) -> gguf.GGMLQuantizationType:
    types = {"f4": gguf.GGMLQuantizationType.F32, "f2": gguf.GGMLQuantizationType.F16}
    return types.get(raw.dtype.str[1:], gguf.GGMLQuantizationType.BF16)


def _narrow(wide: NDArray[np.float32], target: gguf.GGMLQuantizationType, part: SourcePart) -> NDArray[Any]:
    if target == Q.BF16:
        bits: NDArray[Any] = gguf.quantize(wide, target).view(np.uint16)
        return bits
    if target == Q.Q8_0:
        packed = np.empty(wide.size // _Q8_VALUES * _Q8_BYTES, np.uint8)
        rows = wide.size // _Q8_VALUES  # blocks are independent, so a block may stand for a row
        _ggml().quantize_chunk(target, wide.ctypes.data, packed.ctypes.data, 0, rows, _Q8_VALUES, None)
        return packed
    with np.errstate(over="ignore"):
        narrow: NDArray[Any] = wide.astype(_ITEMS[target])
    too_large = np.isinf(narrow) & np.isfinite(wide) if np.isinf(narrow).any() else np.zeros(0, np.bool_)
    if too_large.any():
        raise LuthierError(
            "convert.too-large",
            f"{part.entry.file}: tensor {part.entry.name} has values up to {np.abs(wide[too_large]).max():.3g}, "
            "more than F16 can hold (65,504).",
            "Convert to bf16 instead.",
        )
    return narrow


@functools.cache
def _ggml() -> lib.Ggml:
    return lib.load()
