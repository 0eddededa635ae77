"""The base model's linears as Transformers and PEFT call them."""

from __future__ import annotations

from typing import NamedTuple

from core.convert.families import FAMILIES
from core.engine.lora.branch import targeted_tensors
from core.engine.model.weights import FrozenModel
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError


class BaseModel(NamedTuple):
    """modules: linears that get an adapter, in the order in which their starting values are drawn, by Transformers'
    name (`model.layers.0.self_attn.q_proj`), with the shape that PyTorch gives their weights: d_out, d_in.
    """

    architecture: str
    n_vocab: int
    modules: dict[str, tuple[int, int]]


def adapted_modules(model: FrozenModel, config: TrainConfig) -> BaseModel:
    """Raises LuthierError `elsewhere.experts`."""
    names, modules = _modules(model.shape.architecture.name), {}
    for number in model.shape.trained_layers(config):
        for linears in targeted_tensors(model.layers[number], model.shape.targets(config)):
            first = next(iter(linears.values()))
            tensor = first.name.split(".", 2)[2]
            if first.n_experts > 1:
                raise _experts(config)
            name = f"model.layers.{number}.{names[tensor]}"
            modules[name] = sum(linear.d_out for linear in linears.values()), first.d_in
    return BaseModel(model.shape.architecture.name, model.shape.n_vocab, modules)


def _modules(architecture: str) -> dict[str, str]:
    """Tensor in a GGUF layer -> module in Transformers' layer, the same for all classes of an architecture."""
    family = next(family for family in FAMILIES.values() if family.name == architecture)
    return {spec.target: spec.source.removesuffix(".weight") for spec in family.layer}


def _experts(config: TrainConfig) -> LuthierError:
    return LuthierError(
        "elsewhere.experts",
        f"targets={config.targets} names the experts of this model, and the scripts cannot train these: in "
        "Transformers they are no linears.",
        "Leave gate, up and down out of the targets; all-linear does.",
    )
