"""The vocabulary in a GGUF file, looked at before llama.cpp does, which stops the process where it is not sound."""

from __future__ import annotations

import struct
from collections import Counter

from core.base.errors import LuthierError
from core.gguf.header import Header
from core.gguf.types import ARRAY, F32, I32, STRING, Array

_PREFIX = "tokenizer.ggml."
_TOKENS = _PREFIX + "tokens"
# What llama.cpp reads by the number of a token, without asking how many there are: key -> type of an element.
_PER_TOKEN = {_PREFIX + "scores": F32, _PREFIX + "token_type": I32}
_LISTS = {_TOKENS: STRING, _PREFIX + "merges": STRING, **_PER_TOKEN}
_LENGTH = struct.Struct("<Q")


def check_vocabulary(header: Header) -> None:
    """Raises LuthierError `model.unreadable`, naming the key. A file without a vocabulary passes."""
    for key, kind in _LISTS.items():
        if header.kinds.get(key, ARRAY) != ARRAY or (key in header.arrays and header.arrays[key].kind != kind):
            raise _unsound(header, key, "is not a list of what belongs there")
    tokens = header.arrays.get(_TOKENS)
    if tokens is None:
        return
    for key in _PER_TOKEN:
        if key in header.arrays and header.arrays[key].length != tokens.length:
            raise _unsound(header, key, f"has {header.arrays[key].length:,} values for {tokens.length:,} tokens")
    texts = _as_llama_cpp_reads(_read_texts(header, tokens))
    if len(set(texts)) < len(texts):
        text, count = Counter(texts).most_common(1)[0]
        raise _unsound(header, _TOKENS, f"has the token {text.decode(errors='replace')!r:.80} {count} times")


def _as_llama_cpp_reads(texts: list[bytes]) -> list[bytes]:
    """Up to a zero byte, where C ends a text; empty ones get a name (llama_vocab::impl::load)."""
    ended = (text.partition(b"\0")[0] for text in texts)
    return [text or b"[EMPTY_%d]" % number for number, text in enumerate(ended)]


def _read_texts(header: Header, tokens: Array) -> list[bytes]:
    """The bytes of every token; read_header has found them sound."""
    with header.path.open("rb") as stream:
        stream.seek(tokens.start)
        raw = stream.read(tokens.size)
    texts, position = [], 0
    for _ in range(tokens.length):
        (length,) = _LENGTH.unpack_from(raw, position)
        position += _LENGTH.size + length
        texts.append(raw[position - length : position])
    return texts


def _unsound(header: Header, key: str, what: str) -> LuthierError:
    place = f", at byte {header.arrays[key].start:,}," if key in header.arrays else ""
    return LuthierError(
        "model.unreadable",
        f"{header.path} has no sound vocabulary: key {key!r}{place} {what}.",
        "The file is damaged: download or convert it again.",
    )
