"""The same training as Axolotl's configuration says it."""

from __future__ import annotations

from math import ceil
from typing import Any

import yaml

AXOLOTL = "axolotl.yaml"
_FILL_IN = "OWNER/NAME"
_HEAD = """\
# For Axolotl:  axolotl train {name}
# Never run by Luthier's makers; its keys were checked against Axolotl 0.19.0.
# The tokens, their masks and the settings are Luthier's. Axolotl packs and orders the rows in a way of its own, draws
# other starting values, and takes the mean loss of each packed row where Luthier takes that of the step.
# For QLoRA: load_in_4bit: true and adapter: qlora.
"""


def axolotl_yaml(settings: dict[str, Any], has_held_out: bool) -> str:
    """settings: as in settings.json."""
    lora, optimizer, schedule = settings["lora"], settings["optimizer"], settings["schedule"]
    packs = settings["packing"]
    known: dict[str, Any] = {
        "base_model": settings["base"]["name"] or _FILL_IN,
        "adapter": "lora",
        "load_in_4bit": False,
        "datasets": [_data("train")],
        "test_datasets": [_data("eval")] if has_held_out else None,
        "val_set_size": 0,
        "dataset_prepared_path": "axolotl-prepared",
        "output_dir": "adapter",
        "sequence_len": settings["row_tokens"],
        "sample_packing": packs,
        "eval_sample_packing": False if has_held_out else None,
        "pad_to_sequence_len": packs,
        "flash_attention": True if packs else None,
        "micro_batch_size": 1,
        "gradient_accumulation_steps": settings["gradient_accumulation_steps"],
        "max_steps": schedule["steps"],
        "num_epochs": ceil(schedule["epochs"]),
        "warmup_steps": schedule["warmup_steps"],
        "lr_scheduler": "constant_with_warmup" if schedule["name"] == "constant" else schedule["name"],
        "optimizer": "adamw_torch",
        "learning_rate": optimizer["lr"],
        "adam_beta1": optimizer["betas"][0],
        "adam_beta2": optimizer["betas"][1],
        "adam_epsilon": optimizer["eps"],
        "weight_decay": optimizer["weight_decay"],
        "loraplus_lr_ratio": optimizer["loraplus_lr_ratio"] if optimizer["loraplus_lr_ratio"] != 1 else None,
        "max_grad_norm": settings["max_grad_norm"],
        "lora_r": lora["r"],
        "lora_alpha": lora["lora_alpha"],
        "lora_dropout": lora["lora_dropout"],
        "lora_target_modules": lora["target_modules"],
        "peft_layers_to_transform": lora["layers_to_transform"],
        "peft_use_rslora": lora["use_rslora"] or None,
        "peft_use_dora": lora["use_dora"] or None,
        "neftune_noise_alpha": settings["neftune_noise_alpha"] or None,
        "seed": settings["seed"],
        "bf16": "auto",
        "gradient_checkpointing": True,
        "logging_steps": 1,
        "evals_per_epoch": 1 if has_held_out else None,
        "save_strategy": "epoch",
    }
    body: str = yaml.safe_dump({key: value for key, value in known.items() if value is not None}, sort_keys=False)
    return _HEAD.format(name=AXOLOTL) + body


def _data(part: str) -> dict[str, Any]:
    """Return a part of the data. With an empty type, Axolotl takes tokens and labels as they are."""
    return {"path": f"data/{part}.jsonl", "ds_type": "json", "split": "train", "type": None}
