"""Numbers and rows as they travel: whole, as F16, or in 8 or 4 bits, each block of them with a scale of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.cluster.wire import PART, garbage
from core.engine.train.rows import NO_LABEL, Int32, PackedRow, RowChoices
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

NumberedRow = tuple[int, PackedRow]  # its number in the step decides its dropout and noise


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
    """Return values [n] unrounded, as f32."""
    return Encoded("f32", len(values), values, np.empty(0, np.float32))


def encoded(values: Float32, encoding: Encoding) -> Encoded:
    """Encode values [n], rounded to the nearest; a block with a number that is not finite becomes all NaN."""
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
    """Decode to values [n]."""
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
        """Encode values [n] and what was left out before. n is the same each time."""
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


class _Row(msgspec.Struct, array_like=True):
    number: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
    n_tokens: Annotated[int, msgspec.Meta(ge=0)]
    n_supervised: Annotated[int, msgspec.Meta(ge=0)]
    arrays: bytes  # [4, T] int32: tokens, positions, segments, labels
    sides: bytes = b""  # [n segments] int8, of choices (RowChoices)
    reference: bytes = b""  # [n segments] float64, of choices


_DECODER = msgspec.msgpack.Decoder(list[_Row])
_BYTES = 4 * 4  # of a token
_ROW_BYTES = 64  # of a row besides


def sent(rows: Sequence[NumberedRow]) -> bytes:
    return msgspec.msgpack.encode(
        [_Row(n, row.n_tokens, row.n_supervised, _arrays(row), *_choices(row)) for n, row in rows]
    )


def received_rows(content: bytes) -> list[NumberedRow]:
    """Decode the rows that `sent` has encoded. Raises LuthierError `cluster.garbage` for any other bytes."""
    try:
        rows = _DECODER.decode(content)
    except (msgspec.DecodeError, ValueError) as error:
        raise garbage(f"rows that are none ({error})") from error
    if not rows or any(
        not row.arrays or len(row.arrays) % _BYTES or len(row.reference) != 8 * len(row.sides) for row in rows
    ):
        raise garbage("rows that are not whole")
    return [(row.number, _row(row)) for row in rows]


def sound_rows(content: bytes, longest: int, n_vocab: int) -> list[NumberedRow]:
    """Read another computer's rows, and accept only what an engine can compute. longest: tokens of a row, at most.

    Raises LuthierError `cluster.garbage`.
    """
    rows = received_rows(content)
    for _, row in rows:
        length = len(row.tokens)
        is_sound = (
            length <= longest
            and row.n_supervised <= row.n_tokens <= length
            and _within(row.tokens, 0, n_vocab)
            and _within(row.labels, NO_LABEL, n_vocab)
            and _within(row.positions, 0, longest)
            and _within(row.segments, -1, length + 1)
            and _are_sound(row)
        )
        if not is_sound:
            raise garbage("rows that no data of a training become")
    return rows


def fitting(rows: Sequence[NumberedRow]) -> Iterator[Sequence[NumberedRow]]:
    """Yield as many rows at a time as one message has room for."""
    start, size = 0, 0
    for end, (_, row) in enumerate(rows):
        n_bytes = _BYTES * len(row.tokens) + _ROW_BYTES + (9 * len(row.choices.sides) if row.choices else 0)
        if end > start and size + n_bytes > PART:
            yield rows[start:end]
            start, size = end, 0
        size += n_bytes
    yield rows[start:]


def _within(numbers: Int32, least: int, end: int) -> bool:
    return bool(numbers.min() >= least and numbers.max() < end)


def _arrays(row: PackedRow) -> bytes:
    return np.stack([row.tokens, row.positions, row.segments, row.labels]).astype("<i4").tobytes()


def _choices(row: PackedRow) -> tuple[bytes, ...]:
    if row.choices is None:
        return ()
    return row.choices.sides.astype("<i1").tobytes(), row.choices.reference.astype("<f8").tobytes()


def _are_sound(row: PackedRow) -> bool:
    """Return whether a row's choices, if it has some, are of its segments, and pairs where they have to be."""
    if row.choices is None:
        return True
    of = row.segments[row.labels != NO_LABEL]
    n, sides = len(row.choices.sides), row.choices.sides
    is_of_row = not len(of) or (of.min() >= 0 and of.max() < n)
    return bool(is_of_row and n % 2 == 0 and np.abs(sides).max() <= 1 and np.isfinite(row.choices.reference).all())


def _row(of: _Row) -> PackedRow:
    arrays = np.frombuffer(of.arrays, "<i4").astype(np.int32).reshape(4, -1)
    tokens, positions, segments, labels = map(np.ascontiguousarray, arrays)
    choices = None
    if of.sides:
        choices = RowChoices(np.frombuffer(of.sides, "<i1").copy(), np.frombuffer(of.reference, "<f8").copy())
    return PackedRow(tokens, positions, segments, labels, of.n_tokens, of.n_supervised, choices)
