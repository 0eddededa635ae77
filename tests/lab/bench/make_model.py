"""GGUF files with random weights in the shapes of known models, so that benchmarks need no download.

python -m tests.lab.bench.make_model smollm2-135m q8_0 build/bench/smollm2-135m.gguf
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np

from core.base import paths
from core.convert.convert import convert
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load
from core.engine.train.rows import NO_LABEL, PackedRow
from tests.lab.bench.environments import BUILD

STARCODER = Path(sys.prefix) / "share" / "llama.cpp-models" / "ggml-vocab-starcoder.gguf"  # of 49,152 tokens
ALIGNMENT = 32  # bytes, of a tensor's beginning
Q = gguf.GGMLQuantizationType


@dataclass(frozen=True)
class ModelShape:
    """Sizes as the model's config.json has them."""

    hidden: int
    layers: int
    heads: int
    kv_heads: int
    feed_forward: int
    vocab: int
    tied: bool = True


SHAPES = {
    "tiny": ModelShape(256, 4, 4, 2, 512, 4096),  # of no model's; of the short forms
    "smollm2-135m": ModelShape(576, 30, 9, 3, 1536, 49152),
    "qwen2.5-0.5b": ModelShape(896, 24, 14, 2, 4864, 151936),
    "llama-3.2-1b": ModelShape(2048, 16, 32, 8, 8192, 128256),
    "llama-3.2-3b": ModelShape(3072, 28, 24, 8, 8192, 128256),
    "llama-3.1-8b": ModelShape(4096, 32, 32, 8, 14336, 128256, tied=False),
}


def random_model(shape: str, quant: str, *, hollow: bool = False, reads: bool = False) -> Path:
    """Return the file of a shape, which is made when first asked for. reads: whether it has a tokenizer."""
    path = BUILD / "bench" / f"{shape}-{quant}{'-hollow' * hollow}{'-reads' * reads}.gguf"
    tokenizer = (STARCODER if shape != "tiny" else bundled_model()) if reads else None
    make_model(SHAPES[shape], quant, path, hollow=hollow, tokenizer=tokenizer)
    return path


def bundled_model(dtype: str = "q8_0", folder: Path = BUILD / "bench") -> Path:
    """Return the bundled model as GGUF, which is made when first asked for."""
    path = folder / f"{paths.SAMPLE_MODEL.name}-{dtype}.gguf"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        convert(paths.SAMPLE_MODEL, path, dtype, lambda done, total: None)
    return path


def make_model(
    shape: ModelShape, quant: str, path: Path, *, hollow: bool = False, tokenizer: Path | None = None
) -> None:
    """Write the file unless it exists. hollow: with holes for weights, which take no room on the disk.

    tokenizer: a GGUF file whose tokenizer the model gets; without one it can be given nothing but numbers.
    """
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    ggml, rng = load(), np.random.default_rng(0)
    partial = path.with_suffix(".part")
    writer = gguf.GGUFWriter(partial, "llama")
    head_dim = shape.hidden // shape.heads
    writer.add_context_length(8192)
    writer.add_embedding_length(shape.hidden)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(shape.vocab)
    writer.add_rope_dimension_count(head_dim)
    if tokenizer:
        copy_tokenizer(gguf.GGUFReader(tokenizer), writer, shape.vocab)
    sizes, total = list(_tensors(shape, head_dim)), 0
    for name, d_in, d_out in sizes:
        kind = tensor_kind(name, d_in, quant, shape.layers)
        if d_out == 1:
            n_bytes = 4 * d_in
            writer.add_tensor_info(name, (d_in,), np.dtype(np.float32), n_bytes)
        else:
            n_bytes = d_out * ggml.row_size(kind, d_in)
            byte_shape = (d_out, ggml.row_size(kind, d_in))
            writer.add_tensor_info(name, byte_shape, np.dtype(np.uint8), n_bytes, raw_dtype=kind)
        total += -(-n_bytes // ALIGNMENT) * ALIGNMENT
    writer.write_header_to_file(partial)
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    for name, d_in, d_out in [] if hollow else sizes:
        if d_out == 1:
            writer.write_tensor_data(np.ones(d_in, np.float32))
        else:
            writer.write_tensor_data(
                random_weight(ggml, rng, tensor_kind(name, d_in, quant, shape.layers), d_in, d_out)
            )
    writer.close()
    if hollow:
        with partial.open("r+b") as file:
            file.truncate(partial.stat().st_size + ALIGNMENT + total)
    partial.rename(path)


def random_row(n_vocab: int, n_tokens: int, supervised: float = 1.0) -> PackedRow:
    """Draw a row of one sequence. supervised: the share of its tokens that have a label, the last ones."""
    ids = np.random.default_rng(0).integers(0, n_vocab, n_tokens + 1).astype(np.int32)
    positions, segments = np.arange(n_tokens, dtype=np.int32), np.zeros(n_tokens, np.int32)
    n_labels = round(supervised * n_tokens)
    labels = np.where(positions < n_tokens - n_labels, NO_LABEL, ids[1:]).astype(np.int32)
    return PackedRow(ids[:-1], positions, segments, labels, n_tokens, n_labels)


def copy_tokenizer(source: gguf.GGUFReader, writer: gguf.GGUFWriter, vocab: int = 0) -> int:
    """Returns how many tokens it has. vocab: that the model has, to which unused ones are added; 0: no more."""
    n_tokens = len(source.fields["tokenizer.ggml.tokens"].data)
    unused = {
        "tokenizer.ggml.tokens": [f"<unused {i}>" for i in range(n_tokens, vocab)],
        "tokenizer.ggml.token_type": [gguf.TokenType.UNUSED] * (vocab - n_tokens),
        "tokenizer.ggml.scores": [0.0] * (vocab - n_tokens),
    }
    for key, field in source.fields.items():
        if key.startswith("tokenizer."):
            value = field.contents()
            value = [*value, *unused[key]] if key in unused else value
            writer.add_key_value(key, value, field.types[0], field.types[-1] if len(field.types) > 1 else None)
    return n_tokens


def tensor_kind(name: str, width: int, quant: str, layers: int) -> Q:
    """The type llama.cpp's quantizer gives a tensor. Q4_K_M: finer for the head, and for attn_v and ffn_down of some
    layers.
    """
    finer = name.startswith(("token_embd", "output"))
    if name.endswith(("attn_v.weight", "ffn_down.weight")):
        finer = is_finer(int(name.split(".")[1]), layers)
    return kind_of(quant, width, is_finer=finer)


def is_finer(layer: int, n_layer: int) -> bool:
    """Return whether Q4_K_M gives a layer's values and its last product more bits."""
    eighth = n_layer // 8
    return layer < eighth or layer >= 7 * n_layer // 8 or (layer - eighth) % 3 == 2


def kind_of(dtype: str, width: int, *, is_finer: bool) -> Q:
    """Return the type that llama.cpp's quantizer gives a tensor: Q5_0 and Q8_0 for widths not divisible by 256."""
    if dtype != "q4_k_m":
        return Q[dtype.upper()]
    if width % 256:
        return Q.Q8_0 if is_finer else Q.Q5_0
    return Q.Q6_K if is_finer else Q.Q4_K


def _tensors(shape: ModelShape, head_dim: int):  # name, d_in, d_out (1: a norm)
    d, kv, ff = shape.hidden, shape.kv_heads * head_dim, shape.feed_forward
    yield "token_embd.weight", d, shape.vocab
    for i in range(shape.layers):
        yield f"blk.{i}.attn_norm.weight", d, 1
        yield f"blk.{i}.ffn_norm.weight", d, 1
        for name, d_in, d_out in (
            ("attn_q", d, d), ("attn_k", d, kv), ("attn_v", d, kv), ("attn_output", d, d),
            ("ffn_gate", d, ff), ("ffn_up", d, ff), ("ffn_down", ff, d),
        ):  # fmt: skip
            yield f"blk.{i}.{name}.weight", d_in, d_out
    yield "output_norm.weight", d, 1
    if not shape.tied:
        yield "output.weight", d, shape.vocab


def random_weight(ggml: Ggml, rng: np.random.Generator, kind: Q, d_in: int, d_out: int) -> np.ndarray:
    """Normal with the usual 0.02 deviation, a band of rows made at a time; later bands repeat the first."""
    band = min(d_out, 1024)
    values = rng.standard_normal((band, d_in), np.float32) * np.float32(0.02)
    row = ggml.row_size(kind, d_in)
    packed = np.empty((band, row), np.uint8)
    ggml.quantize_chunk(kind, values.ctypes.data, packed.ctypes.data, 0, band, d_in, None)
    return np.concatenate([packed] * (d_out // band) + [packed[: d_out % band]])


if __name__ == "__main__":
    make_model(SHAPES[sys.argv[1]], sys.argv[2], made := Path(sys.argv[3]))
    print(f"{made}: {made.stat().st_size:,} bytes")
