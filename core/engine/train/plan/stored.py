"""The plan that a run has used so far, in its folder: another trains as well, but rounds differently."""

from __future__ import annotations

from pathlib import Path

from core.advice.monitor import memory_budget
from core.base import formats
from core.base.errors import in_words
from core.base.formats import Format
from core.engine.model.weight_layouts import is_usable
from core.engine.model.weights import LoadedModel
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import plan_memory
from core.protocol.config import TrainConfig

_FORMAT = Format(Plan)


def plan_of_run(loaded: LoadedModel, config: TrainConfig, max_tokens: int, file: Path) -> tuple[Plan, str | None]:
    """Return the plan that a run has used so far if it still fits, also this processor's kernels, else a new one.

    The second value says why it is another one, None where it is not. Another plan trains as well but rounds
    differently, so the run would not go on to the bit. Raises LuthierError `memory.too-small`.
    """
    known = _recall(loaded, config, file)
    if isinstance(known, Plan):
        return known, None
    return plan_memory(loaded, config, max_tokens), known


def known_plan(file: Path) -> Plan | None:
    """Read the plan that was written down, whether it can still be used or not; None where nothing readable was."""
    try:
        return formats.read(file, _FORMAT)
    except (OSError, ValueError):
        return None


def remember_plan(plan: Plan, file: Path) -> None:
    """Write the plan down for the next time. Raises LuthierError `files.cannot-write`."""
    formats.write(file, plan, _FORMAT)


def _recall(loaded: LoadedModel, config: TrainConfig, file: Path) -> Plan | str:
    """The plan that was written down, or why it cannot be used."""
    try:
        plan = formats.read(file, _FORMAT)
    except FileNotFoundError:
        return f"{file.name} is missing"
    except (OSError, ValueError) as error:
        return f"{file.name} cannot be read ({in_words(error)})"
    return why_unusable(plan, loaded, config, file.name) or plan


def why_unusable(plan: Plan, loaded: LoadedModel, config: TrainConfig, name: str = "the plan") -> str:
    """Return why a plan made earlier or elsewhere cannot be used here and now; "" where it can. name: for people."""
    model = loaded.model
    if len(plan.layouts) != len(model.linears) or not 0 <= plan.memory.kept_layers <= len(model.layers):
        return f"{name} is damaged, or of another model"
    if not all(is_usable(loaded.ggml, layout) for layout in plan.layouts):
        return "this processor does not run the kernels that it used so far"
    if (plan.device.device if plan.device else None) != (loaded.device.name if loaded.device else None):
        return "another device computes"
    shared = plan.device.bytes if plan.device and loaded.device and loaded.device.device.is_integrated else 0
    if plan.memory.total + shared > memory_budget(config):
        return "less memory is free than before"
    if plan.device and loaded.device and plan.device.bytes > loaded.device.device.memory()[0]:
        return "less memory is free on the device than before"
    return ""
