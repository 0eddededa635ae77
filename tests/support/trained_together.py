"""A short training whose steps a cluster computes, and the same one alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from core import __version__
from core.cluster.encoding import sent
from core.cluster.pairing import PROTOCOL
from core.cluster.questions import Base, Prepare
from core.cluster.together import Together
from core.convert.resolve import resolve_model
from core.data.tokens.pack import PackedRows, pack_groups, pack_rows
from core.engine.model.weights import LoadedModel, load_for_engine
from core.engine.train.plan.draft import Plan
from core.engine.train.plan.search import plan_memory
from core.engine.train.training import Training
from core.jobs.cluster.bases import base_of
from core.jobs.context import JobContext
from core.jobs.models.check import weights_checked
from core.protocol import Sent
from core.protocol.config import TrainConfig
from tests.support.cluster import HomeCluster
from tests.support.short_training import CONFIG, sequences

STEPS = 6
SETTINGS = msgspec.structs.replace(CONFIG, grad_accumulation=8, max_steps=STEPS, learning_rate=2e-4)  # the usual rate
ROWS = pack_rows(sequences(60), CONFIG.context)


def training(model: Path, settings: TrainConfig = SETTINGS) -> Training:
    """Return one of ROWS, or of as many choices where the settings learn from choices."""
    rows = choices() if settings.choices else ROWS
    return Training(_loaded(model), settings, rows, [], _plan(model, settings.row_tokens), lambda done, total: None)


@cache
def choices() -> PackedRows:
    """Pairs of any kind, with log-probabilities of any kind that the reference says of them."""
    examples = sequences(60)
    group_of, sides = np.repeat(np.arange(30), 2), np.tile(np.array([1, -1], np.int8), 30)
    rows = pack_groups(examples, group_of, np.zeros(60, np.int64), sides, 2 * CONFIG.context, packed=True)
    return rows.with_reference(-np.random.default_rng(3).uniform(50, 100, rows.n_segments))


@cache  # another, made in another moment, might round in another way
def _plan(model: Path, row_tokens: int) -> Plan:
    return plan_memory(_loaded(model), SETTINGS, row_tokens)


def _loaded(model: Path) -> LoadedModel:
    return load_for_engine(resolve_model(str(model), JobContext(lambda event: None)), 1)


def losses(of: Training, steps: int = STEPS) -> list[float]:
    return [of.step().result.loss for _ in range(steps)]


def base_in(file: Path) -> Base:
    with JobContext(lambda event: None) as context:
        model = resolve_model(str(file), context)
        with weights_checked(model, context) as weights:
            contents = weights()
    assert contents is not None
    return base_of(model, contents)


class Told:
    """Notices by code, and who computed how many tokens of each step."""

    def __init__(self) -> None:
        self.notices: list[tuple[str, str]] = []
        self.tokens: list[dict[str, int]] = []

    def codes(self) -> list[str]:
        return [code for code, _ in self.notices]

    def left_out(self) -> dict[str, str]:
        """Why, by machine."""
        said = [message for code, message in self.notices if code == "cluster.left-out"]
        return dict(message.split(" does not take part: ", 1) for message in said)


@contextmanager
def together(
    cluster: HomeCluster, of: Training, base: Base, encoding: Sent = "f32", may_copy: bool = False
) -> Iterator[Told]:
    told = Told()
    rows = choices() if of.config.choices else ROWS
    longest = sent([(0, max(rows, key=lambda row: len(row.tokens)))])
    request = Prepare(__version__, PROTOCOL, "run", of.config, base, longest, of.plan, encoding)
    joined = Together(
        cluster.place, of, request, of.loaded.model.file.path if may_copy else None,
        lambda code, message, hint: told.notices.append((code, message)),
        lambda work: told.tokens.append({name: one.tokens for name, one in work.items()}),
    )  # fmt: skip
    of.gather = joined.gather
    try:
        yield told
    finally:
        joined.close()
