"""How many rows, tokens and steps a training will have: counted from lengths, as often as a setting is changed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from core import protocol as p
from core.data.example import Bool, Int32
from core.data.tokens.beginnings import Beginnings
from core.data.tokens.pack import count_rows
from core.data.tokens.split import Keys, held_out
from core.jobs.data.prepare import fewest_shared_rows
from core.protocol.config import TrainConfig

EVALUATION_COST = 1 / 3  # of a training step's, per token: forward only
REPLAYED_TOKENS = 100  # of an answer of the base's own with its question, about


@dataclass(frozen=True)
class Lengths:
    """The lengths of all usable rows, in tokens. keys: by which they are held out. questions:
    by which they are kept aside for the test. beginnings: those that rows share. choices: as TrainConfig has it; what
    lies together counts as one row then, without what it shares, and shared_share is that of the examples' tokens.

    apart: units [n] of the evaluation data that a folder has of its own, in place of a share of the rows; rows in both
    are not trained on.
    """

    facts: p.DataFacts
    sizes: Int32
    keys: Keys
    questions: Keys
    beginnings: Beginnings | None = None
    apart: NDArray[np.void] | None = None
    choices: str = ""
    shared_share: float = 0.0

    def trained_on(self, config: TrainConfig) -> tuple[Bool, int]:
        """Return which rows are, and how many are evaluated with."""
        has_test = config.test_share > 0 and not self.facts.is_text
        test = held_out(self.questions, config.test_share) if has_test else np.zeros(len(self.keys), np.bool_)
        if self.apart is not None and config.eval_share > 0:
            test &= ~np.isin(self.questions, self.apart["question"])
            return ~np.isin(self.keys, self.apart["key"]) & ~test, len(self.apart)
        held = np.zeros_like(test)
        held[~test] = held_out(self.keys[~test], config.eval_share)
        return ~held & ~test, int(held.sum())


def count_steps(plan: p.TrainingPlan, config: TrainConfig, data: Lengths) -> None:
    """Fill in rows, tokens and steps: those that training will have, but for a text's last pieces."""
    wanted, plan.eval_rows = data.trained_on(config)
    plan.rows = int(wanted.sum())
    sizes = data.sizes[wanted]
    if data.facts.is_text:
        is_one = len(sizes) == 1 and data.apart is None
        share = 1 - config.eval_share if is_one else 1.0  # one text is held out from within
        plan.tokens = int(sizes.sum(dtype=np.int64) * share)
        plan.sequences = ceil(plan.tokens / config.row_tokens)
    elif data.choices:
        cut = np.minimum(sizes, config.row_tokens)
        own = int(cut.sum(dtype=np.int64))
        plan.tokens = int(own / max(1e-9, 1 - data.shared_share))
        plan.tokens_shared = plan.tokens - own
        plan.sequences = count_rows(cut.astype(np.int64), config.row_tokens)[0] if config.packing else len(cut)
    else:
        cut = np.minimum(sizes, config.context)
        plan.tokens = int(cut.sum(dtype=np.int64))
        plan.sequences, plan.tokens_shared = _packed(cut, config, data, wanted) if config.packing else (len(cut), 0)
        replayed = ceil(config.replay * plan.rows)
        plan.tokens += replayed * REPLAYED_TOKENS
        plan.sequences += ceil(replayed * REPLAYED_TOKENS / config.row_tokens) if config.packing else replayed
    per_epoch = ceil(plan.sequences / config.grad_accumulation)
    plan.steps = config.max_steps or ceil(config.epochs * per_epoch)


def _packed(cut: Int32, config: TrainConfig, data: Lengths, wanted: Bool) -> tuple[int, int]:
    """Rows, and tokens of the examples that these do not hold. cut: the wanted rows' lengths."""
    beginnings = data.beginnings.of(wanted) if data.beginnings and config.shared_beginnings else None
    if beginnings:
        beginnings = beginnings.without(data.sizes[wanted] > config.context)  # the oldest turns are cut off
    return count_rows(cut.astype(np.int64), config.row_tokens, beginnings, fewest_shared_rows(config))


def tokens_trained(plan: p.TrainingPlan, config: TrainConfig) -> float:
    """Return the tokens in all steps, as they are computed."""
    per_epoch = max(1, ceil(plan.sequences / config.grad_accumulation))
    return (plan.tokens - plan.tokens_shared) * plan.steps / per_epoch


def tokens_worked_on(plan: p.TrainingPlan, config: TrainConfig, data: Lengths) -> float:
    """The same, with what evaluations cost counted in tokens of training."""
    if data.apart is not None and config.eval_share > 0:
        measured = float(np.minimum(data.apart["size"], config.context).sum(dtype=np.int64))  # all of it
    else:
        held = plan.tokens * plan.eval_rows / max(1, plan.rows)
        measured = min(held, config.eval_tokens) if config.eval_tokens else held
    evaluations = 2 + (plan.steps // config.eval_every if config.eval_every else 0)
    if config.objective in ("dpo", "kto"):  # the reference is asked once of everything
        return tokens_trained(plan, config) + EVALUATION_COST * (
            evaluations * measured + plan.tokens - plan.tokens_shared
        )
    return tokens_trained(plan, config) + evaluations * measured * EVALUATION_COST
