"""What a checkpoint would be as a GGUF file, without converting it: types, shapes and numbers, but no weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import gguf

from core.convert.convert import write_metadata
from core.convert.fp8 import open_weights
from core.convert.hf_config import ModelConfig, read_config
from core.convert.safetensors import TensorEntry
from core.convert.tensor_names import plan_tensors
from core.convert.weights import stored, target_type
from core.gguf.header import Header
from core.gguf.types import Array, Scalar, TensorInfo


class Outline(NamedTuple):
    """header: of the GGUF file; its tensors have no place yet. found: what the checkpoint holds."""

    config: ModelConfig
    found: Mapping[str, TensorEntry]
    header: Header


def read_outline(folder: Path, dtype: str) -> Outline:
    """Read the outline for a conversion to a type in DTYPES. Raises LuthierError `convert.*` as reading and planning a
    conversion do.
    """
    config = read_config(folder)
    found = open_weights(folder, config.fp8)
    tensors: dict[str, TensorInfo] = {}
    for tensor in plan_tensors(config, found, folder):
        kind = target_type(tensor, dtype)
        shape, item = stored(tensor.shape, kind)
        size = math.prod(shape) * item.itemsize
        tensors[tensor.target] = TensorInfo(tensor.target, int(kind), _reversed(tensor.shape), 0, size)
    extra = config.rope_scaling.tensors(config.rope_theta, config.n_rotated) if config.rope_scaling else {}
    for name, values in extra.items():
        tensors[name] = TensorInfo(name, 0, _reversed(values.shape), 0, values.nbytes)
    size = sum(info.size for info in tensors.values())
    scalars, arrays = _metadata(config, dtype)
    return Outline(config, found, Header(folder, size, scalars, {}, arrays, tensors))


def _metadata(config: ModelConfig, dtype: str) -> tuple[dict[str, Scalar], dict[str, Array]]:
    """Single values, and lists with one for each layer."""
    writer = gguf.GGUFWriter(None, config.architecture)  # which keeps everything in memory until it writes
    write_metadata(writer, config, dtype)
    said = {key: value for part in writer.kv_data for key, value in part.items()}
    lists = {key: value for key, value in said.items() if value.type == gguf.GGUFValueType.ARRAY}
    arrays = {key: Array(0, len(value.value), 0, 0, tuple(value.value)) for key, value in lists.items()}
    return {key: value.value for key, value in said.items() if key not in lists}, arrays


def _reversed(shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """numpy's order to ggml's, padded to four."""
    a, b, c, d = (*shape[::-1], 1, 1, 1)[:4]
    return a, b, c, d
