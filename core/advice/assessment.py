"""Tells in a sentence whether a model got better, from its right answers beside another's, and how sure that is.

Also decides which of two is better from counts of right answers or of preferences. Exact, from counts alone.
tests/fixtures/make_certainty_truths.py compares with SciPy and statsmodels.
"""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

from core.base.language import tr
from core.base.numbers import count, decimals
from core.protocol import AssessResult, Decision, StrengthsResult, Versus

TUNED, BASE = "the tuned model", "the base"  # their names in results


# Distances in nats a token, on questions that were not taught. SmolLM2 135M (docs/teaches.md, docs/goals.md): 0.03 for
# labels and 0.07 for facts that are held to the base; not held, 0.1 for labels at a low rate, 0.5 for labels, orders as
# JSON and calls of tools, 1.0 for facts learnt by heart and a style.
AS_BEFORE, SLIGHTLY, FAR = 0.05, 0.15, 0.5

CERTAIN, LIKELY = 0.01, 0.05  # probability that chance alone makes a difference at least as large
Z_95 = 1.959963984540054  # half the width, in standard deviations, of the central 95% of a normal distribution


TRAINED = tr(
    "These are questions that it was trained on: this shows that it learnt them, not that it can answer others."
)


def verdict(result: AssessResult) -> str:
    """Return an assessment's verdict: a line on your questions, with a sentence on each other model, and one on
    everything else.
    """
    said = _chosen(result) if result.check.kind == "choice" else _checked(result)
    if result.trained:
        said.append(TRAINED)
    return "\n".join([" ".join(said), *([] if result.moved is None else [everything_else(result.moved)])])


def _checked(result: AssessResult) -> list[str]:
    first, *others = result.models
    has = tr(
        "Your questions: {name} {right} of {of} right", name=named(first.name), right=count(first.right),
        of=count(first.of),
    )  # fmt: skip
    theirs = "".join(tr(", {name} {right}", name=named(one.name), right=count(one.right)) for one in others)
    said = [_said(one, alone=len(result.versus) == 1) for one in result.versus]
    return [f"{has}{theirs}.", *said, *([tr("None of them was trained on.")] if result.unseen else [])]


def _chosen(result: AssessResult) -> list[str]:
    settled, to_choose = ([row for row in result.judged if row.settled == is_settled] for is_settled in (True, False))
    chosen = Counter(row.better for row in to_choose if row.better)
    first, second = (named(one.name) for one in result.models)
    said = []
    if settled:
        right = [sum(row.answers[place].right for row in settled) for place in (0, 1)]
        said.append(tr(
            "Word for word as expected, of {of}: {first} {tuned}, {second} {base}.",
            of=count(result.rows), first=first, second=second, tuned=count(right[0]), base=count(right[1]),
        ))  # fmt: skip
    if chosen:
        said.append(tr(
            "You have chosen in {chosen} of {of} questions: {first} {tuned}, {second} {base}, equal {equal}.",
            chosen=count(chosen.total()), of=count(len(to_choose)), first=first, second=second,
            tuned=count(chosen["tuned"]), base=count(chosen["base"]), equal=count(chosen["equal"]),
        ))  # fmt: skip
    elif to_choose:
        n = count(len(to_choose))
        said.append(
            tr("{n} other answers differ. Choose the better ones.", "One other answer differs. Choose the better one.",
               len(to_choose), n=n)
            if settled
            else tr("{n} questions are answered. Choose the better answers.", n=n)
        )  # fmt: skip
    all_of = Counter(row.better for row in result.judged)
    return [*said, *filter(None, [what_votes_tell(all_of["tuned"], all_of["base"]) if chosen or settled else ""])]


def what_votes_tell(tuned: int, base: int) -> str:
    """Return whether the choices tell which is better."""
    return _ENOUGH[decide(tuned, base)]


_ENOUGH: dict[Decision, str] = {
    "certain": tr("That is enough to be certain."),
    "likely": tr("That is likely; a few more choices would make it certain."),
    "few": tr("These are too few choices to tell: make a few more."),
    "open": tr("They go both ways: more choices would tell."),
    "even": "",
}


def your_questions(right: int, of: int) -> str:
    """Return a sentence with a model's right answers to the held-out questions."""
    return tr("Your questions: {right} of {of} right.", right=count(right), of=count(of))


def everything_else(moved: float) -> str:
    """Return a sentence on how far a model has moved from its base where nothing was taught. moved: nats a token."""
    return _how_far(moved)[1]


def in_short(moved: float) -> str:
    """Return that distance in a word or two, with the number."""
    return tr("{words} ({moved})", words=_how_far(moved)[0], moved=decimals(moved, 2))


def _how_far(moved: float) -> tuple[str, str]:
    """Return the distance in a word or two, and as a sentence."""
    if moved < AS_BEFORE:
        return tr("as before"), tr("Everything else: as before. Asked about other things, it answers as it did.")
    if moved < SLIGHTLY:
        return tr("slightly changed"), tr(
            "Everything else: slightly changed. Asked about other things, it answers nearly as it did, except where "
            "they are like yours."
        )
    if moved < FAR:
        return tr("changed"), tr(
            "Everything else: changed. Asked about other things, it often answers differently."
        )  # fmt: skip
    return tr("much changed"), tr(
        "Everything else: much changed. Asked about other things, it may answer in the manner of your data and get "
        "wrong what it knew."
    )


def to_keep(result: StrengthsResult) -> str:
    """Return a sentence that recommends a strength, from measurements at several."""
    if result.recommended is None:
        return tr("No check says which answers are right, so read some answers at the strength that you choose.")
    if result.recommended == 1:
        return tr("Below 1 it has fewer of your questions right: leave it at 1.")
    return tr(
        "{strength} is the least that keeps as many of your questions right as 1 does.",
        strength=decimals(result.recommended, 2),
    )


def everything_else_while_held(moved: float) -> str:
    """Return the sentence for a distance measured during a training's steps."""
    return everything_else(moved) + " " + tr(
        "“Is it better?” measures it on other questions."
    )  # fmt: skip


def named(name: str) -> str:
    """Return a model's name for display."""
    return {TUNED: tr("after training"), BASE: tr("before training")}.get(name, name)


def _said(one: Versus, *, alone: bool) -> str:
    """Return the result as a separate sentence, or with the other model's name."""
    said = _decided(one)
    return said[:1].upper() + said[1:] if alone else tr("Compared with {name}: {said}", name=named(one.name), said=said)


def _decided(one: Versus) -> str:
    differ = count(one.only_first + one.only_other)
    match one.decision:
        case "certain":
            return tr("that is certain.")
        case "likely":
            return tr("that is likely, and not yet certain: more questions would tell.")
        case "even":
            return tr("they have the same questions right.")
        case "few":
            return tr("they differ in {n} of them, too few to tell which is better.", n=differ)
    return tr("they differ in {n} of them, but both ways, which does not tell which is better.", n=differ)


def sign_test(one: int, other: int) -> float:
    """Return the probability of a split at least this uneven if each pair were a coin toss: the exact two-sided McNemar
    test over the pairs that differ.
    """
    n, fewer = one + other, min(one, other)
    below = sum(comb(n, k) for k in range(fewer + 1))
    return min(1.0, 2 * below / 2**n) if n else 1.0


def decide(one: int, other: int) -> Decision:
    """Return what the pairs decide; `one` and `other` count pairs that only one of the two has right.

    even: none differ. few: too few differ to tell, even if all went the same way. open: enough, but they go both ways.
    """
    chance = sign_test(one, other)
    if chance <= CERTAIN:
        return "certain"
    if chance <= LIKELY:
        return "likely"
    if one + other == 0:
        return "even"
    return "few" if sign_test(one + other, 0) > LIKELY else "open"


def interval(right: int, of: int) -> tuple[float, float]:
    """Return the 95% confidence interval for a share, from `right` of `of`: Wilson's interval."""
    if of == 0:
        return 0.0, 1.0
    share, z = right / of, Z_95 * Z_95 / of
    middle, half = share + z / 2, Z_95 * sqrt(share * (1 - share) / of + z / (4 * of))
    low, high = (middle - half) / (1 + z), (middle + half) / (1 + z)
    return 0.0 if right == 0 else low, 1.0 if right == of else high
