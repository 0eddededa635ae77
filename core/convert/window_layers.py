"""Which layers of OLMo 3 and Mellum 2 look back no further than a window, as Olmo3Config and MellumConfig of
Transformers have it (models/olmo3, models/mellum). All others' context may be stretched, theirs never.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.convert.expert_layers import expert_counts
from core.convert.per_layer import PerLayer, alike, kinds_of_layers

if TYPE_CHECKING:  # the table of families is read where msgspec is not, too
    from core.convert.values import JsonObject

MELLUM_KEYS = ("mlp_layer_types", "num_experts", "num_experts_per_tok")
_SLIDING, _FULL = "sliding_attention", "full_attention"
_FULL_EVERY = 4  # in OLMo's files that do not list the kinds of layers


def read_olmo(values: JsonObject, n_layers: int) -> PerLayer:
    """Raises LuthierError `convert.bad-value`, `convert.missing-key`."""
    kinds = kinds_of_layers(values, n_layers, (_SLIDING, _FULL))
    return _windowed(values, kinds or [_FULL if (i + 1) % _FULL_EVERY == 0 else _SLIDING for i in range(n_layers)])


def read_mellum(values: JsonObject, n_layers: int) -> PerLayer:
    """All layers have experts. Raises what `read_olmo` does, and LuthierError `convert.unsupported`."""
    if values.get("mlp_layer_types") not in (None, ["sparse"] * n_layers):
        raise values.unsupported("some of its layers have no experts (mlp_layer_types)")
    if not {_SLIDING, _FULL} <= values.object("rope_parameters").values.keys():  # the class's own differ in their base
        raise values.bad("rope_parameters", "an object for each kind of layers")
    kinds = kinds_of_layers(values, n_layers, (_SLIDING, _FULL)) or [_FULL] * n_layers
    return replace(_windowed(values, kinds), counts=expert_counts(values))


def _windowed(values: JsonObject, kinds: Sequence[str]) -> PerLayer:
    from core.convert.rope import read_theta  # needs gguf, which is not everywhere that the table of families is read

    return replace(
        alike(len(kinds)),
        numbers={"rope.freq_base_swa": read_theta(values)},
        arrays={"attention.sliding_window_pattern": [kind == _SLIDING for kind in kinds]},
    )
