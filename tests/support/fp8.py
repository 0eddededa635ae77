"""Checkpoints in FP8 as they are published, made of plain ones, and the plain ones that they stand for."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.convert.safetensors import SINGLE
from tests.support.checkpoints import edit_json, source_values

E4M3, E5M2 = "F8_E4M3", "F8_E5M2"
_PLACES = {E4M3: (4, 3), E5M2: (5, 2)}  # bits of the exponent, of the fraction


def value_of(code: int, kind: str) -> float:
    """Of one byte, as the OCP's specification has it."""
    exponents, fractions = _PLACES[kind]
    sign, rest = (-1.0 if code & 128 else 1.0), code & 127
    exponent, fraction = rest >> fractions, rest & (1 << fractions) - 1
    if kind == E4M3 and rest == 127:
        return math.nan
    if kind == E5M2 and exponent == 31:
        return math.nan if fraction else sign * math.inf
    bias = (1 << exponents - 1) - 1
    if exponent == 0:
        return sign * math.ldexp(fraction, 1 - bias - fractions)
    return sign * math.ldexp((1 << fractions) + fraction, exponent - bias - fractions)


@dataclass(frozen=True)
class Form:
    """How a publisher writes FP8. says: quantization_config. scales: those of weights [..., rows, columns], before
    their type, and each spread over its weights. beside: of what NAME.weight has beside it, by the ending.
    """

    says: Mapping[str, Any]
    ending: str
    scales: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
    beside: str = ""
    kind: str = E4M3
    bf16: bool = False  # the scales


def of_tensor(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scale = np.abs(weights).max() / 400
    return scale.reshape(()), np.broadcast_to(scale, weights.shape)


def of_rows(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scale = np.abs(weights).max(-1, keepdims=True) / 400
    return scale, np.broadcast_to(scale, weights.shape)


def of_blocks(rows: int, columns: int) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    def scales(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        tall, wide = weights.shape[-2:]
        padded = np.zeros((*weights.shape[:-2], -(-tall // rows) * rows, -(-wide // columns) * columns), np.float32)
        padded[..., :tall, :wide] = np.abs(weights)
        split = padded.reshape(*weights.shape[:-2], -(-tall // rows), rows, -(-wide // columns), columns)
        scale = split.max((-3, -1)) / 400
        spread = scale.repeat(rows, -2).repeat(columns, -1)[..., :tall, :wide]
        return scale, spread

    return scales


MISTRAL = Form(
    {"quant_method": "fp8", "activation_scheme": "static", "weight_block_size": None},
    "_scale_inv",
    of_tensor,
    beside="activation_scale",
    bf16=True,
)
BLOCKS = Form(
    {"quant_method": "fp8", "activation_scheme": "dynamic", "fmt": "e4m3", "weight_block_size": [16, 20]},
    "_scale_inv",
    of_blocks(16, 20),
)


def compressed(strategy: str, **says: Any) -> dict[str, Any]:
    weights = {"num_bits": 8, "type": "float", "strategy": strategy, "group_size": None, **says}
    group = {"targets": ["Linear"], "weights": weights, "input_activations": {"num_bits": 8, "type": "float"}}
    return {"quant_method": "compressed-tensors", "format": "float-quantized", "config_groups": {"group_0": group}}


CHANNELS = Form(compressed("channel"), "_scale", of_rows, beside="input_scale", bf16=True)
E5M2_ROWS = Form(compressed("channel"), "_scale", of_rows, kind=E5M2)
COMPRESSED_BLOCKS = Form(compressed("block", block_structure=[8, 16]), "_scale", of_blocks(8, 16))
FORMS = {"tensor": MISTRAL, "blocks": BLOCKS, "channels": CHANNELS, "e5m2": E5M2_ROWS, "groups": COMPRESSED_BLOCKS}


def is_linear(name: str, values: np.ndarray) -> bool:
    """What publishers have in FP8: not the tables, routers, norms, nor eyes."""
    return values.ndim > 1 and ".layers." in name and "vision" not in name and not name.endswith("mlp.gate.weight")


def published_in_fp8(plain: Path, folder: Path, form: Form) -> tuple[Path, Path]:
    """`folder`/fp8, and `folder`/same with the numbers that it stands for, in F32."""
    values = source_values(plain)
    table = np.array([value_of(code, form.kind) for code in range(256)], np.float32)
    finite = np.flatnonzero(np.isfinite(table))
    order = finite[np.argsort(table[finite], kind="stable")]
    same: dict[str, np.ndarray] = {}
    packed: dict[str, tuple[str, np.ndarray]] = {}
    for name, weights in values.items():
        same[name] = weights
        if not is_linear(name, weights):
            packed[name] = "F32", weights
            continue
        scale, spread = form.scales(weights)
        codes = order[np.abs(table[order] - (weights / spread)[..., None]).argmin(-1)].astype(np.uint8)
        stored, kind = scale.astype(np.float32), "F32"
        if form.bf16:
            stored = (stored.view(np.uint32) >> 16).astype(np.uint16)
            scale, kind = (stored.astype(np.uint32) << 16).view(np.float32), "BF16"
            spread = np.broadcast_to(scale, weights.shape)
        packed[name] = form.kind, codes
        packed[name + form.ending] = kind, stored
        same[name] = table[codes] * spread.astype(np.float32)
        if form.beside:
            packed[name.removesuffix("weight") + form.beside] = "F32", np.float32(0.5).reshape(())
    write_tensors(Path(shutil.copytree(plain, folder / "fp8")) / SINGLE, packed)
    edit_json(folder / "fp8" / "config.json", lambda config: config.update(quantization_config=dict(form.says)))
    write_tensors(Path(shutil.copytree(plain, folder / "same")) / SINGLE, {n: ("F32", v) for n, v in same.items()})
    return folder / "fp8", folder / "same"


def write_tensors(file: Path, tensors: Mapping[str, tuple[str, np.ndarray]]) -> None:
    """A safetensors file of types that numpy has not."""
    header, start = {}, 0
    for name, (kind, values) in tensors.items():
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [start, start + values.nbytes]}
        start += values.nbytes
    text = json.dumps(header).encode()
    raw = b"".join(np.ascontiguousarray(values).tobytes() for _, values in tensors.values())
    file.write_bytes(len(text).to_bytes(8, "little") + text + raw)


def read_tensors(file: Path) -> dict[str, tuple[str, np.ndarray]]:
    """The way back; numbers of 8 and 16 bits as their bytes."""
    raw = file.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    types = {"F32": "<f4", "BF16": "<u2", E4M3: "u1", E5M2: "u1"}
    found = {}
    for name, spec in json.loads(raw[8:start]).items():
        first, end = (start + offset for offset in spec["data_offsets"])
        found[name] = spec["dtype"], np.frombuffer(raw[first:end], types[spec["dtype"]]).reshape(spec["shape"])
    return found
