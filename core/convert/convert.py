"""Converts a Hugging Face folder to one GGUF file, a tensor at a time."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import psutil

from core.base.bounded_file import pickle_refusal
from core.base.callbacks import ReportProgress
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.convert import bpe, tokens
from core.convert.fp8 import check_scales, open_weights
from core.convert.fp8 import notices as fp8_notices
from core.convert.hf_config import ModelConfig, read_config
from core.convert.tensor_names import PlannedTensor, kept_tensors, plan_tensors
from core.convert.text_part import notices
from core.convert.vocab import Vocab, read_vocab
from core.convert.weights import ConvertedTensor, PackedTensor, is_narrow, stored, target_type
from core.engine.llama_cpp.model import Vocabulary, open_in_llama_cpp, refusal
from core.families.graph import IGNORED_WINDOW
from core.gguf.kind import FOLDED, MADE, ROWS, SOURCE_CLASS

_FILE_TYPES = {
    "f32": gguf.LlamaFileType.ALL_F32,
    "f16": gguf.LlamaFileType.MOSTLY_F16,
    "bf16": gguf.LlamaFileType.MOSTLY_BF16,
    "q8_0": gguf.LlamaFileType.MOSTLY_Q8_0,
}
DTYPES = tuple(_FILE_TYPES)


@dataclass(frozen=True)
class ConvertReport:
    """The result of a conversion. Sizes in bytes."""

    path: Path
    dtype: str
    source_bytes: int
    bytes: int
    tensors: int
    fallbacks: int  # tensors too narrow for q8_0, stored as f16
    seconds: float
    notices: list[str]


def convert(source: Path, output: Path, dtype: str, progress: ReportProgress) -> ConvertReport:
    """Write the model in folder `source` as the GGUF file `output` with weights of type f32, f16, bf16 or q8_0.

    The tokenizer is compared with the original before any weight is written, and llama.cpp opens the finished file.
    `progress` counts bytes read. If it raises, as after any error, no file remains. Raises LuthierError with a code
    `convert.*`; see the readers for which.
    """
    started = time.monotonic()
    if dtype not in DTYPES:
        raise LuthierError("convert.unknown-type", f"'{dtype}' is not a weight type.", f"Known: {', '.join(DTYPES)}.")
    if not source.is_dir():
        raise pickle_refusal(source) or LuthierError(
            "convert.no-folder", f"{source} is not a folder.", "Choose the folder that holds config.json."
        )
    if output.exists() and any(output.samefile(file) for file in source.iterdir() if file.is_file()):
        raise LuthierError(
            "convert.same-file", f"{output} is one of the files to convert.", "Choose another name for the output."
        )
    config = read_config(source)
    found = open_weights(source, config.fp8)
    plan, left_out = plan_tensors(config, found, source), kept_tensors(config, found).left_out
    check_scales(part.entry for tensor in plan for part in tensor.parts)
    vocab = read_vocab(source, config)
    total, done = sum(tensor.nbytes for tensor in plan), 0
    not_finite: set[str] = set()
    progress(0, total)

    def on_part(size: int) -> None:
        nonlocal done
        done += size
        progress(done, total)

    with written_whole(output) as partial:
        with _writer(partial, config, vocab, dtype) as writer:
            _finish_header(writer)
        check_tokenizer(partial, source, vocab)
        with _writer(partial, config, vocab, dtype) as writer:
            extra = config.rope_scaling.tensors(config.rope_theta, config.n_rotated) if config.rope_scaling else {}
            for name, values in extra.items():
                writer.add_tensor_info(name, values.shape, values.dtype, values.nbytes)
            for tensor in plan:
                _announce(writer, tensor, target_type(tensor, dtype))
            writer.add_size_label(gguf.size_label(*writer.get_total_parameter_count()))
            _finish_header(writer)
            for values in extra.values():
                writer.write_tensor_data(values)
            with ThreadPoolExecutor(psutil.cpu_count(logical=False) or 1) as pool:
                for tensor in plan:
                    # Stands in for an array.
                    converted: Any = (
                        PackedTensor(tensor, on_part)
                        if tensor.mxfp4
                        else ConvertedTensor(tensor, target_type(tensor, dtype), pool, on_part, not_finite)
                    )
                    writer.write_tensor_data(converted)
        _require_llama_cpp(partial, source, config)
    return ConvertReport(
        path=output,
        dtype=dtype,
        source_bytes=total,
        bytes=output.stat().st_size,
        tensors=len(plan) + len(extra),
        fallbacks=sum(dtype == "q8_0" and is_narrow(tensor) for tensor in plan),
        seconds=time.monotonic() - started,
        notices=[
            *notices(left_out),
            *fp8_notices(found),
            *vocab.tokens.notices,
            *_config_notices(config),
            *_weight_notices(sorted(not_finite)),
        ],
    )


def _require_llama_cpp(finished: Path, source: Path, config: ModelConfig) -> None:
    """Require that llama.cpp loads the finished file: otherwise training it would be useless. Raises LuthierError
    `convert.refused`.
    """
    if reason := refusal(finished):
        raise LuthierError(
            "convert.refused",
            f"{source}: llama.cpp does not load this model as a GGUF file: {reason}. The file was removed.",
            f"It is a {config.architecture} model of a kind that llama.cpp does not know: choose another one.",
        )


@contextmanager
def _writer(path: Path, config: ModelConfig, vocab: Vocab, dtype: str) -> Iterator[gguf.GGUFWriter]:
    writer = gguf.GGUFWriter(path, config.architecture)
    try:
        write_metadata(writer, config, dtype)
        writer.add_name(_name(config, vocab))
        writer.add_string(MADE, "convert")
        writer.add_string(SOURCE_CLASS, config.class_name)
        vocab.write(writer)
        yield writer
    finally:
        writer.close()


_PHI3 = re.compile("phi-?3", re.IGNORECASE)
_PHI3_TOKENS = ("<unk>", "<s>", "</s>", "<|endoftext|>")


def _name(config: ModelConfig, vocab: Vocab) -> str:
    """Return the folder's name, unless it would mislead llama.cpp: in models called phi-3, llama.cpp attaches following
    spaces to special tokens, as Phi-3's tokenizer does, and it fails if these tokens are missing.
    """
    known = all(vocab.tokens.find(text) is not None for text in _PHI3_TOKENS)
    if _PHI3.search(config.name):
        return config.name if known else _PHI3.sub("Phi", config.name)
    is_phi3 = config.architecture == "phi3" and known and vocab.tokens.strips_after
    return f"{config.name} (Phi-3)" if is_phi3 else config.name


def write_metadata(writer: gguf.GGUFWriter, config: ModelConfig, dtype: str) -> None:
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_file_type(_FILE_TYPES[dtype])
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    writer.add_vocab_size(config.vocab_size)
    writer.add_context_length(config.context_length)
    writer.add_embedding_length(config.d_model)
    writer.add_block_count(config.n_layers)
    writer.add_head_count(config.n_heads)
    everywhere = {"feed_forward_length": config.d_ff, "attention.head_count_kv": config.n_kv_heads}
    for key, count in everywhere.items():
        if key not in config.per_layer.arrays:
            writer.add_uint32(f"{config.architecture}.{key}", count)
    for key, values in config.per_layer.arrays.items():
        writer.add_array(f"{config.architecture}.{key}", values)
    writer.add_key_length(config.head_dim)
    writer.add_value_length(config.head_dim)
    writer.add_layer_norm_rms_eps(config.rms_eps)
    writer.add_rope_dimension_count(config.n_rotated)
    writer.add_rope_freq_base(config.rope_theta)
    if config.rope_scaling is not None:
        config.rope_scaling.write(writer)
    if config.rope_sections:
        writer.add_rope_dimension_sections(config.rope_sections)
    for key, number in config.numbers.items():
        writer.add_float32(f"{config.architecture}.{key}", number)
    for key, switch in config.per_layer.switches.items():
        writer.add_bool(f"{config.architecture}.{key}", switch)
    for key, count in config.counts.items():
        writer.add_uint32(f"{config.architecture}.{key}", count)
    if config.row.windowed_at:
        writer.add_sliding_window(config.sliding_window)
        writer.add_sliding_window_pattern([not config.row.has_full_attention(i) for i in range(config.n_layers)])
    if config.ignored_window:
        writer.add_uint32(IGNORED_WINDOW, config.ignored_window)
    _write_folded(writer, config)


def _write_folded(writer: gguf.GGUFWriter, config: ModelConfig) -> None:
    """Write the factors that an adapter needs when it is converted to or from Hugging Face's weights."""
    for spec in config.family.layer:
        if not spec.folded:
            continue
        runs = config.per_layer.factors[spec.target]
        finest = max(runs, key=len)
        whole = prod(run.factor for (run, *more) in runs if not more)
        key = FOLDED + spec.target.removesuffix(".weight")
        writer.add_array(key, [run.factor * whole if len(finest) > 1 else whole for run in finest])
        if len(finest) > 1:
            writer.add_array(key + ROWS, [run.rows for run in finest])


def _finish_header(writer: gguf.GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()


def _announce(writer: gguf.GGUFWriter, tensor: PlannedTensor, target: gguf.GGMLQuantizationType) -> None:
    shape, item = stored(tensor.shape, target)
    writer.add_tensor_info(tensor.target, shape, item, int(np.prod(shape)) * item.itemsize, raw_dtype=target)


def _config_notices(config: ModelConfig) -> list[str]:
    told = []
    if config.guessed:
        told.append(
            f"config.json names no class (architectures): by its model_type, {config.guessed}, the model is read as "
            f"{config.class_name}."
        )
    if config.rope_scaling is not None and not config.rope_scaling.rounded:
        told.append(
            "The model stretches its context by YaRN with bounds that llama.cpp rounds to whole numbers (truncate is "
            "off): its answers to long texts may differ a little from the original's."
        )
    if config.ignored_window:
        told.append(
            f"The model looks back at most {config.ignored_window:,} tokens (sliding window); llama.cpp's version "
            "looks back without a limit. Keep texts shorter than that."
        )
    return told


def _weight_notices(not_finite: list[str]) -> list[str]:
    if not not_finite:
        return []
    names = ", ".join(not_finite[:8]) + (" and others" if len(not_finite) > 8 else "")
    return [
        f"{len(not_finite)} tensors hold values that are not finite numbers: {names}. The model will not work with "
        "them: download it again, or choose another."
    ]


PROBE = (
    "Once upon a time, in 1887, there were 3 bears; they'd eaten 12,345.67 pots.  Two  spaces,   three.\n"
    "\tTabs\t\tand\n\n\nblank lines \n  and\r\nCR LF \n \n end of it   \n"
    "I'M SURE she'll say 'WE'VE won'! (isn't it?) -- ... !!! ??? ### $9.99 50% a_b x*y=z <tag> [1] {k: 'v'}\n"
    "def add(a, b=2):\n    return a + b  # sum\nfor (int i = 0; i < 10; ++i) { x += i; }\n"
    "Grüße, café, naïve, Ærøskøbing; İstanbul'da güzel; Ελληνικά ωραία; Привет, мир! 1000 рублей\n"
    "你好，世界！今天是2024年。 こんにちは、カタカナ。 안녕하세요 세계 สวัสดีชาวโลก नमस्ते दुनिया مرحبا بالعالم שלום עולם\n"
    "🚀🙂 👩‍👩‍👧 🇫🇷 ✅ ½ ² ∑∫ → “quotes” ‘single’ — dash… \u00a0nbsp \u200bzero width ﬁ\n"
    "0 00 000 0000 00000 000000 3.3 3..3 x1y22z333 http://example.org/a?b=c&d=1 \n"
    # Combining marks on letters without a precomposed character: composing them (NFC) changes nothing.
    "x\u0301 q\u0323\u0302z m\u0308m \u0915\u094d\u0937\u093f \u0e01\u0e47 \u0628\u064e\u0651 \u05e9\u05b8\u05c1 "
    "1\u20e3\n"
    "👨\U0001f3fd\u200d💻 🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥 🇯🇵🇧🇷 👍\U0001f3ff👍\n"
    "\x01\x07\x1b[31mred\x1b[0m \x7f \u00ad \u2028 \u3000 \ufeff \ufffd a\x0bb\x0cc\n"
    "<|im_star t|> <|im_end <| endoftext|> |> <s </s < unk> [INST [/INST] <<SYS>> <bos <start_of_tur n> <0x0A> Ġ Ċ\n"
    "          ten\t\t\t\t\ttabs \t \t mixed\n\n\n\n\r\n\r\n  \n    indented\n        return None;\n}\n"
    "SELECT * FROM t WHERE a>=1 AND b<>'x'; #include <stdio.h> λ = lambda x: x**2 // 7 % 3; @dec f\"{x!r:>{w}}\" \\n\\t"
)

_ADDED = (gguf.TokenType.CONTROL, gguf.TokenType.USER_DEFINED)
_BLANKS = " \t\r\n▁"  # ▁ is SentencePiece's
_AROUND, _TOKENS = 20, 4  # characters and tokens that an error shows around a difference


def check_tokenizer(model: Path, folder: Path, vocab: Vocab) -> None:
    """Tokenize a probe of many scripts, digits, spaces and code with llama.cpp and with the original's library.

    model: a GGUF file with at least the vocabulary. folder: of the original tokenizer. Raises LuthierError
    `convert.tokenizer-differs`, showing the first difference.
    """
    encode, probe = _reference(folder, vocab), probe_for(vocab)
    with open_in_llama_cpp(model, vocabulary_only=True) as opened:
        for text in [*probe.splitlines(keepends=True), probe]:
            ours, theirs = opened.vocabulary.tokenize(text, add_special=False, parse_special=False), encode(text)
            if ours != theirs:
                raise _difference(text, ours, theirs, opened.vocabulary)
        for number, token in enumerate(vocab.tokens.items):
            if token.kind in _ADDED and token.text:
                ours = opened.vocabulary.tokenize(token.text, add_special=False, parse_special=True)
                if ours != [number]:
                    raise _difference(token.text, ours, [number], opened.vocabulary)


def probe_for(vocab: Vocab) -> str:
    """Return a text to compare tokenizers with: PROBE and the names of all added tokens, each name broken up. Hugging
    Face's library would read a whole name as one token anywhere, llama.cpp only where a template has put it. Runs of
    whitespace stay whole.
    """
    added = {token.text for token in vocab.tokens.items if token.kind in _ADDED and token.text.strip(_BLANKS)}
    names = sorted((name for name in added if len(name) > 1), key=lambda name: (-len(name), name))
    probe = PROBE + " ".join(names) + "\n"
    for name in names:  # the longest first, so that breaking one up also breaks names within it
        probe = probe.replace(name, f"{name[:-1]} {name[-1]}")
    return probe


def _reference(folder: Path, vocab: Vocab) -> Callable[[str], list[int]]:
    if vocab.tokens.model != "llama":
        library = bpe.load(folder / "tokenizer.json")
        return lambda text: library.encode(text, add_special_tokens=False).ids
    pieces = tokens.load(folder / "tokenizer.model")
    return lambda text: list(pieces.encode(text))


def _difference(text: str, ours: list[int], theirs: list[int], vocabulary: Vocabulary) -> LuthierError:
    pairs = zip(ours, theirs, strict=False)
    place = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(ours), len(theirs)))
    before = len(b"".join(vocabulary.piece(token) for token in theirs[:place]).decode("utf-8", "ignore"))
    around = text[max(0, before - _AROUND) : before + _AROUND]

    def show(tokens: list[int]) -> str:
        shown = (
            f"{'>>> ' if i == place else ''}{vocabulary.piece(token).decode('utf-8', 'replace')!r} {token}"
            for i, token in enumerate(tokens)
            if place - _TOKENS <= i <= place + _TOKENS
        )
        return " | ".join(shown)

    return LuthierError(
        "convert.tokenizer-differs",
        f"llama.cpp would read this model's text differently than the model was trained to. They differ in {around!r}, "
        f"at token {place} (>>>).\nThe model's own: {show(theirs)}\nllama.cpp's:     {show(ours)}",
        "This tokenizer is of a kind Luthier cannot convert yet. Look for a GGUF version of this model instead.",
    )
