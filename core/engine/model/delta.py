"""The sizes of layers of the gated delta rule, as a file says them."""

from __future__ import annotations

from core.engine.model.layer_shape import DeltaSizes
from core.engine.model.metadata import Numbers


def read_delta(number: Numbers) -> DeltaSizes:
    """Raises LuthierError `arch.missing-key`, `arch.bad-value`."""
    width, heads = number.count("ssm.state_size"), number.count("ssm.time_step_rank")
    sizes = DeltaSizes(number.count("ssm.group_count"), heads, width, number.count("ssm.conv_kernel"))
    if heads % sizes.key_heads:
        raise number.bad("ssm.group_count", sizes.key_heads, f"a divisor of its {heads} heads of values")
    if number.count("ssm.inner_size") != sizes.value_width:
        raise number.bad("ssm.inner_size", number("ssm.inner_size"), f"{heads} heads of {width}")
    return sizes
