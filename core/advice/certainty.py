"""What so many right answers, or choices, allow to say: which of two is better, and how sure that is.

Exact, from counts alone. tests/fixtures/make_certainty_truths.py compares with SciPy and statsmodels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, sqrt

from core.protocol import Decision

CERTAIN, LIKELY = 0.01, 0.05  # how often chance alone would make as large a difference, or a larger one
Z_95 = 1.959963984540054  # standard deviations around the mean that hold 95% of a normal distribution


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


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Return how far two agree beyond chance, 1 where they always do: Cohen's kappa. None where chance alone would have
    them agree always, or there is nothing to compare.
    """
    n = len(pairs)
    if not n:
        return None
    agreed = sum(one == other for one, other in pairs) / n
    ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    by_chance = sum(ones[name] * others[name] for name in ones) / n**2
    return None if by_chance == 1 else (agreed - by_chance) / (1 - by_chance)


def interval(right: int, of: int) -> tuple[float, float]:
    """Return between which shares the true one lies, with 95%, when `right` of `of` were seen: Wilson's interval."""
    if of == 0:
        return 0.0, 1.0
    share, z = right / of, Z_95 * Z_95 / of
    middle, half = share + z / 2, Z_95 * sqrt(share * (1 - share) / of + z / (4 * of))
    low, high = (middle - half) / (1 + z), (middle + half) / (1 + z)
    return 0.0 if right == 0 else low, 1.0 if right == of else high
