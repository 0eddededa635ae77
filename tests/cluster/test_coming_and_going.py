"""Machines may go in the middle of a step, and come back; the training goes on."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from core import protocol as p
from core.base.home_cluster import known_cluster
from core.base.paths import RESOURCES
from core.cluster import company
from core.cluster import together as together_module
from core.cluster.questions import Base
from core.engine.train.training import Training
from core.jobs.cluster.start import machine_name
from core.jobs.context import Control
from core.runs.run import Run
from core.worker import run_job
from tests.support.cluster import HOST, IN_THE_CLUSTER, HomeCluster, Terminal
from tests.support.trained_together import STEPS, losses, together, training

WRONG = {
    "no number": ("float('nan') * found[0], found[1]", "not a number"),
    # It is left out by the one or the other, as the places that it is asked to show have the last in them or not.
    "another length": ("found[0][:-1], found[1]", "a gradient of another length|did not show the part"),
    "no losses": ("found[0], dataclasses.replace(found[1], losses=[])", "0 losses for"),
    "minus three times": ("-3 * found[0], found[1]", "other gradients than those of its rows"),
    "an old adapter": ("found", "other values of the adapter"),
}


def joins_broken(cluster: HomeCluster, model: Path, broken: str) -> None:
    """A laptop on which something of a machine is replaced."""
    program = ("-c", f"from core.cluster.machine import Machine; {broken}; from core.cli import main; main()")
    cluster.joins("laptop", [model], program=program).heard(IN_THE_CLUSTER)


@pytest.fixture
def laptop(cluster: HomeCluster, exact: Path) -> Terminal:
    """A machine that has the model."""
    joined = cluster.joins("laptop", [exact])
    joined.heard(IN_THE_CLUSTER)
    return joined


def computed_until(it_is: Callable[[], bool], ours: Training, step: int = STEPS) -> None:
    """The gradient of the same rows, again and again: who comes back is asked at the beginning of a step."""
    rows = list(enumerate(ours.batches.rows_of(0)))
    assert ours.gather is not None
    for _ in range(1000):
        if it_is():
            return
        ours.gather(rows, step, lambda share: None)
    raise AssertionError("it never was")


def test_that_the_ports_that_the_system_picks_are_said_and_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    control, said = Control(), list[str]()

    def hear(event: p.Event) -> None:
        if isinstance(event, p.Meeting):
            said.append(event.address)
            control.apply(p.Stop())

    assert run_job(p.ClusterStartJob(host=HOST, port=0), hear, control) == 0
    known = known_cluster()
    assert known is not None and known.port > 0 and said == [f"{HOST}:{known.port + 1}"]


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
        assert "cluster.gone" in told.codes(), told.notices
        assert told.tokens[-1].keys() == {"head"}, told.tokens
        laptop.process.send_signal(signal.SIGCONT)
        computed_until(lambda: "laptop" in told.tokens[-1], ours)
        done += losses(ours, STEPS - 4)
    assert done == pytest.approx(alone, rel=1e-5)


@pytest.mark.slow  # a step may have no rows for the laptop for long, where both share two cores
def test_that_where_the_machines_meet_may_be_gone_and_those_that_are_connected_go_on(
    cluster: HomeCluster, laptop: Terminal, exact: Path, base: Base, alone: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company, "KNOCKS_S", 0.1)
    monkeypatch.setattr(company, "LOOKED_S", 0.1)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        done = losses(ours, 2)
        cluster.head.end()
        computed_until(lambda: "cluster.lost" in told.codes(), ours)
        told.tokens.clear()
        computed_until(lambda: any("laptop" in step for step in told.tokens), ours)
        laptop.heard("trying again")
        done += losses(ours, 1)
        assert "cluster.gone" not in told.codes()
        laptop.end()
        cluster.starts()
        computed_until(lambda: "cluster.back" in told.codes(), ours)
        cluster.asks("laptop").heard(IN_THE_CLUSTER)
        computed_until(lambda: "laptop" in told.tokens[-1], ours)
        done += losses(ours, STEPS - 3)
    assert done == pytest.approx(alone, rel=1e-5)


@pytest.mark.parametrize(
    "what", [pytest.param(one, marks=() if one == "no number" else pytest.mark.slow) for one in WRONG]
)
def test_that_a_machine_that_sends_wrong_numbers_is_left_out_and_the_step_goes_on(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float], what: str
) -> None:
    sends, why = WRONG[what]
    broken = (
        "Machine.take_values, take = lambda self, part: take(self, part) if part.version == 0 else "
        "setattr(self._copy, 'version', part.version), Machine.take_values"
        if what == "an old adapter"
        else "import dataclasses; of = Machine._gradient; "
        f"Machine._gradient = lambda *a: (lambda found: ({sends}))(of(*a))"
    )
    joins_broken(cluster, exact, broken)
    ours = training(exact)
    with together(cluster, ours, base) as told:
        first = 1 if what == "an old adapter" else 0  # before it there is one adapter
        done = losses(ours, first)
        computed_until(lambda: "laptop" in told.left_out(), ours, first)  # some steps may have no rows for it
        done += losses(ours, STEPS - first)
    assert done == pytest.approx(alone, rel=1e-5)
    assert any(one in told.left_out()["laptop"] for one in why.split("|"))
    assert "laptop" not in told.tokens[-1]


def test_that_what_was_learnt_from_wrong_numbers_is_taken_back(cluster: HomeCluster, exact: Path) -> None:
    """The laptop is right until step 10, and compared at steps 0, 8 and 16."""
    wrong = (
        "of = Machine.compute; right = Machine._gradient; "
        "Machine.compute = lambda self, asked: (setattr(self, 'at', asked.step), of(self, asked))[1]; "
        "Machine._gradient = lambda self, *a: (lambda found: (-3 * found[0] if self.at >= 10 else found[0], found[1]))"
        "(right(self, *a))"
    )
    joins_broken(cluster, exact, wrong)
    settings = ("max_steps=20", "context=64", "save_every=4", "grad_accumulation=8", "eval_every=0", "rank=4")
    runs = {}
    for name, words in (("together", ("--cluster",)), ("alone", ())):
        run = cluster.home("head") / name
        what = ("--model", str(exact), "--data", str(RESOURCES / "demo" / "chat.jsonl"), "--run", str(run))
        done = cluster.runs("head", "train", *what, *words, *(f"--set={one}" for one in settings))
        assert done.process.wait(300) == 0, done.process.stdout
        runs[name] = list(Run(run).events())
    (back,) = [event for event in runs["together"] if isinstance(event, p.WentBack)]
    assert (back.machine, back.step, back.rate_factor) == ("laptop", 16, 1.0) and back.to <= 8
    steps = {
        name: {event.step: event.loss for event in events if isinstance(event, p.Step)} for name, events in runs.items()
    }
    assert [steps["together"][i] for i in range(1, 21)] == pytest.approx(
        [steps["alone"][i] for i in range(1, 21)], rel=1e-4
    )


@pytest.mark.slow
def test_that_a_machine_of_which_nothing_comes_is_left_out(
    cluster: HomeCluster, exact: Path, base: Base, alone: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says for ever that it is at work."""
    monkeypatch.setattr(together_module, "_PATIENCE_S", 1.0)
    monkeypatch.setattr(together_module, "_PATIENCE", 0)
    joins_broken(cluster, exact, "import threading; Machine._gradient = lambda *a: threading.Event().wait()")
    ours = training(exact)
    with together(cluster, ours, base) as told:
        assert losses(ours, 2) == pytest.approx(alone[:2], rel=1e-5)
    assert "it sent no result for its part" in told.left_out()["laptop"]


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
