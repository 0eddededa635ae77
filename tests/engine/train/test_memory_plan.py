"""What a plan says against what a worker takes, in widths that are published: `make bench-memory` in short."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from core.convert.convert import convert
from core.engine.ggml import abi
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.draft import Draft
from core.engine.train.plan.upgrades import Offer, TransposedCopy
from core.protocol.config import TrainConfig
from tests.lab.bench.memory.measure import measure
from tests.lab.bench.memory.models import MODELS
from tests.support.places import FIXTURES

LAYERS = {"ernie4_5": 3, "granitemoe": 2}  # attention and a feed-forward, experts


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what of a file is in memory is told by Linux alone")
@pytest.mark.parametrize("name", LAYERS)
def test_that_a_plan_holds_what_training_takes(name: str, tmp_path: Path) -> None:
    """It may say more than is taken: of mapped files the system keeps as much as it likes, on one machine 492 to 535 MB
    in runs of one plan."""
    model = replace(MODELS[name], layers=LAYERS[name])
    settings = ["context=256", "max_steps=2"]
    (found,) = measure(name, model, [settings], budget=2.0, place=tmp_path)
    assert -0.1 < found.off < 0.25


def test_that_only_what_is_streamed_is_counted_as_streamed(tmp_path: Path) -> None:
    convert(FIXTURES / "granitemoe", tmp_path / "f16.gguf", "f16", lambda done, total: None)
    loaded = load_for_engine(tmp_path / "f16.gguf")
    model, config = loaded.model, TrainConfig()
    draft = Draft(model, config, 32)
    leanest = draft.plan().memory
    stacks = [i for i, linear in enumerate(model.linears) if linear.n_experts > 1]
    for i in stacks:
        draft.take(Offer(TransposedCopy(i, None, abi.F16), 0, worth=1.0), inf)
    plan = draft.plan().memory

    def largest(*, stacked: bool) -> int:
        passed = (linear for linear in model.linears if model.needs_gradient(linear))
        chosen = (linear for linear in passed if (linear.n_experts > 1) == stacked)
        return max(linear.streaming(model.shape.n_expert_used).bytes for linear in chosen)

    assert (leanest.backward, plan.backward) == ("streamed", "mixed")
    assert leanest.compute - plan.compute == largest(stacked=True) - largest(stacked=False) > 0
