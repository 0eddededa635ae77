"""Where Hugging Face's models have the tensors of a GGUF file: the converter's table of families, read backwards.

Transformers 5 keeps the experts of a layer in two parameters of one module, `gate_up_proj` [experts, 2 d_ff, d] with
the gates first and `down_proj` [experts, d, d_ff]; before, most models had a linear for each expert.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.convert.families import FAMILIES, Family, TensorSpec
from core.shared.config import LINEARS
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header

GATE_UP, DOWN = "gate_up_proj", "down_proj"
Product = Literal["gate_proj", "up_proj", "down_proj"]
_PRODUCTS: dict[str, Product] = {
    "ffn_gate_exps.weight": "gate_proj",
    "ffn_up_exps.weight": "up_proj",
    "ffn_down_exps.weight": "down_proj",
}


@dataclass(frozen=True)
class Place:
    """A base tensor, `blk.0.attn_q.weight`, and its module, `model.layers.0.self_attn.q_proj`.

    heads: its rows belong to so many, and llama.cpp has them in another order; 0: in the same.
    product: of a stack of experts, whose module holds those of all three products.
    """

    tensor: str
    module: str
    layer: int
    heads: int = 0
    product: Product | None = None

    @property
    def parameter(self) -> str:
        """Of the module, where it is a stack: what Transformers 5 keeps the product in."""
        return DOWN if self.product == DOWN else GATE_UP

    def expert(self, index: int) -> str:
        """The linear of one expert, in models that have such."""
        return f"{self.module}.{index}.{self.product}"


def places(model: Header) -> dict[str, Place]:
    """All linears of a model that can be adapted, by tensor, in the order of the layers.

    Raises LuthierError `adapter.unknown-architecture`.
    """
    family = _family(model)
    adapted = {family.architecture.linears[linear] for linear in LINEARS}
    specs = [spec for spec in family.layer if spec.target.removesuffix(".weight") in adapted]
    n_layers = int(model.values.get(f"{model.architecture}.block_count", 0))
    found = [_place(model, layer, spec) for layer in range(n_layers) for spec in specs]
    return {place.tensor: place for place in found if place.tensor in model.tensors}


def _place(model: Header, layer: int, spec: TensorSpec) -> Place:
    tensor, product = f"blk.{layer}.{spec.target}", _PRODUCTS.get(spec.target)
    module = spec.source.removesuffix(".weight") if product is None else _experts(spec)
    return Place(tensor, f"model.layers.{layer}.{module}", layer, _heads(model, spec), product)


def _experts(spec: TensorSpec) -> str:
    """The module that holds a layer's experts."""
    if spec.stack == "each":
        return spec.source.partition(".{expert}.")[0]
    return spec.source.split(".")[0] + ".experts"


def _heads(model: Header, spec: TensorSpec) -> int:
    keys = {"n_heads": "attention.head_count", "n_kv_heads": "attention.head_count_kv"}
    if not spec.heads:
        return 0
    fallback = model.values.get(f"{model.architecture}.attention.head_count", 0)
    return int(model.values.get(f"{model.architecture}.{keys[spec.heads]}", fallback))


def _family(model: Header) -> Family:
    for family in FAMILIES.values():
        if family.name == model.architecture:
            return family
    known = ", ".join(dict.fromkeys(family.name for family in FAMILIES.values()))
    raise LuthierError(
        "adapter.unknown-architecture",
        f"{model.path} has the architecture '{model.architecture}', whose adapters Luthier cannot carry over.",
        f"It knows: {known}.",
    )
