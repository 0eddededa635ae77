"""How far apart two computations are, what may be, and both as lines of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.engine.lora.adapter_file import Factors


@dataclass(frozen=True)
class Tolerances:
    """Relative. logits: of a token's; loss: of the step's; gradient: of a factor's, all by the length of the vector."""

    logits: float
    loss: float
    gradient: float


# F32 is exact up to the order of sums, which deep models make more of; ggml takes gelu from a table in F16; with BF16
# weights ggml rounds what they are multiplied with to BF16, too.
EXACT, BY_TABLE, IN_BF16 = Tolerances(1e-3, 1e-4, 5e-3), Tolerances(5e-3, 1e-3, 2e-2), Tolerances(5e-2, 1e-2, 2e-1)


def tolerances(dtype: str, activation: str) -> Tolerances:
    return IN_BF16 if dtype == "bf16" else BY_TABLE if "gelu" in activation else EXACT


@dataclass(frozen=True)
class Line:
    """difference: the largest, where: it was found. most: that it may be."""

    what: str
    difference: float
    most: float
    where: str = ""

    @property
    def agrees(self) -> bool:
        return self.difference <= self.most  # not for a NaN


def of_logits(what: str, got: Sequence[np.ndarray], wanted: Sequence[np.ndarray], most: float) -> Line:
    """The token whose logits differ most."""
    apart = [_by_token(one, other) for one, other in zip(got, wanted, strict=True)]
    text = int(np.argmax([found.max() for found in apart]))
    token = int(np.argmax(apart[text]))
    return Line(what, float(apart[text][token]), most, f"text {text + 1}, token {token + 1}")


def _by_token(got: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(wanted.astype(np.float64), axis=-1)
    found: np.ndarray = np.linalg.norm(got.astype(np.float64) - wanted, axis=-1) / lengths
    return found


def of_loss(what: str, got: float, wanted: float, most: float) -> Line:
    return Line(what, abs(got - wanted) / abs(wanted), most, f"{got:.5f} and {wanted:.5f}")


def of_gradients(what: str, got: Mapping[str, Factors], wanted: Mapping[str, Factors], most: float) -> Line:
    """The factor whose gradient differs most. One that only one side has counts as infinitely far."""
    apart = {name: float("inf") for name in got.keys() ^ wanted.keys()}
    for name in got.keys() & wanted.keys():
        for factor, one, other in zip("AB", got[name], wanted[name], strict=True):
            apart[f"{name}, {factor}"] = float(np.linalg.norm(one - other) / np.linalg.norm(other))
    worst = max(apart, key=lambda name: apart[name])
    return Line(what, apart[worst], most, worst)


def of_tokens(texts: Sequence[str], got: Sequence[Sequence[int]], wanted: Sequence[Sequence[int]]) -> Line:
    """Texts whose tokens differ; none may."""
    differ = [i for i, (one, other) in enumerate(zip(got, wanted, strict=True)) if list(one) != list(other)]
    where = ""
    if differ:
        pairs = list(zip(got[differ[0]], wanted[differ[0]], strict=False))
        token = next((i for i, (one, other) in enumerate(pairs) if one != other), len(pairs))
        where = f"text {differ[0] + 1} ({texts[differ[0]][:20]!r} …) from token {token + 1}"
    return Line("tokenizer: share of texts that it splits otherwise", len(differ) / len(texts), 0.0, where)


def table(lines: Sequence[Line]) -> str:
    width = max(len(line.what) for line in lines)
    rows = [
        f"{x.what:{width}}  {x.difference:10.1e}  {x.most:8.0e}  {'yes' if x.agrees else 'NO ':4} {x.where}"
        for x in lines
    ]
    return "\n".join([f"{'':{width}}  difference   allowed  alike", *rows])
