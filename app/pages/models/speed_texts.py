"""How fast a model would be trained here, in words."""

from __future__ import annotations

from collections.abc import Callable

from core.shared import protocol as p
from core.shared.machine_speed import known_speed, tok_s_of
from core.shared.texts.numbers import THIN_SPACE, count, duration

UNKNOWN = "not measured yet: Settings find it out in about a minute"
EXAMPLE_TOKENS = 200_000  # a thousand of 150 words each
_EXAMPLES = f"1{THIN_SPACE}000 examples of 150 words"

ToTrain = Callable[[], float | None]  # tokens that the chosen data comes to with the chosen settings; None: not known


def speed_here(model: p.LocalModel, to_train: float | None) -> str:
    """As the size between those that were measured says; "" of a model that does not train. to_train: tokens."""
    size = model.active or model.parameters
    if not model.trains or not size:
        return ""
    known = known_speed()
    tok_s = tok_s_of(known, size) if known else None
    if tok_s is None:
        return UNKNOWN
    rough = float(f"{tok_s:.2g}")  # as sure as it is
    pace = f"about {count(rough) if rough >= 10 else f'{rough:g}'} tokens/s"
    if to_train is None:
        return f"{pace}: {_EXAMPLES} take about {duration(EXAMPLE_TOKENS / tok_s)} to read once"
    return f"{pace}, about {duration(to_train / tok_s)} for your data"
