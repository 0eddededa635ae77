"""Whether a model got better, in a sentence: what it has right beside another, and how sure that is.

Also here: what so many right answers, or choices, allow to say: which of two is better, and how sure that is.

Exact, from counts alone. tests/fixtures/make_certainty_truths.py compares with SciPy and statsmodels.
"""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

from core.advice.texts.language import tr
from core.advice.texts.numbers import count, share
from core.protocol import AssessResult, Decision, Versus

TUNED, BASE = "the tuned model", "the base"  # as results name them


# Nats a token on general questions. SmolLM2 135M, by the recipes of docs/teaches.md: 0.1 where mails were sorted into
# labels at a low rate, 0.5 with labels, orders as JSON and calls of tools, 1.0 with facts learnt by heart and a style.
LITTLE, FAR = 0.3, 0.8

CERTAIN, LIKELY = 0.01, 0.05  # how often chance alone would make as large a difference, or a larger one
Z_95 = 1.959963984540054  # standard deviations around the mean that hold 95% of a normal distribution


TRAINED = tr(
    "These are questions that it was trained on: this shows that it learnt them, not that it can answer others."
)


def verdict(result: AssessResult) -> str:
    """Return what came of an assessment: with a sentence on each other model, and on how far it is from its base."""
    said = _chosen(result) if result.check.kind == "choice" else _checked(result)
    if result.trained:
        said.append(TRAINED)
    return " ".join(said if result.moved is None else [*said, how_far(result.moved)])


def _checked(result: AssessResult) -> list[str]:
    first, *others = result.models
    versus, unseen = result.versus, result.unseen
    if first.of == 1:
        asked = tr("Of one question that it never saw") if unseen else tr("Of one question")
    else:
        asked = tr("Of {n} questions that it never saw", n=count(first.of)) if unseen else tr(
            "Of {n} questions", n=count(first.of)
        )  # fmt: skip
    has = tr("{asked}, {name} has {right} right", asked=asked, name=named(first.name), right=count(first.right))
    theirs = "".join(tr(", {name} {right}", name=named(one.name), right=count(one.right)) for one in others)
    return [f"{has}{theirs}.", *(_said(one, alone=len(versus) == 1) for one in versus)]


def _chosen(result: AssessResult) -> list[str]:
    chosen = Counter(row.better for row in result.judged if row.better)
    if not chosen:
        return [tr("{n} questions are answered. Choose the better answers.", n=count(result.rows))]
    first, second = (named(one.name) for one in result.models)
    said = tr(
        "You have chosen in {chosen} of {of} questions: {first} was better in {tuned}, {second} in {base}, and {equal} "
        "were equal.",
        chosen=count(chosen.total()), of=count(result.rows), first=first, second=second,
        tuned=count(chosen["tuned"]), base=count(chosen["base"]), equal=count(chosen["equal"]),
    )  # fmt: skip
    return [said, *filter(None, [what_votes_tell(chosen["tuned"], chosen["base"], first)])]


def what_votes_tell(tuned: int, base: int, name: str = "") -> str:
    """Return the share of such choices that a model would win, as a range, and whether they are enough; for too
    few only the latter.

    name: of the model, "" for the tuned one.
    """
    decision = decide(tuned, base)
    if decision in ("even", "few"):  # whose range tells nothing
        return _ENOUGH[decision]
    low, high = interval(tuned, tuned + base)
    wins = tr(
        "Of many such choices, {name} would win between {low} and {high}.",
        name=name or named(TUNED), low=share(low), high=share(high),
    )  # fmt: skip
    return f"{wins} {_ENOUGH[decision]}"


_ENOUGH: dict[Decision, str] = {
    "certain": tr("That is enough: it is certain which is better."),
    "likely": tr("That is likely; a few more choices would make it certain."),
    "few": tr("These are too few choices to tell which is better."),
    "open": tr("They go both ways, so they do not tell which is better."),
    "even": "",
}


def how_far(moved: float) -> str:
    """Return in words how far a model has moved from its base on general questions. moved: nats a token."""
    if moved < LITTLE:
        return tr("Its answers to other questions have changed little.")
    if moved < FAR:
        return tr("Its answers to other questions have changed noticeably.")
    return tr("Its answers to other questions have changed a lot.")


def named(name: str) -> str:
    """Return the name of a model as it is shown."""
    return {TUNED: tr("the tuned model"), BASE: tr("the base")}.get(name, name)


def _said(one: Versus, *, alone: bool) -> str:
    """Return the result as a sentence of its own, or with the name of the model beside it."""
    said = _decided(one)
    return said[:1].upper() + said[1:] if alone else tr("Beside {name}: {said}", name=named(one.name), said=said)


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
    """Return how likely so uneven a split is, or a more uneven one, where each was a toss of a coin: the exact test of
    pairs, both ways, over those pairs that differ (McNemar's, exact).
    """
    n, fewer = one + other, min(one, other)
    below = sum(comb(n, k) for k in range(fewer + 1))
    return min(1.0, 2 * below / 2**n) if n else 1.0


def decide(one: int, other: int) -> Decision:
    """Return what the pairs decide of which only the one was right, or only the other.

    even: none differ. few: so few differ that even all of them the same way would not tell. open: they could tell, and
    go both ways.
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
    """Return between which shares the true one lies, with 95%, when `right` of `of` were seen: Wilson's interval."""
    if of == 0:
        return 0.0, 1.0
    share, z = right / of, Z_95 * Z_95 / of
    middle, half = share + z / 2, Z_95 * sqrt(share * (1 - share) / of + z / (4 * of))
    low, high = (middle - half) / (1 + z), (middle + half) / (1 + z)
    return 0.0 if right == 0 else low, 1.0 if right == of else high
