"""Weights from a checkpoint, retyped and reordered for GGUF, no more of them in memory than one expert or matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO

import gguf
import numpy as np
from numpy.typing import NDArray

from core.convert.names import Part, PlannedTensor, rotary_halves_to_pairs
from core.errors import LuthierError

_TYPES = {
    "f32": gguf.GGMLQuantizationType.F32,
    "f16": gguf.GGMLQuantizationType.F16,
    "bf16": gguf.GGMLQuantizationType.BF16,
}
_CHUNK = 1 << 22  # values widened at a time, so that only the result needs room for a whole part


def target_type(tensor: PlannedTensor, dtype: str) -> gguf.GGMLQuantizationType:
    """Norms, biases and routers stay F32: they are tiny, and llama.cpp computes with them in F32."""
    return gguf.GGMLQuantizationType.F32 if tensor.exact or len(tensor.shape) == 1 else _TYPES[dtype]


def numpy_type(target: gguf.GGMLQuantizationType) -> np.dtype[Any]:
    """What a weight of that type is held as."""
    names = {gguf.GGMLQuantizationType.F32: "<f4", gguf.GGMLQuantizationType.F16: "<f2"}
    return np.dtype(names.get(target, "<u2"))  # BF16 as its bits


class ConvertedTensor:
    """What GGUFWriter.write_tensor_data needs of an array; the parts are read and converted as they are written.

    on_part: called with each part's bytes in the checkpoint. not_finite: the names of tensors with values that are NaN
    or infinite are added to it.
    """

    def __init__(
        self,
        tensor: PlannedTensor,
        target: gguf.GGMLQuantizationType,
        on_part: Callable[[int], None],
        not_finite: set[str],
    ) -> None:
        self._tensor, self._target, self._on_part, self._not_finite = tensor, target, on_part, not_finite
        self.nbytes = int(np.prod(tensor.shape)) * numpy_type(target).itemsize

    def tofile(self, file: BinaryIO) -> None:
        """Raises LuthierError `convert.too-large`."""
        for part in self._tensor.parts:
            self._converted(part).tofile(file)
            self._on_part(part.nbytes)

    def _converted(self, part: Part) -> NDArray[Any]:
        raw = part.read()
        flat = retype(raw.reshape(-1), self._target, part, self._not_finite, self._tensor.offset).reshape(raw.shape)
        return rotary_halves_to_pairs(flat, self._tensor.heads) if self._tensor.heads else flat


def retype(
    raw: NDArray[Any], target: gguf.GGMLQuantizationType, part: Part, not_finite: set[str], offset: float = 0.0
) -> NDArray[Any]:
    """Values [n] as another type, `offset` added to each.

    A part with values that are NaN or infinite is added to `not_finite` by name; they stay what they are.
    Raises LuthierError `convert.too-large`, naming the part.
    """
    as_they_are = target == _stored_type(raw) and not offset
    result = np.empty(raw.shape, numpy_type(target))
    for start in range(0, raw.size, _CHUNK):
        here = slice(start, start + _CHUNK)
        wide = widen(raw[here])
        if not np.isfinite(wide).all():
            not_finite.add(part.entry.name)
        result[here] = raw[here] if as_they_are else _narrow(wide + np.float32(offset), target, part)
    return result


def widen(raw: NDArray[Any]) -> NDArray[np.float32]:
    """float32 values of float32, float16 or BF16 (as uint16) data; BF16 is the upper half of a float32."""
    if raw.dtype == np.uint16:
        return (raw.astype(np.uint32) << 16).view(np.float32)
    return raw.astype(np.float32, copy=False)


def _stored_type(raw: NDArray[Any]) -> gguf.GGMLQuantizationType:
    types = {"f4": gguf.GGMLQuantizationType.F32, "f2": gguf.GGMLQuantizationType.F16}
    return types.get(raw.dtype.str[1:], gguf.GGMLQuantizationType.BF16)


def _narrow(wide: NDArray[np.float32], target: gguf.GGMLQuantizationType, part: Part) -> NDArray[Any]:
    if target == gguf.GGMLQuantizationType.BF16:
        return gguf.quantize(wide, target).view(np.uint16)
    with np.errstate(over="ignore"):
        narrow = wide.astype(numpy_type(target))
    too_large = np.isinf(narrow) & np.isfinite(wide)
    if too_large.any():
        raise LuthierError(
            "convert.too-large",
            f"{part.entry.file}: tensor {part.entry.name} has values up to {np.abs(wide[too_large]).max():.3g}, "
            "more than F16 can hold (65,504).",
            "Convert to bf16 instead.",
        )
    return narrow
