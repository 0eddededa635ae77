"""A GGUF file with random weights in the shape of Qwen3.5 0.8B, in which three of four layers have the delta rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import gguf
import numpy as np

from core.engine.kernels.library import load
from tests.lab.bench.make_model import ALIGNMENT, Q, random_weight

HIDDEN, FEED_FORWARD, HEADS, KEY_HEADS, HEAD = 1024, 3584, 8, 2, 256
DELTA_HEADS, DELTA_KEY_HEADS, DELTA_WIDTH, CONV = 16, 16, 128, 4
SIZES = {
    "context_length": 262144, "embedding_length": HIDDEN, "feed_forward_length": FEED_FORWARD,
    "attention.head_count": HEADS, "attention.head_count_kv": KEY_HEADS, "attention.key_length": HEAD,
    "attention.value_length": HEAD, "rope.dimension_count": HEAD // 4, "ssm.conv_kernel": CONV,
    "ssm.state_size": DELTA_WIDTH, "ssm.group_count": DELTA_KEY_HEADS, "ssm.time_step_rank": DELTA_HEADS,
    "ssm.inner_size": DELTA_HEADS * DELTA_WIDTH, "full_attention_interval": 4,
}  # fmt: skip


def make_delta_model(path: Path, layers: int = 24, vocab: int = 248320, quant: str = "q8_0", *, hollow: bool) -> None:
    """Write the file unless it exists. hollow: with holes for weights, which take no room on the disk."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    ggml, rng, kind = load(), np.random.default_rng(0), Q[quant.upper()]
    partial = path.with_suffix(".part")
    writer = gguf.GGUFWriter(partial, "qwen35")
    for key, value in {**SIZES, "block_count": layers, "vocab_size": vocab}.items():
        writer.add_uint32(f"qwen35.{key}", value)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_freq_base(1e7)
    tensors, total = list(_tensors(layers, vocab)), 0
    for name, shape, weight in tensors:
        n_bytes = ggml.row_size(kind, shape[-1]) * shape[0] if weight else 4 * int(np.prod(shape))
        if weight:
            writer.add_tensor_info(name, (shape[0], n_bytes // shape[0]), np.dtype(np.uint8), n_bytes, raw_dtype=kind)
        else:
            writer.add_tensor_info(name, shape, np.dtype(np.float32), n_bytes)
        total += -(-n_bytes // ALIGNMENT) * ALIGNMENT
    writer.write_header_to_file(partial)
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    for name, shape, weight in [] if hollow else tensors:
        if weight:
            writer.write_tensor_data(random_weight(ggml, rng, kind, shape[1], shape[0]))
        else:
            sign = -1 if name.endswith("ssm_a") else 1
            writer.write_tensor_data(sign * rng.uniform(0.1, 1.0, shape).astype(np.float32))
    writer.close()
    if hollow:
        with partial.open("r+b") as file:
            file.truncate(partial.stat().st_size + ALIGNMENT + total)
    partial.rename(path)


def _tensors(layers: int, vocab: int) -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """Name, shape in numpy order, and whether it is a weight of a product."""
    values, keys = DELTA_HEADS * DELTA_WIDTH, DELTA_KEY_HEADS * DELTA_WIDTH
    yield "token_embd.weight", (vocab, HIDDEN), True
    yield "output_norm.weight", (HIDDEN,), False
    for i in range(layers):
        if (i + 1) % 4 == 0:
            weights = {
                "attn_q": (2 * HEADS * HEAD, HIDDEN), "attn_k": (KEY_HEADS * HEAD, HIDDEN),
                "attn_v": (KEY_HEADS * HEAD, HIDDEN), "attn_output": (HIDDEN, HEADS * HEAD),
            }  # fmt: skip
            others = {"attn_q_norm.weight": (HEAD,), "attn_k_norm.weight": (HEAD,)}
        else:
            weights = {
                "attn_qkv": (2 * keys + values, HIDDEN), "attn_gate": (values, HIDDEN), "ssm_out": (HIDDEN, values),
                "ssm_alpha": (DELTA_HEADS, HIDDEN), "ssm_beta": (DELTA_HEADS, HIDDEN),
            }  # fmt: skip
            others = {
                "ssm_conv1d.weight": (2 * keys + values, CONV), "ssm_dt.bias": (DELTA_HEADS,),
                "ssm_a": (DELTA_HEADS,), "ssm_norm.weight": (DELTA_WIDTH,),
            }  # fmt: skip
        others |= {"attn_norm.weight": (HIDDEN,), "post_attention_norm.weight": (HIDDEN,)}
        weights |= {
            "ffn_gate": (FEED_FORWARD, HIDDEN), "ffn_up": (FEED_FORWARD, HIDDEN), "ffn_down": (HIDDEN, FEED_FORWARD),
        }  # fmt: skip
        for name, shape in weights.items():
            yield f"blk.{i}.{name}.weight", shape, True
        for name, shape in others.items():
            yield f"blk.{i}.{name}", shape, False
