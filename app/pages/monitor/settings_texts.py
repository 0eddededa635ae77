"""A run's settings in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.shared.config import TrainConfig
from core.shared.runs import RunInfo
from core.shared.texts import devices
from core.shared.texts.numbers import count, moment, share, significant, size, small

Row = tuple[str, str, str]  # name, value, and the whole of a value that is shortened, else ""

_THOUGHTS = {"with": "only rows that have some", "without": "left out", "empty": "left out, and learnt not to think"}


def asked_for(info: RunInfo) -> Iterator[Row]:
    """Every setting that says something about this run, the most important first."""
    config, usual = info.config, TrainConfig()
    yield "Model", _file_name(info.model), info.model
    yield "Data", _file_name(info.data), info.data
    if info.eval_data:
        yield "Held-out data", _file_name(info.eval_data), info.eval_data
    if info.adapter:
        yield "Goes on from", _file_name(info.adapter), info.adapter
    yield "Begun", moment(info.created), ""
    length = f"{count(config.max_steps)} steps" if config.max_steps else f"{significant(config.epochs)} times all data"
    yield "Length", length, ""
    yield "Context", f"{count(config.context)} tokens", ""
    yield "Rank", f"{count(config.rank)}, strength {significant(config.alpha)}", ""
    yield "Learning rate", f"{small(config.learning_rate)}, {_SCHEDULES[config.schedule]}", ""
    yield "Rows a step", count(config.grad_accumulation), ""
    if not info.eval_data:
        yield "Held out", share(config.eval_share) if config.eval_share else "nothing", ""
    every = f"every {count(config.eval_every)} steps" if config.eval_every else "before and after"
    yield "Evaluated", every, ""
    saved = f"every {count(config.save_every)} steps" if config.save_every else "at the end"
    yield "Saved", f"{saved}; the newest {count(config.keep_checkpoints)} and the best stay", ""
    for prompt in config.sample_prompts:
        yield "Sample", prompt, ""
    if config.targets != usual.targets:
        yield "Adapted parts", config.targets.replace(",", ", "), ""
    if config.layers != usual.layers:
        yield "Layers", config.layers, ""
    if config.train_on != usual.train_on:
        yield "Learns", {"last": "the last answer only", "all": "every turn"}.get(config.train_on, config.train_on), ""
    if config.thoughts != usual.thoughts:
        yield "Thoughts", _THOUGHTS[config.thoughts], ""
    if config.memory_budget:
        yield "Memory", f"at most {size(config.memory_budget)}", ""
    if config.device != usual.device:
        yield "Computed by", devices.title(config.device), ""
    if config.threads:
        yield "Threads", count(config.threads), ""
    if config.priority != usual.priority:
        yield "Priority", config.priority, ""
    yield "Seed", str(config.seed), ""
    if special := ", ".join(_special(config)):
        yield "Besides", special, ""


_SCHEDULES = {"constant": "held", "linear": "falling in a line", "cosine": "falling in a curve"}


def _special(config: TrainConfig) -> Iterator[str]:
    if config.rslora:
        yield "rank-stable scale"
    if config.dora:
        yield "DoRA"
    if config.lora_plus_ratio != 1:
        yield f"LoRA+ {significant(config.lora_plus_ratio)}"
    if config.dropout:
        yield f"dropout {significant(config.dropout)}"
    if config.neftune_alpha:
        yield f"noise {significant(config.neftune_alpha)}"
    if config.weight_decay:
        yield f"weight decay {significant(config.weight_decay)}"
    if config.early_stopping_patience:
        yield f"stops after {count(config.early_stopping_patience)} evaluations without a better one"
    if not config.rollback:
        yield "never goes back"
    if not config.packing:
        yield "one example a row"
    if config.duplicates == "drop":
        yield "repeated rows left out"


def _file_name(text: str) -> str:
    return Path(text).name or text
