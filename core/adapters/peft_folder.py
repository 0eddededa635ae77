"""Reads PEFT's folders: adapter_config.json with adapter_model.safetensors.

Also decides which of adapter_config.json's keys change the numbers, and which cannot be converted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.adapters.fit import fit
from core.adapters.layout import DOWN, GATE_UP, UP
from core.adapters.learnt import Learnt, listed, require_factors, values_of
from core.base.bounded_file import PICKLES
from core.base.errors import Do, LuthierError
from core.convert.naming import plain
from core.convert.safetensors import TensorEntry, read_entries
from core.engine.lora.adapter_file import Adapter
from core.families.values import JsonObject, read_json
from core.gguf.header import Header

WEIGHTS = "adapter_model.safetensors"
_NAME = re.compile(
    r"(?:base_model\.model\.)*(?P<module>[\w.]+?)\.lora_(?P<factor>A|B|magnitude_vector)(?:\.(?!weight$)\w+)?(?:\.weight)?"
)
# The prefix appears twice if a model was wrapped twice before saving.
_WRAPPED = ".base_layer"

CONFIG = "adapter_config.json"

# Keys that are read, and those that only describe the training, not the computation.
_HARMLESS = {
    "alpha_pattern", "auto_mapping", "base_model_name_or_path", "corda_config", "ensure_weight_tying", "eva_config",
    "exclude_modules", "fan_in_fan_out", "inference_mode", "layers_pattern", "layers_to_transform", "loftq_config",
    "lora_alpha", "lora_dropout", "lora_ga_config", "megatron_core", "peft_type", "peft_version", "qalora_group_size",
    "r", "rank_pattern", "revision", "runtime_config", "target_modules", "target_parameters", "task_type", "use_dora",
    "use_rslora", "velora_config",
}  # fmt: skip
# fan_in_fan_out: PEFT ignores it for linears. corda_config, loftq_config and lora_ga_config stay in an adapter that was
# saved as a plain LoRA; init_lora_weights tells the others. velora_config: only changes backward.
_WAY_BACK = ".lora_velora_embed"  # tensors with which VeLoRA packs inputs for backward
_NOTHING: tuple[Any, ...] = (None, False, "", "none", [], {})
_OTHER_STARTS = ("pissa", "olora", "corda", "loftq", "lora_ga")  # initializations that subtract something from the base
_LONGEST, _MOST_REPEATS = 200, 4  # of a pattern, so that no file can keep the program busy
_REPEATED_GROUP = re.compile(r"\)[*+{?]")


def is_peft_folder(folder: Path) -> bool:
    """Return whether a folder is a PEFT folder, by the names of its files."""
    return (folder / CONFIG).is_file() and ((folder / WEIGHTS).is_file() or bool(_pickles(folder)))


def _pickles(folder: Path) -> list[Path]:
    """Return the pickles that older versions and custom training scripts wrote."""
    return sorted(file for file in folder.glob("adapter_model.*") if file.suffix.lower() in PICKLES)


def read_peft_folder(folder: Path, model: Header) -> Adapter:
    """Read an adapter for a base model.

    Raises LuthierError `adapter.pickle`, `adapter.unsupported`, `adapter.missing-tensor`, `adapter.rank-differs`, the
    errors of read_entries for a damaged file, and those of `fit`.
    """
    file = folder / WEIGHTS
    if not file.is_file() and (pickles := _pickles(folder)):
        raise LuthierError(
            "adapter.pickle",
            f"{pickles[0]} is a pickle. Opening such files can run any program hidden in them, so Luthier refuses.",
            Do.by("Get it as safetensors.", "your own: save_pretrained(FOLDER, safe_serialization=True)"),
        )
    config = read_peft_config(folder)
    factors = _by_module(file, read_entries(file).values())
    stacks = _stacks(config, factors)
    n_experts = int(model.values.get(f"{model.architecture}.expert_count", 0))
    found = {
        stacks.get(module, module): _learnt(file, module, stacks.get(module), parts, config, n_experts)
        for module, parts in factors.items()
    }
    return fit(found, model, folder, {"imported_from": "peft"} | ({"base_model": config.base} if config.base else {}))


def _by_module(file: Path, entries: Iterable[TensorEntry]) -> dict[str, dict[str, TensorEntry]]:
    """Return A, B and magnitude_vector of every module."""
    found: dict[str, dict[str, TensorEntry]] = {}
    strange = []
    for entry in entries:
        if entry.name.endswith(_WAY_BACK):
            continue
        match = _NAME.fullmatch(entry.name)
        if match is None:
            strange.append(entry.name)
        else:
            found.setdefault(plain(match["module"]), {})[match["factor"]] = entry
    if strange:
        raise unsupported(
            file, f"it holds {listed(strange)}, which are no factors of a linear (embeddings, biases, whole modules?)"
        )
    for module, parts in found.items():
        if missing := {"A", "B"} - parts.keys():
            raise LuthierError(
                "adapter.missing-tensor",
                f"{file} has no lora_{missing.pop()} of {module}.",
                "The file is damaged or incomplete: save the adapter again.",
            )
    if not found:
        raise LuthierError("adapter.missing-tensor", f"{file} holds no tensors.", "Save the adapter again.")
    return found


def _stacks(config: PeftConfig, factors: Mapping[str, object]) -> dict[str, str]:
    """Return names of wrapped modules -> the adapted parameter, for modules whose parameters are adapted directly.

    PEFT wraps such a module once for each parameter, in the module's order: `experts.base_layer` is the first wrapped
    one, gate_up_proj or up_proj, and `experts` the last.
    """
    found = {}
    for module in factors:
        container = module.removesuffix(_WRAPPED)
        adapted = {name.rpartition(".")[2] for name in config.parameters if _is_in(container, name)}
        if not adapted:
            continue
        if not any(adapted <= {entrance, DOWN} for entrance in (GATE_UP, UP)):
            raise unsupported(config.file, f"it adapts the parameters {', '.join(sorted(adapted))} of {container}")
        first = next(iter(adapted - {DOWN}), DOWN)
        parameter = first if module.endswith(_WRAPPED) or len(adapted) == 1 else DOWN
        found[module] = f"{container}.{parameter}"
    return found


def _is_in(container: str, parameter: str) -> bool:
    """Return whether a target such as `mlp.experts.down_proj`, or `down_proj` alone, is a parameter of this module."""
    return f".{container}".endswith("." + (parameter.rpartition(".")[0] or "experts"))


def _learnt(
    file: Path, module: str, stack: str | None, parts: Mapping[str, TensorEntry], config: PeftConfig, n_experts: int
) -> Learnt:
    """stack: the parameter's name, if the module's adapter is for experts: A [experts * r, d_in] has the experts'
    blocks one after the other, B [d_out, r * experts] the experts' columns interleaved.
    """
    name, a, b = parts["A"].name, values_of(parts["A"]), values_of(parts["B"])
    require_factors(file, name, a, b)
    magnitude = values_of(parts["magnitude_vector"]).reshape(-1) if "magnitude_vector" in parts else None
    if stack is not None and n_experts and a.ndim == b.ndim == 2:
        if a.shape[0] % n_experts or b.shape[1] % n_experts:
            raise LuthierError(
                "adapter.other-base",
                f"{file}: the factors of {name}, {list(a.shape)} and {list(b.shape)}, are not those of "
                f"{n_experts} experts.",
                "Choose the model the adapter was made for.",
            )
        a = a.reshape(n_experts, -1, a.shape[1])
        b = b.reshape(b.shape[0], -1, n_experts).transpose(2, 0, 1)
    rank = int(a.shape[-2])
    if rank != (said := config.rank_of(stack or module)):
        raise LuthierError(
            "adapter.rank-differs",
            f"{file}: {name} has rank {rank}, and {config.file.name} says {said}.",
            "The two files do not belong together: save the adapter again.",
        )
    if config.dora != (magnitude is not None):
        what = "has no DoRA magnitude" if config.dora else "has a DoRA magnitude, and use_dora is off"
        raise LuthierError("adapter.dora", f"{file}: {module} {what}.", "Save the adapter again.")
    return Learnt(a, b, config.scale(stack or module, rank), magnitude, name)


@dataclass(frozen=True)
class PeftConfig:
    """PEFT's config. ranks, alphas: by pattern. parameters: those that are adapted directly, such as stacks of
    experts.
    """

    file: Path
    rank: int
    alpha: float
    ranks: dict[str, float]
    alphas: dict[str, float]
    rslora: bool
    dora: bool
    parameters: tuple[str, ...]
    base: str

    def rank_of(self, module: str) -> int:
        return int(_of(self.ranks, module, self.rank))

    def scale(self, module: str, rank: int) -> float:
        """Return PEFT's factor on a module's B A."""
        return _of(self.alphas, module, self.alpha) / (math.sqrt(rank) if self.rslora else rank)


def read_peft_config(folder: Path) -> PeftConfig:
    """Read PEFT's config. Raises LuthierError `adapter.unsupported` for settings that cannot be converted,
    `convert.bad-json` and others for a damaged file.
    """
    file = folder / CONFIG
    said = read_json(file)
    values = JsonObject(file, said)
    if said.get("peft_type") != "LORA":
        raise unsupported(file, f"its peft_type is {said.get('peft_type')!r}, and only LORA can be carried over")
    _require_plain(file, said)
    return PeftConfig(
        file,
        values.count("r"),
        values.number("lora_alpha"),
        _patterns(values, "rank_pattern"),
        _patterns(values, "alpha_pattern"),
        values.flag("use_rslora"),
        values.flag("use_dora"),
        _parameters(values),
        str(said.get("base_model_name_or_path") or ""),
    )


def unsupported(file: Path, what: str, hint: str = "") -> LuthierError:
    hint = hint or Do.by("Merge it into the model where it was trained, and import that.", "merge_and_unload()")
    return LuthierError("adapter.unsupported", f"{file}: {what}.", hint)


def _require_plain(file: Path, said: dict[str, Any]) -> None:
    start = said.get("init_lora_weights")
    if isinstance(start, str) and start.lower().startswith(_OTHER_STARTS):
        raise unsupported(
            file,
            f"it was begun with {start!r}, which changes the base model's weights too",
            "Save it as a plain LoRA: save_pretrained with path_initial_model_for_weight_conversion.",
        )
    for key, value in said.items():
        if key not in _HARMLESS and key != "init_lora_weights" and value not in _NOTHING:
            raise unsupported(file, f"its {key} is {value!s:.80}, and only plain LoRA and DoRA can be carried over")


def _patterns(values: JsonObject, key: str) -> dict[str, float]:
    """Return numbers by regular expression, as PEFT matches them. Raises LuthierError `model.bad-value`."""
    found = values.object(key).values
    for pattern, number in found.items():
        if isinstance(number, bool) or not isinstance(number, int | float) or not 0 < number < 1e9:
            raise values.bad(key, f"a number above zero for {pattern!r:.80}")
        repeats = len(re.findall(r"[*+{]", pattern))
        if len(pattern) > _LONGEST or repeats > _MOST_REPEATS or _REPEATED_GROUP.search(pattern):
            raise values.bad(key, "names or simple patterns of modules")
        try:
            re.compile(pattern)
        except re.error as error:
            raise values.bad(key, f"patterns that can be read ({error})") from error
    return found


def _parameters(values: JsonObject) -> tuple[str, ...]:
    names = values.get("target_parameters") or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise values.bad("target_parameters", "a list of names")
    return tuple(names)


def _of(patterns: dict[str, float], module: str, usual: float) -> float:
    """Return the first pattern that matches a module's whole name, or its end."""
    return next((number for key, number in patterns.items() if re.match(rf"(.*\.)?({key})$", module)), usual)
