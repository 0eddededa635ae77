"""Parses the setting `layers`, which selects the layers to train. Layers are numbered from 0, as in PEFT's
`layers_to_transform`.

    all                      every layer
    last half, last quarter  the upper ones, nearest to the output; last 8 (or last:8): at most 8 layers
    first half, first 8      the lower ones likewise
    4-11, or 0,2,5-7         these layers, ranges including both ends

A number may exceed the model's depth, as in mlx-lm, so that small and large models can share settings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil

from core.base.errors import LuthierError

ALL = "all"
LAST_HALF, LAST_QUARTER = "last half", "last quarter"
_SHARES = {"half": 2, "quarter": 4}
_END = re.compile(r"(first|last)[ :_-]?\s*(half|quarter|[1-9]\d{0,5})", re.IGNORECASE)
_RANGE = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?")
HELP = "Use all, last half, last quarter, last 8, first 8, or numbers counted from 0, such as 4-11."


def require_layers(text: str) -> None:
    """Require a syntactically valid setting. Raises LuthierError `config.bad-value`."""
    if text.strip().lower() != ALL and not _END.fullmatch(text.strip()):
        _numbers(text)


def trained_layers(text: str, n_layer: int) -> Sequence[int]:
    """Return the layers that a setting selects in a model of n_layer layers, in ascending order. Raises LuthierError
    `config.bad-value`, `lora.no-such-layer`.
    """
    text = text.strip()
    if text.lower() == ALL:
        return range(n_layer)
    if end := _END.fullmatch(text):
        which, many = end[1].lower(), end[2].lower()
        count = ceil(n_layer / _SHARES[many]) if many in _SHARES else min(int(many), n_layer)
        return range(count) if which == "first" else range(n_layer - count, n_layer)
    numbers = sorted(_numbers(text))
    if numbers[-1] >= n_layer:
        raise LuthierError(
            "lora.no-such-layer",
            f"There are no layers “{text}”: the model has {n_layer}, numbered 0 to {n_layer - 1}.",
            "Use all, last half, last quarter, last 8, or numbers that it has.",
        )
    return numbers


def layers_text(numbers: Sequence[int], n_layer: int) -> str:
    """Return the setting that selects these layers: all, or 0-3,7."""
    found = sorted(set(numbers))
    if found == list(range(n_layer)):
        return ALL
    starts = [number for number in found if number - 1 not in found]
    ends = [number for number in found if number + 1 not in found]
    return ",".join(
        str(first) if first == last else f"{first}-{last}" for first, last in zip(starts, ends, strict=True)
    )


def _numbers(text: str) -> set[int]:
    found = set[int]()
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise LuthierError("config.bad-value", f"“{text}” names no layers.", HELP)
        found.update(range(first, last + 1))
    return found
