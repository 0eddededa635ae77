"""Which form of attention computes on this machine: the one place to ask, whether for its graphs or for its memory."""

from __future__ import annotations

from core.engine.ggml.lib import Ggml
from core.engine.kernels.beside_ggml import kernels_of
from core.engine.ops.attention.blocked import BlockedAttention
from core.engine.ops.attention.device import DeviceAttention
from core.engine.ops.attention.fused import FusedAttention
from core.engine.ops.attention.interface import Attention, Heads


def attention_for(ggml: Ggml, heads: Heads, *, on_device: bool = False) -> type[Attention]:
    """Return on the CPU our own kernels' attention, if they exist and take heads of this width; else ggml's."""
    if on_device:
        return DeviceAttention
    return FusedAttention if kernels_of(ggml).takes(heads.width) else BlockedAttention
