"""Whether llama.cpp looks for an adapter where it multiplies a weight."""

from __future__ import annotations

from core.engine.llama_cpp.no_hook import NO_HOOK


def where_ignored(architecture: str, tensor: str) -> str:
    """File and line of llama.cpp that multiply it without; "" where an adapter counts. tensor: blk.0.attn_q.weight."""
    parts = tensor.removesuffix(".weight").split(".")
    name = ".".join(parts[2:] if parts[0] == "blk" and parts[1:2] and parts[1].isdecimal() else parts)
    return NO_HOOK.get(architecture, {}).get(name, "")
