"""Predicts a training's speed on this machine, from earlier runs or from the measured speed of matrix products.

Also counts the rows, tokens and steps of a training from the lengths of its rows, whenever a setting changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core import protocol as p
from core.base.devices import AUTO
from core.base.errors import LuthierError
from core.base.settings import device_for
from core.data.example import Bool, Int32
from core.data.tokens.beginnings import Beginnings
from core.data.tokens.pack import count_rows
from core.data.tokens.split import Keys, held_out
from core.engine.model.weights import LoadedModel
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import FASTEST, SLOWEST, best_plan, product_seconds
from core.jobs.data.prepare import fewest_shared_rows
from core.jobs.models.check import model_of_run
from core.protocol.config import HELD_EVERY, HELD_TOKENS, TrainConfig
from core.runs.run import Run, RunInfo, list_runs
from core.runs.summary import FiguresCache, RunFigures

EVALUATION_COST = 1 / 3  # per token, relative to a training step: forward only


class Pace(NamedTuple):
    """Seconds per token, lower and upper estimate. runs: earlier runs that it is based on, including their evaluations
    and pauses.
    """

    low: float
    high: float
    known_from: Literal["runs", "products"]
    runs: int = 0


class PaceHere:
    """The pace of a model on this machine. file: the path in runs. loaded: for the processor only."""

    def __init__(self, file: Path, loaded: LoadedModel) -> None:
        self._file, self._loaded = file, loaded
        self.trained_share = 1.0  # share of supervised tokens; the data's, once it is read
        self._earlier: dict[tuple[str, str], EarlierPace | None] = {}  # by device and objective

    def of(self, config: TrainConfig, plan: Plan | None = None, computed: float = 1.0) -> Pace:
        """Return the pace with these settings. plan: for the processor only, if known. computed: the share of the
        data's tokens outside of shared beginnings, to which the pace refers.
        """
        device, seconds = device_for(config.device), self._of_products(config, plan, computed)
        if earlier := self._earlier_pace(device, config.objective):
            took = earlier.factor * seconds
            return Pace(LOW * took, HIGH * took, "runs", earlier.runs)
        return Pace(FASTEST * seconds, SLOWEST * seconds, "products")

    def slowest(self, config: TrainConfig) -> float:
        """Return the upper estimate of seconds per token if all are supervised, ignoring earlier runs."""
        plan = best_plan(self._loaded, config, config.row_tokens)
        return SLOWEST * product_seconds(self._loaded, config, plan, trained_share=1.0)

    def _of_products(self, config: TrainConfig, plan: Plan | None = None, computed: float = 1.0) -> float:
        plan = plan or best_plan(self._loaded, config, config.row_tokens)
        return product_seconds(self._loaded, config, plan, self.trained_share / computed)

    def _earlier_pace(self, device: str, objective: str) -> EarlierPace | None:
        """Return the pace of earlier runs, read only once, because plans are requested at every change of a setting."""
        if (device, objective) not in self._earlier:
            self._earlier[device, objective] = earlier_pace(self._file, self._of_products, device, objective)
        return self._earlier[device, objective]


MOST_RUNS = 20  # the newest runs to examine
ENOUGH_SECONDS = 300.0  # seconds of work in total to be representative: short runs mostly load and evaluate
FEWEST_STEPS = 10
LOW, HIGH = 0.75, 1.5  # relative to earlier runs: other programs' load varies


class EarlierPace(NamedTuple):
    """The pace of earlier runs. runs: their number. factor: the seconds they took divided by those of their matrix
    products alone.
    """

    runs: int
    factor: float


def earlier_pace(
    model: Path, product_seconds: Callable[[TrainConfig], float], device: str = AUTO, objective: str = "sft"
) -> EarlierPace | None:
    """Return the pace of earlier runs with this model, or with one of the same size; None without such a run.
    product_seconds: seconds per token of matrix products with given settings.

    device: the one to use; only runs with the same device setting and objective count. The pace includes evaluations,
    checkpoints and loading. Runs are weighted by their tokens.
    """
    cache, runs, took, expected = FiguresCache(), 0, 0.0, 0.0
    for run in list_runs().runs:
        try:
            info = run.info()
            if not _is_of(run, info, model) or device_for(info.config.device) != device:
                continue
            if info.config.objective != objective:
                continue
            figures = cache.figures(run)
            if _tells(figures):
                tokens = figures.tokens + held_tokens(info.config, figures.step)
                expected += tokens * product_seconds(info.config)
                took += figures.seconds
                runs += 1
        except LuthierError:
            continue  # reported elsewhere
        if runs == MOST_RUNS or took > ENOUGH_SECONDS:
            break
    return EarlierPace(runs, took / expected) if expected else None


def _is_of(run: Run, info: RunInfo, model: Path) -> bool:
    known = model_of_run(run)
    if known is not None and model.is_file():
        return known.size == model.stat().st_size
    return Path(info.model).expanduser() == model


def _tells(figures: RunFigures) -> bool:
    """Return whether a run is representative: trained on this machine, for long enough."""
    return figures.tok_s is not None and figures.step >= FEWEST_STEPS and figures.tokens > 0 and figures.seconds > 0


@dataclass(frozen=True)
class Lengths:
    """The lengths of all usable rows, in tokens. keys: decide which rows are held out. questions: decide which are test
    rows. beginnings: those that rows share. choices: as in TrainConfig; answers that are compared then count as one
    row, without their shared tokens, and shared_share is the shared part of the examples' tokens.

    apart: units [n] of a folder's separate evaluation data, used instead of a share of the rows; rows in both are not
    trained on.
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
        """Return which rows are trained on, and the number held out."""
        has_test = config.test_share > 0 and not self.facts.is_text
        test = held_out(self.questions, config.test_share) if has_test else np.zeros(len(self.keys), np.bool_)
        if self.apart is not None and config.eval_share > 0:
            test &= ~np.isin(self.questions, self.apart["question"])
            return ~np.isin(self.keys, self.apart["key"]) & ~test, len(self.apart)
        held = np.zeros_like(test)
        held[~test] = held_out(self.keys[~test], config.eval_share)
        return ~held & ~test, int(held.sum())


def count_steps(plan: p.TrainingPlan, config: TrainConfig, data: Lengths) -> None:
    """Fill in the training's rows, tokens and steps, exact except for the last pieces of running text."""
    wanted, plan.eval_rows = data.trained_on(config)
    plan.rows = int(wanted.sum())
    sizes = data.sizes[wanted]
    if data.facts.is_text:
        is_one = len(sizes) == 1 and data.apart is None
        share = 1 - config.eval_share if is_one else 1.0  # part of a single text is held out
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
    per_epoch = ceil(plan.sequences / config.grad_accumulation)
    plan.steps = config.max_steps or ceil(config.epochs * per_epoch)


def _packed(cut: Int32, config: TrainConfig, data: Lengths, wanted: Bool) -> tuple[int, int]:
    """Return the packed rows, and the tokens saved by shared beginnings. cut: the wanted rows' lengths."""
    beginnings = data.beginnings.of(wanted) if data.beginnings and config.shared_beginnings else None
    if beginnings:
        beginnings = beginnings.without(data.sizes[wanted] > config.context)  # their oldest turns are cut off
    return count_rows(cut.astype(np.int64), config.row_tokens, beginnings, fewest_shared_rows(config))


def tokens_trained(plan: p.TrainingPlan, config: TrainConfig) -> float:
    """Return the number of tokens computed in all steps."""
    per_epoch = max(1, ceil(plan.sequences / config.grad_accumulation))
    return (plan.tokens - plan.tokens_shared) * plan.steps / per_epoch + held_tokens(config, plan.steps)


def held_tokens(config: TrainConfig, steps: int) -> float:
    """Return the number of tokens of ordinary text with which steps hold the model."""
    return HELD_TOKENS * steps / HELD_EVERY if config.hold else 0.0


def tokens_worked_on(plan: p.TrainingPlan, config: TrainConfig, data: Lengths) -> float:
    """Return `tokens_trained` plus the cost of evaluations, in equivalent training tokens."""
    if data.apart is not None and config.eval_share > 0:
        measured = float(np.minimum(data.apart["size"], config.context).sum(dtype=np.int64))  # all of it
    else:
        held = plan.tokens * plan.eval_rows / max(1, plan.rows)
        measured = min(held, config.eval_tokens) if config.eval_tokens else held
    evaluations = 2 + (plan.steps // config.eval_every if config.eval_every else 0)
    if config.objective in ("dpo", "kto"):  # the reference computes each row once
        return tokens_trained(plan, config) + EVALUATION_COST * (
            evaluations * measured + plan.tokens - plan.tokens_shared
        )
    return tokens_trained(plan, config) + evaluations * measured * EVALUATION_COST
