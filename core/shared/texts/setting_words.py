"""Settings of a run by the names that they have on the Train page."""

from __future__ import annotations

from core.shared.texts.numbers import significant, small

_TITLES = {
    "max_steps": "Most steps",
    "batch_tokens": "Tokens in a row",
    "grad_accumulation": "Rows a step",
    "lora_plus_ratio": "LoRA+ ratio",
    "warmup_ratio": "Warm-up",
    "max_grad_norm": "Largest gradient",
    "rslora": "Rank-stable",
    "dora": "DoRA",
    "neftune_alpha": "Noise",
    "targets": "Adapted parts",
    "device": "Asked to compute",
    "train_on": "Learns from",
    "thoughts": "Thoughts",
    "format": "Format of the data",
    "eval_share": "Held out",
    "eval_tokens": "Measured",
    "early_stopping_patience": "Stops early after",
    "rollback": "Goes back",
    "collapsed": "Odd data",
    "keep_checkpoints": "Checkpoints kept",
    "sample_prompts": "Prompts of samples",
    "sample_tokens": "Length of samples",
    "memory_budget": "Memory allowed",
    "backward": "Way back through the model",
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
