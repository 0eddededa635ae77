"""Tokenizers of published models, rebuilt in Hugging Face's format from llama.cpp's files, convert to those again.

convert's own check compares llama.cpp's reading of the result with the original library's.
"""

from __future__ import annotations

import json
import shutil
import struct
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file

from core.convert.convert import check_tokenizer, convert
from core.convert.hf_config import read_config
from core.convert.safetensors import SINGLE, open_checkpoint
from core.convert.vocab import Vocab, read_vocab
from core.convert.weights import widen
from core.data.chat.mask import render_answers, until_end_of_turn
from core.data.tokenizer import Tokenizer
from core.engine.llama_cpp.model import open_in_llama_cpp
from core.export.turns import read_turns, turns_of
from core.protocol.config import TrainConfig
from tests.support.chat_truths import source_of
from tests.support.gguf_fields import read_fields
from tests.support.places import FIXTURES, LLAMA_CPP_MODELS
from tests.support.pretokenizers import BYTES, DIGITS, LLAMA3, QWEN2, WORDS, sequence, split
from tests.support.rendering import chat_template, renderer

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6  # SentencePiece.Type
BPE = 2  # TrainerSpec.ModelType
TEMPLATE = source_of("microsoft-Phi-3.5-mini-instruct")

# vocabulary, what its tokenizer.json says of words, whole words first, tokenizer.ggml.pre
BYTE_LEVEL = [
    ("qwen2", sequence(split(QWEN2), BYTES), False, "qwen2"),
    pytest.param("llama-bpe", sequence(split(LLAMA3), BYTES), True, "llama-bpe", marks=pytest.mark.slow),
    ("refact", sequence(DIGITS, WORDS), False, "smollm"),  # as in Granite
]
NAMED_KINDS = (gguf.TokenType.CONTROL, gguf.TokenType.USER_DEFINED)


class Original:
    """A vocabulary file of llama.cpp's."""

    def __init__(self, name: str) -> None:
        fields = read_fields(LLAMA_CPP_MODELS / f"ggml-vocab-{name}.gguf")
        self.fields = {key.removeprefix("tokenizer.ggml."): value for key, value in fields.items()}
        self.tokens: list[str] = self.fields["tokens"]
        self.kinds: list[int] = self.fields["token_type"]

    def added(self) -> list[dict[str, Any]]:
        """Control and user-defined tokens, less those that only fill the table."""
        return [
            {"id": i, "content": text, "special": kind == gguf.TokenType.CONTROL, "single_word": False}
            | {"lstrip": False, "rstrip": False, "normalized": False}
            for i, (text, kind) in enumerate(zip(self.tokens, self.kinds, strict=True))
            if kind in NAMED_KINDS and not text.startswith("[PAD")
        ]


def read(folder: Path, original: Original) -> Vocab:
    config = replace(read_config(FIXTURES / "qwen2"), vocab_size=len(original.tokens), special_ids={})
    return read_vocab(folder, config)


def write(path: Path, vocab: Vocab, name: str = "") -> Path:
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name(name)
    vocab.write(writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words", "whole_words_first", "pre"), BYTE_LEVEL, ids=lambda v: v if type(v) is str else ""
)
def test_that_a_published_byte_level_tokenizer_converts_to_itself(
    tmp_path: Path, name: str, words: dict[str, Any], whole_words_first: bool, pre: str
) -> None:
    original = Original(name)
    added = original.added()
    names = {token["content"] for token in added}
    usual = {text: i for i, text in enumerate(original.tokens) if text not in names and not text.startswith("[PAD")}
    model = {"type": "BPE", "vocab": usual, "merges": original.fields["merges"], "ignore_merges": whole_words_first}
    tokenizer = {"model": model, "added_tokens": added, "pre_tokenizer": words, "decoder": {**BYTES}}
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer))
    vocab = read(tmp_path, original)
    assert vocab.tokens.pre == pre
    assert vocab.tokens.merges == original.fields["merges"]
    assert [token.text for token in vocab.tokens.items] == original.tokens
    for token, kind in zip(vocab.tokens.items, original.kinds, strict=True):
        assert token.kind == (gguf.TokenType.UNUSED if token.text.startswith("[PAD") else kind)
    check_tokenizer(write(tmp_path / "out.gguf", vocab), tmp_path, vocab)


def spaced_bpe(original: Original) -> dict[str, Any]:
    """Gemma 4's tokenizer.json, as far as llama.cpp's file tells: which tokens are added, it does not."""
    usual = {text: i for i, text in enumerate(original.tokens)}
    model = {"type": "BPE", "vocab": usual, "merges": original.fields["merges"], "byte_fallback": True}
    model |= {"unk_token": "<unk>", "fuse_unk": True}
    spaces = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    words = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
    return {"model": model, "added_tokens": original.added(), "normalizer": spaces, "pre_tokenizer": words}


@pytest.mark.slow
def test_that_gemma_4s_tokenizer_converts_to_itself(tmp_path: Path) -> None:
    original = Original("gemma-4")
    (tmp_path / "tokenizer.json").write_text(json.dumps(spaced_bpe(original)))
    vocab = read(tmp_path, original)
    assert (vocab.tokens.model, vocab.special_ids["eot"]) == ("gemma4", original.tokens.index("<turn|>"))
    assert [token.text for token in vocab.tokens.items] == original.tokens
    assert [token.kind for token in vocab.tokens.items] == original.kinds
    check_tokenizer(write(tmp_path / "out.gguf", vocab), tmp_path, vocab)


def test_that_llama_2s_tokenizer_converts_to_itself(tmp_path: Path) -> None:
    original = Original("llama-spm")
    pieces = zip(original.tokens, original.fields["scores"], original.kinds, strict=True)
    write_pieces(tmp_path / "tokenizer.model", pieces)
    vocab = read(tmp_path, original)
    assert [token.text for token in vocab.tokens.items] == original.tokens
    assert [token.kind for token in vocab.tokens.items] == original.kinds
    assert [token.score for token in vocab.tokens.items] == original.fields["scores"]
    check_tokenizer(write(tmp_path / "out.gguf", vocab), tmp_path, vocab)


@pytest.fixture
def phi(tmp_path: Path) -> Path:
    """The phi fixture with Phi-3's own tokenizer: Llama 2's pieces, and tokens that take the blanks after them."""
    original, base = Original("phi-3"), Original("llama-spm")
    folder = Path(shutil.copytree(FIXTURES / "phi", tmp_path / "my-model"))
    (folder / "tokenizer.json").unlink()
    write_pieces(folder / "tokenizer.model", zip(base.tokens, base.fields["scores"], base.kinds, strict=True))
    added = {
        str(t["id"]): t | {"rstrip": t["content"] not in ("<unk>", "<s>", "<|endoftext|>")} for t in original.added()
    }
    settings = {"added_tokens_decoder": added, "bos_token": "<s>", "eos_token": "<|endoftext|>", "unk_token": "<unk>"}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    (folder / "chat_template.jinja").write_text(TEMPLATE)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"vocab_size": len(original.tokens)}))
    rng = np.random.default_rng(0)
    tensors = {name: widen(entry.read()) for name, entry in open_checkpoint(folder).items()}
    for name in ("model.embed_tokens.weight", "lm_head.weight"):
        tensors[name] = rng.normal(size=(len(original.tokens), 32)).astype(np.float32)
    save_file(tensors, folder / SINGLE)
    return folder


@pytest.mark.slow
def test_that_phi_3s_tokens_are_read_as_its_makers_do_whatever_the_folder_is_called(phi: Path, tmp_path: Path) -> None:
    convert(phi, tmp_path / "out.gguf", "f16", lambda done, total: None)
    with open_in_llama_cpp(tmp_path / "out.gguf", vocabulary_only=True) as opened:
        vocabulary = opened.vocabulary
        user, end = (
            vocabulary.tokenize(text, add_special=False, parse_special=True) for text in ("<|user|>", "<|end|>")
        )
        hi = vocabulary.tokenize("Hi", add_special=False, parse_special=False)
        text = "<|user|>\nHi<|end|>\n"
        assert vocabulary.tokenize(text, add_special=False, parse_special=True) == [*user, *hi, *end]
        assert (vocabulary.bos, vocabulary.eos, vocabulary.adds_bos) == (1, 32000, True)


@pytest.mark.slow
def test_that_phi_3_leaves_for_ollama_with_its_stops(phi: Path, tmp_path: Path) -> None:
    convert(phi, tmp_path / "out.gguf", "f16", lambda done, total: None)
    turns = read_turns(tmp_path / "out.gguf", renderer(), TrainConfig(), conversations=True)
    assert turns.stops == ["<|end|>"]


CHAT = [
    ("qwen2", "Qwen-Qwen2.5-7B-Instruct", "<|im_end|>"),
    ("qwen2", "Qwen-Qwen3-0.6B", "<|im_end|>"),
    ("llama-bpe", "meta-llama-Llama-3.1-8B-Instruct", "<|eot_id|>"),
    ("phi-3", "microsoft-Phi-3.5-mini-instruct", "<|end|>"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "template", "end"), CHAT, ids=[template for _, template, _ in CHAT])
def test_that_an_answer_is_learnt_and_stopped_at_its_models_end_of_turn(name: str, template: str, end: str) -> None:
    file, source = LLAMA_CPP_MODELS / f"ggml-vocab-{name}.gguf", source_of(template)
    messages = [{"role": "user", "content": "Who are you?"}, {"role": "assistant", "content": "The keeper."}]
    with Tokenizer(file) as tokenizer:
        jinja = chat_template(source, bos=tokenizer.text(tokenizer.bos), eos=tokenizer.text(tokenizer.eos))
        rendered, answers = render_answers(jinja, messages, [1])
        (start, stop), ended = until_end_of_turn(answers[1].span, tokenizer.find_specials(rendered), tokenizer)
        stops = turns_of(tokenizer, renderer(), source, conversations=True).stops
    assert ended
    assert rendered[start:stop].endswith("The keeper." + end)
    assert stops == [end]


def write_pieces(path: Path, pieces: Iterable[tuple[str, float, int]], *, dummy_prefix: bool = True) -> Path:
    """A tokenizer.model, field by field (sentencepiece_model.proto), since the library only trains them.

    pieces: text, score, type; the unknown, BOS and EOS pieces are numbers 0, 1 and 2, as in Llama's.
    """
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
