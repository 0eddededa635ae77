"""Numbers as they travel: whole, as F16, or in 8 or 4 bits, each block of them with a scale of its own."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from core.cluster.wire import garbage
from core.protocol import Sent

Float32 = NDArray[np.float32]
Encoding = Sent
BLOCK = 256  # numbers that share a scale
_PART = 128  # blocks rounded at a time: what comes between stays in a core's cache, three times as fast

_TYPES: dict[str, type[np.generic]] = {"f16": np.float16, "int8": np.int8, "int4": np.uint8}
_LARGEST = {"f16": 1.0, "int8": 127.0, "int4": 7.0}  # what the largest number of a block becomes
_PACKED = {"f16": 1, "int8": 1, "int4": 2}  # numbers in one of the type
_ZERO = 8  # of 4 bits, which have no sign
_SMALLEST = np.finfo(np.float32).tiny  # of what has an inverse; a block of smaller ones becomes zeros


@dataclass(frozen=True)
class Encoded:
    """count: n. numbers: [n], F32, or [blocks, BLOCK] of the encoding, filled up with zeros and to be multiplied with
    scales [blocks]. Of 4 bits, [blocks, BLOCK / 2]: a byte's lower half is of the block's first half.
    """

    encoding: Encoding
    count: int
    numbers: NDArray[np.generic]
    scales: Float32

    @property
    def n_bytes(self) -> int:
        return self.numbers.nbytes + self.scales.nbytes

    @property
    def content(self) -> bytes:
        """The bytes as sent: the numbers and, after them, their scales."""
        return self.numbers.tobytes() + self.scales.tobytes()


def whole(values: Float32) -> Encoded:
    """values: [n], as they are."""
    return Encoded("f32", len(values), values, np.empty(0, np.float32))


def encoded(values: Float32, encoding: Encoding) -> Encoded:
    """values: [n]. Rounds to the nearest; a block with a number that is not finite becomes all NaN."""
    if encoding == "f32":
        return whole(values)
    n_blocks = -(-len(values) // BLOCK)
    numbers = np.empty((n_blocks, BLOCK // _PACKED[encoding]), _TYPES[encoding])
    scales = np.empty(n_blocks, np.float32)
    for start in range(0, n_blocks, _PART):
        part = slice(start, start + _PART)
        numbers[part], scales[part] = _rounded(_blocks(values[start * BLOCK : (start + _PART) * BLOCK]), encoding)
    return Encoded(encoding, len(values), numbers, scales)


def decoded(sent: Encoded) -> Float32:
    """[n]."""
    if sent.encoding == "f32":
        return np.asarray(sent.numbers, np.float32)
    blocks = np.empty((len(sent.scales), BLOCK), np.float32)
    for start in range(0, len(blocks), _PART):
        part = slice(start, start + _PART)
        np.multiply(_unpacked(sent.numbers[part], sent.encoding), sent.scales[part, None], out=blocks[part])
    return blocks.reshape(-1)[: sent.count]


def n_bytes(encoding: Encoding, count: int) -> int:
    """Return the size of that many numbers as sent: the numbers and, after them, their scales."""
    shape, kind, n_blocks = _form(encoding, count)
    return prod(shape) * kind.itemsize + 4 * n_blocks


def received(encoding: Encoding, count: int, content: bytes | bytearray) -> Encoded:
    """Read what another machine sent. Raises LuthierError `cluster.garbage` for anything that no `encoded` has made."""
    if len(content) != n_bytes(encoding, count):
        raise garbage(f"{len(content)} bytes, which are not {count} numbers as {encoding}")
    shape, kind, _ = _form(encoding, count)
    end = prod(shape) * kind.itemsize
    numbers, scales = np.frombuffer(content, np.uint8, end), np.frombuffer(content, np.uint8, offset=end)
    return Encoded(encoding, count, numbers.view(kind).reshape(shape), scales.copy().view(np.float32))


def _form(encoding: Encoding, count: int) -> tuple[tuple[int, ...], np.dtype[np.generic], int]:
    """Shape and kind of the numbers, and how many scales go with them."""
    kind = np.dtype(_TYPES.get(encoding, np.float32))
    if encoding == "f32":
        return (count,), kind, 0
    n_blocks = -(-count // BLOCK)
    return (n_blocks, BLOCK // _PACKED[encoding]), kind, n_blocks


class ErrorFeedback:
    """What rounding left out of what was sent is added to what is sent next, so that nothing is lost for good
    (Karimireddy et al. 2019, arXiv:1901.09847).
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding: Encoding = encoding
        self._left_out: Float32 | None = None

    def encoded(self, values: Float32) -> Encoded:
        """values: [n], the same n each time."""
        if self.encoding == "f32":
            return encoded(values, "f32")
        wanted = values if self._left_out is None else values + self._left_out
        sent = encoded(wanted, self.encoding)
        left_out = wanted - decoded(sent)
        self._left_out = left_out if np.isfinite(left_out).all() else None  # a step that went wrong is not repeated
        return sent


def _rounded(blocks: Float32, encoding: Encoding) -> tuple[NDArray[np.generic], Float32]:
    """Numbers, as `Encoded` has them, and scales [blocks]."""
    largest = np.abs(blocks).max(axis=1)
    scales = largest / np.float32(_LARGEST[encoding])
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        scaled = blocks * np.where(scales >= _SMALLEST, 1 / scales, 0)[:, None].astype(np.float32)
    scales[~np.isfinite(largest)] = np.nan
    if encoding == "f16":
        return scaled.astype(np.float16), scales
    rounded = np.nan_to_num(np.rint(scaled))
    if encoding == "int8":
        return rounded.astype(np.int8), scales
    halves = (rounded + _ZERO).astype(np.uint8)
    return halves[:, : BLOCK // 2] | halves[:, BLOCK // 2 :] << 4, scales


def _unpacked(numbers: NDArray[np.generic], encoding: Encoding) -> Float32:
    """[blocks, BLOCK], not yet multiplied with scales."""
    if encoding == "int4":
        packed = numbers.view(np.uint8)
        return np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.float32) - _ZERO
    return numbers.astype(np.float32)


def _blocks(values: Float32) -> Float32:
    """[ceil(n / BLOCK), BLOCK], filled up with zeros."""
    missing = -len(values) % BLOCK
    filled = np.pad(values, (0, missing)) if missing else values
    return np.asarray(filled, np.float32).reshape(-1, BLOCK)
