"""What may differ from layer to layer of one model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.engine.ops.attention.interface import Heads
from core.engine.ops.rope import Rope


class DeltaSizes(NamedTuple):
    """The sizes of layers with the gated delta rule: heads of keys and of values, the numbers in one, and how many
    tokens the convolution before them reads.
    """

    key_heads: int
    heads: int
    width: int
    conv: int

    @property
    def value_width(self) -> int:
        return self.heads * self.width

    @property
    def qkv_width(self) -> int:
        return 2 * self.key_heads * self.width + self.value_width


@dataclass(frozen=True)
class LayerShape:
    """One layer's parts and sizes.

    mixer: what mixes tokens, a name in layers.MIXERS. feed: what then works on each alone, a name in layers.FEEDS. One
    of them is empty where the layer is the other alone.
    delta: where that is its mixer.
    d_ff: of the feed-forward, or of one expert.
    rope: None where positions are left out. window: tokens it looks back on, itself included; 0: all.
    keys_from: the layer whose keys and values it reads, having none of its own; None: it has its own.
    lends: whether later layers read its keys and values.
    values_are_keys: its values are made from the product that its keys are made from.
    per_layer: width of the embedding that tokens have for this layer alone; 0: none.
    scaled: its output is multiplied by a number of the file.
    """

    mixer: str
    feed: str
    heads: Heads
    d_ff: int
    rope: Rope | None
    window: int
    delta: DeltaSizes | None = None
    keys_from: int | None = None
    lends: bool = False
    values_are_keys: bool = False
    per_layer: int = 0
    scaled: bool = False

    @property
    def routed(self) -> bool:
        """Whether a router chooses experts for each token."""
        return self.feed not in ("", "dense")

    @property
    def q_width(self) -> int:
        return self.heads.queries * self.heads.width

    @property
    def kv_width(self) -> int:
        return self.heads.keys * self.heads.width
