"""Reads checkpoints in FP8: 8-bit numbers with a scale per tensor, row or block.

All publishers use the formula weight = number * scale in F32, with two names for the scale beside `NAME`:
`NAME_scale_inv` (Transformers, DeepSeek, Mistral) and `NAME_scale` (compressed-tensors, vLLM). Other scales, of inputs,
keys and values, are for programs that compute in FP8, and are left out. The rules are those of llama.cpp's converter
(conversion/base.py, dequant_model).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LuthierError
from core.convert.hf_config import Fp8
from core.convert.safetensors import TensorEntry, open_checkpoint
from core.convert.weights import widen

_SCALES = ("_scale_inv", "_scale")
_UNUSED = ("activation_scale", ".input_scale", ".k_scale", ".v_scale", ".output_scale")
_KINDS = ("F8_E4M3", "F8_E5M2")
_AGAIN = "The file is damaged or was not downloaded completely: download it again, or take the model in BF16."


@dataclass(frozen=True)
class Fp8Entry(TensorEntry):
    """A tensor in FP8 with its scale. It reads as float32.

    n_rows, n_columns: of each of its matrices. per_scale: rows and columns that share a scale.
    """

    scale: TensorEntry = field(kw_only=True)
    n_rows: int = field(kw_only=True)
    n_columns: int = field(kw_only=True)
    per_scale: tuple[int, int] = field(kw_only=True)

    @property
    def item(self) -> np.dtype[Any]:
        widened: np.dtype[Any] = np.dtype("<f4")
        return widened

    def read(self) -> NDArray[Any]:
        """Read and scale the whole tensor. Raises LuthierError `convert.bad-scale`, `convert.truncated`."""
        n_rows = math.prod(self.shape) // self.shape[-1] if self.nbytes else 0
        return self.read_rows(0, n_rows).reshape(self.shape)

    def read_rows(self, first: int, count: int) -> NDArray[Any]:
        """Read rows as TensorEntry.read_rows. Raises LuthierError `convert.bad-scale`, `convert.truncated`."""
        raw = self.raw(np.dtype(np.uint8), first * self.shape[-1], count * self.shape[-1])
        values: NDArray[Any] = numbers(self.dtype)[raw.reshape(count, self.shape[-1])]
        rows, (tall, wide) = np.arange(first, first + count), self.per_scale
        bands = -(-self.n_rows // tall)  # of each matrix
        factors = self.factors[rows // self.n_rows * bands + rows % self.n_rows // tall]
        values *= factors if factors.shape[1] == 1 else np.repeat(factors, wide, axis=1)[:, : self.n_columns]
        return values

    @functools.cached_property
    def factors(self) -> NDArray[np.float32]:
        """Return the scales [bands of rows, blocks of columns] of all its matrices, each above zero. Raises
        LuthierError `convert.bad-scale`, `convert.truncated`, `convert.unsupported-dtype`.
        """
        raw = self.scale.raw(self.scale.item, 0, math.prod(self.scale.shape))
        values = np.array(widen(raw), np.float32)
        bad = values[~(np.isfinite(values) & (values > 0))]
        if bad.size:
            raise LuthierError(
                "convert.bad-scale",
                f"{self.scale.file}: tensor {self.scale.name}, by which the numbers of {self.name} are multiplied, has "
                f"the value {bad[0]:g}.",
                _AGAIN,
            )
        tall, wide = self.per_scale
        bands, blocks = -(-self.n_rows // tall), -(-self.n_columns // wide)
        shape = (math.prod(self.shape) // (self.n_rows * self.n_columns), bands, blocks)
        return np.broadcast_to(values.reshape(-1, bands, blocks), shape).reshape(-1, blocks)


@functools.cache
def numbers(kind: str) -> NDArray[np.float32]:
    """Return the numbers of the 256 byte values, by the OCP's 8-bit floating point specification 1.0.

    F8_E4M3 has no infinities: all ones apart from the sign are NaN. F8_E5M2 is the upper half of an F16.
    """
    codes = np.arange(256)
    if kind == "F8_E5M2":
        return (codes.astype(np.uint16) << 8).view(np.float16).astype(np.float32)
    exponent, fraction = codes >> 3 & 15, codes & 7
    sizes = np.where(exponent == 0, fraction * 2.0**-9, (8 + fraction) * 2.0 ** (exponent - 10.0))
    sizes[codes & 127 == 127] = np.nan
    return np.where(codes < 128, sizes, -sizes).astype(np.float32)


def open_weights(folder: Path, fp8: Fp8 | None) -> dict[str, TensorEntry]:
    """Open a checkpoint as open_checkpoint does, joining tensors in FP8 with their scales.

    Raises LuthierError as that does; `model.missing-tensor` for a scale, and `model.wrong-shape`.
    """
    found = open_checkpoint(folder)
    if fp8 is None:
        return found
    joined = {name: _joined(entry, found, fp8) for name, entry in found.items() if entry.dtype in _KINDS}
    gone = {entry.scale.name for entry in joined.values()}
    return {
        name: joined.get(name, entry)
        for name, entry in found.items()
        if name not in gone and not name.endswith(_UNUSED)
    }


def check_scales(entries: Iterable[TensorEntry]) -> None:
    """Check all scales before anything is written. Raises LuthierError as Fp8Entry.factors does."""
    for entry in entries:
        if isinstance(entry, Fp8Entry):
            assert entry.factors.size


def notices(found: Mapping[str, TensorEntry]) -> list[str]:
    count = sum(isinstance(entry, Fp8Entry) for entry in found.values())
    if not count:
        return []
    which = "1 tensor" if count == 1 else f"{count:,} tensors"
    return [
        f"The original is in FP8: {which} of numbers of 8 bits, which were multiplied by their scales. What that "
        "rounding cost was lost before; where the publisher has the model in BF16, too, that is a little more exact."
    ]


def _joined(entry: TensorEntry, found: Mapping[str, TensorEntry], fp8: Fp8) -> Fp8Entry:
    scale = next((found[entry.name + end] for end in _SCALES if entry.name + end in found), None)
    if scale is None:
        raise LuthierError(
            "model.missing-tensor",
            f"{entry.file}: tensor {entry.name} is in FP8, and there is no tensor {entry.name}{_SCALES[0]} or "
            f"{entry.name}{_SCALES[1]} that says what its numbers are to be multiplied by.",
            "The download is incomplete: download the model again, or take it in BF16.",
        )
    place = entry.name, entry.dtype, entry.shape, entry.file, entry.start, entry.end
    n_rows, n_columns = entry.shape[-2:] if len(entry.shape) > 1 else (0, 0)
    per_scale = _per_scale(scale.shape, entry.shape, fp8.block) if n_rows and n_columns else None
    if per_scale is None:
        raise LuthierError(
            "model.wrong-shape",
            f"{scale.file}: tensor {scale.name} has the shape {list(scale.shape)}, which are no scales for the numbers "
            f"of {entry.name} with the shape {list(entry.shape)}"
            + (f" in blocks of {fp8.block[0]} x {fp8.block[1]}." if fp8.block else "."),
            "config.json and the weights do not belong together: download the model again.",
        )
    return Fp8Entry(*place, scale=scale, n_rows=n_rows, n_columns=n_columns, per_scale=per_scale)


def _per_scale(
    scale: tuple[int, ...], weight: tuple[int, ...], block: tuple[int, int] | None
) -> tuple[int, int] | None:
    """Return the rows and columns that share a scale; None if the shapes do not fit."""
    *lead, rows, columns = weight
    if block is not None:
        blocks = (-(-rows // block[0]), -(-columns // block[1]))
        return block if scale == (*lead, *blocks) else None
    full = (*scale, *(1,) * (len(weight) - len(scale)))
    if math.prod(scale) == 1 or full == (*lead, 1, 1):
        return rows, columns
    return (1, columns) if full == (*lead, rows, 1) else None
