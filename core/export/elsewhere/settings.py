"""How a run trains, in the terms of PEFT, PyTorch and Transformers. The scripts read it from settings.json."""

from __future__ import annotations

from typing import Any

from core.convert.naming import pattern_of
from core.data.tokens.pack import PackedRows
from core.engine.train.batches import Batches
from core.engine.train.optimizer import EPSILON
from core.export.elsewhere.modules import BaseModel
from core.protocol.config import TrainConfig
from core.protocol.layers import ALL

SETTINGS = "settings.json"


def _layers(base: BaseModel) -> list[int]:
    """Numbers of the adapted ones."""
    return sorted({int(module.split(".")[2]) for module in base.modules})


def _targets(base: BaseModel) -> list[str] | str:
    """Return the targets' last names if no other part of the model has them, else a pattern of whole names."""
    if not base.text_only:
        return pattern_of(base.modules)
    return list(dict.fromkeys(module.rpartition(".")[2] for module in base.modules))


def settings_of(config: TrainConfig, base: BaseModel, name: str, rows: PackedRows) -> dict[str, Any]:
    """name: the base's on the hub, or ""."""
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
