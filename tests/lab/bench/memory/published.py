"""Sizes of published models, as their config.json has them, laid over that of the family's tiny reference model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.lab.bench.environments import ROOT

FIXTURES = ROOT / "tests" / "fixtures"


@dataclass(frozen=True)
class Published:
    """A model of real widths. layers: that are kept, the first ones, of how many there are.

    reference: the folder in tests/fixtures whose config.json has everything else. q, kv: heads.
    kinds: of layers, repeated for as many as are kept. more: other keys, also within objects.
    """

    title: str
    reference: str
    layers: int
    of: int
    d: int
    q: int
    kv: int
    ff: int
    vocab: int
    head: int = 0
    tied: bool = True
    kinds: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    quant: str = "q4_k_m"

    def config(self) -> dict[str, Any]:
        """What config.json says."""
        whole: dict[str, Any] = json.loads((FIXTURES / self.reference / "config.json").read_text())
        text = whole.get("text_config", whole)
        text |= {
            "hidden_size": self.d, "num_hidden_layers": self.layers, "num_attention_heads": self.q,
            "num_key_value_heads": self.kv, "intermediate_size": self.ff, "vocab_size": self.vocab,
            "tie_word_embeddings": self.tied, "max_position_embeddings": 32768,
        }  # fmt: skip
        whole["tie_word_embeddings"] = self.tied
        if self.head:
            text["head_dim"] = self.head
        elif "head_dim" in text:
            text["head_dim"] = self.d // self.q
        if kinds := self.kinds or tuple(text.get("layer_types") or ())[:1]:
            text["layer_types"] = [kinds[i % len(kinds)] for i in range(self.layers)]
        _lay_over(text, self.more)
        return whole


def _lay_over(below: dict[str, Any], above: Mapping[str, Any]) -> None:
    for key, value in above.items():
        if isinstance(value, Mapping) and isinstance(below.get(key), dict):
            _lay_over(below[key], value)
        else:
            below[key] = value
