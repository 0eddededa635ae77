"""Vocabularies that llama.cpp would crash over are refused before it sees them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.engine.llama_cpp.model import check_vocabulary, open_in_llama_cpp
from core.gguf.header import read_header
from tests.support.gguf_bytes import ARRAY, F32, STRING, U32, Gguf, string_array, text, u32

TOKENS = "tokenizer.ggml.tokens"
I32 = 5


def numbers(kind: int, count: int) -> tuple[int, bytes]:
    return ARRAY, struct.pack("<IQ", kind, count) + bytes(4 * count)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({TOKENS: (STRING, text("a"))}, "not a list"),
        ({TOKENS: numbers(U32, 3)}, "not a list"),
        ({TOKENS: (ARRAY, string_array(["a", "b", "a"]))}, "token 'a' 2 times"),
        ({TOKENS: (ARRAY, string_array(["a", "a\0b"]))}, "token 'a' 2 times"),  # a text ends there in C
        ({TOKENS: (ARRAY, string_array(["", "[EMPTY_0]"]))}, "token '[EMPTY_0]' 2 times"),  # llama.cpp's own name
        (
            {TOKENS: (ARRAY, string_array(["a", "b"])), "tokenizer.ggml.scores": numbers(F32, 1)},
            "1 values for 2 tokens",
        ),
        ({TOKENS: (ARRAY, string_array(["a", "b"])), "tokenizer.ggml.scores": numbers(I32, 2)}, "not a list"),
        ({TOKENS: (ARRAY, string_array(["a"])), "tokenizer.ggml.token_type": numbers(I32, 0)}, "0 values for 1 tokens"),
        ({TOKENS: (ARRAY, string_array(["a"])), "tokenizer.ggml.merges": (U32, u32(1))}, "not a list"),
    ],
)
def test_that_an_unsound_vocabulary_is_named(tmp_path: Path, keys: dict[str, tuple[int, bytes]], told: str) -> None:
    file = Gguf(keys=keys).write(tmp_path / "m.gguf")
    for check in (lambda: check_vocabulary(read_header(file)), lambda: open_in_llama_cpp(file).__enter__()):
        with pytest.raises(LuthierError) as caught:
            check()
        assert caught.value.code == "model.unreadable"
        assert told in caught.value.message


def test_that_empty_tokens_may_be_many(tmp_path: Path) -> None:
    """llama.cpp names them itself."""
    keys = {TOKENS: (ARRAY, string_array(["", "a", ""]))}
    check_vocabulary(read_header(Gguf(keys=keys).write(tmp_path / "m.gguf")))
