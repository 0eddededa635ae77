"""Machines may go in the middle of a step, and come back; the training goes on."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path

import pytest

from core.cluster.questions import Base
from core.jobs.cluster.known import machine_name
from core.shared.paths import RESOURCES
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster
from tests.support.trained_together import STEPS, losses, together, training


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl+C"])
def test_that_a_machine_that_goes_is_missed_by_nobody_and_comes_back(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float], end: signal.Signals
) -> None:
    laptop = cluster.joins("laptop", [exact])
    laptop.heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        done = losses(ours, 2)
        laptop.process.send_signal(end)
        done += losses(ours, 2)
        laptop.process.wait()
        done += losses(ours, 1)
        assert "cluster.gone" in told.codes() and told.tokens[-1].keys() == {"head"}
        cluster.asks("laptop").heard(IN_THE_CLUSTER)
        while "laptop" not in told.tokens[-1] and len(told.tokens) < STEPS:
            done += losses(ours, 1)
    assert done == pytest.approx(alone[: len(done)], rel=1e-5)


@pytest.mark.slow  # a machine may be silent for half a minute
def test_that_a_machine_that_falls_asleep_is_missed_by_nobody_and_comes_back(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float]
) -> None:
    laptop = cluster.joins("laptop", [exact])
    laptop.heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        done = losses(ours, 2)
        laptop.process.send_signal(signal.SIGSTOP)
        done += losses(ours, 2)
        assert "cluster.gone" in told.codes() and told.tokens[-1].keys() == {"head"}
        laptop.process.send_signal(signal.SIGCONT)
        laptop.heard(IN_THE_CLUSTER)
        done += losses(ours, STEPS - 4)
    assert done == pytest.approx(alone, rel=1e-5)


def test_that_where_the_machines_meet_may_be_gone(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float]
) -> None:
    cluster.joins("laptop", [exact]).heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        done = losses(ours, 2)
        cluster.head.end()
        done += losses(ours, STEPS - 2)
    assert done == pytest.approx(alone, rel=1e-5)
    assert "cluster.lost" in told.codes() and told.tokens[-1].keys() == {"head"}


@pytest.mark.slow
def test_that_another_machine_goes_on_with_a_run_whose_computer_died(
    cluster: HomeCluster, exact: Path, tmp_path: Path
) -> None:
    """The laptop trains and computes for others; its run is taken to the head."""
    cluster.joins("laptop", [exact]).heard(IN_THE_CLUSTER)
    cluster.joins("desk", [exact]).heard(IN_THE_CLUSTER)
    data, run = RESOURCES / "demo" / "chat.jsonl", tmp_path / "run"
    settings = [f"--set={one}" for one in ("max_steps=40", "context=64", "save_every=4", "grad_accumulation=4")]
    begun = cluster.runs(
        "laptop", "train", "--model", str(exact), "--data", str(data), "--run", str(run), "--cluster", *settings
    )
    begun.heard("desk takes part")
    begun.heard("step 8")
    begun.end()
    taken = shutil.copytree(run, tmp_path / "taken")
    ended = cluster.runs("head", "train", "--resume", str(taken), "--cluster")
    ended.heard("desk takes part")
    ended.heard("step 40")
    assert ended.process.wait() == 0
    events = [json.loads(line) for line in (taken / "events.jsonl").read_text().splitlines()]
    machines = [event["machines"] for event in events if event["type"] == "step" and event.get("machines")]
    assert {name for step in machines for name in step} == {"laptop", "desk", machine_name()}
