"""Losses in words that people can place."""

from __future__ import annotations

from core import protocol as p
from core.advice.texts.language import tr
from core.advice.texts.numbers import NOTHING, count, significant
from core.protocol.measure import Measure

_LARGEST = 1e26  # perplexity, above which nobody needs the number


def before_and_after(measure: Measure, before: float, after: float, step: int | None = None) -> str:
    """Describe what a training did to the loss on text that it had not seen. step: of the adapter that `after` was
    measured with.
    """
    change = (
        "" if abs(before - after) < 0.005 * before else tr("; lower is better") if after < before else tr("; it rose")
    )
    which = "" if step is None else tr(" with the adapter of step {step}", step=count(step))
    text = tr(
        "On text it had not seen the loss was {before} before and is {after}{which}{change}.",
        before=significant(before),
        after=significant(after),
        which=which,
        change=change,
    )
    if not measure.is_per_token:
        return text
    among, now_among = _choices(measure.perplexity(before)), _choices(measure.perplexity(after))
    return text + tr(
        " Before, each next piece of a word was a guess among about {among}; now it is among about {now_among}, where "
        "1 is certain.",
        among=among,
        now_among=now_among,
    )


def _choices(perplexity: float | None) -> str:
    """48, 1.4."""
    if perplexity is None or perplexity > _LARGEST:
        return NOTHING
    return count(perplexity) if perplexity >= 10 else significant(perplexity)


def went_back(event: p.WentBack) -> str:
    """Describe what went wrong in a training, and from where it goes on."""
    if event.machine:
        return tr(
            "{machine} sent wrong numbers, found at step {step}. The training goes on from step {to}, without it.",
            machine=event.machine,
            step=count(event.step),
            to=count(event.to),
        )
    rate = {0.5: tr("half"), 0.25: tr("a quarter of")}.get(
        event.rate_factor, tr("{rate_factor} of", rate_factor=significant(event.rate_factor))
    )
    return tr(
        "The training went wrong by step {step}: {reason}. It goes on from step {to} with {rate} the learning "
        "rate (time {count} of at most {most}).",
        step=count(event.step),
        reason=event.reason,
        to=count(event.to),
        rate=rate,
        count=event.count,
        most=event.most,
    )
