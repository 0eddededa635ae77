"""How many characters have to be put in, taken out or replaced to make one text of another."""

from __future__ import annotations


def distance(a: str, b: str) -> int:
    """Levenshtein's, by characters."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]
