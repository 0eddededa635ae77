"""GGUF files with random weights, of any family that can be converted: sizes as a config.json has them.

python -m tests.lab.bench.make_from_config FOLDER_WITH_CONFIG q4_k_m build/bench/lfm2-1.2b.gguf
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import gguf
import numpy as np

from core.convert.convert import write_metadata
from core.convert.hf_config import ModelConfig, read_config
from core.convert.tensor_names import expected_tensors
from core.engine.ggml.lib import Ggml
from core.engine.kernels.library import load
from tests.lab.bench.make_model import ALIGNMENT, Q, copy_tokenizer, random_weight, tensor_kind

EMBEDDINGS = ("token_embd.weight", "per_layer_token_embd.weight")


class _Tensor(NamedTuple):
    """shape: in numpy order. start: of its bytes, from the first tensor's."""

    name: str
    shape: tuple[int, ...]
    kind: Q
    start: int
    n_bytes: int


def make_from_config(
    folder: Path, quant: str, path: Path, *, hollow: bool = False, tokenizer: Path | None = None
) -> None:
    """Write the file unless it exists.

    hollow: with holes for most weights, which take no room on the disk. The rest is random, so that tokens differ and a
    router sends them to all experts: what stays in F32, and the embeddings of as many tokens as the tokenizer has.
    tokenizer: a GGUF file whose tokenizer the model gets; without one it can be given nothing but numbers.
    """
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    ggml, rng, config = load(), np.random.default_rng(0), read_config(folder)
    partial = path.with_suffix(".part")
    writer = gguf.GGUFWriter(partial, config.architecture)
    write_metadata(writer, config, "f32")
    n_tokens = copy_tokenizer(gguf.GGUFReader(tokenizer), writer, config.vocab_size) if tokenizer else 0
    if n_tokens > config.vocab_size:
        raise SystemExit(f"{tokenizer} has {n_tokens} tokens, more than the model's {config.vocab_size}.")
    tensors = list(_tensors(ggml, config, quant))
    for tensor in tensors:
        if tensor.kind == Q.F32:
            writer.add_tensor_info(tensor.name, tensor.shape, np.dtype(np.float32), tensor.n_bytes)
        else:
            packed = (*tensor.shape[:-1], ggml.row_size(tensor.kind, tensor.shape[-1]))
            writer.add_tensor_info(tensor.name, packed, np.dtype(np.uint8), tensor.n_bytes, raw_dtype=tensor.kind)
    writer.write_header_to_file(partial)
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    writer.close()
    factors = _factors(config)
    with partial.open("r+b") as file:
        first = _padded(partial.stat().st_size)
        file.truncate(first + tensors[-1].start + _padded(tensors[-1].n_bytes))
        for tensor in tensors:
            rows = int(np.prod(tensor.shape[:-1]))
            if hollow and tensor.kind != Q.F32:
                rows = min(rows, n_tokens) if tensor.name in EMBEDDINGS else 0
            if not rows:
                continue
            file.seek(first + tensor.start)
            if tensor.kind == Q.F32:
                file.write(factors.get(tensor.name, _exact(rng, tensor)).tobytes())
            else:
                file.write(random_weight(ggml, rng, tensor.kind, tensor.shape[-1], rows).data)
    partial.rename(path)


def _padded(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def _tensors(ggml: Ggml, config: ModelConfig, quant: str) -> Iterator[_Tensor]:
    start = 0
    factors = [(name, values.shape, True) for name, values in _factors(config).items()]
    for name, shape, exact in [*factors, *expected_tensors(config)]:
        kind = Q.F32 if exact else tensor_kind(name, shape[-1], quant, config.n_layers)
        if "mxfp4" in config.family.quantized and "_exps.weight" in name:
            kind = Q.MXFP4
        n_bytes = int(np.prod(shape[:-1])) * ggml.row_size(kind, shape[-1])
        yield _Tensor(name, shape, kind, start, n_bytes)
        start += _padded(n_bytes)


def _factors(config: ModelConfig) -> dict[str, np.ndarray]:
    """Of rotations, which config.json has as numbers."""
    scaling = config.rope_scaling
    return scaling.tensors(config.rope_theta, config.n_rotated) if scaling else {}


def _exact(rng: np.random.Generator, tensor: _Tensor) -> np.ndarray:
    """Routers and kernels are random, norms and biases are not; decays are negative."""
    if len(tensor.shape) > 1 and not tensor.name.endswith("ssm_a"):
        return rng.standard_normal(tensor.shape, np.float32) * np.float32(0.02)
    return np.full(tensor.shape, -0.5 if tensor.name.endswith("ssm_a") else 0.5, np.float32)


if __name__ == "__main__":
    make_from_config(Path(sys.argv[1]), sys.argv[2], made := Path(sys.argv[3]))
    print(f"{made}: {made.stat().st_size:,} bytes")
