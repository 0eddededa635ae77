"""GGUF files that hold a vocabulary and nothing else, for tests of templates, masks and tokens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import gguf
import numpy as np
from numpy.typing import NDArray

from core.base.paths import SAMPLE_MODEL

CHATML = (SAMPLE_MODEL / "chat_template.jinja").read_text()

LLAMA3 = (
    "{{ bos_token }}{% for message in messages %}"
    "{{ '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
MISTRAL = (
    "{{ bos_token }}{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate user/assistant.') }}{% endif %}"
    "{% if message['role'] == 'user' %}{{ ' [INST] ' + message['content'] + ' [/INST]' }}"
    "{% else %}{{ ' ' + message['content'] | trim + eos_token }}{% endif %}{% endfor %}"
)
GEMMA = (
    "{{ bos_token }}{% for message in messages %}"
    "{% set role = 'model' if message['role'] == 'assistant' else message['role'] %}"
    "{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)

LLAMA3_SPECIALS = ["<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]
GEMMA_SPECIALS = ["<bos>", "<start_of_turn>", "<end_of_turn>"]


def write_bpe(
    path: Path,
    *,
    template: str | list[dict[str, str]] | None = CHATML,
    specials: list[str] | None = None,
    bos: str | None = None,
    eos: str = "<|im_end|>",
    splitter: str = "gpt-2",
    renamed: Mapping[str, str] = MappingProxyType({}),
    rows: Mapping[str, NDArray[np.float32]] = MappingProxyType({}),
) -> Path:
    """The demo model's byte-level BPE, with more special tokens; `bos` is added in front of texts when given.

    splitter: what llama.cpp splits words by. renamed: special tokens of the demo's by other names. rows: weights, in
    which each token has a row.
    """
    model = json.loads((SAMPLE_MODEL / "tokenizer.json").read_text())["model"]
    tokens = [*sorted(model["vocab"], key=model["vocab"].get), *(specials or [])]
    tokens = [renamed.get(token, token) for token in tokens]
    control = {"<|endoftext|>", "<|im_start|>", "<|im_end|>", *renamed.values(), *(specials or [])}
    merges = [merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"]]
    writer = _writer(path, template)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(splitter)
    writer.add_token_list(tokens)
    writer.add_token_types([gguf.TokenType.CONTROL if t in control else gguf.TokenType.NORMAL for t in tokens])
    writer.add_token_merges(merges)
    writer.add_eos_token_id(tokens.index(eos))
    writer.add_add_bos_token(bos is not None)
    if bos is not None:
        writer.add_bos_token_id(tokens.index(bos))
    for name, weights in rows.items():
        writer.add_tensor(name, weights)
    return _finish(writer, path)


def write_spm(path: Path, *, template: str | None = MISTRAL) -> Path:
    """A small SentencePiece vocabulary: bytes, letters and a few words, with BOS and a blank put in front."""
    words = ["▁Hello", "▁the", "▁fox", "▁", "fox", "the", "[/", "INST", "]", "▁["]
    letters = [chr(c) for c in range(33, 127)]
    pieces = list(dict.fromkeys([*words, *letters]))
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *pieces]
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
    kinds += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * len(pieces)
    writer = _writer(path, template)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_scores([0.0] * 259 + [-float(rank) for rank in range(len(pieces))])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(True)
    return _finish(writer, path)


def _writer(path: Path, template: str | list[dict[str, str]] | None) -> gguf.GGUFWriter:
    writer = gguf.GGUFWriter(path, "llama")
    if template is not None:
        writer.add_chat_template(template)
    return writer


def _finish(writer: gguf.GGUFWriter, path: Path) -> Path:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
