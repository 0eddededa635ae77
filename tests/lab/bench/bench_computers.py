"""What a training on another computer costs, by a real OpenSSH server in a network of its own (Linux, as root).

    make bench-computers                   all three, a quarter of an hour on two idle cores
    make bench-computers ARGS='--only sweep --sweep-steps 4000'
    make bench-computers ARGS=--short      do they work?

cable: the cable is out for --seconds, then the process that began the training is killed, and the run resumed. Every
loss has to be, to the bit, that of the same training on one computer.
base: the bytes that go out for a base model whose sending is cut in the middle, and for the next training with it.
sweep: four runs on two computers of one thread each, as a share of the time that one takes; and when each run began,
took its first and last step, and ended.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from core import protocol as p
from core.base import paths
from core.runs.run import Run
from tests.lab.bench.environments import Options
from tests.lab.bench.make_model import bundled_model, random_model
from tests.support import links, ssh_server
from tests.support.links import Link, Namespaces
from tests.support.near_computer import LUTHIER, SHORT, NearComputer, losses_of, wait_for
from tests.support.ssh_server import SshServer

ONE_THREAD = {"LUTHIER_DEVICE": "cpu", "LUTHIER_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # as the server's
LINK = Link("home", 100)  # Mbit/s
RATES = "1e-4,3e-4,1e-3,3e-3"


def main() -> None:
    parser = Options(__doc__, seconds=0.5, steps=150, sweep_steps=10, base="")
    parser.add_argument("--only", choices=CASES)
    parser.add_argument("--seconds", type=float, default=60.0, help="without the cable")
    parser.add_argument("--steps", type=int, default=2500, help="of the training whose cable is pulled")
    parser.add_argument("--sweep-steps", type=int, default=1000, help="of each run")
    parser.add_argument("--base", default="smollm2-135m", help="the shape of the base that is sent")
    options = parser.parsed()
    if missing := ssh_server.why_none() or links.why_none():
        sys.exit(missing)
    cases = {
        "cable": partial(lose_cable, steps=options.steps, seconds=options.seconds),
        "base": partial(send_base, options.base),
        "sweep": partial(sweep, options.sweep_steps),
    }
    for name in [options.only] if options.only else CASES:
        with two_computers() as (near, space):
            cases[name](near, space)


@contextmanager
def two_computers() -> Iterator[tuple[NearComputer, Namespaces]]:
    """This computer and one called far, which it has added, each of one thread and in a network of its own."""
    space = Namespaces()
    with ExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory()))
        server = SshServer(folder / "far")
        data = paths.DEMO / "holmes.txt"
        near = NearComputer(server.folder, server.home, folder / "near", bundled_model("f16"), data)
        near.env |= ONE_THREAD
        near.before = space.prefix(0)
        held.enter_context(space.linked(LINK))
        held.enter_context(server.at(links.ADDRESSES[1], space.prefix(1)))
        near.does("computers", "add", "far")
        yield near, space


def lose_cable(near: NearComputer, space: Namespaces, *, steps: int, seconds: float) -> None:
    settings = {**SHORT, "max_steps": steps, "eval_every": 0, "save_every": max(1, steps // 25)}
    with near.begun("away", settings) as process:
        space.set_cable(False)
        time.sleep(seconds)
        missed = max(losses_of(Run(near.guest("away") / "run"))) - (before := max(near.losses("away")))
        space.set_cable(True)
        began = time.perf_counter()
        wait_for(lambda: near.steps("away", before + 1), process)
        heard = time.perf_counter() - began
        os.killpg(process.pid, signal.SIGKILL)
    killed = max(near.losses("away"))
    near.does("train", "--resume", str(near.run("away").folder))
    near.does(*near.training("here", settings))
    away, here = near.losses("away"), near.losses("here")
    same = sum(here[step] == away.get(step) for step in here)
    print(f"cable out: {seconds:.0f} s, {missed} steps done there meanwhile, here {heard:.1f} s after it was back")
    print(f"losses to the bit: {same} of {len(here)}, killed at step {killed} and resumed", flush=True)
    if away != here:
        sys.exit("They are not the same.")


def send_base(shape: str, near: NearComputer, space: Namespaces) -> None:
    if shape:
        near.model = random_model(shape, "q4_k_m", reads=True)
    size, sent = near.model.stat().st_size, space.bytes_sent(0)
    settings = {**SHORT, "max_steps": 2, "eval_every": 0}
    command = [*near.before, LUTHIER, *near.training("first", settings, "--on", "far")]
    with subprocess.Popen(command, env=near.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda: any(part.stat().st_size > size / 2 for part in (near.far / "models").glob("*.part")), process)
        for child in psutil.Process(process.pid).children(recursive=True):
            if child.name() == "ssh":
                child.kill()
        if process.wait():
            sys.exit("The training failed.")
    for name in ("first", "next"):
        if name == "next":
            near.does(*near.training(name, settings, "--on", "far"))
        before, sent = sent, space.bytes_sent(0)
        print(f"{name} training: {(sent - before) / 1e6:.1f} MB sent, the base has {size / 1e6:.1f} MB", flush=True)


def sweep(steps: int, near: NearComputer, _space: Namespaces) -> None:
    settings = {**SHORT, "max_steps": steps, "eval_every": 0, "eval_share": "0.02", "save_every": max(1, steps // 10)}
    chosen = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    inputs = ["--model", str(near.model), "--data", str(near.data), "--try", f"learning_rate={RATES}"]
    took = {}
    for name, more in (("one", ()), ("two", ("--one-each",))):
        began, began_at = time.perf_counter(), time.time()
        near.does("sweep", "--name", name, *inputs, *chosen, *more)
        took[name] = time.perf_counter() - began
        print(f"{name}: {took[name]:.1f} s; seconds of each run's beginning, first step, last step, end:")
        for run in sorted(map(Run, (near.home / "runs").iterdir()), key=lambda run: run.info().created):
            if (of := run.info().sweep) is not None and of.name == name:
                print(f"  {run.info().on or 'here'} " + " ".join(f"{at - began_at:.1f}" for at in moments(run)))
    print(f"two computers: {took['two'] / took['one']:.3f} of one's time", flush=True)


def moments(run: Run) -> list[float]:
    """Return when a run began, took its first and its last step, and ended; in seconds since 1970."""
    events = list(run.events())
    steps = [event.time for event in events if isinstance(event, p.Step)]
    return [events[0].time, steps[0], steps[-1], events[-1].time]


CASES = ("cable", "base", "sweep")

if __name__ == "__main__":
    main()
