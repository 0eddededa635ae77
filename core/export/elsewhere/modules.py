"""The base model's linears as Transformers and PEFT call them."""

from __future__ import annotations

from typing import NamedTuple

from core.base.errors import LuthierError
from core.convert.family import Family
from core.convert.naming import decoder_prefix, family_of
from core.convert.text_part import PLAIN
from core.engine.lora.adapter import targeted_tensors
from core.engine.model.arch import EXPERT_STACKS
from core.engine.model.frozen import FrozenLinear, FrozenModel
from core.engine.model.shape import Shape
from core.engine.model.targets import named_linears, targets_of
from core.protocol.config import TrainConfig


class BaseModel(NamedTuple):
    """modules: linears that get an adapter, in the order in which their starting values are drawn, by Transformers'
    name (`model.layers.0.self_attn.q_proj`), with the shape that PyTorch gives their weights: d_out, d_in.
    text_only: they lie where they do in a model that does nothing but text; else there are others of the same names.
    """

    architecture: str
    n_vocab: int
    modules: dict[str, tuple[int, int]]
    text_only: bool


def adapted_modules(model: FrozenModel, config: TrainConfig) -> BaseModel:
    """Raises LuthierError `elsewhere.experts`, `elsewhere.no-peft`."""
    header, modules = model.file.header, dict[str, tuple[int, int]]()
    family, prefix = family_of(header), decoder_prefix(header)
    assert family is not None, "every architecture that is trained has a family"
    names = {spec.target: spec.source.removesuffix(".weight") for spec in family.layer}  # of a layer
    for number in model.shape.trained_layers(config):
        layer = model.layers[number]
        for linears in targeted_tensors(layer, targets_of(model.shape, layer.shape, config)):
            first = next(iter(linears.values()))
            tensor = _in_layer(first)
            if first.n_experts > 1:
                raise _experts(config)
            if tensor in family.no_peft:
                raise _not_in_peft(names[tensor], model.shape, family)
            name = f"{prefix}layers.{number}.{names[tensor]}"
            # One linear there may be several tensors here, as gate and up are, and the other way round.
            rows = (linear.d_out for linear in layer.linears.values() if names.get(_in_layer(linear)) == names[tensor])
            modules[name] = sum(rows), first.d_in
    return BaseModel(model.shape.architecture.name, model.shape.n_vocab, modules, prefix == PLAIN)


def _in_layer(linear: FrozenLinear) -> str:
    """attn_q.weight"""
    return linear.name.split(".", 2)[2]


def _experts(config: TrainConfig) -> LuthierError:
    return LuthierError(
        "elsewhere.experts",
        f"targets={config.targets} names the experts of this model, and the scripts cannot train these: in "
        "Transformers they are no linears.",
        "Leave gate, up and down out of the targets; all-linear does.",
    )


def _not_in_peft(module: str, shape: Shape, family: Family) -> LuthierError:
    row = shape.architecture
    stacks = EXPERT_STACKS if row.experts else ()
    names = (name for name in named_linears(shape) if name not in stacks)
    left = [name for name in names if f"{row.linears[name]}.weight" not in family.no_peft]
    return LuthierError(
        "elsewhere.no-peft",
        f"PEFT, which the scripts train with, does not adapt {module} of this model by itself.",
        f"Train it here, or set targets={','.join(left)}.",
    )
