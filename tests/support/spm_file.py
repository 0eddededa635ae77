"""tokenizer.model files, written field by field (sentencepiece_model.proto), since the library only trains them."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6  # SentencePiece.Type
BPE = 2  # TrainerSpec.ModelType


def write_pieces(path: Path, pieces: Iterable[tuple[str, float, int]], *, dummy_prefix: bool = True) -> Path:
    """pieces: text, score, type; the unknown, BOS and EOS pieces are numbers 0, 1 and 2, as in Llama's."""
    model = b"".join(
        _bytes(1, _bytes(1, text.encode()) + _float(2, score) + _int(3, kind)) for text, score, kind in pieces
    )
    trainer = _int(3, BPE) + _int(35, 1) + _int(40, 0) + _int(41, 1) + _int(42, 2)  # byte_fallback, unk, bos, eos
    normalizer = _bytes(1, b"identity") + _int(3, int(dummy_prefix)) + _int(4, 0)  # keeps blanks as they are
    path.write_bytes(model + _bytes(2, trainer) + _bytes(3, normalizer))
    return path


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _int(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _float(field: int, value: float) -> bytes:
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def _varint(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
