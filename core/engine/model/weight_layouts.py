"""In which types a frozen weight may be held in memory beside the file's own.

The two products of a frozen linear read their weight in different directions and are independent choices:

forward, y = W x: the file's own tensor, or a copy that is read faster. Products with quantized weights round the
activations to 8 bits; a BF16 copy and BF16 activations together are nearer to the file's weights than that.

backward, dx = W^T dy: a transposed copy, or none ("streamed": the weight is dequantized a block at a time). The copy's
rounding only perturbs the gradient: Q6_K by about 2%, Q8_0 by 0.4%, BF16 by 0.1%. It is never much coarser than the
file. F16 is left out, its range is too small for gradients.

Either copy may be packed for our own kernels (core/engine/kernels), in 8 bits or in BF16. Forward, 8, 6 and 4 bits are
for files whose numbers they hold exactly.

Which is fastest depends on the processor and on the shape: core/engine/model/timing.py measures.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.ggml import abi
from core.engine.ggml.lib import Ggml
from core.engine.kernels import interface as own
from core.engine.kernels.panels import can_pack
from core.engine.model.frozen import FrozenLinear
from core.engine.model.weight_forms import PACKED_AS, form_of

Q8_BLOCK, K_BLOCK = 32, 256  # weights per block; a row must be a multiple of it
FINE = {abi.F32, abi.F16, abi.BF16, abi.Q8_0}  # files that hold more than Q6_K


class Layout(NamedTuple):
    """Types of the copies held of a weight [d_in, d_out], ggml's or our kernels', None where there is none."""

    forward: int | None = None  # [d_in, d_out]
    transposed: int | None = None  # [d_out, d_in]


def forward_kinds(ggml: Ggml, linear: FrozenLinear) -> list[int]:
    """Types worth a forward copy, besides the file's own."""
    file = linear.weight.kind
    if file == abi.F32 or linear.n_experts > 1:
        return []
    packed = [PACKED_AS[file]] if file in PACKED_AS else []
    packed += [] if file == abi.F16 else [own.BF16]
    others = [abi.F32] if file in (abi.F16, abi.BF16) else [abi.BF16, abi.F32]
    return _worth_timing(_usable(ggml, packed, linear.d_in, linear.d_out) + others)


def transposed_kinds(ggml: Ggml, linear: FrozenLinear, is_head: bool) -> list[int]:
    """Types worth a transposed copy. The smallest comes first; experts have no other choice."""
    if linear.weight.kind == abi.F32:
        return [abi.F32]
    kinds, packed = [abi.BF16, abi.F32], [own.BF16]
    if linear.weight.kind not in (abi.F16, abi.BF16):
        # The head's gradients are mostly tiny. Ours in 8 bits takes them, without the label's (frozen_product.py);
        # ggml's types round their scales to F16.
        if linear.d_out % Q8_BLOCK == 0:
            packed.append(own.INT8)
            if not is_head:
                kinds.insert(0, abi.Q8_0)
        if linear.d_out % K_BLOCK == 0 and linear.weight.kind not in FINE:
            kinds.insert(0, abi.Q6_K)
    if linear.n_experts > 1:
        return kinds[:1]
    return _worth_timing(kinds + _usable(ggml, packed, linear.d_out, linear.d_in))


def _worth_timing(kinds: list[int]) -> list[int]:
    """Leave F32 out if the processor has instructions for BF16, which our kernels need: half the bytes, and faster."""
    return [kind for kind in kinds if kind != abi.F32 or own.BF16 not in kinds]


def _usable(ggml: Ggml, kinds: list[int], depth: int, rows: int) -> list[int]:
    """Return which of our kernels' types this processor multiplies, for a weight [depth, rows]."""
    return [kind for kind in kinds if form_of(kind).is_usable(ggml)] if can_pack(depth, rows) else []


def is_usable(ggml: Ggml, layout: Layout) -> bool:
    """Whether this processor has the kernels that a layout asks for; it may be another's."""
    return all(kind is None or form_of(kind).is_usable(ggml) for kind in layout)


def copies_bytes(ggml: Ggml, linear: FrozenLinear, layout: Layout) -> tuple[int, int]:
    """Memory of the forward and of the transposed copy."""
    return (
        0 if layout.forward is None else forward_bytes(ggml, linear, layout.forward),
        0 if layout.transposed is None else transposed_bytes(ggml, linear, layout.transposed),
    )


def forward_bytes(ggml: Ggml, linear: FrozenLinear, kind: int) -> int:
    """Memory of a forward copy."""
    return form_of(kind).bytes(ggml, linear.d_in, linear.d_out, linear.n_experts)


def transposed_bytes(ggml: Ggml, linear: FrozenLinear, kind: int) -> int:
    """Memory of a transposed copy."""
    return form_of(kind).bytes(ggml, linear.d_out, linear.d_in, linear.n_experts)
