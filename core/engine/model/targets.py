"""Decides which linears of a model get an adapter, and the inputs of their branches."""

from __future__ import annotations

from core.base.errors import Do, LuthierError
from core.engine.model.layers import input_width, layer_linears
from core.engine.model.shape import LayerShape, Shape
from core.families.graph import FROZEN_LINEARS, LINEAR_INPUTS
from core.families.not_trained import where_ignored
from core.protocol.config import TrainConfig


def targets_of(shape: Shape, layer: LayerShape, config: TrainConfig) -> tuple[str, ...]:
    """Return the linears of a layer that get an adapter. Stacks of experts must be named explicitly.

    Raises LuthierError `lora.dora-experts`.
    """
    dims = layer_linears(shape, layer)
    adaptable = [name for name in dims if name not in FROZEN_LINEARS]
    stacks = [name for name in adaptable if len(dims[name]) > 2]
    if config.targets == "all-linear":
        return tuple(name for name in adaptable if name not in stacks)
    wanted = tuple(name for name in adaptable if name in config.target_linears)
    if config.dora and any(name in stacks for name in wanted):
        raise LuthierError(
            "lora.dora-experts",
            f"DoRA cannot train experts, and the targets {config.targets} name those of this model.",
            "Leave gate, up and down out of the targets, or turn dora off.",
        )
    return wanted


def named_linears(shape: Shape) -> tuple[str, ...]:
    """Return all names that `targets` can use in this model, stacks of experts too, in the order of the layers."""
    names = (name for layer in shape.layers for name in layer_linears(shape, layer))
    return tuple(dict.fromkeys(name for name in names if name not in FROZEN_LINEARS))


def require_targets(shape: Shape, config: TrainConfig) -> None:
    """Require that the settings name trainable linears.

    Raises LuthierError `lora.no-such-linear` if no layer has a named target, or no layer in training has any target,
    `lora.no-such-layer`, and `lora.no-hook` if llama.cpp would ignore the adapter.
    """
    _require_hooked(shape, config)
    _require_named(shape, config)
    if not any(targets_of(shape, shape.layers[i], config) for i in shape.trained_layers(config)):
        raise LuthierError(
            "lora.no-such-linear",
            f"None of the layers {config.layers} has any of the targets {config.targets}: nothing would learn.",
            Do.set("targets", "all-linear", "Use --set targets=all-linear, or other layers."),
        )


def _require_named(shape: Shape, config: TrainConfig) -> None:
    if config.targets == "all-linear":
        return
    known = named_linears(shape)
    missing = [name for name in config.target_linears if name not in known]
    if missing:
        raise LuthierError(
            "lora.no-such-linear",
            f"The targets {config.targets} name {', '.join(missing)}, which no layer of this model has.",
            f"Use all-linear, or a list of: {', '.join(known)}.",
        )


def _require_hooked(shape: Shape, config: TrainConfig) -> None:
    row = shape.architecture
    targets = dict.fromkeys(name for layer in dict.fromkeys(shape.layers) for name in targets_of(shape, layer, config))
    ignored = {name: place for name in targets if (place := where_ignored(row.name, row.linears[name]))}
    if ignored:
        raise LuthierError(
            "lora.no-hook",
            f"llama.cpp multiplies {', '.join(f'{name} ({place})' for name, place in ignored.items())} without looking "
            f"for an adapter in {row.name} models: what was learnt there would change nothing.",
            f"Leave {', '.join(ignored)} out of the targets.",
        )


def dropout_widths(shape: Shape, layer: LayerShape, config: TrainConfig) -> dict[str, int]:
    """Return the numbers per token of each branch input (arch.LINEAR_INPUTS); empty without dropout."""
    if not config.dropout:
        return {}
    return {LINEAR_INPUTS[name]: input_width(shape, layer, name) for name in targets_of(shape, layer, config)}


def noise_width(shape: Shape, config: TrainConfig) -> int:
    """Return the random numbers per token: dropout masks, one for each input and width, and noise on the embeddings."""
    layers = (shape.layers[i] for i in shape.trained_layers(config))
    masks = {mask for layer in layers for mask in dropout_widths(shape, layer, config).items()}
    return sum(width for _, width in masks) + (shape.d_model if config.neftune_alpha else 0)
