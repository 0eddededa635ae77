"""A sweep of which each machine does its own trainings."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from core.advice.picks import CHAT
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster, machines_of

SHORT = ("--set", "max_steps=6", "--set", "context=128", "--set", "rank=4", "--set", "save_every=2")


def told(cluster: HomeCluster, *words: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(cluster.runs("head", "sweep", *words, "--json").heard('"trials"'))
    return said


def test_that_each_machine_does_one_and_the_best_is_found_as_alone(cluster: HomeCluster, exact: Path) -> None:
    for name in ("desktop", "laptop"):
        cluster.joins(name, [exact]).heard(IN_THE_CLUSTER)
    what = ("--model", str(exact), "--data", str(CHAT.data), *SHORT)
    tried = ("--try", "learning_rate=1e-5,1e-4,5e-3")
    spread = told(cluster, *what, *tried, "--name", "spread", "--one-each")
    alone = told(cluster, *what, *tried, "--name", "alone")
    assert [one["settings"] for one in spread["trials"]] == [one["settings"] for one in alone["trials"]]
    assert [(one["step"], one["status"]) for one in spread["trials"]] == [(6, "done")] * 3
    for ours, theirs in zip(spread["trials"], alone["trials"], strict=True):
        assert ours["eval_loss"] == pytest.approx(theirs["eval_loss"], rel=1e-4)
    assert set().union(*(machines_of(Path(one["run"])) for one in spread["trials"])) == {"desktop", "laptop"}


@pytest.mark.slow  # it is waited for
def test_that_others_do_what_a_machine_leaves_undone(cluster: HomeCluster, demo_gguf: Path) -> None:
    laptop = cluster.joins("laptop", [demo_gguf])
    laptop.heard(IN_THE_CLUSTER)
    what = ("--model", str(demo_gguf), "--data", str(CHAT.data), *SHORT, "--set", "max_steps=60")
    sweep = cluster.runs("head", "sweep", *what, "--case", "rank=2", "--case", "rank=4", "--name", "two", "--one-each")
    sweep.heard("on laptop")
    laptop.heard("for another computer")
    laptop.end()
    sweep.heard("waits for another computer")
    os.kill(sweep.process.pid, signal.SIGINT)
    assert sweep.process.wait(60) == 130, sweep.said
    found = told(cluster, "--name", "two", "--one-each")
    assert {one["status"] for one in found["trials"]} == {"done"}
