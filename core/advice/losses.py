"""Describes losses, and measurements beside them, for people."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Protocol

from core import protocol as p
from core.base.language import tr
from core.base.numbers import NOTHING, count, decimals, significant
from core.protocol.measure import FARTHEST, Measure

_LARGEST = 1e26  # perplexities above are not shown


def before_and_after(measure: Measure, before: float, after: float, step: int | None = None) -> str:
    """Describe how training changed the held-out loss. step: of the adapter measured as `after`."""
    which = "" if step is None else tr(" (the adapter of step {step})", step=count(step))
    if measure.is_per_token:
        return tr(
            "For each next word of text it has not seen, it hesitated between about {among} words before training, "
            "now between about {now_among}{which}.",
            among=_choices(measure.perplexity(before)), now_among=_choices(measure.perplexity(after)), which=which,
        )  # fmt: skip
    change = (
        "" if abs(before - after) < 0.005 * before else tr("; lower is better") if after < before else tr("; it rose")
    )
    return tr(
        "On text it had not seen the loss was {before} before and is {after}{which}{change}.",
        before=significant(before), after=significant(after), which=which, change=change,
    )  # fmt: skip


class Judged(Protocol):
    """Measurements on held-out rows: the event Evaluation, or the figures of a run's best adapter."""

    @property
    def right(self) -> int: ...
    @property
    def answers(self) -> int: ...
    @property
    def choices(self) -> p.Choices | None: ...


def beside_the_loss(measured: Judged) -> dict[str, str]:
    """Return the measurements on held-out rows besides the loss, by title; only those that exist."""
    told, of = dict[str, str](), measured.choices
    if measured.answers:
        title = tr("Right choices") if of else tr("Right answers")
        told[title] = tr("{right} of {answers}", right=count(measured.right), answers=count(measured.answers))
    if of and of.margin is not None:
        told[tr("Reward margin")] = significant(of.margin)
    if of and of.distance is not None:
        told[tr("Distance (nats a token)")] = significant(of.distance)
    return told


def beside_the_loss_in_words(measured: Judged) -> str:
    """Return these measurements as short sentences, each after a space; "" if none exist."""
    return "".join(f" {title}: {told}." for title, told in beside_the_loss(measured).items())


def all_beside_the_loss(measured: Sequence[Judged]) -> dict[str, list[str]]:
    """Return these measurements of several runs: each title with one text per run."""
    told = [beside_the_loss(one) for one in measured]
    return {title: [one.get(title, NOTHING) for one in told] for title in dict.fromkeys(itertools.chain(*told))}


def too_far(names: Sequence[str], *, are_all: bool = False) -> str:
    """Return a sentence on runs that preferences moved too far; "" for none. are_all: all runs did."""
    if not names:
        return ""
    far = decimals(FARTHEST, 1)
    if are_all:
        return tr(
            "All of them moved too far from the model they began with (over {far} nats a token). Try a lower "
            "learning rate.",
            far=far,
        )
    return tr(
        "Ranked last, as they moved too far from the model they began with (over {far} nats a token): {names}.",
        far=far,
        names="; ".join(names),
    )


def _choices(perplexity: float | None) -> str:
    """Return a perplexity, rounded: 48, 1.4."""
    if perplexity is None or perplexity > _LARGEST:
        return NOTHING
    return count(round(perplexity)) if perplexity >= 3 else decimals(perplexity, 1)


def went_back(event: p.WentBack) -> str:
    """Describe a rollback: what went wrong, and where training continues."""
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
