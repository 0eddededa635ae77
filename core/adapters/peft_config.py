"""PEFT's adapter_config.json: what of it changes the numbers, and what cannot be carried over."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.errors import LuthierError
from core.convert.values import JsonObject, read_json

CONFIG = "adapter_config.json"

# Keys that say how it was trained, or where, and nothing of what it computes.
_HARMLESS = {
    "alpha_pattern", "auto_mapping", "base_model_name_or_path", "ensure_weight_tying", "exclude_modules",
    "fan_in_fan_out", "inference_mode", "layers_pattern", "layers_to_transform", "loftq_config", "lora_alpha",
    "lora_dropout", "megatron_core", "peft_type", "peft_version", "qalora_group_size", "r", "rank_pattern", "revision",
    "runtime_config", "target_modules", "target_parameters", "task_type", "use_dora", "use_rslora",
}  # fmt: skip  # fan_in_fan_out: PEFT takes no notice of it beside linears
_NOTHING: tuple[Any, ...] = (None, False, "", "none", [], {})
_OTHER_STARTS = ("pissa", "olora", "corda", "loftq", "lora_ga")  # ways to begin that take something out of the base
_LONGEST, _MOST_REPEATS = 200, 4  # of a pattern, so that no file can keep the program busy
_REPEATED_GROUP = re.compile(r"\)[*+{?]")


@dataclass(frozen=True)
class PeftConfig:
    """ranks, alphas: by pattern. parameters: those that are adapted themselves, as stacks of experts are."""

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
        """What B A is multiplied by."""
        return _of(self.alphas, module, self.alpha) / (math.sqrt(rank) if self.rslora else rank)


def read_peft_config(folder: Path) -> PeftConfig:
    """Raises LuthierError `adapter.unsupported` for what cannot be carried over, `convert.bad-json` and others for a
    file that is damaged.
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
    hint = hint or "Merge it into the model where it was trained (merge_and_unload), and import the merged model."
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
            raise unsupported(file, f"its {key} is {value!s:.80}, which an adapter in GGUF has no place for")


def _patterns(values: JsonObject, key: str) -> dict[str, float]:
    """Numbers by regular expression, as PEFT matches them. Raises LuthierError `convert.bad-value`."""
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
    """The first that matches a module's whole name, or its end."""
    return next((number for key, number in patterns.items() if re.match(rf"(.*\.)?({key})$", module)), usual)
