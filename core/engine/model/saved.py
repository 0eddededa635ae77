"""Which activations of a layer are saved for backward, and how much a layer holds while it is recomputed.

Shapes in ggml order. Widths are numbers per token.
"""

from __future__ import annotations

from core.engine.ggml import abi
from core.engine.model.shape import Shape
from core.engine.ops.attention.interface import Needs


def saved_widths(shape: Shape) -> dict[str, int]:
    """Of each activation that is worth saving, in the type that `saved_kind` says."""
    q, kv, d = shape.q_width, shape.kv_width, shape.d_model
    # What goes into a norm is saved before it, since the norm's gradient reads it.
    after = {"o": d, "down": d} if shape.architecture.has_post_norms else {"middle": d}
    return {"q": q, "k": kv, "v": kv, "attention": q, "gate": shape.hidden_width, "up": shape.hidden_width, **after}


def saved_kind(name: str) -> int:
    """F16 has digits enough for what only backward reads; but the stream and what joins it can leave its range."""
    return abi.F32 if name in ("middle", "o", "down") else abi.F16


def saved_bytes(shape: Shape) -> int:
    """Per token, of one layer."""
    return sum(width * (4 if saved_kind(name) == abi.F32 else 2) for name, width in saved_widths(shape).items())


def layer_width(shape: Shape) -> int:
    """What a layer's backward graph holds at once, without the scores of attention (measured)."""
    hidden, by_slot = shape.hidden_width, shape.d_model * shape.n_expert_used
    return 6 * max(shape.d_model, shape.q_width) + max(5 * hidden, 2 * hidden + 2 * by_slot)


def saved_layer_width(shape: Shape, attention: Needs) -> int:
    """The same of a layer whose activations are saved: in the feed-forward or in attention by our own kernels
    (measured). With experts, or by ggml's attention, no less than of one that is recomputed.
    """
    if shape.n_expert or not attention.partial_width:
        return layer_width(shape)
    return max(4 * shape.hidden_width, 5 * shape.q_width + 8 * shape.kv_width + attention.partial_width)
