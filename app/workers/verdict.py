"""What the curves of a training say, in a sentence, and what to do about it. Nothing but numbers goes in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.workers.run_model import RunModel
from core.advice.assessment import everything_else_while_held, your_questions
from core.advice.goals import GOALS
from core.advice.losses import before_and_after
from core.base.language import tr
from core.base.numbers import count, share, significant, small
from core.protocol.measure import CROSS_ENTROPY, Measure

Kind = Literal["early", "good", "level", "overfit", "hardly", "unstable"]
Values = npt.NDArray[np.float64]

FEWEST_STEPS = 10
EARLY_SHARE = 0.1  # of the steps, before which nothing is said without a second evaluation
JUDGED_SHARE = 0.3  # of the steps, after which a run that has learnt next to nothing is told so
LITTLE = 0.01  # of a loss: below that, it has not changed
RISE = 0.04  # of the loss at the beginning: by as much above that, training has gone wrong
LARGE_RISE = 0.15  # of the same: by as much above the lowest level since
FALLEN = 0.25  # of the chosen answers' log-probability: by as much less, they are being forgotten
FEWEST_CHOICES = 5  # held-out choices: of fewer, a number tells nothing
KNOWN = 0.2  # nats a token on rows that are learnt by heart, below which most greedy answers are right (docs/goals.md)
MOST_KNOWN = 0.9  # of the answers, from which on a run has done what it should
RUNNING = 7  # steps at least, whose median is the loss now
MOST_STEPS = 2000  # that are looked at, so that it takes no time
WINDOWS = 12  # into which the steps are cut, to see their levels through the noise
NOISES = 4.0  # standard errors that a difference has to have


@dataclass(frozen=True)
class Verdict:
    """title: a few words. text: why, and what to do. may_stop: going on makes it hardly better, or worse."""

    kind: Kind
    title: str
    text: str
    may_stop: bool = False


@dataclass(frozen=True)
class Curves:
    """steps, losses: of training. eval_steps, eval_losses: on text held out, that before training at step 0 with them.

    total: steps that the run has. rate: the highest learning rate so far. skipped: steps that changed nothing.
    kept: the step of the best checkpoint, None if it is not kept. ended: no more steps are to come.
    by_heart: that is the aim. measure: what the losses are. judges: the held-out rows tell how good it is. eval_rows:
    None where not counted. chosen: log-probabilities of chosen answers at the evaluations, in nats; None where no
    choices are learnt from. known, taught: of the answers that it learns, those that it gives word for word, and all; 0
    where they were not counted. unfinished: it has ended before its last step, and can go on.
    """

    steps: Values
    losses: Values
    eval_steps: Values
    eval_losses: Values
    total: int
    rate: float = 0.0
    skipped: int = 0
    kept: int | None = None
    ended: bool = False
    by_heart: bool = False
    measure: Measure = CROSS_ENTROPY
    judges: bool = True
    eval_rows: int | None = None
    chosen: Values | None = None
    known: int = 0
    taught: int = 0
    unfinished: bool = False


def verdict_of(model: RunModel, ended: bool) -> Verdict:
    """Return the verdict on a run by its events."""
    steps, evaluations = model.steps, model.evaluations
    rates, started = steps["learning_rate"], model.last_start
    measured = next(reversed(model.story.evaluations.values()), model.story.before)
    goal = GOALS.get(started.goal) if started else None
    found = judge(
        Curves(
            steps=steps["step"],
            losses=steps["loss"],
            eval_steps=evaluations["step"],
            eval_losses=evaluations["loss"],
            total=model.step.steps if model.step else 0,
            rate=float(rates.max()) if len(rates) else 0.0,
            skipped=model.skipped,
            kept=model.best_step,
            ended=ended,
            by_heart=goal is not None and goal.by_heart,
            measure=model.story.measure,
            judges=measured.judges if measured else True,
            eval_rows=started.eval_rows if started else None,
            chosen=evaluations["chosen"] if model.story.measure.is_of_choices else None,
            known=int(model.result_number("known") or 0),
            taught=int(model.result_number("taught") or 0),
            unfinished=ended and not model.is_done,
        )
    )
    if ended:
        return found
    return replace(found, text=" ".join([*right_answers(model), found.text]))


def what_came(model: RunModel) -> list[str]:
    """Return a line on the held-out questions and one on everything else, where they are known."""
    return [*right_answers(model), *how_far_else(model)]


def how_far_else(model: RunModel) -> list[str]:
    """Return a line on everything else, where that is measured."""
    moved = model.story.moved()
    return [] if moved is None else [everything_else_while_held(moved)]


def right_answers(model: RunModel) -> list[str]:
    """Return how many answers to held-out questions are right, and how many were; nothing where they are not
    counted.
    """
    now, before = model.evaluation, model.story.before
    if now is None or not now.answers:
        return []
    if model.story.measure.is_of_choices:  # before training none is
        if now.answers < FEWEST_CHOICES:
            return []
        right, answers = count(now.right), count(now.answers)
        return [tr("Of {answers} held-out choices it has learnt {right}.", right=right, answers=answers)]
    said = your_questions(now.right, now.answers)
    if before is None or before is now:
        return [said]
    return [said + " " + tr("Before training: {before}.", before=count(before.right))]


def judge(curves: Curves) -> Verdict:
    """Return the first verdict that holds, the gravest first."""
    measured = np.isfinite(curves.eval_losses)
    evals = curves.eval_losses[measured]
    lost = len(curves.eval_losses) > len(evals) and len(evals) > 0  # the last ones were no numbers any more
    levels, errors = _levels(curves.losses)
    rise = _rise(curves, evals)
    if curves.skipped >= 3 or lost or rise:
        return _unstable(curves, rise)
    if curves.chosen is not None and (verdict := _chosen_fall(curves, curves.chosen)):
        return verdict
    all_evals = evals
    if not curves.judges:
        evals = evals[:0]
    if verdict := _overfits(curves, curves.eval_steps[measured][: len(evals)], evals):
        return verdict
    reached = curves.steps[-1] / max(curves.total, 1) if len(curves.steps) else 0.0
    few = len(curves.steps) < FEWEST_STEPS or (reached < EARLY_SHARE and len(evals) < 2)
    if few and not (curves.ended and len(evals) > 1):
        return _early(curves, EARLY_SHARE)
    fall = max(_fall(levels, errors, evals), _fall(levels, errors, all_evals))  # a few rows tell that it falls
    if curves.by_heart and curves.measure.is_per_token and not len(evals) and fall >= LITTLE:
        return _by_heart(curves, levels)
    if fall < LITTLE:
        if curves.ended or reached >= JUDGED_SHARE:
            return _hardly(curves, fall)
        return _early(curves, JUDGED_SHARE)
    if _is_level(levels, errors, evals) and not curves.ended:
        return Verdict(
            "level", tr("No longer getting better"),
            tr(
                "The loss has stopped falling. More steps will change little: you can stop and keep what it has "
                "learnt."
            ),
        )  # fmt: skip
    return _good(curves, levels, evals)


def _levels(losses: Values) -> tuple[Values, Values]:
    """Medians of stretches of steps, and how sure they are (standard errors)."""
    finite = losses[np.isfinite(losses)][:: len(losses) // MOST_STEPS + 1]
    if len(finite) < FEWEST_STEPS:
        return np.empty(0), np.empty(0)
    parts = np.array_split(finite, min(WINDOWS, len(finite) // 5 or 1))
    # What differs from one step to the next is noise; the training's own fall is hardly in it.
    noise = float(np.median(np.abs(np.diff(finite)))) * 1.05
    return np.array([np.median(part) for part in parts]), np.array(
        [1.25 * noise / np.sqrt(len(part)) for part in parts]
    )


def _rise(curves: Curves, evals: Values) -> tuple[float, float] | None:
    """Return from where to where training's own loss has gone up: its steps are too large. None while it has not."""
    losses = curves.losses[np.isfinite(curves.losses)]
    if len(losses) < FEWEST_STEPS:
        return None
    start, losses = float(losses[0]), losses[-MOST_STEPS:]
    length = min(max(RUNNING, len(losses) // WINDOWS), MOST_STEPS // WINDOWS)
    now = float(np.median(losses[-length:]))
    spread = NOISES * 1.25 * 1.05 * float(np.median(np.abs(np.diff(losses)))) / np.sqrt(length)
    first = max(start, float(evals[0]) if len(evals) else 0.0)  # the first step's is still the base's
    levels = np.median(np.lib.stride_tricks.sliding_window_view(losses, length), axis=1)
    for low, least in ((first, RISE), (float(levels.min()), LARGE_RISE)):
        if now - low > max(least * first, spread):
            return low, now
    return None


def _unstable(curves: Curves, rise: tuple[float, float] | None) -> Verdict:
    if rise:
        why = tr("The loss rose from {least} to {now}", least=significant(rise[0]), now=significant(rise[1]))
    else:
        why = (
            tr("{skipped} steps were lost", skipped=count(curves.skipped))
            if curves.skipped
            else tr("The loss is no longer a number")
        )
    lower = float(f"{curves.rate / 3:.0e}")
    rate = (
        tr(", {lower} instead of {rate} for example", lower=small(lower), rate=small(curves.rate))
        if curves.rate
        else ""
    )
    act = tr("Start again") if curves.ended else tr("Stop, and start again")
    return Verdict(
        "unstable",
        tr("Unstable: lower the rate"),
        tr("{why}. {act} with a lower learning rate{rate}.", why=why, act=act, rate=rate),
    )


def _chosen_fall(curves: Curves, chosen: Values) -> Verdict | None:
    """Chosen answers have become much less likely, beside rejected ones that have more so."""
    known = chosen[np.isfinite(chosen)]
    if len(known) < 2 or known[0] - known[-1] < FALLEN * abs(known[0]):
        return None
    return Verdict(
        "overfit", tr("Your chosen answers become unlikely"),
        tr(
            "Their log-probability has fallen from {before} to {now}: it forgets how to write them while it learns to "
            "avoid the others. {act} with a lower learning rate, fewer epochs or a higher beta.",
            before=significant(float(known[0])),
            now=significant(float(known[-1])),
            act=tr("Start again") if curves.ended else tr("Stop, and start again"),
        ),
    )  # fmt: skip


def _overfits(curves: Curves, steps: Values, losses: Values) -> Verdict | None:
    """Held-out text has begun to get worse."""
    if len(losses) < 2:
        return None
    best = int(losses.argmin())
    if best == len(losses) - 1 or losses[-1] - losses[best] < LITTLE * losses[best]:
        return None
    since, kept = count(float(steps[best + 1])), curves.kept
    if steps[best] == 0:
        text = tr(
            "Text it had not seen became harder for it from the start (loss {before} before, {now} now). "
            "Give it more or more varied rows, fewer epochs, or a lower learning rate.",
            before=significant(losses[0]),
            now=significant(losses[-1]),
        )
        return Verdict("overfit", tr("Learning by heart from the start"), text)
    text = tr("The best adapter is from step {steps}", steps=count(float(steps[best])))
    text += tr(", it is kept. ") if kept == steps[best] else ". "
    text += (
        tr("Chat and Export take it. For a better one: more rows, or fewer epochs.")
        if curves.ended
        else tr("You can stop here: Chat and Export take that one.")
    )
    title = tr("Learning by heart since step {since}", since=since)
    return Verdict("overfit", title, text, may_stop=not curves.ended)


def _by_heart(curves: Curves, levels: Values) -> Verdict:
    """Judge facts, which are to be known as they were written; it cannot know others than those that it read."""
    if curves.taught:
        return _known(curves)
    now = float(np.median(curves.losses[np.isfinite(curves.losses)][-RUNNING:]))
    fell = tr(
        "The loss on your answers has fallen from {levels} to {now}",
        levels=significant(float(levels[0])),
        now=significant(now),
    )
    if now <= KNOWN:
        return _nearly_known(curves, fell)
    if not curves.ended:
        text = tr("{fell}; below {known} it is close to them. Let it go on.", fell=fell, known=significant(KNOWN))
        return Verdict("good", tr("Learning your answers by heart, as it should"), text)
    if curves.unfinished:
        return _unfinished(curves)
    text = tr(
        "{fell}; below {known} it would be close to them. Let it read them twice as often: more epochs.",
        fell=fell,
        known=significant(KNOWN),
    )
    return Verdict("hardly", tr("It does not know your answers by heart yet"), text)


def _known(curves: Curves) -> Verdict:
    """Say how many answers it gives word for word, as the training has counted at its end."""
    known, taught = count(curves.known), count(curves.taught)
    if curves.known == curves.taught:
        text = tr("{n} answers are right, word for word.", "1 answer is right, word for word.", curves.taught, n=taught)
        return Verdict("good", tr("It knows your answers by heart"), text)
    title = tr("It knows {known} of your {taught} answers", known=known, taught=taught)
    text = tr(
        "These are right word for word. “Is it better?” asks the questions and shows the wrong answers; “Train more” "
        "lets it read them again."
    )
    return Verdict("good" if curves.known >= MOST_KNOWN * curves.taught else "hardly", title, text)


def _nearly_known(curves: Curves, fell: str) -> Verdict:
    """The mean loss is low, which one wrong word hardly changes: nobody has counted the right answers."""
    act = (
        tr("“Is it better?” asks your questions and shows which answers are wrong.")
        if curves.ended
        else tr("You can stop now. Reading on helps with questions in other words.")
    )
    text = tr("{fell}. Single words may still be wrong, which this number hardly shows. {act}", fell=fell, act=act)
    return Verdict("good", tr("Its answers are close to yours"), text, may_stop=not curves.ended)


def _unfinished(curves: Curves) -> Verdict:
    """It was stopped on its way: how far it came says more than what it has learnt by then."""
    done = share(float(curves.steps[-1]) / max(curves.total, 1))
    return Verdict(
        "early",
        tr("Not finished"),
        tr("It has done {done} of the training that you planned. Resume lets it finish.", done=done),
    )


def _early(curves: Curves, enough: float) -> Verdict:
    """enough: the share of the steps after which it is not early any more."""
    if curves.unfinished and len(curves.steps):
        return _unfinished(curves)
    if curves.ended:
        return Verdict(
            "early", tr("Too early to say"),
            tr(
                "It learnt for only {steps} steps. More epochs or more rows make more steps.",
                steps=count(len(curves.steps))
            ),
        )  # fmt: skip
    wait = max(FEWEST_STEPS, round(enough * curves.total))
    return Verdict(
        "early", tr("Too early to say"), tr("The curves become meaningful after about {wait} steps.", wait=count(wait))
    )


def _fall(levels: Values, errors: Values, evals: Values) -> float:
    """Return by which share the loss has surely fallen: on held-out text if it was measured twice."""
    if len(evals) > 1:
        return float(1 - evals.min() / evals[0]) if evals[0] else 0.0
    if len(levels) < 2 or not levels[0]:
        return 0.0
    return float((levels[0] - levels[-1] - NOISES / 2 * (errors[0] + errors[-1])) / levels[0])


def _hardly(curves: Curves, fall: float) -> Verdict:
    rate = (
        tr(" ({value} instead of {rate})", value=small(float(f"{curves.rate * 3:.1e}")), rate=small(curves.rate))
        if curves.rate
        else ""
    )
    return Verdict(
        "hardly", tr("Hardly learning"),
        tr(
            "The loss has fallen by only {fall}. Try three times the learning rate{rate}, or more epochs.",
            fall=share(max(fall, 0.0)),
            rate=rate
        ),
    )  # fmt: skip


def _is_level(levels: Values, errors: Values, evals: Values) -> bool:
    """Return whether the last third has brought nothing."""
    if len(evals) >= 4:
        return bool(evals[-3:].min() > evals[:-2].min() * (1 - LITTLE / 4))
    if len(levels) < WINDOWS:
        return False
    third = WINDOWS // 3
    return bool(levels[-2 * third : -third].mean() - levels[-third:].mean() < errors[-third:].mean() / 2)


def _unjudged(curves: Curves, levels: Values) -> Verdict:
    """Too little is held out to tell learning from learning by heart."""
    rows = tr("{rows} rows are", "1 row is", curves.eval_rows, rows=count(curves.eval_rows or 0))
    first, now = significant(float(levels[0])), significant(float(levels[-1]))
    text = tr(
        "The loss on what it trains on has fallen from {first} to {now}. {rows} held out, too few to judge by: ",
        first=first,
        now=now,
        rows=rows,
    )
    if curves.ended:
        return Verdict(
            "good", tr("It has learnt; ask it yourself"), text + tr("talk to it, and compare with how it answered.")
        )
    return Verdict("good", tr("Learning"), text + tr("ask it yourself when it is done. Let it go on."))


def _good(curves: Curves, levels: Values, evals: Values) -> Verdict:
    if not curves.judges:
        return _unjudged(curves, levels)
    if curves.ended and len(evals) > 1:
        return Verdict("good", tr("It has learnt well"), tr("Talk to it, and compare with how it answered before."))
    if len(evals) > 1:
        text = before_and_after(curves.measure, float(evals[0]), float(evals[-1]))
    else:
        first, now = significant(float(levels[0])), significant(float(levels[-1]))
        text = tr("The loss on what it trains on has fallen from {first} to {now}.", first=first, now=now)
        text += tr(" Nothing is held out to tell learning from learning by heart.") if not len(evals) else ""
    text += "" if curves.ended else tr(" Let it go on.")
    return Verdict("good", tr("It has learnt well") if curves.ended else tr("Learning well"), text)
