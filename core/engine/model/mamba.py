"""The sizes of Mamba-2's layers, as a file says them."""

from __future__ import annotations

from core.engine.model.metadata import Numbers
from core.engine.ops.scan_inputs import StateHeads


def read_scan(number: Numbers) -> StateHeads:
    """Raises LuthierError `arch.missing-key`, `arch.bad-value`."""
    inner, heads = number.count("ssm.inner_size"), number.count("ssm.time_step_rank")
    groups = number.count("ssm.group_count")
    if inner % heads:
        raise number.bad("ssm.time_step_rank", heads, f"a divisor of its ssm.inner_size ({inner})")
    if heads % groups:
        raise number.bad("ssm.group_count", groups, f"a divisor of its {heads} heads")
    return StateHeads(heads, inner // heads, groups, number.count("ssm.state_size"))
