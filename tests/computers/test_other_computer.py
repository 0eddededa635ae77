"""Whole trainings on another computer, by a real OpenSSH server, with Luthier in a home of its own there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from core import protocol as p
from core.runs.run import Run
from tests.support import links, ssh_server
from tests.support.links import Link, Namespaces
from tests.support.near_computer import LUTHIER, MIDDLE, MIDDLE_STEPS, SHORT, NearComputer, keeper_of, wait_for
from tests.support.ssh_server import SshServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(ssh_server.why_none()), reason=ssh_server.why_none() or "there is one"),
]


class Near(NearComputer):
    """server: of the other computer, which is called far."""

    def __init__(self, server: SshServer, home: Path, model: Path, data: Path) -> None:
        super().__init__(server.folder, server.home, home, model, data)
        self.server = server

    def adds(self) -> None:
        """Add the other computer."""
        self.server.trust()
        self.does("computers", "add", "far")


@pytest.fixture
def near(tmp_path: Path, demo_gguf: Path) -> Near:
    data = tmp_path / 'it\'s $(touch bad) "data" ü.txt'
    data.write_text("".join(f"The {number}th letter that Anna wrote was about the sea. " for number in range(600)))
    return Near(SshServer(tmp_path / "other computer"), tmp_path / "own home", demo_gguf, data)


def test_that_a_new_key_is_asked_about_and_another_is_refused(near: Near) -> None:
    said = near.does("computers", "add", "far", code=1)
    assert near.server.fingerprint in said.replace(" ", "") and not near.server._known.exists()
    wrong = near.does("computers", "add", "far", "--key", "ssh-ed25519 SHA256:other", code=1)
    assert "another key" in wrong and "ssh-keygen -R far" in wrong
    near.server._known.unlink()
    near.does("computers", "add", "far", "--key", f"ssh-ed25519 {near.server.fingerprint}")
    checked = json.loads(near.does("computers", "check", "--json"))["computers"]
    assert checked[0]["facts"]["cores"] >= 1 and checked[0]["computer"]["command"] == "luthier"
    near.server.change_key()
    assert "shows another key than before" in near.does("computers", "check", code=1)
    near.server.trust()
    near.server.forget_user()
    assert "ssh-copy-id far" in near.does("computers", "add", "far", code=1)
    assert "is forgotten" in near.does("computers", "remove", "far")
    assert "No computer called far" in near.does("computers", "check", "far", code=1)


def test_that_a_training_there_is_the_one_from_here(near: Near) -> None:
    near.adds()
    near.does(*near.training("here", SHORT))
    name = 'a\'way "$(touch bad)" ünd'
    near.does(*near.training(name, SHORT, "--on", "far"))
    assert near.losses(name) == near.losses("here") and len(near.losses("here")) == 8
    runs = near.run(name), near.run("here")
    names = [sorted(path.relative_to(run.folder).as_posix() for path in run.folder.rglob("*")) for run in runs]
    names = [[name for name in one if "lock" not in name] for one in names]
    assert names[0] == names[1]
    newest = runs[0].newest_checkpoint()
    assert newest is not None and runs[0].adapter.read_bytes() == (newest / "adapter.gguf").read_bytes()
    assert runs[0].status() == "done" and runs[0].info().on == "far"
    assert not list((near.server.home / "guests").iterdir())
    again = near.does(*near.training("again", SHORT, "--on", "far"))
    assert "Sending the run" in again and "Sending storyteller" not in again  # the base is there
    assert not list(near.home.parent.rglob("bad"))
    near.does("chat", str(runs[0].folder), "--prompt", "The sea", "--max-tokens", "4")


def test_that_a_killed_window_takes_the_training_up_again(near: Near) -> None:
    near.adds()
    with near.begun("away", MIDDLE) as process:
        os.killpg(process.pid, signal.SIGKILL)
    guest = near.guest("away")
    keeper = keeper_of(guest)
    assert "trains away" in near.does("computers", "check")
    assert "It trains away already" in near.does(*near.training("other", SHORT, "--on", "far"), code=1)
    assert "Taking up the training on far" in near.does("train", "--resume", str(near.run("away").folder))
    run = near.run("away")
    assert run.status() == "done" and not guest.exists()
    assert not keeper.is_running() or keeper.status() == psutil.STATUS_ZOMBIE  # which a container keeps
    near.does(*near.training("here", MIDDLE))
    assert near.losses("away") == near.losses("here") and len(near.losses("here")) == MIDDLE_STEPS


def test_that_a_run_goes_on_here_what_was_begun_there(near: Near) -> None:
    near.adds()
    with near.begun("away") as process:
        os.killpg(process.pid, signal.SIGKILL)
    guest = near.guest("away")
    command = [LUTHIER, "train", "--resume", str(near.run("away").folder), "--on", "here"]
    with subprocess.Popen(
        command, env=near.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as here:
        wait_for(lambda: not near.run("away").info().on, here)
        before = max(near.losses("away"))
        wait_for(lambda: near.steps("away", before + 5), here)
        here.send_signal(signal.SIGINT)
        here.communicate()
    assert not guest.exists() and near.run("away").status() == "stopped"
    steps = [event.step for event in near.run("away").events() if isinstance(event, p.TrainingStarted)]
    assert steps[-1] > 0


def test_that_a_training_that_nobody_asks_for_stops_by_itself(near: Near) -> None:
    near.adds()
    with near.begun("away") as process:
        os.killpg(process.pid, signal.SIGKILL)
    guest = near.guest("away")
    keeper = keeper_of(guest)
    keeper.terminate()  # as the system does when it is shut down
    keeper.wait()
    there = Run(guest / "run")
    wait_for(lambda: there.worker() is None)
    newest = there.newest_checkpoint()
    assert newest is not None  # its worker has saved what it had
    with subprocess.Popen(
        [LUTHIER, "train", "--resume", str(near.run("away").folder)],
        env=near.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    ) as taken_up:  # fmt: skip
        reached = int(newest.name.removeprefix("step-"))
        wait_for(lambda: near.steps("away", reached + 5), taken_up)
        taken_up.send_signal(signal.SIGINT)
        taken_up.communicate()
    assert near.run("away").status() == "stopped" and not guest.exists()


def test_that_a_broken_line_costs_nothing(near: Near) -> None:
    near.adds()
    with near.begun("away") as process:
        for child in psutil.Process(process.pid).children(recursive=True):
            if child.name() == "ssh":
                child.kill()
        before = max(near.losses("away"))
        wait_for(lambda: near.steps("away", before + 20), process)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
    steps = [event.step for event in near.run("away").events() if isinstance(event, p.Step)]
    assert steps == list(range(1, len(steps) + 1))  # none is lost, none comes twice
    assert near.run("away").status() == "stopped"


@pytest.mark.parametrize("shell", ["/bin/sh", "/bin/bash", "/usr/bin/fish", "/bin/tcsh", "/usr/bin/pwsh"])
def test_that_any_shell_and_its_noise_will_do(tmp_path: Path, near: Near, shell: str) -> None:
    if not Path(shell).exists():
        pytest.skip(f"{shell} is not installed")
    near = Near(SshServer(tmp_path / "with a shell", shell), near.home, near.model, near.data)
    near.server.login.write_text('echo "Welcome to far!"\nprintf "no end of line"\necho careful >&2\n')
    near.adds()
    assert "waits for a training" in near.does("computers", "check")


def test_that_a_missing_luthier_is_told(near: Near) -> None:
    near.server.trust()
    said = near.does("computers", "add", "far", "--command", "/no/luthier", code=1)
    assert "“/no/luthier” is no command there" in said
    noisy = near.does("computers", "add", "far", "--command", "yes #", code=1)
    assert "nothing that Luthier writes" in noisy


def test_that_a_sweep_goes_to_all_computers(near: Near) -> None:
    near.adds()
    settings = [word for key, value in SHORT.items() for word in ("--set", f"{key}={value}")]
    tries = ["--try", "learning_rate=1e-4,3e-4,1e-3", "--set", "eval_share=0.1"]
    inputs = ["--model", str(near.model), "--data", str(near.data)]
    near.does("sweep", "--name", "each", "--one-each", *inputs, *tries, *settings)
    near.does("sweep", "--name", "here", *inputs, *tries, *settings)
    trials = [Run(folder) for folder in (near.home / "runs").iterdir()]
    losses: dict[str, dict[float, list[float]]] = {"each": {}, "here": {}}
    for run in trials:
        info = run.info()
        assert info.sweep is not None and run.status() == "done"
        steps = [event.loss for event in run.events() if isinstance(event, p.Step)]
        losses[info.sweep.name][info.config.learning_rate] = steps
    assert losses["each"] == losses["here"] and len(losses["here"]) == 3
    assert "far" in {run.info().on for run in trials}
    assert not list((near.server.home / "guests").iterdir())


@pytest.mark.skipif(bool(links.why_none()), reason=links.why_none() or "they can be made")
def test_that_a_pulled_cable_costs_nothing(near: Near) -> None:
    """Each computer in a network of its own; the cable is out until the training there has come to its end."""
    space = Namespaces()
    with space.linked(Link("home", 100, delay=0.002, loss=0.01)), near.server.at(links.ADDRESSES[1], space.prefix(1)):
        near.before = space.prefix(0)
        near.does("computers", "add", "far")
        with near.begun("away", MIDDLE) as process:
            space.set_cable(False)
            guest = near.guest("away")
            keeper = keeper_of(guest)
            wait_for(lambda: not keeper.is_running() or keeper.status() == psutil.STATUS_ZOMBIE, process)
            space.set_cable(True)
            assert process.wait() == 0
    near.before = ()
    near.does(*near.training("here", MIDDLE))
    assert near.losses("away") == near.losses("here")
    steps = [event.step for event in near.run("away").events() if isinstance(event, p.Step)]
    assert steps == list(range(1, MIDDLE_STEPS + 1))
