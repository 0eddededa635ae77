"""Writing PEFT's folders: what `PeftModel.from_pretrained(base, FOLDER)` loads.

Experts are written as Transformers 5 has them. Its gate and up are one parameter, and two adapters in one are
A = [A_gate; A_up] with B = [[B_gate, 0], [0, B_up]], of twice the rank, unless they share A already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.adapters.layout import DOWN, GATE_UP, Place, places
from core.adapters.peft_config import CONFIG
from core.adapters.peft_folder import WEIGHTS
from core.adapters.scales import with_one_rank
from core.convert.tensor_names import rotary_pairs_to_halves
from core.engine.lora.adapter_file import Adapter, Factors
from core.shared.files import written_whole
from core.shared.gguf.header import Header

MARK = "luthier.run"  # in the file's metadata
_PREFIX = "base_model.model."
F32 = NDArray[np.float32]
V = TypeVar("V")


def write_peft_folder(folder: Path, adapter: Adapter, model: Header, *, base: str | None, run: str = "") -> list[Path]:
    """base: the model's name on the hub, if it has one. run: noted in the file. The config goes last.

    Raises LuthierError `files.cannot-write`, `adapter.unknown-architecture`.
    """
    from safetensors.numpy import save

    known = places(model)
    if any(known[name].product for name in adapter.tensors):
        adapter = with_one_rank(adapter)
    stacks = _stacks(adapter, known)
    with written_whole(folder / WEIGHTS) as partial:
        partial.write_bytes(save(_tensors(adapter, known, stacks), {"format": "pt", MARK: run}))
    config = _config(adapter, known, stacks) | {"base_model_name_or_path": base}
    with written_whole(folder / CONFIG) as partial:
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(config), indent=2) + b"\n")
    return [folder / CONFIG, folder / WEIGHTS]


def is_ours(folder: Path) -> bool:
    """Whether an earlier export wrote the folder."""
    return _mark(folder) is not None


def run_of(folder: Path) -> str:
    """The run that the folder says it is of; "" where it says none."""
    return _mark(folder) or ""


def _mark(folder: Path) -> str | None:
    from safetensors import SafetensorError, safe_open

    if not (folder / WEIGHTS).is_file():
        return None
    try:
        with safe_open(folder / WEIGHTS, "numpy") as file:
            mark: str | None = (file.metadata() or {}).get(MARK)
            return mark
    except (OSError, SafetensorError):
        return None


class _Stack(NamedTuple):
    """What a parameter of experts is adapted by. wrapped: the module under whose name its factors are kept."""

    parameter: str
    wrapped: str
    a: F32  # [experts, r, d_in]
    b: F32  # [experts, d_out, r]


def _stacks(adapter: Adapter, known: Mapping[str, Place]) -> list[_Stack]:
    """Of all modules of experts. PEFT wraps such a module for gate_up_proj, and what came of it for down_proj."""
    products: dict[str, dict[str, Factors]] = {}
    for name, factors in adapter.tensors.items():
        if product := known[name].product:
            products.setdefault(known[name].module, {})[product] = factors
    found = []
    for module, own in products.items():
        if own.keys() & {"gate_proj", "up_proj"}:
            wrapped = f"{module}.base_layer" if DOWN in own else module
            found.append(_Stack(f"{module}.{GATE_UP}", wrapped, *_joined(own.get("gate_proj"), own.get("up_proj"))))
        if DOWN in own:
            found.append(_Stack(f"{module}.{DOWN}", module, *own[DOWN]))
    return found


def _joined(gate: Factors | None, up: Factors | None) -> Factors:
    """One adapter for both; one that is not there is zeros."""
    if gate and up and np.array_equal(gate[0], up[0]):
        return gate[0], np.concatenate([gate[1], up[1]], axis=-2)
    shown = gate or up
    assert shown is not None
    (a_gate, b_gate), (a_up, b_up) = (pair or (np.zeros_like(shown[0]), np.zeros_like(shown[1])) for pair in (gate, up))
    nothing = np.zeros_like(b_gate)
    upper, lower = np.concatenate([b_gate, nothing], axis=-1), np.concatenate([nothing, b_up], axis=-1)
    return np.concatenate([a_gate, a_up], axis=-2), np.concatenate([upper, lower], axis=-2)


def _tensors(adapter: Adapter, known: Mapping[str, Place], stacks: list[_Stack]) -> dict[str, F32]:
    """Of experts A is [experts * r, d_in], their blocks one after the other, and B [d_out, r * experts], in turn."""
    found = {}
    for name, (a, b) in adapter.tensors.items():
        place = known[name]
        if place.product is None:
            found[f"{place.module}.lora_A.weight"] = a
            found[f"{place.module}.lora_B.weight"] = _rows(b, place.heads)
            if name in adapter.magnitudes:
                found[f"{place.module}.lora_magnitude_vector"] = _rows(adapter.magnitudes[name], place.heads)
    for stack in stacks:
        found[f"{stack.wrapped}.lora_A.weight"] = stack.a.reshape(-1, stack.a.shape[-1])
        found[f"{stack.wrapped}.lora_B.weight"] = stack.b.transpose(1, 2, 0).reshape(stack.b.shape[1], -1)
    return {_PREFIX + name: np.ascontiguousarray(values) for name, values in found.items()}


def _rows(values: F32, heads: int) -> F32:
    """In Hugging Face's order."""
    return rotary_pairs_to_halves(values, heads) if heads else values


def _config(adapter: Adapter, known: Mapping[str, Place], stacks: list[_Stack]) -> dict[str, Any]:
    """PEFT divides lora_alpha by the rank of each tensor, as llama.cpp does."""
    layers, every = {known[name].layer for name in adapter.tensors}, {place.layer for place in known.values()}
    linears = {place.module for place in known.values() if place.product is None and place.layer in layers}
    experts = {f"{place.module}.{place.parameter}" for place in known.values() if place.product is not None}
    by_linear = {known[name].module: adapter.rank_of(name) for name in adapter.tensors if known[name].product is None}
    by_stack = {stack.parameter: stack.a.shape[-2] for stack in stacks}
    of_linears, of_stacks = _briefly(by_linear, linears, _leaf), _briefly(by_stack, experts, _below_layer)
    alphas = {name: adapter.alpha * rank / adapter.rank for name, rank in of_stacks.items()}  # of two adapters in one
    return {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "r": adapter.rank,
        "lora_alpha": _number(adapter.alpha),
        "use_rslora": False,  # alpha is the one that counts
        "use_dora": bool(adapter.magnitudes),
        "lora_dropout": 0.0,
        "bias": "none",
        "fan_in_fan_out": False,
        "inference_mode": True,
        "init_lora_weights": True,
        "target_modules": sorted(_briefly(dict.fromkeys(by_linear, 0), linears, _leaf)),
        "target_parameters": sorted(_briefly(dict.fromkeys(by_stack, 0), experts, _below_layer)) or None,
        "layers_to_transform": sorted(layers) if layers != every else None,  # of the linears that are named briefly
        "rank_pattern": {name: rank for name, rank in (of_linears | of_stacks).items() if rank != adapter.rank},
        "alpha_pattern": {name: _number(alpha) for name, alpha in alphas.items() if alpha != adapter.alpha},
        "modules_to_save": None,
    }


def _briefly(values: Mapping[str, V], known: set[str], short: Callable[[str], str]) -> dict[str, V]:
    """One short name for all layers where they are alike, and else the whole names."""
    found = {}
    for name, value in values.items():
        alike = all(values.get(other) == value for other in known if short(other) == short(name))
        found[short(name) if alike else name] = value
    return found


def _leaf(module: str) -> str:
    """q_proj"""
    return module.rpartition(".")[2]


def _below_layer(parameter: str) -> str:
    """mlp.experts.down_proj"""
    return parameter.split(".", 3)[3]


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value
