"""The leanest plan, and smaller settings that fit if those asked for do not."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from core.base.numbers import size
from core.engine.model.frozen import FrozenModel
from core.engine.train.plan.draft import Draft
from core.protocol import Change, MemoryPlan
from core.protocol.config import TrainConfig
from core.protocol.layers import LAST_HALF, LAST_QUARTER, trained_layers

_ROUND = 64  # tokens; contexts are offered in multiples of it
_SMALLEST_CONTEXT = 64  # tokens; shorter contexts learn nothing useful
_TARGETS = ("q,k,v,o", "q,v")
_LAYERS = {LAST_HALF: 0.5, LAST_QUARTER: 0.25}  # roughly, the share of what all layers learn
MOST_CHANGES = 3
_WORDS = {
    "context": "a context of {value} tokens",
    "rank": "a rank of {value}",
    "targets": "targets={value}",
    "dora": "no DoRA",
    "layers": "the {value} of the layers only",
}

LENGTH_STEP = 64  # tokens


def smallest_changes(model: FrozenModel, config: TrainConfig, budget: int) -> list[Change]:
    """Return ways to fit into the budget, the one that gives up least first; none if even all together do not fit."""
    longest = model.shape.context
    found = list(_fitting(model, config, _knobs(model, config), budget))
    if not found:
        found = list(_fitting(model, config, _together(config, longest), budget))[:1]
    return sorted(found, key=lambda change: _given_up(config, change))[:MOST_CHANGES]


def words_of(change: Change) -> str:
    """Describe a change within a sentence, with its memory: a context of 384 tokens (1.20 GB)."""
    words = [_WORDS.get(key, "{key}={value}").format(key=key, value=value) for key, value in change.settings.items()]
    return f"{' and '.join(words)} ({size(change.total)})"


def _knobs(model: FrozenModel, config: TrainConfig) -> Iterator[list[dict[str, Any]]]:
    """Yield for each setting alone its smaller values, the largest first."""
    longest = model.shape.context
    yield [{"context": tokens, **_no_longer(config, tokens)} for tokens in _contexts(config, longest)]
    yield [{"rank": rank} for rank in _ranks(config)]
    if config.dora:
        yield [{"dora": False}]
    n_trained = len(model.shape.trained_layers(config))
    yield [{"layers": layers} for layers in _LAYERS if len(trained_layers(layers, model.shape.n_layer)) < n_trained]
    if config.targets == "all-linear":
        yield [{"targets": targets} for targets in _TARGETS]


def _together(config: TrainConfig, longest: int) -> Iterator[list[dict[str, Any]]]:
    """Yield changes for when no single setting is enough: a small rank with smaller and smaller contexts."""
    small = {"rank": min(config.rank, 8), "dora": False}
    yield [{**small, "context": tokens, **_no_longer(config, tokens)} for tokens in _contexts(config, longest)]
    least = {"rank": min(config.rank, 4), "dora": False, "targets": _TARGETS[-1]}
    yield [{**least, "context": tokens, **_no_longer(config, tokens)} for tokens in _contexts(config, longest)]


def _fitting(
    model: FrozenModel, config: TrainConfig, knobs: Iterator[list[dict[str, Any]]], budget: int
) -> Iterator[Change]:
    """Yield for each setting the smallest change that is enough, if any."""
    for choices in knobs:
        change = _first_fitting(model, config, choices, budget)
        if change is not None:
            yield change


def _first_fitting(
    model: FrozenModel, config: TrainConfig, choices: list[dict[str, Any]], budget: int
) -> Change | None:
    """Find the first choice that fits by bisection. choices: largest first, so that memory falls along them."""
    low, high = 0, len(choices)
    while low < high:
        middle = (low + high) // 2
        if _total(model, config, choices[middle]) <= budget:
            high = middle
        else:
            low = middle + 1
    if low == len(choices):
        return None
    settings = {key: value for key, value in choices[low].items() if value != getattr(config, key)}
    return Change(settings=settings, total=_total(model, config, choices[low])) if settings else None


def _total(model: FrozenModel, config: TrainConfig, settings: Mapping[str, Any]) -> int:
    changed = msgspec.structs.replace(config, **settings)
    return leanest_plan(model, changed, changed.row_tokens).total


def _contexts(config: TrainConfig, longest: int) -> list[int]:
    """Return contexts shorter than the one asked for, and than the model's own."""
    asked = config.context if config.choices else config.row_tokens  # a row of choices is as long as two contexts
    first = min((asked - 1) // _ROUND, longest // _ROUND) * _ROUND
    return list(range(first, _SMALLEST_CONTEXT - 1, -_ROUND))


def _no_longer(config: TrainConfig, tokens: int) -> dict[str, int]:
    """Return the change that makes packed rows as short as their longest text."""
    return {"batch_tokens": 0} if config.batch_tokens > tokens else {}


def _ranks(config: TrainConfig) -> list[int]:
    ranks, rank = [], config.rank
    while rank > 1:
        rank = 2 ** ((rank - 1).bit_length() - 1)
        ranks.append(rank)
    return ranks


def _given_up(config: TrainConfig, change: Change) -> float:
    """Return roughly how much less is learnt: the share of each number that is left, multiplied; a part of the targets,
    or DoRA, counts as half.
    """
    left = 1.0
    for key, value in change.settings.items():
        asked = getattr(config, key)
        if key in ("context", "rank"):
            left *= value / asked
        elif key == "layers":
            left *= _LAYERS[value]
        elif key in ("targets", "dora"):
            left *= 0.5
    return -left


def leanest_plan(model: FrozenModel, config: TrainConfig, max_tokens: int) -> MemoryPlan:
    """Return the plan that holds nothing but the file."""
    return Draft(model, config, max_tokens).plan().memory


def longest_row(model: FrozenModel, config: TrainConfig, budget: int) -> int:
    """Return the tokens of the longest row that the leanest plan can train, a multiple of LENGTH_STEP, at most the
    model's own context; 0: none.
    """
    lengths = range(LENGTH_STEP, model.shape.context + 1, LENGTH_STEP)
    fitting = bisect_right(lengths, budget, key=lambda length: leanest_plan(model, config, length).total)
    return fitting * LENGTH_STEP
