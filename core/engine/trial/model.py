"""The small models of the self-test, and its rows: the same numbers on every machine.

Two layers: a gradient passes through the whole upper one, and ends in the lower one. Widths are multiples of 256, the
block of the K-quants, and every product's depth is at least 64, so that devices choose the same matrix products as for
a real model. Heads have norms and the projections biases, to test as many operations as possible.

The two models have the same numbers: one is in F16, in which every device should be right, and one in the quantized
types that real files mix, where devices round the other operand as they like (core/engine/trial/process.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type
from numpy.typing import NDArray

from core.engine.ggml.lib import Ggml
from core.engine.model.weight_layouts import quantize_rows
from core.engine.train.rows import NO_LABEL, PackedRow

SEED = 20260
WIDTH, FEED_FORWARD, VOCABULARY = 256, 512, 512
HEADS, KV_HEADS, HEAD = 4, 2, 64
RANK = 16
# Tokens of each packed sequence, several in a row. The first total is a length that suits drivers, the second one that
# does not: some drivers were wrong for some batch sizes alone.
ROWS = ((60, 36), (31, 29, 17))
UNTRAINED = 0.3  # the share of masked tokens, like a prompt's

_LINEARS = {  # name -> d_in, d_out, and the quantized type in either layer: Q4_K_M's mix, and 8 bits
    "attn_q": (WIDTH, HEADS * HEAD, Type.Q4_K, Type.Q8_0),
    "attn_k": (WIDTH, KV_HEADS * HEAD, Type.Q4_K, Type.Q8_0),
    "attn_v": (WIDTH, KV_HEADS * HEAD, Type.Q6_K, Type.Q8_0),
    "attn_output": (HEADS * HEAD, WIDTH, Type.Q4_K, Type.Q8_0),
    "ffn_gate": (WIDTH, FEED_FORWARD, Type.Q4_K, Type.Q8_0),
    "ffn_up": (WIDTH, FEED_FORWARD, Type.Q4_K, Type.Q8_0),
    "ffn_down": (FEED_FORWARD, WIDTH, Type.Q6_K, Type.Q4_K),
}
_NORMS = {"attn_norm": WIDTH, "ffn_norm": WIDTH, "attn_q_norm": HEAD, "attn_k_norm": HEAD}
_BIASES = ("attn_q", "attn_k", "attn_v")
_BRANCH = 0.3  # size of an adapter's second factor: its output is smaller than the frozen product's


def write_model(ggml: Ggml, path: Path, *, quantized: bool) -> None:
    """Write the trial's model as a GGUF file of one or two megabytes. Raises OSError."""
    rng = np.random.default_rng(SEED)
    writer = gguf.GGUFWriter(path, "qwen3")
    writer.add_block_count(2)
    writer.add_context_length(512)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_key_length(HEAD)
    writer.add_value_length(HEAD)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(VOCABULARY)

    def add(name: str, kind: Type, d_in: int, d_out: int, gain: float = 1.0) -> None:
        kind = kind if quantized else Type.F16
        rows = (gain / np.sqrt(d_in) * rng.standard_normal((d_out, d_in))).astype(np.float32)
        writer.add_tensor(name, _packed(ggml, kind, rows), raw_dtype=kind)

    def add_vector(name: str, middle: float, width: int) -> None:
        writer.add_tensor(name, (middle + 0.1 * rng.standard_normal(width)).astype(np.float32))

    add("token_embd.weight", Type.Q4_K, WIDTH, VOCABULARY, gain=np.sqrt(WIDTH))
    for layer in range(2):
        for name, (d_in, d_out, *kinds) in _LINEARS.items():
            add(f"blk.{layer}.{name}.weight", kinds[layer], d_in, d_out)
        for name in _BIASES:
            add_vector(f"blk.{layer}.{name}.bias", 0.0, _LINEARS[name][1])
        for name, width in _NORMS.items():
            add_vector(f"blk.{layer}.{name}.weight", 1.0, width)
    add_vector("output_norm.weight", 1.0, WIDTH)
    add("output.weight", Type.Q6_K, WIDTH, VOCABULARY)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _packed(ggml: Ggml, kind: Type, rows: NDArray[np.float32]) -> NDArray[np.generic]:
    """Return rows in GGUFWriter's form: bytes, by rows."""
    return quantize_rows(ggml, int(kind), rows).reshape(len(rows), -1)


def rows() -> list[PackedRow]:
    """Return the test's rows."""
    rng = np.random.default_rng(SEED)
    return [_row(rng, sequences) for sequences in ROWS]


def _row(rng: np.random.Generator, sequences: tuple[int, ...]) -> PackedRow:
    n_tokens = sum(sequences)
    tokens = rng.integers(0, VOCABULARY, n_tokens).astype(np.int32)
    positions = np.concatenate([np.arange(length, dtype=np.int32) for length in sequences])
    segments = np.repeat(np.arange(len(sequences), dtype=np.int32), sequences)
    labels = np.roll(tokens, -1)
    labels[rng.random(n_tokens) < UNTRAINED] = NO_LABEL
    labels[np.cumsum(sequences) - 1] = NO_LABEL  # the next token belongs to another sequence
    return PackedRow(tokens, positions, segments, labels, n_tokens, int((labels != NO_LABEL).sum()))


def factor(shape: tuple[int, ...], name: str, factor: Literal["a", "b"]) -> NDArray[np.float32]:
    """Return an adapter's factor. Neither factor is zero, or the other's gradient would be zero too. shape: [rows,
    columns]; columns are added up.
    """
    rng = np.random.default_rng([SEED, *f"{name}.{factor}".encode()])
    gain = _BRANCH if factor == "b" else 1.0
    values = gain / np.sqrt(shape[-1]) * rng.standard_normal(shape)
    return np.asarray(values, np.float32)
