"""The grids of ggml's block types: weight = step * code - offset, unpacked and packed again.

A type's rows are blocks of one scale (and minimum) or of several: `step` and `offset` result from those for
each group of weights. Layouts are those of ggml-common.h (block_q4_0 ... block_q6_K); this module only moves the bits
of a block, and never chooses them.

| type | group | step | offset | codes |
|---|---|---|---|---|
| Q4_0, Q5_0, Q8_0 | 32 | d | code zero is the middle | 16, 32, 255 |
| Q4_1, Q5_1 | 32 | d | -m | 16, 32 |
| Q4_K, Q5_K | 32 of 256 | d * sc, sc of 6 bits | dmin * m, m of 6 bits | 16, 32 |
| Q6_K | 16 of 256 | d * sc, sc of 8 bits | code zero is the middle | 64 |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gguf import GGMLQuantizationType as Type
from numpy.typing import NDArray

from core.engine.model.weight_layouts import six_bits

Float32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Codes = NDArray[np.int8]


@dataclass(frozen=True)
class Kind:
    """A block type. block: weights; group: those that share a step; size: bytes of a block. lowest, highest: codes.

    has_minima: whether groups have an offset of their own. is_nested: whether a group's step is an integer times its
    block's.
    """

    number: int
    block: int
    group: int
    size: int
    lowest: int
    highest: int
    has_minima: bool = False
    is_nested: bool = False


KINDS = {
    kind.number: kind
    for kind in (
        Kind(Type.Q4_0, 32, 32, 18, -8, 7),
        Kind(Type.Q4_1, 32, 32, 20, 0, 15, has_minima=True),
        Kind(Type.Q5_0, 32, 32, 22, -16, 15),
        Kind(Type.Q5_1, 32, 32, 24, 0, 31, has_minima=True),
        Kind(Type.Q8_0, 32, 32, 34, -127, 127),
        Kind(Type.Q4_K, 256, 32, 144, 0, 15, has_minima=True, is_nested=True),
        Kind(Type.Q5_K, 256, 32, 176, 0, 31, has_minima=True, is_nested=True),
        Kind(Type.Q6_K, 256, 16, 210, -32, 31, is_nested=True),
    )
}
# The type with one bit more and a grid that contains all values of the other one.
FINER = {Type.Q4_0: Type.Q5_0, Type.Q4_1: Type.Q5_1, Type.Q4_K: Type.Q5_K}


@dataclass
class Grid:
    """Rows of a weight on its grid.

    codes: int8 [n, d_in]. d, dmin: F16 [n, blocks]; dmin is zero if the kind has none. scales, minima: integers of a
    nested kind [n, groups], else one and minus one: value = d * scales * codes - dmin * minima.
    """

    kind: Kind
    codes: Codes
    d: NDArray[np.float16]
    dmin: NDArray[np.float16]
    scales: NDArray[np.int16]
    minima: NDArray[np.int16]

    @property
    def steps(self) -> Float32:
        """Return the steps between a group's values, [n, groups]."""
        return self._of_groups(self.d) * self.scales

    @property
    def offsets(self) -> Float32:
        """Return the offsets of groups, [n, groups]."""
        return self._of_groups(self.dmin) * self.minima

    def values(self) -> Float32:
        """Return the values [n, d_in] of the grid's codes."""
        n, group = len(self.codes), self.kind.group
        found = self.codes.reshape(n, -1, group) * self.steps[..., None]
        if self.kind.has_minima:
            found -= self.offsets[..., None]
        return found.reshape(n, -1).astype(np.float32, copy=False)

    def finer(self, kind: Kind) -> Grid:
        """Return the same values on the grid of a type of FINER: half the steps, and twice the codes."""
        return Grid(kind, self.codes * np.int8(2), self.d / np.float16(2), self.dmin, self.scales, self.minima)

    def _of_groups(self, of_blocks: NDArray[np.float16]) -> Float32:
        return np.repeat(of_blocks.astype(np.float32), self.kind.block // self.kind.group, axis=1)


def unpack(kind: Kind, data: Bytes, n: int) -> Grid:
    """Unpack the bytes of n rows."""
    blocks = data.reshape(-1, kind.size)
    d = _f16(blocks[:, :2])
    dmin = np.zeros_like(d)
    groups = kind.block // kind.group
    ones = np.ones((len(blocks), groups), np.int16)
    scales, minima = ones, -ones
    codes: NDArray[Any]
    match kind.number:
        case Type.Q4_0:
            codes = _nibbles(blocks[:, 2:]).astype(np.int8) - 8
        case Type.Q4_1:
            dmin, codes = _f16(blocks[:, 2:4]), _nibbles(blocks[:, 4:])
        case Type.Q5_0:
            codes = (_nibbles(blocks[:, 6:]) | _fifths(blocks[:, 2:6]) << 4).astype(np.int8) - 16
        case Type.Q5_1:
            dmin, codes = _f16(blocks[:, 2:4]), _nibbles(blocks[:, 8:]) | _fifths(blocks[:, 4:8]) << 4
        case Type.Q8_0:
            codes = blocks[:, 2:].view(np.int8)
        case Type.Q4_K | Type.Q5_K:
            dmin = _f16(blocks[:, 2:4])
            scales, minima = (found.astype(np.int16) for found in six_bits(blocks[:, 4:16]))
            codes = _nibbles_of(blocks[:, -128:], 32)
            if kind.number == Type.Q5_K:
                codes = codes | _bits_of_groups(blocks[:, 16:48]) << 4
        case _:
            d, scales = _f16(blocks[:, 208:]), blocks[:, 192:208].view(np.int8).astype(np.int16)
            codes = _six_bit_codes(blocks[:, :128], blocks[:, 128:192])
    return Grid(
        kind, codes.reshape(n, -1).astype(np.int8), d.reshape(n, -1), dmin.reshape(n, -1),
        scales.reshape(n, -1), minima.reshape(n, -1),
    )  # fmt: skip


def pack(grid: Grid) -> Bytes:
    """Pack the rows in ggml's layout: [n * blocks * size]."""
    kind, n = grid.kind, grid.d.size
    codes = grid.codes.reshape(n, kind.block)
    blocks = np.zeros((n, kind.size), np.uint8)
    d, dmin = (values.reshape(n, 1).view(np.uint8) for values in (grid.d, grid.dmin))
    blocks[:, :2] = d
    match kind.number:
        case Type.Q4_0:
            blocks[:, 2:] = _as_nibbles(codes + 8)
        case Type.Q4_1:
            blocks[:, 2:4], blocks[:, 4:] = dmin, _as_nibbles(codes)
        case Type.Q5_0:
            blocks[:, 2:6], blocks[:, 6:] = _as_fifths(codes + 16), _as_nibbles(codes + 16)
        case Type.Q5_1:
            blocks[:, 2:4], blocks[:, 4:8], blocks[:, 8:] = dmin, _as_fifths(codes), _as_nibbles(codes)
        case Type.Q8_0:
            blocks[:, 2:] = codes.view(np.uint8)
        case Type.Q4_K | Type.Q5_K:
            blocks[:, 2:4] = dmin
            blocks[:, 4:16] = _as_six_bits(grid.scales.reshape(n, 8), grid.minima.reshape(n, 8))
            blocks[:, -128:] = _as_nibbles_of(codes & 15, 32)
            if kind.number == Type.Q5_K:
                blocks[:, 16:48] = _as_bits_of_groups(codes >> 4)
        case _:
            blocks[:, :128], blocks[:, 128:192] = _as_six_bit_codes(codes)
            blocks[:, 192:208] = grid.scales.reshape(n, 16).astype(np.int8).view(np.uint8)
            blocks[:, 208:] = d
    return blocks.reshape(-1)


def _f16(pairs: Bytes) -> NDArray[np.float16]:
    return np.ascontiguousarray(pairs).view(np.float16)


def _nibbles(packed: Bytes) -> NDArray[Any]:
    """Unpack [n, 16] to [n, 32]: the low halves are the first 16."""
    return np.concatenate([packed & 15, packed >> 4], axis=1)


def _as_nibbles(codes: NDArray[Any]) -> NDArray[Any]:
    low = codes.view(np.uint8) & 15
    return low[:, :16] | low[:, 16:] << 4


def _nibbles_of(packed: Bytes, group: int) -> NDArray[Any]:
    """Unpack [n, 128] to [n, 256]: the low halves of each 32 bytes are one group, the high halves the next."""
    parts = packed.reshape(len(packed), -1, 1, group)
    return np.concatenate([parts & 15, parts >> 4], axis=2).reshape(len(packed), -1)


def _as_nibbles_of(codes: NDArray[Any], group: int) -> NDArray[Any]:
    parts = codes.view(np.uint8).reshape(len(codes), -1, 2, group)
    return (parts[:, :, 0] | parts[:, :, 1] << 4).reshape(len(codes), -1)


def _fifths(packed: Bytes) -> NDArray[Any]:
    """Unpack [n, 4] to [n, 32]: a bit of each code, little-endian."""
    return np.unpackbits(np.ascontiguousarray(packed), axis=1, bitorder="little")


def _as_fifths(codes: NDArray[Any]) -> NDArray[Any]:
    return np.packbits(codes.view(np.uint8) >> 4 & 1, axis=1, bitorder="little")


def _bits_of_groups(packed: Bytes) -> NDArray[Any]:
    """Unpack [n, 32] to [n, 256]: bit i of a byte belongs to the i-th group of 32."""
    bits = np.unpackbits(packed[:, None, :], axis=1, bitorder="little", count=8)
    return bits.reshape(len(packed), 256)


def _as_bits_of_groups(bits: NDArray[Any]) -> NDArray[Any]:
    return np.packbits(bits.view(np.uint8).reshape(-1, 8, 32), axis=1, bitorder="little")[:, 0]


def _as_six_bits(scales: NDArray[np.int16], minima: NDArray[np.int16]) -> NDArray[Any]:
    s, m = scales.astype(np.uint8), minima.astype(np.uint8)
    a, b = (x[:, :4] | (x[:, 4:] >> 4) << 6 for x in (s, m))
    return np.concatenate([a, b, (s[:, 4:] & 15) | (m[:, 4:] & 15) << 4], axis=1)


def _six_bit_codes(low: Bytes, high: Bytes) -> NDArray[Any]:
    """Unpack [n, 128] and [n, 64] to [n, 256]: four quarters of 32 in each half."""
    low, high = low.reshape(-1, 2, 2, 32), high.reshape(-1, 2, 1, 32)
    nibbles = np.concatenate([low & 15, low >> 4], axis=2)
    pairs = np.concatenate([high >> shift & 3 for shift in (0, 2, 4, 6)], axis=2)
    codes: NDArray[Any] = (nibbles | pairs << 4).reshape(len(low), 256).astype(np.int8) - np.int8(32)
    return codes


def _as_six_bit_codes(codes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    q = (codes + np.int8(32)).view(np.uint8).reshape(-1, 2, 4, 32)
    nibbles, pairs = q & 15, q >> 4
    low = nibbles[:, :, :2] | nibbles[:, :, 2:] << 4
    high = pairs[:, :, 0] | pairs[:, :, 1] << 2 | pairs[:, :, 2] << 4 | pairs[:, :, 3] << 6
    return low.reshape(-1, 128), high.reshape(-1, 64)
