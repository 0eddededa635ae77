"""What config.json says of weights that are published with fewer bits: which are read, and which refused by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.base.errors import LuthierError
from core.convert.values import JsonObject

KEY = "quantization_config"
_MLX = "quantization"  # as mlx-lm writes it, with or without the same under KEY
_TITLES = {
    "bitsandbytes": "bitsandbytes", "gptq": "GPTQ", "awq": "AWQ", "mxfp4": "MXFP4", "compressed-tensors":
    "compressed-tensors", "modelopt": "ModelOpt", "fbgemm_fp8": "FBGEMM", "torchao": "TorchAO", "hqq": "HQQ",
    "aqlm": "AQLM", "quanto": "Quanto", "eetq": "EETQ", "bitnet": "BitNet", "auto-round": "AutoRound",
}  # fmt: skip
_FLOATS = ("float-quantized", "naive-quantized")


@dataclass(frozen=True)
class Fp8:
    """How a checkpoint's numbers of 8 bits are scaled. block: rows and columns that have one scale; None: of the
    tensor or of each row, as the scale's shape says.
    """

    block: tuple[int, int] | None


def read_quantization(values: JsonObject, packed: tuple[str, ...]) -> Fp8 | None:
    """How weights in FP8 are scaled; None: they are not, or are packed by a method that the family reads by itself.

    Raises LuthierError `convert.unsupported` or `convert.bad-value`.
    """
    mlx = values.values.get(_MLX)
    key = KEY if values.values.get(KEY) else _MLX
    if key == _MLX and not (isinstance(mlx, dict) and "bits" in mlx):
        return None
    said = values.object(key)
    method = said.values.get("quant_method")
    if method in packed:
        return None
    if method == "fp8":
        return Fp8(_block(said, "weight_block_size"))
    if method == "compressed-tensors":
        return _compressed(values, said)
    if method is None:
        raise _refused(values, "MLX" if mlx else "a method that it does not name", key)
    raise _refused(values, _TITLES.get(str(method), f"a method that it calls {method!s:.40}"))


def _compressed(values: JsonObject, said: JsonObject) -> Fp8:
    """Read compressed-tensors, if all its groups of weights are in FP8 and scaled alike."""
    title, groups = _TITLES["compressed-tensors"], said.object("config_groups").values
    if not groups or not all(isinstance(group, dict) for group in groups.values()):
        raise said.bad("config_groups", "groups of weights, each with what is done to them")
    kinds = [JsonObject(values.file, group).object("weights") for group in groups.values()]
    formats = {str(each.get("format") or said.values.get("format")) for each in (said.values, *groups.values())}
    is_fp8 = all((kind.values.get("type"), kind.values.get("num_bits")) == ("float", 8) for kind in kinds)
    blocks = {_block(kind, "block_structure") for kind in kinds}
    if not is_fp8 or not formats <= {*_FLOATS} or len(blocks) > 1 or any(k.values.get("group_size") for k in kinds):
        raise _refused(values, f"{title} ({said.values.get('format')!s:.40})")
    if said.values.get("transform_config"):  # inputs that are rotated, too, while the model runs
        raise _refused(values, f"{title} with transform_config")
    return Fp8(blocks.pop())


def _block(said: JsonObject, key: str) -> tuple[int, int] | None:
    found: Any = said.values.get(key)
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != 2 or not all(type(n) is int and n > 0 for n in found):
        raise said.bad(key, "two whole numbers above zero, rows and columns of a block")
    return found[0], found[1]


def _refused(values: JsonObject, title: str, key: str = KEY) -> LuthierError:
    return LuthierError(
        "convert.unsupported",
        f"{values.file}: its weights are quantized by {title} ({key}). Of weights with few bits only FP8 can be read.",
        "Choose the same model unquantized or in FP8 (its name ends in -BF16 or -FP8, or has no -AWQ, -GPTQ, -bnb or "
        "-4bit in it), or as a GGUF file.",
    )
