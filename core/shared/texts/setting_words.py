"""Settings of a run by the names that they have on the Train page."""

from __future__ import annotations

from core.shared.texts.language import tr
from core.shared.texts.numbers import significant, small

_TITLES = {
    "max_steps": tr("Most steps"),
    "batch_tokens": tr("Tokens in a row"),
    "grad_accumulation": tr("Rows a step"),
    "lora_plus_ratio": tr("LoRA+ ratio"),
    "warmup_ratio": tr("Warm-up"),
    "max_grad_norm": tr("Largest gradient"),
    "rslora": tr("Rank-stable"),
    "dora": "DoRA",
    "neftune_alpha": tr("Noise"),
    "targets": tr("Adapted parts"),
    "device": tr("Asked to compute"),
    "train_on": tr("Learns from"),
    "thoughts": tr("Thoughts"),
    "format": tr("Format of the data"),
    "eval_share": tr("Held out"),
    "eval_tokens": tr("Measured"),
    "early_stopping_patience": tr("Stops early after"),
    "rollback": tr("Goes back"),
    "collapsed": tr("Odd data"),
    "keep_checkpoints": tr("Checkpoints kept"),
    "sample_prompts": tr("Prompts of samples"),
    "sample_tokens": tr("Length of samples"),
    "memory_budget": tr("Memory allowed"),
    "backward": tr("Way back through the model"),
}


def title_of(key: str) -> str:
    return _TITLES.get(key) or key.replace("_", " ").capitalize()


def in_words(value: object) -> str:
    """As the form writes it."""
    match value:
        case bool():
            return "on" if value else "off"
        case float():
            return small(value) if 0 < abs(value) < 0.01 else significant(value)
        case list():
            return ", ".join(map(in_words, value)) or "none"
        case _:
            return str(value)
