"""Over links as at home, between network namespaces: what two machines train is what one does."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core import protocol as p
from core.advice.picks import CHAT
from core.runs.run import Run
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster, Terminal, machines_of
from tests.support.links import ADDRESSES, Link, Namespaces, why_none

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_none()), reason=why_none())]

SETTINGS = ("max_steps=2000", "context=64", "grad_accumulation=4", "rank=4", "eval_every=0", "save_every=6")
STEPS = 12


@pytest.mark.parametrize(
    ("link", "sends", "within"),
    [
        (Link("1 Gbit/s", 1000), "f32", 1e-4),
        (Link("100 Mbit/s", 100), "f32", 1e-4),
        (Link("100 Mbit/s, 20 ms, 1% loss", 100, 0.02, 0.01), "f32", 1e-4),
        (Link("100 Mbit/s, 20 ms, 1% loss", 100, 0.02, 0.01), "int8", 3e-3),
    ],
    ids=lambda one: getattr(one, "name", None),
)
def test_that_two_machines_train_what_one_does(
    link: Link, sends: str, within: float, exact: Path, tmp_path: Path
) -> None:
    with linked(link, tmp_path, exact) as (_, cluster):
        together = trains(cluster, exact, "--cluster", "--cluster-sends", sends)
        together.heard("laptop takes part")
        found = losses_of(stopped(together, STEPS))
        alone = losses_of(stopped(trains(cluster, exact), STEPS))
    assert found[:STEPS] == pytest.approx(alone[:STEPS], rel=within)
    assert "laptop" in machines_of(together.home / "together")


def test_that_a_pulled_cable_loses_no_step_and_a_machine_comes_back(exact: Path, tmp_path: Path) -> None:
    with linked(Link("1 Gbit/s", 1000), tmp_path, exact) as (spaces, cluster):
        together = trains(cluster, exact, "--cluster")
        together.heard("laptop takes part")
        together.heard("Checkpoint at step 6")
        spaces.set_cable(False)
        together.heard("laptop is gone")
        spaces.set_cable(True)
        together.heard("laptop takes part")
        found = losses_of(stopped(together, STEPS))
        alone = losses_of(stopped(trains(cluster, exact), STEPS))
    assert found[:STEPS] == pytest.approx(alone[:STEPS], rel=1e-4)


@contextmanager
def linked(link: Link, folder: Path, model: Path) -> Iterator[tuple[Namespaces, HomeCluster]]:
    """The head at one end and the laptop, which has the model, at the other."""
    spaces = Namespaces()
    with (
        spaces.linked(link),
        HomeCluster(folder, ADDRESSES[0], lambda name: spaces.prefix(int(name != "head"))) as made,
    ):
        made.joins("laptop", [model]).heard(IN_THE_CLUSTER)
        yield spaces, made


def trains(cluster: HomeCluster, model: Path, *words: str) -> Terminal:
    run = cluster.home("head") / ("together" if words else "alone")
    settings = [f"--set={one}" for one in SETTINGS]
    what = ("--model", str(model), "--data", str(CHAT.data), "--run", str(run))
    return cluster.runs("head", "train", *what, *words, *settings)


def stopped(training: Terminal, steps: int) -> Run:
    """Its run, once it has done so many."""
    training.heard(f"Checkpoint at step {steps}")
    os.kill(training.process.pid, signal.SIGINT)
    assert training.process.wait(60) == 130, training.said
    return Run(training.home / ("together" if "takes part" in training.said else "alone"))


def losses_of(run: Run) -> list[float]:
    return [event.loss for event in run.events() if isinstance(event, p.Step)]
