"""Writes PEFT's folders for `PeftModel.from_pretrained(base, FOLDER)`.

Experts are written in Transformers 5's form, or in that of a model's own class, a linear for each. In Transformers gate
and up are one parameter, as they are one linear in some models. Two adapters in one are A = [A_gate; A_up] with B =
[[B_gate, 0], [0, B_up]], of twice the rank, unless they already share A.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.adapters.layout import DOWN, UP, Place, out_of_gguf, places, require_known
from core.adapters.learnt import listed
from core.adapters.peft_folder import CONFIG, WEIGHTS
from core.adapters.start import settings_for
from core.base.errors import Do, Hint, LuthierError
from core.base.files import written_whole
from core.convert.naming import decoder_prefix, in_class, pattern_of
from core.convert.tensor_names import rotary_pairs_to_halves
from core.convert.text_part import PLAIN
from core.engine.lora.adapter_file import Adapter, Factors, with_one_rank
from core.gguf.header import Header
from core.protocol.config import TrainConfig

MARK = "luthier.run"  # in the file's metadata
_MAMBA_OUT = ".ssm_out.weight"
_PREFIX = "base_model.model."
F32 = NDArray[np.float32]
V = TypeVar("V")


def write_peft_folder(folder: Path, adapter: Adapter, model: Header, *, base: str | None, run: str = "") -> list[Path]:
    """Write an adapter as a PEFT folder, the config last. base: the model's name on the hub, if it has one. run: noted
    in the file.

    Raises LuthierError `files.cannot-write`, `model.unknown-architecture`, `adapter.unknown-tensor`, `adapter.dora`,
    `adapter.unknown-numbers`.
    """
    from safetensors.numpy import save

    known, prefix = places(model), decoder_prefix(model)
    if strange := [name for name in adapter.tensors if name not in known or not known[name].in_peft]:
        raise _not_in_peft(strange, adapter, model)
    unknown = [name for name in adapter.tensors if known[name].folded is None]
    require_known(model, unknown, "an adapter in PEFT's form")
    if any(known[name].joined for name in adapter.tensors):
        adapter = with_one_rank(adapter)
    linears, stacks = _linears(adapter, known), _stacks(adapter, known)
    with written_whole(folder / WEIGHTS) as partial:
        partial.write_bytes(_in_order(save(_tensors(linears, stacks, prefix), {"format": "pt", MARK: run})))
    config = _config(adapter, known, linears, stacks, prefix) | {"base_model_name_or_path": base}
    with written_whole(folder / CONFIG) as partial:
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(config), indent=2) + b"\n")
    return [folder / CONFIG, folder / WEIGHTS]


def _not_in_peft(strange: list[str], adapter: Adapter, model: Header) -> LuthierError:
    """strange: the tensors that PEFT would not adapt."""
    why, hint = f"for which PEFT has no equal in {model.architecture} models", Hint()
    if all(name.endswith(_MAMBA_OUT) for name in strange):
        why = "which PEFT refuses: in Transformers, fast kernels of Mamba-2 read its weights past any adapter"
        if left := {name: factors for name, factors in adapter.tensors.items() if name not in strange}:
            rest = replace(adapter, tensors=left, magnitudes={})
            left_targets = settings_for(rest, model, TrainConfig(), Path()).targets
            hint = Do.set("targets", left_targets, f"For PEFT, train with targets={left_targets}.")
    return LuthierError(
        "adapter.unknown-tensor",
        f"The adapter changes {listed(strange)}, {why}.",
        Hint("Export it as GGUF, or merged into the model: both keep it whole.", hint),
    )


def _in_order(file: bytes) -> bytes:
    """Return a safetensors file with sorted metadata: the library writes them in a different order each time, and equal
    exports should be equal files.
    """
    end = 8 + int.from_bytes(file[:8], "little")
    header = msgspec.json.decode(file[8:end])
    header["__metadata__"] = dict(sorted(header["__metadata__"].items()))
    text = msgspec.json.encode(header)
    text = text.ljust(-(-len(text) // 8) * 8)  # tensors begin at a multiple of 8
    return len(text).to_bytes(8, "little") + text + file[end:]


def is_ours(folder: Path) -> bool:
    """Return whether an earlier export wrote the folder."""
    return _mark(folder) is not None


def run_of(folder: Path) -> str:
    """Return the run that the folder was exported from; "" if it names none."""
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


class _Linear(NamedTuple):
    """A linear's adapter, with rows in Hugging Face's order. a [r, d_in], b [d_out, r], magnitude [d_out]."""

    a: F32
    b: F32
    magnitude: F32 | None


def _linears(adapter: Adapter, known: Mapping[str, Place]) -> dict[str, _Linear]:
    """Return the linears by module. Raises LuthierError `adapter.dora`."""
    found: dict[str, _Linear] = {}
    halves: dict[str, dict[int, str]] = {}
    for name, (a, b) in adapter.tensors.items():
        place = known[name]
        if place.half is not None:
            halves.setdefault(place.module, {})[place.half] = name
        elif place.one_by_one:
            each = zip(place.linears, a, b, strict=True)
            found |= {module: _Linear(own_a, own_b, None) for module, own_a, own_b in each}
        elif place.product is None:
            magnitude = _rows(adapter.magnitudes[name], place) if name in adapter.magnitudes else None
            found[place.module] = _Linear(_columns(a, place), _rows(b, place), magnitude)
    for module, parts in halves.items():
        first, second = (adapter.tensors.get(parts.get(half, "")) for half in (0, 1))
        found[module] = _Linear(*_joined(first, second), _joined_magnitudes(adapter, module, parts))
    return found


def _joined_magnitudes(adapter: Adapter, module: str, parts: Mapping[int, str]) -> F32 | None:
    if not adapter.magnitudes:
        return None
    if len(parts) == 1:
        raise LuthierError(
            "adapter.dora",
            f"DoRA trained {next(iter(parts.values()))}, which is half of {module} in Transformers, and the other half "
            "has no magnitudes.",
            "Train gate and up together, or neither of them.",
        )
    return np.concatenate([adapter.magnitudes[parts[half]] for half in (0, 1)])


class _Stack(NamedTuple):
    """The adapter of an experts' parameter. wrapped: the module whose name PEFT stores the factors under."""

    parameter: str
    wrapped: str
    a: F32  # [experts, r, d_in]
    b: F32  # [experts, d_out, r]


def _stacks(adapter: Adapter, known: Mapping[str, Place]) -> list[_Stack]:
    """Return the stacks of all modules of experts. PEFT wraps such a module for gate_up_proj or up_proj, and the result
    again for down_proj.
    """
    products: dict[str, dict[str, Factors]] = {}
    entrances: dict[str, str] = {}  # the parameter of gates and ups, or only of ups
    for name, factors in adapter.tensors.items():
        place = known[name]
        if place.product and place.stacked:
            products.setdefault(place.module, {})[place.product] = factors
            entrances |= {} if place.product == DOWN else {place.module: place.parameter}
    found = []
    for module, own in products.items():
        if entrance := entrances.get(module):
            wrapped = f"{module}.base_layer" if DOWN in own else module
            both = own[UP] if entrance == UP else _joined(own.get("gate_proj"), own.get(UP))
            found.append(_Stack(f"{module}.{entrance}", wrapped, *both))
        if DOWN in own:
            found.append(_Stack(f"{module}.{DOWN}", module, *own[DOWN]))
    return found


def _joined(gate: Factors | None, up: Factors | None) -> Factors:
    """Return one adapter for both; a missing one is zeros."""
    if gate and up and np.array_equal(gate[0], up[0]):
        return gate[0], np.concatenate([gate[1], up[1]], axis=-2)
    shown = gate or up
    assert shown is not None
    (a_gate, b_gate), (a_up, b_up) = (pair or (np.zeros_like(shown[0]), np.zeros_like(shown[1])) for pair in (gate, up))
    nothing = np.zeros_like(b_gate)
    upper, lower = np.concatenate([b_gate, nothing], axis=-1), np.concatenate([nothing, b_up], axis=-1)
    return np.concatenate([a_gate, a_up], axis=-2), np.concatenate([upper, lower], axis=-2)


def _tensors(linears: Mapping[str, _Linear], stacks: list[_Stack], prefix: str) -> dict[str, F32]:
    """Return the tensors in PEFT's layout. For experts A is [experts * r, d_in], their blocks one after the other, and
    B [d_out, r * experts], interleaved.
    """
    found = {}
    for module, (a, b, magnitude) in linears.items():
        found[f"{module}.lora_A.weight"] = a
        found[f"{module}.lora_B.weight"] = b
        if magnitude is not None:
            found[f"{module}.lora_magnitude_vector"] = magnitude
    for stack in stacks:
        found[f"{stack.wrapped}.lora_A.weight"] = stack.a.reshape(-1, stack.a.shape[-1])
        found[f"{stack.wrapped}.lora_B.weight"] = stack.b.transpose(1, 2, 0).reshape(stack.b.shape[1], -1)
    return {_PREFIX + in_class(name, prefix): np.ascontiguousarray(values) for name, values in found.items()}


def _rows(values: F32, place: Place) -> F32:
    """Return rows in the order of Hugging Face's weights."""
    if place.folded:
        return out_of_gguf(values, place.folded)
    if place.value_heads and place.tiled == "rows":
        return place.value_heads.grouped(values, axis=0)
    return rotary_pairs_to_halves(values, place.heads) if place.heads else values


def _columns(values: F32, place: Place) -> F32:
    """Return columns, which read such rows, in the same order."""
    return place.value_heads.grouped(values, axis=-1) if place.value_heads and place.tiled == "columns" else values


def _config(
    adapter: Adapter, known: Mapping[str, Place], own: Mapping[str, _Linear], stacks: list[_Stack], prefix: str
) -> dict[str, Any]:
    """PEFT divides lora_alpha by the rank of each tensor, like llama.cpp."""
    layers, every = {known[name].layer for name in adapter.tensors}, {place.layer for place in known.values()}
    linears = {module for place in known.values() if place.layer in layers for module in place.linears}
    experts = {f"{place.module}.{place.parameter}" for place in known.values() if place.stacked}
    by_linear = {module: linear.a.shape[-2] for module, linear in own.items()}
    by_stack = {stack.parameter: stack.a.shape[-2] for stack in stacks}
    of_linears, of_stacks = _briefly(by_linear, linears, _leaf), _briefly(by_stack, experts, _below_layer)
    targets: Any = sorted(_briefly(dict.fromkeys(by_linear, 0), linears, _leaf))
    if prefix != PLAIN:  # the vision parts have linears of the same names
        targets = pattern_of(in_class(module, prefix) for module in sorted(by_linear))
    chosen = sorted(layers) if layers != every and prefix == PLAIN else None  # of the linears with short names
    doubled = {known[name].module for name in adapter.tensors if known[name].half is not None}
    ranks = (
        _briefly({module: by_linear[module] for module in by_linear if module in doubled}, linears, _leaf) | of_stacks
    )
    alphas = {name: adapter.alpha * rank / adapter.rank for name, rank in ranks.items()}  # pairs have twice the rank
    return {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "r": adapter.rank,
        "lora_alpha": _number(adapter.alpha),
        "use_rslora": False,  # alpha already includes it
        "use_dora": bool(adapter.magnitudes),
        "lora_dropout": 0.0,
        "bias": "none",
        "fan_in_fan_out": False,
        "inference_mode": True,
        "init_lora_weights": True,
        "target_modules": targets,
        "target_parameters": sorted(_briefly(dict.fromkeys(by_stack, 0), experts, _below_layer)) or None,
        "layers_to_transform": chosen,
        "rank_pattern": {name: rank for name, rank in (of_linears | of_stacks).items() if rank != adapter.rank},
        "alpha_pattern": {name: _number(alpha) for name, alpha in alphas.items() if alpha != adapter.alpha},
        "modules_to_save": None,
    }


def _briefly(values: Mapping[str, V], known: set[str], short: Callable[[str], str]) -> dict[str, V]:
    """Return one short name for all layers if they are alike, else the whole names."""
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
