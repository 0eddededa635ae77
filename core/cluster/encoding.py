"""Numbers as they travel: whole, as F16 or as bytes, each block of them with a scale of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.shared.errors import LuthierError
from core.shared.protocol import SENT, Sent

Float32 = NDArray[np.float32]
Encoding = Sent
BLOCK = 256  # numbers that share a scale
_PART = 128 * BLOCK  # numbers rounded at a time: what comes between stays in a core's cache, three times as fast

_TYPES: dict[str, type[np.generic]] = {"f16": np.float16, "int8": np.int8}
_LARGEST = {"f16": 1.0, "int8": 127.0}  # what the largest number of a block becomes


@dataclass(frozen=True)
class Encoded:
    """numbers: [n], F32, or of the encoding's type and to be multiplied with scales [ceil(n / BLOCK)]."""

    encoding: Encoding
    numbers: NDArray[np.generic]
    scales: Float32

    @property
    def n_bytes(self) -> int:
        return self.numbers.nbytes + self.scales.nbytes


def encoded(values: Float32, encoding: Encoding) -> Encoded:
    """values: [n]. F16 and int8 round to the nearest; a block with a number that is not finite becomes all NaN."""
    if encoding == "f32":
        return Encoded(encoding, values, np.empty(0, np.float32))
    numbers = np.empty(len(values), _TYPES[encoding])
    scales = np.empty(-(-len(values) // BLOCK), np.float32)
    for start in range(0, len(values), _PART):
        part = slice(start, start + _PART)
        numbers[part], scales[start // BLOCK : (start + _PART) // BLOCK] = _rounded(values[part], encoding)
    return Encoded(encoding, numbers, scales)


def decoded(sent: Encoded) -> Float32:
    """[n]. Raises LuthierError `cluster.garbage` for what no `encoded` has made."""
    if sent.encoding == "f32":
        _require(sent.numbers.dtype == np.float32 and not sent.scales.size)
        return np.asarray(sent.numbers, np.float32)
    _require(sent.numbers.dtype == _TYPES.get(sent.encoding) and sent.scales.dtype == np.float32)
    blocks = _blocks(sent.numbers.astype(np.float32))
    _require(len(blocks) == len(sent.scales))
    return (blocks * sent.scales[:, None]).reshape(-1)[: len(sent.numbers)]


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


def _rounded(values: Float32, encoding: Encoding) -> tuple[NDArray[np.generic], Float32]:
    """Numbers [n] and scales [ceil(n / BLOCK)]."""
    blocks = _blocks(values)
    largest = np.abs(blocks).max(axis=1)
    scales = largest / np.float32(_LARGEST[encoding])
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = blocks * np.where(scales > 0, 1 / scales, 0)[:, None].astype(np.float32)
    if encoding == "int8":
        scaled = np.nan_to_num(np.rint(scaled))
    scales[~np.isfinite(largest)] = np.nan
    return scaled.astype(_TYPES[encoding]).reshape(-1)[: len(values)], scales


def require_encoding(name: str) -> Encoding:
    """Raises LuthierError `cluster.garbage`."""
    for encoding in SENT:
        if name == encoding:
            return encoding
    raise LuthierError("cluster.garbage", f"Another machine sent numbers as {name!r}, which nobody here knows.")


def _blocks(values: NDArray[np.generic]) -> Float32:
    """[ceil(n / BLOCK), BLOCK], filled up with zeros."""
    missing = -len(values) % BLOCK
    whole = np.pad(values, (0, missing)) if missing else values
    return np.asarray(whole, np.float32).reshape(-1, BLOCK)


def _require(holds: bool) -> None:
    if not holds:
        raise LuthierError("cluster.garbage", "Another machine sent numbers that are none.")
