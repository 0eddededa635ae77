"""GGUF files byte by byte, sound or not."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path

U32, F32, BOOL, STRING, ARRAY = 4, 6, 7, 8, 9


def text(value: str | bytes) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(raw)) + raw


def u32(value: int) -> bytes:
    return struct.pack("<I", value)


def string_array(values: list[str] | list[bytes], count: int | None = None) -> bytes:
    return struct.pack("<IQ", STRING, len(values) if count is None else count) + b"".join(map(text, values))


@dataclass
class Tensor:
    """offset: None for where it belongs."""

    name: str | bytes = "token_embd.weight"
    shape: tuple[int, ...] = (8, 4)
    kind: int = 0
    offset: int | None = None
    size: int = 128  # bytes of data


@dataclass
class Gguf:
    """keys: name -> (type, packed value). pairs: the same, for what a dict cannot hold."""

    keys: dict[str, tuple[int, bytes]] = field(
        default_factory=lambda: {"general.architecture": (STRING, text("llama"))}
    )
    tensors: list[Tensor] = field(default_factory=lambda: [Tensor()])
    pairs: list[tuple[str | bytes, tuple[int, bytes]]] = field(default_factory=list)
    magic: bytes = b"GGUF"
    version: int = 3
    n_tensors: int | None = None
    n_keys: int | None = None
    alignment: int = 32

    def header(self) -> bytes:
        pairs = [*self.keys.items(), *self.pairs]
        counts = (
            len(self.tensors) if self.n_tensors is None else self.n_tensors,
            len(pairs) if self.n_keys is None else self.n_keys,
        )
        parts = [self.magic, u32(self.version), struct.pack("<QQ", *counts)]
        parts += [text(key) + u32(kind) + value for key, (kind, value) in pairs]
        expected = 0
        for tensor in self.tensors:
            offset = expected if tensor.offset is None else tensor.offset
            parts.append(text(tensor.name) + u32(len(tensor.shape)))
            parts.append(struct.pack(f"<{len(tensor.shape)}QIQ", *tensor.shape, tensor.kind, offset))
            expected += -(-tensor.size // self.alignment) * self.alignment
        return b"".join(parts)

    def data(self) -> bytes:
        padded = (bytes(-(-tensor.size // self.alignment) * self.alignment) for tensor in self.tensors)
        return b"".join(padded)

    def bytes(self) -> bytes:
        header = self.header()
        return header + bytes(-len(header) % self.alignment) + self.data()

    def write(self, path: Path) -> Path:
        path.write_bytes(self.bytes())
        return path
