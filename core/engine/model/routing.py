"""What a file says about its experts: which layers have them, who goes to which, and who goes to all."""

from __future__ import annotations

from core.engine.model.arch import Experts, Scores
from core.engine.model.metadata import Numbers
from core.engine.ops.router import Routing

# llama.cpp's enum llama_expert_gating_func_type, as far as there are graphs for it here.
_GATING: dict[float, Scores] = {1: "softmax", 2: "sigmoid", 3: "chosen"}


def has_experts(number: Numbers, layer: int) -> bool:
    """Whether a layer of a mixture has them: after the first few, every n-th one."""
    first = int(number.option("leading_dense_block_count"))
    step = int(number.option("interleave_moe_layer_step", 1)) or 1
    return layer >= first and (layer + 1) % step == 0


def read_routing(number: Numbers, row: Experts) -> Routing:
    """Raises LuthierError `arch.missing-key`, `arch.bad-value`."""
    n_expert = number.count("expert_count")
    groups = max(1, number.count("expert_group_count", 0, minimum=0, maximum=n_expert))
    if n_expert % groups or n_expert // groups < 2 <= groups:
        raise number.bad("expert_group_count", groups, f"a divisor of its {n_expert} experts, two or more in each")
    return Routing(
        n_used=number.count("expert_used_count", maximum=n_expert),
        scores=row.scores or _scores(number),
        normalized=bool(number("expert_weights_norm", 0)) if row.normalized is None else row.normalized,
        scale=number.option("expert_weights_scale", 1.0) or 1.0,
        groups=groups,
        groups_used=number.count("expert_group_used_count", maximum=groups - 1) if groups > 1 else 1,
    )


def shared_width(number: Numbers, row: Experts) -> int:
    """Of the experts that all tokens go to, together; 0: there are none."""
    widths = (number.count(key, 0, minimum=0) for key in row.shared_width)
    width = next((width for width in widths if width), 0)
    return width * number.count("expert_shared_count", minimum=0) if row.shared_counted else width


def _scores(number: Numbers) -> Scores:
    kind = number("expert_gating_func")
    if kind not in _GATING:
        raise number.bad("expert_gating_func", kind, "1 (softmax), 2 (sigmoid) or 3 (softmax over the chosen)")
    return _GATING[kind]
