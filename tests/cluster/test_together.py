"""A training by several processes is the training of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.cluster.questions import Base
from core.protocol import Sent
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster
from tests.support.trained_together import SETTINGS, STEPS, losses, together, training
from tests.support.vulkan import environment

OLDER_KERNELS = ("-m", "tests.support.older_kernels", "core.cli")


def test_that_a_cluster_of_one_trains_to_the_bit(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float]
) -> None:
    ours = training(exact)
    with together(cluster, ours, base) as told:
        assert losses(ours) == alone
    assert {tuple(step) for step in told.tokens} == {("head",)}


@pytest.mark.parametrize("members", [1, pytest.param(2, marks=pytest.mark.slow), 3])
def test_that_more_train_the_same(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float], members: int
) -> None:
    names = [f"laptop-{i}" for i in range(members)]
    for name in names:
        cluster.joins(name, [exact]).heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        assert losses(ours) == pytest.approx(alone, rel=1e-5)
    assert {name for step in told.tokens for name in step} == {"head", *names}
    seen = sum(row.n_tokens for step in range(STEPS) for row in ours.batches.rows_of(step))
    assert sum(sum(step.values()) for step in told.tokens) == seen  # nobody's twice


@pytest.mark.parametrize("objective", ["dpo", "orpo", pytest.param("kto", marks=pytest.mark.slow)])
def test_that_choices_are_learnt_together_as_alone(
    cluster: HomeCluster, exact: Path, base: Base, objective: Any
) -> None:
    settings = msgspec.structs.replace(SETTINGS, objective=objective)
    cluster.joins("laptop", [exact]).heard(IN_THE_CLUSTER)
    ours = training(exact, settings)
    with together(cluster, ours, base) as told:
        assert losses(ours) == pytest.approx(losses(training(exact, settings)), rel=1e-5)
    assert "laptop" in told.tokens[0]


@pytest.mark.parametrize("encoding", ["f16", "int8", "int4"])
def test_that_rounded_gradients_train_nearly_the_same(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float], encoding: Sent
) -> None:
    cluster.joins("laptop", [exact]).heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base, encoding) as told:
        assert losses(ours) == pytest.approx(alone, rel=3e-3)
    assert "laptop" in told.tokens[0]


@pytest.mark.slow
def test_that_machines_with_other_instruction_sets_train_the_same(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float]
) -> None:
    """One has our kernels for AVX2 alone (on ARM: NEON)."""
    cluster.joins("older", [exact], program=OLDER_KERNELS).heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        assert losses(ours) == pytest.approx(alone, rel=1e-4)
    assert told.tokens[0].keys() == {"head", "older"}


@pytest.mark.slow
@pytest.mark.usefixtures("vulkan_device")
def test_that_a_machine_with_a_graphics_card_trains_the_same(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float]
) -> None:
    device = {**environment(), "LUTHIER_DEVICE": "vulkan:0"}
    cluster.joins("with-card", [exact], **device).heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        assert losses(ours) == pytest.approx(alone, rel=1e-4)
    assert any("with-card takes part (vulkan:0" in message for _, message in told.notices)
    assert told.tokens[0].keys() == {"head", "with-card"}
