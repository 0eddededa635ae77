"""What differs from layer to layer of a checkpoint, for the families in which anything does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from core.convert.values import JsonObject

Count = int | bool


class Run(NamedTuple):
    """Rows of a weight that are multiplied by a number; 0: all of them."""

    rows: int
    factor: float


@dataclass(frozen=True)
class PerLayer:
    """What differs from layer to layer, and what GGUF says about the model because of it.

    sizes: by the words of TensorSpec.shape, where they are not the model's. has: its options of TensorSpec.when.
    head_dim: of layers that see everything, where others' heads have another width; 0: all are alike.
    d_ff: of all layers, where it is not what config.json says; 0: it is.
    counts, numbers, switches, arrays: by GGUF's key below the architecture's prefix.
    factors: by tensor, what its rows are multiplied by: the runs that make up a tensor, several times over.
    unread: tensors, below `model.layers.N.`, that a checkpoint may have in layers which do not read them.
    """

    sizes: Sequence[Mapping[str, int]]
    has: Sequence[frozenset[str]]
    head_dim: int = 0
    d_ff: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)
    switches: Mapping[str, bool] = field(default_factory=dict)
    arrays: Mapping[str, Sequence[Count]] = field(default_factory=dict)
    factors: Mapping[str, Sequence[Sequence[Run]]] = field(default_factory=dict)
    unread: Sequence[frozenset[str]] = ()


def alike(n_layers: int) -> PerLayer:
    """Layers that do not differ."""
    return PerLayer(({},) * n_layers, (frozenset(),) * n_layers)


def kinds_of_layers(values: JsonObject, n_layers: int, known: tuple[str, ...] = ()) -> list[str] | None:
    """layer_types; None where config.json does not say. known: those that it may have; none named: any.

    Raises LuthierError `convert.bad-value`.
    """
    found = values.get("layer_types")
    if found is None:
        return None
    wrong = not isinstance(found, list) or len(found) != n_layers
    if wrong or any(not isinstance(kind, str) or (known and kind not in known) for kind in found):
        raise values.bad("layer_types", f"{' or '.join(known) or 'a kind'} for each of its {n_layers} layers")
    kinds: list[str] = found
    return kinds


ReadLayers = Callable[["JsonObject", int], PerLayer]  # config.json's text part, and how many layers there are
