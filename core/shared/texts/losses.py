"""Losses in words that people can place."""

from __future__ import annotations

import math

from core.shared import protocol as p
from core.shared.texts.numbers import NOTHING, count, significant

_LARGEST = 60.0  # nats; of more than that nobody needs the number


def choices(loss: float | None) -> str:
    """Perplexity: as among how many equally likely pieces of a word the model chooses; 48, 1.4."""
    if loss is None or not math.isfinite(loss) or loss > _LARGEST:
        return NOTHING
    perplexity = math.exp(loss)
    return count(perplexity) if perplexity >= 10 else significant(perplexity)


def before_and_after(before: float, after: float, step: int | None = None) -> str:
    """What a training did to the loss on text that it had not seen. step: of the adapter that `after` is of."""
    change = "" if abs(before - after) < 0.005 * before else "; lower is better" if after < before else "; it rose"
    which = "" if step is None else f" with the adapter of step {count(step)}"
    return (
        f"On text it had not seen the loss was {significant(before)} before and is {significant(after)}{which}"
        f"{change}. "
        f"Before, each next piece of a word was a guess among about {choices(before)}; now it is among about "
        f"{choices(after)}, where 1 is certain."
    )


def went_back(event: p.WentBack) -> str:
    """What was found and what is done about it."""
    rate = {0.5: "half", 0.25: "a quarter of"}.get(event.rate_factor, f"{significant(event.rate_factor)} of")
    return (
        f"The training went wrong by step {count(event.step)}: {event.reason}. It goes on from step {count(event.to)} "
        f"with {rate} the learning rate (time {event.count} of at most {event.most})."
    )
