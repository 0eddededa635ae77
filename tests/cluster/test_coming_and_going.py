"""Machines may go in the middle of a step, and come back; the training goes on."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import core.cluster.together
from core.cluster import connection
from core.cluster.questions import Base
from core.cluster.together import Together
from core.engine.train.gradients import Gathered, NumberedRows, ReportShare
from core.engine.train.training import Training
from core.jobs.cluster.known import machine_name
from core.shared.paths import RESOURCES
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster, Terminal
from tests.support.trained_together import STEPS, losses, together, training


@pytest.fixture
def laptop(cluster: HomeCluster, exact: Path) -> Terminal:
    """A machine that has the model."""
    joined = cluster.joins("laptop", [exact])
    joined.heard(IN_THE_CLUSTER)
    return joined


def computed_until(it_is: Callable[[], bool], ours: Training) -> None:
    """The gradient of the same rows, again and again: who comes back is asked at the beginning of a step."""
    rows = list(enumerate(ours.batches.rows_of(0)))
    assert ours.gather is not None
    for _ in range(1000):
        if it_is():
            return
        ours.gather(rows, STEPS, lambda share: None)
    raise AssertionError("it never was")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl+C"])
def test_that_a_machine_that_goes_is_missed_by_nobody_and_comes_back(
    cluster: HomeCluster, laptop: Terminal, exact: Path, base: Base, alone: list[float], end: signal.Signals
) -> None:
    ours = training(exact)
    with together(cluster, ours, base) as told:
        done = losses(ours, 2)
        laptop.process.send_signal(end)
        done += losses(ours, 2)
        laptop.process.wait()
        done += losses(ours, 1)
        assert "cluster.gone" in told.codes() and told.tokens[-1].keys() == {"head"}
        cluster.asks("laptop").heard(IN_THE_CLUSTER)
        computed_until(lambda: "laptop" in told.tokens[-1], ours)
        done += losses(ours, 1)
        assert told.tokens[-1].keys() == {"head", "laptop"}
    assert done == pytest.approx(alone, rel=1e-5)


@pytest.mark.slow  # a machine may be silent for half a minute
def test_that_a_machine_that_falls_asleep_is_missed_by_nobody_and_comes_back(
    cluster: HomeCluster, laptop: Terminal, exact: Path, base: Base, alone: list[float]
) -> None:
    ours = training(exact)
    with together(cluster, ours, base) as told:
        done = losses(ours, 2)
        laptop.process.send_signal(signal.SIGSTOP)
        done += losses(ours, 2)
        assert "cluster.gone" in told.codes() and told.tokens[-1].keys() == {"head"}
        laptop.process.send_signal(signal.SIGCONT)
        laptop.heard(IN_THE_CLUSTER)
        computed_until(lambda: "laptop" in told.tokens[-1], ours)
        done += losses(ours, STEPS - 4)
    assert done == pytest.approx(alone, rel=1e-5)


def test_that_where_the_machines_meet_may_be_gone_in_the_middle_of_a_step_and_come_back(
    cluster: HomeCluster, laptop: Terminal, exact: Path, base: Base, alone: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_KNOCKS_S", 0.1)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        gather = ours.gather
        assert gather is not None

        def cut(rows: NumberedRows, step: int, report: ReportShare) -> Gathered:
            return gather(rows, step, lambda share: (cluster.head.end(), report(share))[1])

        done = losses(ours, 2)
        laptop.process.send_signal(signal.SIGSTOP)  # so that the step is not done before
        ours.gather = cut
        done += losses(ours, 1)
        assert told.codes()[-1] == "cluster.lost" and told.tokens[-1].keys() == {"head"}
        laptop.process.send_signal(signal.SIGCONT)
        cluster.starts()
        ours.gather = gather
        knocking = cast("Together", gather.__self__)._knocking  # type: ignore[attr-defined]
        assert knocking is not None and knocking.answered.wait(30)
        laptop.heard(IN_THE_CLUSTER)
        done += losses(ours, STEPS - 3)
    assert done == pytest.approx(alone, rel=1e-5)
    assert "cluster.back" in told.codes()


@pytest.mark.slow
def test_that_a_step_which_nobody_does_is_done_alone(
    cluster: HomeCluster, laptop: Terminal, exact: Path, base: Base, alone: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the cause: here another machine stands still, which is known of it only after half a minute."""
    monkeypatch.setattr(core.cluster.together, "_PATIENCE_S", 1.0)
    monkeypatch.setattr(core.cluster.together, "_PATIENCE", 0)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        done = losses(ours, 2)
        laptop.process.send_signal(signal.SIGSTOP)
        done += losses(ours, 1)
    assert done == pytest.approx(alone[:3], rel=1e-5)
    assert told.codes()[-1] == "cluster.lost" and told.tokens[-1].keys() == {"head"}


LEFT_OUT = {
    "a gradient of another length": "m.host_values = lambda t, whole=m.host_values: whole(t)[:-1]",
    "numbers that are none": "import dataclasses as d; of = e.ErrorFeedback.encoded; "
    "e.ErrorFeedback.encoded = lambda *a: d.replace(of(*a), count=3)",
    "no memory": "m.added = lambda *a: [][0]",
}


@pytest.mark.parametrize("what", [pytest.param(one, marks=pytest.mark.slow) for one in LEFT_OUT])
def test_that_a_machine_whose_gradients_are_none_is_left_out(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float], what: str
) -> None:
    """And nobody waits for it."""
    broken = f"import core.cluster.machine as m, core.cluster.encoding as e; {LEFT_OUT[what]}"
    program = ("-c", f"{broken}; from core.cli import main; main()")
    cluster.joins("laptop", [exact], program=program).heard(IN_THE_CLUSTER)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        assert losses(ours, 2) == pytest.approx(alone[:2], rel=1e-5)
    assert told.left_out().keys() == {"laptop"}


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
