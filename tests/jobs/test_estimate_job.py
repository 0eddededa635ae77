from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.engine.lora.adapter_file import write_adapter
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory
from core.gguf.header import read_header
from core.jobs.context import JobContext
from core.jobs.planning.estimate import estimate
from core.memory.monitor import SHARE_OF_BUDGET
from core.protocol.config import TrainConfig


def estimated(model: Path, config: TrainConfig) -> p.EstimateResult:
    outcome, result = estimate(p.EstimateJob(model=str(model), config=config), JobContext(lambda event: None))
    assert outcome == "done"
    return result


def test_that_an_adapter_to_go_on_from_says_its_rank(demo_gguf: Path, tmp_path: Path) -> None:
    header, file = read_header(demo_gguf), tmp_path / "adapter.gguf"
    name = "blk.0.attn_q.weight"
    d_in, d_out, *_ = header.tensors[name].shape
    factors = np.zeros((64, d_in), np.float32), np.zeros((d_out, 64), np.float32)
    write_adapter(file, header.architecture, {name: factors}, 64.0)
    context = JobContext(lambda event: None)
    asked = p.EstimateJob(model=str(demo_gguf), config=TrainConfig(context=256), adapter=str(file))
    own = TrainConfig(context=256, rank=64, alpha=64.0, targets="q", layers="0")
    (_, found), expected = estimate(asked, context), estimated(demo_gguf, own)
    usual = estimated(demo_gguf, TrainConfig(context=256))
    assert (found.total_bytes, found.optimizer_bytes) == (expected.total_bytes, expected.optimizer_bytes)
    assert found.optimizer_bytes != usual.optimizer_bytes


def enough_for(planned: int) -> int:
    """The budget in which a plan fits."""
    return int(planned / SHARE_OF_BUDGET) + 1


def test_that_an_estimate_is_the_plan_that_training_makes(demo_gguf: Path) -> None:
    config = TrainConfig(context=256)
    result = estimated(demo_gguf, config)
    plan = plan_memory(load_for_engine(demo_gguf), config, 256).memory
    assert result.fits
    assert (result.total_bytes, result.kept_layers) == (plan.total, plan.kept_layers)
    assert result.least_bytes < result.total_bytes < result.budget_bytes


def test_that_what_does_not_fit_is_told_with_what_would(demo_gguf: Path) -> None:
    budget = enough_for(estimated(demo_gguf, TrainConfig(context=256)).least_bytes + (4 << 20))
    config = TrainConfig(context=1024, memory_budget=budget)
    result, loaded = estimated(demo_gguf, config), load_for_engine(demo_gguf)
    longest = result.longest_row
    assert not result.fits and 256 <= longest < 1024
    with pytest.raises(LuthierError, match="This needs about") as raised:
        plan_memory(loaded, config, 1024)
    assert f"a context of {longest} tokens" in raised.value.hint
    assert plan_memory(loaded, config, longest).memory.total <= budget
    with pytest.raises(LuthierError):
        plan_memory(loaded, config, longest + 64)


def test_that_copies_which_do_not_fit_are_told_to_be_left_out(demo_gguf: Path) -> None:
    budget = enough_for(estimated(demo_gguf, TrainConfig(context=256)).least_bytes)
    with pytest.raises(LuthierError) as raised:
        plan_memory(load_for_engine(demo_gguf), TrainConfig(memory_budget=budget, backward="cached"), 256)
    assert "backward=auto fits" in raised.value.hint


def test_that_dora_is_not_told_that_the_files_weights_are_let_go(demo_gguf_q8: Path) -> None:
    plain, dora = (estimated(demo_gguf_q8, TrainConfig(dora=dora)) for dora in (False, True))
    assert dora.weights_bytes > plain.weights_bytes


def test_that_an_estimate_that_does_not_fit_names_what_would(demo_gguf: Path) -> None:
    events: list[p.Event] = []
    config = TrainConfig(context=1024, rank=256, memory_budget=300 << 20)
    estimate(p.EstimateJob(model=str(demo_gguf), config=config), JobContext(events.append))
    (said,) = [event.message for event in events if isinstance(event, p.Notice) and event.code == "memory.would-fit"]
    assert "a rank of " in said and " MB)" in said
