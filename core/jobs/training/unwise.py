"""Settings that work but do something else than they seem to, told before the first step."""

from __future__ import annotations

from core.advice.texts.numbers import count, significant
from core.engine.model.layers import layer_linears
from core.engine.model.shape import Shape
from core.engine.model.targets import targets_of
from core.engine.train.batches import Batches
from core.engine.train.rows import Rows
from core.engine.train.schedule import warmup_steps
from core.jobs.context import JobContext
from core.protocol.config import TrainConfig


def tell_of_unwise(shape: Shape, config: TrainConfig, rows: Rows, context: JobContext) -> None:
    """Notices `train.rank-beyond`, `train.few-rows`, `train.only-warmup`. rows: that are trained on."""
    _tell_of_rank(shape, config, context)
    _tell_of_steps(config, rows, context)


def _tell_of_rank(shape: Shape, config: TrainConfig, context: JobContext) -> None:
    """A product of matrices has no higher rank than its narrowest side, so the rest is computed for nothing."""
    narrow = dict[str, int]()
    for layer in (shape.layers[number] for number in shape.trained_layers(config)):
        dims = layer_linears(shape, layer)
        widths = {name: min(dims[name][:2]) for name in targets_of(shape, layer, config)}
        narrow |= {name: width for name, width in widths.items() if width < config.rank}
    if narrow:
        shown = ", ".join(f"{name} ({width})" for name, width in narrow.items())
        message = f"rank={config.rank} is more than some of the trained matrices are wide: {shown}."
        hint = f"They learn no more by it, and it takes time and memory. rank={min(narrow.values())} suits all of them."
        context.notice("train.rank-beyond", message, hint)


def _tell_of_steps(config: TrainConfig, rows: Rows, context: JobContext) -> None:
    steps = Batches(rows, config).steps
    if config.grad_accumulation > len(rows):
        message = f"grad_accumulation={config.grad_accumulation} rows are wanted for each step, and the data makes "
        message += f"{count(len(rows))}: each step takes all of it, and the whole training has {count(steps)}."
        hint = "Set grad_accumulation=1 for more steps, or a smaller context for more rows."
        context.notice("train.few-rows", message, hint)
    if warmup_steps(config, steps) >= steps:
        message = f"warmup_ratio={config.warmup_ratio:g} is all of the {count(steps)} steps: the learning rate only "
        message += f"rises, and never comes to {significant(config.learning_rate)}."
        context.notice("train.only-warmup", message, "0.05 is usual.")
