"""A run's settings in the terms of PEFT, PyTorch and Transformers: settings.json for the scripts."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.base.errors import Do, Hint, LuthierError
from core.convert.naming import decoder_prefix, family_of, pattern_of
from core.convert.text_part import PLAIN
from core.data.tokens.pack import PackedRows
from core.engine.lora.adapter import targeted_tensors
from core.engine.model.frozen import FrozenLinear, FrozenModel
from core.engine.model.shape import Shape
from core.engine.model.targets import named_linears, targets_of
from core.engine.train.optimizer import EPSILON
from core.engine.train.rows import Batches
from core.families.checkpoint import Family
from core.families.graph import EXPERT_STACKS
from core.protocol.config import TrainConfig
from core.protocol.layers import ALL

SETTINGS = "settings.json"


def _layers(base: BaseModel) -> list[int]:
    """Return the numbers of the adapted layers."""
    return sorted({int(module.split(".")[2]) for module in base.modules})


def _targets(base: BaseModel) -> list[str] | str:
    """Return the targets' last names if no other part of the model has them, else a pattern of whole names."""
    if not base.text_only:
        return pattern_of(base.modules)
    return list(dict.fromkeys(module.rpartition(".")[2] for module in base.modules))


def settings_of(config: TrainConfig, base: BaseModel, name: str, rows: PackedRows) -> dict[str, Any]:
    """Return the settings for other trainers. name: the base's on the hub, or ""."""
    batches = Batches(rows, config)
    return {
        "base": {"name": name, "architecture": base.architecture, "vocab_size": base.n_vocab, "modules": base.modules},
        "lora": {
            "task_type": "CAUSAL_LM",
            "r": config.rank,
            "lora_alpha": int(config.alpha) if config.alpha.is_integer() else config.alpha,
            "lora_dropout": config.dropout,
            "use_rslora": config.rslora,
            "use_dora": config.dora,
            "bias": "none",
            "target_modules": _targets(base),
            "layers_to_transform": None if config.layers == ALL or not base.text_only else _layers(base),
        },
        "optimizer": {
            "name": "AdamW",
            "lr": config.learning_rate,
            "betas": config.betas,
            "eps": EPSILON,
            "weight_decay": config.weight_decay,
            "loraplus_lr_ratio": config.lora_plus_ratio,
        },
        "schedule": {
            "name": config.schedule,
            "warmup_steps": round(config.warmup_ratio * batches.steps),
            "steps": batches.steps,
            "epochs": batches.steps / batches.steps_per_epoch,
        },
        "objective": {
            "name": config.objective,
            "beta": config.preference_beta,
            "length_normalized": config.length_normalized,
            "label_smoothing": config.label_smoothing,
            "good_weight": config.good_weight,
        },
        "gradient_accumulation_steps": config.grad_accumulation,
        "max_grad_norm": config.max_grad_norm,
        "neftune_noise_alpha": config.neftune_alpha,
        "packing": config.packing,
        "context": config.context,
        "row_tokens": config.row_tokens,
        "eval_every": config.eval_every,
        "early_stopping_patience": config.early_stopping_patience,
        "save_every": config.save_every,
        "seed": config.seed,
    }


class BaseModel(NamedTuple):
    """The base in Transformers' terms. modules: linears that get an adapter, in the order in which their starting
    values are drawn, by Transformers' name (`model.layers.0.self_attn.q_proj`), with PyTorch's weight shape: d_out,
    d_in. text_only: they have the paths of a text-only model; otherwise other modules have the same names.
    """

    architecture: str
    n_vocab: int
    modules: dict[str, tuple[int, int]]
    text_only: bool


def adapted_modules(model: FrozenModel, config: TrainConfig) -> BaseModel:
    """Return the adapted modules by their names in Transformers. Raises LuthierError `elsewhere.experts`,
    `elsewhere.no-peft`.
    """
    header, modules = model.file.header, dict[str, tuple[int, int]]()
    family, prefix = family_of(header), decoder_prefix(header)
    assert family is not None, "every architecture that is trained has a family"
    names = {spec.target: spec.source.removesuffix(".weight") for spec in family.layer}  # in a layer
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
            # One linear in Transformers may be several tensors in GGUF, such as gate and up, and the reverse.
            rows = (linear.d_out for linear in layer.linears.values() if names.get(_in_layer(linear)) == names[tensor])
            modules[name] = sum(rows), first.d_in
    return BaseModel(model.shape.architecture.name, model.shape.n_vocab, modules, prefix == PLAIN)


def _in_layer(linear: FrozenLinear) -> str:
    """Return a linear's name within its layer, such as attn_q.weight."""
    return linear.name.split(".", 2)[2]


def _experts(config: TrainConfig) -> LuthierError:
    return LuthierError(
        "elsewhere.experts",
        f"The targets {config.targets} name the experts of this model, and the scripts cannot train these: in "
        "Transformers they are no linears.",
        Do.set("targets", "all-linear", "Leave gate, up and down out of the targets; all-linear does."),
    )


def _not_in_peft(module: str, shape: Shape, family: Family) -> LuthierError:
    row = shape.architecture
    stacks = EXPERT_STACKS if row.experts else ()
    names = (name for name in named_linears(shape) if name not in stacks)
    left = [name for name in names if f"{row.linears[name]}.weight" not in family.no_peft]
    return LuthierError(
        "elsewhere.no-peft",
        f"PEFT, which the scripts train with, does not adapt {module} of this model by itself.",
        Hint("Train it here, or do without the others.", Do.set("targets", ",".join(left))),
    )
