"""A run's settings in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.shared.config import TrainConfig
from core.shared.runs import RunInfo
from core.shared.texts import devices
from core.shared.texts.language import tr
from core.shared.texts.numbers import count, moment, share, significant, size, small

Row = tuple[str, str, str]  # name, value, and the whole of a value that is shortened, else ""

_THOUGHTS = {
    "with": tr("only rows that have some"),
    "without": tr("left out"),
    "empty": tr("left out, and learnt not to think"),
}


def asked_for(info: RunInfo) -> Iterator[Row]:
    """Every setting that says something about this run, the most important first."""
    config, usual = info.config, TrainConfig()
    yield tr("Model"), _file_name(info.model), info.model
    yield tr("Data"), _file_name(info.data), info.data
    if info.eval_data:
        yield tr("Held-out data"), _file_name(info.eval_data), info.eval_data
    if info.adapter:
        yield tr("Goes on from"), _file_name(info.adapter), info.adapter
    yield tr("Begun"), moment(info.created), ""
    length = (
        tr("{max_steps} steps", max_steps=count(config.max_steps))
        if config.max_steps
        else tr("{epochs} times all data", epochs=significant(config.epochs))
    )
    yield tr("Length"), length, ""
    yield tr("Context"), tr("{context} tokens", context=count(config.context)), ""
    yield tr("Rank"), tr("{rank}, strength {alpha}", rank=count(config.rank), alpha=significant(config.alpha)), ""
    yield tr("Learning rate"), f"{small(config.learning_rate)}, {_SCHEDULES[config.schedule]}", ""
    yield tr("Rows a step"), count(config.grad_accumulation), ""
    if not info.eval_data:
        yield tr("Held out"), share(config.eval_share) if config.eval_share else tr("nothing"), ""
    every = (
        tr("every {eval_every} steps", eval_every=count(config.eval_every))
        if config.eval_every
        else tr("before and after")
    )
    yield tr("Evaluated"), every, ""
    saved = (
        tr("every {save_every} steps", save_every=count(config.save_every)) if config.save_every else tr("at the end")
    )
    yield (
        tr("Saved"),
        tr(
            "{saved}; the newest {keep_checkpoints} and the best stay",
            saved=saved,
            keep_checkpoints=count(config.keep_checkpoints),
        ),
        "",
    )
    for prompt in config.sample_prompts:
        yield tr("Sample"), prompt, ""
    if config.targets != usual.targets:
        yield tr("Adapted parts"), config.targets.replace(",", ", "), ""
    if config.layers != usual.layers:
        yield tr("Layers"), config.layers, ""
    if config.train_on != usual.train_on:
        yield (
            tr("Learns"),
            {"last": tr("the last answer only"), "all": tr("every turn")}.get(config.train_on, config.train_on),
            "",
        )
    if config.thoughts != usual.thoughts:
        yield tr("Thoughts"), _THOUGHTS[config.thoughts], ""
    if config.memory_budget:
        yield tr("Memory"), tr("at most {memory_budget}", memory_budget=size(config.memory_budget)), ""
    if config.device != usual.device:
        yield tr("Computed by"), devices.title(config.device), ""
    if config.threads:
        yield tr("Threads"), count(config.threads), ""
    if config.priority != usual.priority:
        yield tr("Priority"), config.priority, ""
    yield tr("Seed"), str(config.seed), ""
    if special := ", ".join(_special(config)):
        yield tr("Besides"), special, ""


_SCHEDULES = {"constant": tr("held"), "linear": tr("falling in a line"), "cosine": tr("falling in a curve")}


def _special(config: TrainConfig) -> Iterator[str]:
    if config.rslora:
        yield tr("rank-stable scale")
    if config.dora:
        yield "DoRA"
    if config.lora_plus_ratio != 1:
        yield tr("LoRA+ {lora_plus_ratio}", lora_plus_ratio=significant(config.lora_plus_ratio))
    if config.dropout:
        yield tr("dropout {dropout}", dropout=significant(config.dropout))
    if config.neftune_alpha:
        yield tr("noise {neftune_alpha}", neftune_alpha=significant(config.neftune_alpha))
    if config.weight_decay:
        yield tr("weight decay {weight_decay}", weight_decay=significant(config.weight_decay))
    if config.early_stopping_patience:
        yield tr(
            "stops after {early_stopping_patience} evaluations without a better one",
            early_stopping_patience=count(config.early_stopping_patience),
        )
    if not config.rollback:
        yield tr("never goes back")
    if not config.packing:
        yield tr("one example a row")
    if config.duplicates == "drop":
        yield tr("repeated rows left out")


def _file_name(text: str) -> str:
    return Path(text).name or text
