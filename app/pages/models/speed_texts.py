"""How fast a model would be trained here, in words."""

from __future__ import annotations

from collections.abc import Callable

from core import protocol as p
from core.advice.machine_speed import known_speed, tok_s_of
from core.advice.texts.language import tr
from core.advice.texts.numbers import count, decimals, duration

UNKNOWN = tr("not measured yet: the Settings page does that in about a minute")
EXAMPLE_TOKENS = 200_000  # a thousand of 150 words each

ToTrain = Callable[[], float | None]  # tokens that the chosen data comes to with the chosen settings; None: not known


def time_here(model: p.LocalModel, to_train: float | None) -> str:
    """Return how long the chosen data takes by the measured sizes, "" while that is not known. to_train: tokens."""
    size, known = model.active or model.parameters, known_speed()
    tok_s = tok_s_of(known, size) if known and size else None
    if not model.trains or to_train is None or not tok_s:
        return ""
    return tr("about {to_train} for your data", to_train=duration(to_train / tok_s))


def speed_here(model: p.LocalModel, to_train: float | None) -> str:
    """Return the speed by the measured sizes; "" for a model that does not train. to_train: tokens."""
    size = model.active or model.parameters
    if not model.trains or not size:
        return ""
    known = known_speed()
    tok_s = tok_s_of(known, size) if known else None
    if tok_s is None:
        return UNKNOWN
    rough = float(f"{tok_s:.2g}")  # as sure as it is
    pace = tr("about {rough} tokens/s", rough=count(rough) if rough >= 10 else decimals(rough, 1 if rough >= 1 else 2))
    if to_train is None:
        return tr(
            "{pace}: {examples} take about {example_tokens} to read once",
            pace=pace,
            examples=tr("{examples} examples of 150 words", examples=count(1000)),
            example_tokens=duration(EXAMPLE_TOKENS / tok_s),
        )
    return tr("{pace}, about {to_train} for your data", pace=pace, to_train=duration(to_train / tok_s))
