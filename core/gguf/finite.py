"""Checks a GGUF file: checksums of its weights and of the whole, and values that are not finite.

Quantized values are integers times a scale, so only a block's scales can be at fault.

Luthier's own GGUF files contain a checksum, which stays with them wherever they are copied. The key holds the CRC-32 of
all other bytes of the file, in eight digits.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.gguf.header import Header, read_header
from core.gguf.types import TENSOR_TYPES, TensorInfo

_BLOCK = 1 << 20  # bytes per pass: they stay in the processor's cache
_CHUNK = 1 << 17  # values per pass
_INFINITY = {"float32": 0x7F80_0000, "float16": 0x7C00, "bfloat16": 0x7F80, "float64": 0x7FF0_0000_0000_0000}
_WHOLE = {0: ("float32", "<u4"), 1: ("float16", "<u2"), 30: ("bfloat16", "<u2"), 28: ("float64", "<u8")}
# enum ggml_type -> offsets of the scales in F16 within a block, in bytes. tests/jobs/test_finite_weights.py compares
# every row with the library's results. All bit patterns of mxfp4's and nvfp4's scales are finite.
_SCALES = {
    2: (0,), 3: (0, 2), 6: (0,), 7: (0, 2), 8: (0,), 10: (80, 82), 11: (108,), 12: (0, 2), 13: (0, 2), 14: (208,),
    16: (0,), 17: (0,), 18: (0,), 19: (0,), 20: (0,), 21: (0,), 22: (0,), 23: (0,), 34: (52,), 35: (64,), 41: (0,),
    42: (0,),
}  # fmt: skip
_IQ1_M = 29

CHECKSUM = "luthier.checksum"
NONE_YET = "0" * 8  # while the file is being written
_AT_ONCE = 1 << 20  # bytes


class Weights(NamedTuple):
    """The result of reading all weights. checksums: CRC-32 of each tensor's bytes. not_finite: the names of tensors
    with such values.
    """

    checksums: dict[str, int]
    not_finite: list[str]


def look_through(header: Header, give_up: Callable[[], bool]) -> Weights:
    """Read the whole file for weights that are not finite, and its checksums; `give_up` is called between tensors.

    Raises OSError.
    """
    buffer = bytearray(_BLOCK)
    found = Weights({}, [])
    with header.path.open("rb", buffering=0) as file:
        for tensor in header.tensors.values():
            if give_up():
                break
            checksum, is_sound = 0, True
            for raw in _blocks(file, tensor, buffer):
                checksum = zlib.crc32(raw.data, checksum)
                is_sound = is_sound and _are_sound(raw, tensor.kind, TENSOR_TYPES[tensor.kind].size)
            found.checksums[tensor.name] = checksum
            if not is_sound:
                found.not_finite.append(tensor.name)
    return found


def has_numbers_only(bits: NDArray[np.unsignedinteger[Any]], kind: str) -> bool:
    """Return whether floating-point numbers, given by their bits, are all finite. kind: as in _INFINITY."""
    infinity = bits.dtype.type(_INFINITY[kind])
    unsigned = bits.dtype.type(2 ** (8 * bits.itemsize - 1) - 1)
    room = np.empty(min(_CHUNK, bits.size), bits.dtype)
    for start in range(0, bits.size, _CHUNK):
        chunk = bits[start : start + _CHUNK]
        if np.bitwise_and(chunk, unsigned, out=room[: chunk.size]).max() >= infinity:
            return False
    return True


def _blocks(file: FileIO, tensor: TensorInfo, buffer: bytearray) -> Iterator[NDArray[np.uint8]]:
    """Yield a tensor's bytes, a buffer full of whole blocks at a time."""
    size = TENSOR_TYPES[tensor.kind].size
    step = len(buffer) // size * size
    file.seek(tensor.start)
    for begin in range(0, tensor.size, step):
        wanted = min(step, tensor.size - begin)
        with memoryview(buffer)[:wanted] as room:
            read = file.readinto(room)
        if read < wanted:  # the file has shrunk: the code that uses the weights reports it
            return
        yield np.frombuffer(buffer, np.uint8, wanted)


def _are_sound(raw: NDArray[np.uint8], kind: int, size: int) -> bool:
    """raw: whole blocks of `size` bytes each."""
    if kind in _WHOLE:
        name, bits = _WHOLE[kind]
        return has_numbers_only(raw.view(bits), name)
    blocks = raw.reshape(-1, size)
    if kind == _IQ1_M:  # four numbers end in four bits each of its scale; two of them have the exponent
        third, fourth = blocks[:, 52:54].view("<u2"), blocks[:, 54:56].view("<u2")
        return not ((third & 0xC000 == 0xC000) & (fourth & 0x7000 == 0x7000)).any()
    return all(has_numbers_only(blocks[:, at : at + 2].view("<u2")[:, 0], "float16") for at in _SCALES.get(kind, ()))


def put_checksum(file: Path) -> None:
    """Write the checksum into a complete file with room for it. Raises OSError, and the errors of read_header."""
    header = read_header(file)
    found = _computed(header).encode()
    with file.open("rb+") as stream:
        stream.seek(_end(header) - len(NONE_YET))
        stream.write(found)


def is_as_written(header: Header) -> bool:
    """Return whether a file matches its own checksum; True without one, as in files of older versions or other
    programs.

    Raises OSError.
    """
    written = header.values.get(CHECKSUM)
    return written is None or written == _computed(header)


def _computed(header: Header) -> str:
    end, found = _end(header), 0
    with header.path.open("rb") as stream:
        found = zlib.crc32(stream.read(end - len(NONE_YET)))
        stream.seek(end)
        while part := stream.read(_AT_ONCE):
            found = zlib.crc32(part, found)
    return f"{found:08x}"


def _end(header: Header) -> int:
    """Return the first byte after the checksum's digits."""
    return header.spans[CHECKSUM][1]
