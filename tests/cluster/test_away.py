"""A training that another machine does: the run at home is as if it was trained there."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any, cast

import pytest

from core import __version__
from core import protocol as p
from core.advice.picks import CHAT
from core.base.errors import LuthierError
from core.cluster import questions as q
from core.cluster.pairing import PROTOCOL
from core.jobs.cluster.guest import Guests
from core.jobs.cluster.sent_run import Homeward
from core.jobs.cluster.sent_run import Line as LineToMachine
from core.jobs.context import JobContext
from core.runs.run import Run
from tests.support.cluster import IN_THE_CLUSTER, HomeCluster, Terminal

SHORT = ("--set", "max_steps=6", "--set", "context=128", "--set", "rank=4", "--set", "eval_every=2")
LONG = (*SHORT, "--set", "max_steps=100000", "--set", "save_every=2", "--set", "eval_every=0")


def trains(cluster: HomeCluster, name: str, *words: str, data: Path = CHAT.data) -> Terminal:
    return cluster.runs("head", "train", "--data", str(data), "--run", str(cluster.home(name)), *words)


def result(terminal: Terminal) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(terminal.heard('"loss_last"'))
    assert terminal.process.wait(60) == 0
    return said


def test_that_a_machine_does_a_training_and_the_run_is_at_home(cluster: HomeCluster, demo_gguf: Path) -> None:
    cluster.joins("laptop").heard(IN_THE_CLUSTER)
    model = ("--model", str(demo_gguf), "--json", *SHORT)
    trains(cluster, "refused", *model, "--on", "laptop").heard("laptop does not have the base model")
    away = result(trains(cluster, "away.part1", *model, "--on", "laptop", "--cluster-copy"))
    here = result(trains(cluster, "here", *model))
    assert (away["steps"], away["best_step"]) == (here["steps"], here["best_step"])
    for loss in ("loss_first", "loss_last", "eval_loss_before", "eval_loss_after"):
        assert away[loss] == pytest.approx(here[loss], rel=1e-4)  # each plans its memory, which may round otherwise
    runs = Run(cluster.home("away.part1")), Run(cluster.home("here"))
    names = [sorted(path.relative_to(run.folder).as_posix() for path in run.folder.rglob("*")) for run in runs]
    names = [[name for name in one if "lock" not in name] for one in names]  # a process that was ended leaves its own
    assert names[0] == names[1]
    newest = runs[0].newest_checkpoint()
    assert newest is not None and runs[0].adapter.read_bytes() == (newest / "adapter.gguf").read_bytes()
    assert runs[0].status() == "done"
    steps = [event for event in runs[0].events() if isinstance(event, p.Step)]
    assert [step.step for step in steps] == [1, 2, 3, 4, 5, 6] and set(steps[0].machines or {}) == {"laptop"}
    assert not (cluster.home("laptop") / "luthier-guest").exists()


def test_that_a_stopped_one_goes_on_at_home_and_away_again(
    cluster: HomeCluster, demo_gguf: Path, tmp_path: Path
) -> None:
    cluster.joins("laptop", [demo_gguf]).heard(IN_THE_CLUSTER)
    folder = tmp_path / "texts"
    (folder / "more").mkdir(parents=True)
    for name in ("one.jsonl", "more/two.jsonl"):
        (folder / name).write_bytes(CHAT.data.read_bytes())
    away = trains(cluster, "run", "--model", str(demo_gguf), *LONG, "--on", "laptop", data=folder)
    away.heard("Checkpoint at step 2")
    os.kill(away.process.pid, signal.SIGINT)
    assert away.process.wait(60) == 130, away.said
    run = Run(cluster.home("run"))
    assert run.status() == "stopped"
    stopped_at = step_of(run)
    assert stopped_at >= 2
    for words in ((), ("--on", "laptop")):
        again = cluster.runs("head", "train", "--resume", str(run.folder), *words)
        again.heard("Checkpoint at step")
        os.kill(again.process.pid, signal.SIGINT)
        assert again.process.wait(60) == 130, again.said
        assert step_of(run) > stopped_at
        stopped_at = step_of(run)


def test_that_a_machine_whose_training_was_killed_is_there_for_another(cluster: HomeCluster, demo_gguf: Path) -> None:
    laptop = cluster.joins("laptop", [demo_gguf])
    laptop.heard(IN_THE_CLUSTER)
    model = ("--model", str(demo_gguf))
    together = trains(cluster, "together", *model, *LONG, "--cluster")
    together.heard("laptop takes part")
    together.end()
    laptop.heard("Waiting for a training")
    assert result(trains(cluster, "away", *model, *SHORT, "--json", "--on", "laptop"))["steps"] == 6


def test_that_a_computer_takes_part_once(cluster: HomeCluster) -> None:
    """A second one would delete what the first one trains for another."""
    cluster.joins("laptop").heard(IN_THE_CLUSTER)
    second = cluster.asks("laptop")
    second.heard("computes for a cluster already")
    assert second.process.wait(60) != 0


@pytest.mark.slow  # it is waited for
def test_that_a_machine_that_is_gone_leaves_the_run_with_its_checkpoints(cluster: HomeCluster, demo_gguf: Path) -> None:
    """The one that trains; the one where they meet is missed by nobody."""
    laptop = cluster.joins("laptop", [demo_gguf])
    laptop.heard(IN_THE_CLUSTER)
    away = trains(cluster, "run", "--model", str(demo_gguf), *LONG, "--on", "laptop")
    away.heard("Checkpoint at step 4")
    cluster.head.end()
    for step in (10, 20):
        away.heard(f"Checkpoint at step {step}")
    laptop.end()
    away.heard("laptop no longer answers")
    assert away.process.wait(60) == 1
    run = Run(cluster.home("run"))
    assert run.status() == "failed" and step_of(run) >= 4
    cluster.starts()
    cluster.asks("laptop").heard(IN_THE_CLUSTER)
    assert not (cluster.home("laptop") / "luthier-guest").exists()


@pytest.mark.parametrize("path", ["../other/run.json", "/etc/hosts", "checkpoints/../../x", "", "."])
def test_that_nothing_is_written_beside_the_runs_folder(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    guests = Guests(JobContext(lambda event: None))

    def ask(asked: q.Question) -> object:
        return guests.answer(q.Away("run", "run 1", asked))

    ask(q.Open(__version__, PROTOCOL))
    ask(q.PutFile("data/rows.jsonl", 0, b"{}"))
    for bad in (q.PutFile(path, 0, b"x"), q.ReadFile(path, 0)):
        with pytest.raises(LuthierError, match="no file of a run"):
            ask(bad)
    assert {file.name for file in tmp_path.rglob("*") if file.is_file()} == {"rows.jsonl"}
    with pytest.raises(LuthierError, match="does not train"):
        guests.answer(q.Away("run", "run 2", q.Listen(0)))
    with pytest.raises(LuthierError, match="computes for run"):
        guests.answer(q.Away("another", "another 1", q.Open(__version__, PROTOCOL)))
    ask(q.End())
    assert not (tmp_path / "luthier-guest").exists()


@pytest.mark.parametrize(
    "name",
    ["run.json", "..\\..\\x.bat", "C:\\x.bat", "checkpoints/../run.json", "checkpoints/step-1/../../run.json", "/x"],
)
def test_that_nothing_is_taken_home_but_what_a_training_writes(name: str, tmp_path: Path) -> None:
    class Line:
        machine = "laptop"

        def ask(self, asked: q.Question, _kind: type) -> object:
            return q.Files({name: (1, 1)}) if isinstance(asked, q.ListFiles) else q.Part(b"x")

    with pytest.raises(LuthierError, match="which no training writes"):
        Homeward(Run(tmp_path / "run"), cast("LineToMachine", Line()))
    assert not list(tmp_path.rglob("*"))


@pytest.mark.parametrize("sends", [b"x" * 5, b"", None])
def test_that_no_more_comes_home_than_was_announced(sends: bytes | None, tmp_path: Path) -> None:
    """And nothing stays of what is not whole."""

    class Line:
        machine = "laptop"

        def __init__(self) -> None:
            self.lists = iter([{}, {"model.json": (4, 1)}, {"model.json": (1 << 60, 2)}])

        def ask(self, asked: q.Question, _kind: type) -> object:
            return q.Files(next(self.lists)) if isinstance(asked, q.ListFiles) else q.Part(sends)

    homeward = Homeward(Run(tmp_path / "run"), cast("LineToMachine", Line()))
    homeward.bring()
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]
    with pytest.raises(LuthierError) as error:
        homeward.bring()
    assert error.value.code == "cluster.no-room"


def step_of(run: Run) -> int:
    newest = run.newest_checkpoint()
    assert newest is not None
    return int(newest.name.removeprefix("step-"))
