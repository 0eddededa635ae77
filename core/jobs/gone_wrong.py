"""What is said and done about a training that has gone wrong (core/engine/train/loss_watch.py says when)."""

from __future__ import annotations

from core.engine.train.checkpoint import TrainingProgress
from core.shared.config import TrainConfig
from core.shared.errors import LuthierError
from core.shared.texts.numbers import count, small

MOST_TIMES = 2  # that a training goes back; the next time it stops


def never_finite(steps: int) -> LuthierError:
    return LuthierError(
        "train.not-finite",
        f"The loss or its gradient is not a number from the first step on, {steps} in a row.",
        "The model's weights are damaged, or too large for their type: download it again, or choose another.",
    )


def diverged(progress: TrainingProgress, config: TrainConfig) -> LuthierError:
    """With what happened at which steps. progress: after the last trouble, or where there was to be no going back."""
    times = progress.went_back
    if not times:
        lost = progress.watch.lost
        what = f"The loss is not a number any more: training has diverged, {lost} steps in a row were lost."
        kept = ""
    else:
        when = "; ".join(f"at step {count(one.at)} {one.reason}" for one in times)
        what = f"Training has diverged, {count(len(times))} times: {when}."
        if len(times) > 1:
            rates = " and ".join(small(config.learning_rate / 2**n) for n in range(1, len(times)))
            what += f" Going back with a lower learning rate ({rates}) did not help."
        kept = (
            f" What it had learnt by step {count(times[-1].to)}, before the trouble, is kept." if times[-1].to else ""
        )
    lower = small(config.learning_rate / 10)
    hint = f"Start again with a lower learning rate, a tenth of this one for example ({lower}). Where that is usual "
    return LuthierError("train.diverged", what, f"{hint}already, look for rows of nonsense in the data.{kept}")
