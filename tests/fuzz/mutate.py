"""Good files damaged, each from a number alone, so that a failure can be repeated."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable

# What programs trip over: nothing, one, the ends of each type, sizes that overflow when multiplied.
_NUMBERS = (0, 1, 2, 7, 8, 31, 63, 64, 255, 256, 2**15, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40, 2**61, 2**62)
_WIDE = (*_NUMBERS, 2**63 - 1, 2**63, 2**64 - 1, 2**64 - 8)
_WORDS = (
    *2 * (
        b"null", b"-1", b"1e400", b"1e300", b"NaN", b"true", b'""', b"[]", b"{}", b"0", b"1", b"7", b"1.5",
        b"999999999999",
        b'"F32"', b'"BF16"', b'"F8_E4M3"', b'"I64"', b'"x"',
    ),
    b"18446744073709551615", b"9" * 300, b"9" * 5000, b"[" * 2000, b'"\\ud800"', b"\xff\xfe", b"\0", b"../x",
)  # fmt: skip

Mutation = Callable[[random.Random, bytearray, int], None]


def mutate(content: bytes, header: int, seed: int) -> bytes:
    """One to three changes, most of them among the first `header` bytes."""
    chance, changed = random.Random(seed), bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        reach = min(header, len(changed)) if chance.random() < 0.9 else len(changed)
        chance.choice(_MUTATIONS)(chance, changed, max(reach, 1))
    return bytes(changed)


def with_length(content: bytes) -> bytes:
    """A safetensors file whose first eight bytes are the length of its header again, as far as that can be told."""
    (length,) = struct.unpack("<Q", content[:8].ljust(8, b"\0"))
    end = content.rfind(b"}}", 0, min(len(content), 2 * length + 4096) if length < 1 << 30 else None) + 2
    return struct.pack("<Q", max(end - 8, 0)) + content[8:] if end > 8 else content


def _flip(chance: random.Random, content: bytearray, reach: int) -> None:
    for _ in range(chance.choice((1, 1, 2, 8))):
        if content:
            content[chance.randrange(min(reach, len(content)))] ^= 1 << chance.randrange(8)


def _overwrite_number(chance: random.Random, content: bytearray, reach: int) -> None:
    place = chance.randrange(reach)
    wide = chance.random() < 0.7
    number = chance.choice(_WIDE if wide else _NUMBERS) + chance.choice((0, 0, 0, 1, -1))
    packed = struct.pack("<Q", number % 2**64) if wide else struct.pack("<I", number % 2**32)
    content[place : place + len(packed)] = packed


def _overwrite_named(chance: random.Random, content: bytearray, reach: int) -> None:
    """What follows a name in a GGUF header: a type and a value, or a tensor's shape."""
    names = [match.end() for match in _NAME.finditer(content, 0, reach)]
    if names:
        place = chance.choice(names) + chance.choice((0, 4, 4, 4, 8, 12))
        packed = struct.pack("<Q", chance.choice(_WIDE))[: chance.choice((1, 4, 8))]
        content[place : place + len(packed)] = packed


def _overwrite_start(chance: random.Random, content: bytearray, reach: int) -> None:
    """Where the counts of a GGUF file and the length of a safetensors header are."""
    place = chance.choice((0, 4, 8, 16))
    packed = struct.pack("<Q", chance.choice(_WIDE))
    content[place : min(place + 8, reach)] = packed


def _cut(chance: random.Random, content: bytearray, reach: int) -> None:
    del content[chance.randrange(reach) :]


def _remove(chance: random.Random, content: bytearray, reach: int) -> None:
    place = chance.randrange(reach)
    del content[place : place + chance.choice((1, 4, 8, 33, 500))]


def _insert(chance: random.Random, content: bytearray, reach: int) -> None:
    place = chance.randrange(reach)
    content[place:place] = chance.randbytes(chance.choice((1, 4, 8, 33, 500)))


def _repeat(chance: random.Random, content: bytearray, reach: int) -> None:
    start, place, length = chance.randrange(reach), chance.randrange(reach), chance.choice((8, 40, 200, 3000))
    content[place:place] = content[start : start + length] * chance.choice((1, 1, 2, 20))


def _swap(chance: random.Random, content: bytearray, reach: int) -> None:
    a, b, length = chance.randrange(reach), chance.randrange(reach), chance.choice((1, 4, 8, 40))
    content[a : a + length], content[b : b + length] = content[b : b + length], content[a : a + length]


def _put_word(chance: random.Random, content: bytearray, reach: int) -> None:
    """In place of a number or a word, as JSON has them."""
    place = chance.randrange(reach)
    while place < len(content) and content[place] not in b'0123456789"[':
        place += 1
    end = place + 1
    while end < len(content) and content[end] not in b',]}:"':
        end += 1
    content[place:end] = chance.choice(_WORDS)


_NAME = re.compile(rb"[a-z0-9_]+\.[a-z0-9_.]+")
_MUTATIONS: tuple[Mutation, ...] = (
    _flip, _overwrite_number, _overwrite_start, _cut, _remove, _insert, _repeat, _swap,
    *(4 * [_overwrite_named]), *(4 * [_put_word]),
)  # fmt: skip
