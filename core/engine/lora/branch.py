"""What is trained beside one linear, and which linears of a layer are adapted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.engine.ggml.tensor import Tensor
from core.engine.model.frozen import FrozenLinear, Layer
from core.engine.ops.low_rank import LowRank

Parameter = Literal["a", "b", "magnitude"]


@dataclass(frozen=True)
class Branch(LowRank):
    """Low-rank factors with the places where their gradients add up. a and b [d, r], magnitude [d_out]; a and b beside
    a stack of experts [d, r, n_experts].
    """

    name: str  # of the base tensor, `blk.0.attn_q.weight`
    a_gradient: Tensor
    b_gradient: Tensor
    magnitude_gradient: Tensor | None

    @property
    def trained(self) -> list[tuple[Tensor, Tensor]]:
        """Values, each with its gradient."""
        factors = [(self.a, self.a_gradient), (self.b, self.b_gradient)]
        if self.magnitude is None or self.magnitude_gradient is None:
            return factors
        return [*factors, (self.magnitude.value, self.magnitude_gradient)]


Linears = Mapping[str, FrozenLinear]  # by our name: q, k, ...


def targeted_tensors(layer: Layer, targets: Sequence[str]) -> list[Linears]:
    """The linears to adapt, those of one tensor together: a tensor is adapted whole when any of its linears is wanted,
    since llama.cpp knows no adapter for a piece of it.
    """
    names = dict.fromkeys(layer.linears[key].name for key in targets)
    return [{key: linear for key, linear in layer.linears.items() if linear.name == name} for name in names]
