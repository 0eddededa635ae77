"""This computer as a person has it: a home of its own, `luthier` in a terminal, and another computer by SSH."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import psutil

from core import protocol as p
from core.jobs.computers.sent_run import key_of
from core.runs.run import Run

LUTHIER = str(Path(sys.executable).parent / "luthier")
Settings = Mapping[str, int | str]
# Streamed: other plans are chosen by measured times, and round by them.
SHORT: Settings = {
    "backward": "streamed", "context": 64, "rank": 4, "max_steps": 8, "eval_every": 4, "save_every": 3,
    "grad_accumulation": 1,
}  # fmt: skip
MIDDLE_STEPS = 250
MIDDLE: Settings = {**SHORT, "max_steps": MIDDLE_STEPS, "save_every": 20, "eval_every": 0}
LONG: Settings = {**MIDDLE, "max_steps": 4000}


class NearComputer:
    """ssh: a folder with the `ssh` to be used. far: Luthier's folder on the other computer. before: words before each
    command.
    """

    def __init__(self, ssh: Path, far: Path, home: Path, model: Path, data: Path) -> None:
        self.far, self.home, self.model, self.data = far, home, model, data
        self.before: tuple[str, ...] = ()
        self.env = os.environ | {"PATH": f"{ssh}{os.pathsep}{os.environ['PATH']}", "LUTHIER_HOME": str(home)}

    def does(self, *words: str, code: int = 0) -> str:
        """Run `luthier` with these words; return what it says."""
        done = subprocess.run(
            [*self.before, LUTHIER, *words], env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
        return " ".join((done.stdout + done.stderr).split())

    def training(self, name: str, settings: Settings, *words: str) -> list[str]:
        """Return the words of a training."""
        chosen = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        where = ["--model", str(self.model), "--data", str(self.data), "--run", str(self.run(name).folder)]
        return ["train", *where, *chosen, *words]

    @contextlib.contextmanager
    def begun(self, name: str, settings: Settings = LONG) -> Iterator[subprocess.Popen[bytes]]:
        """Begin a training there; it is killed at the end if it still runs."""
        command = [*self.before, LUTHIER, *self.training(name, settings, "--on", "far")]
        with subprocess.Popen(
            command, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        ) as process:
            try:
                wait_for(lambda: self.steps(name, 30), process)
                yield process
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

    def run(self, name: str) -> Run:
        """Return the run of that name."""
        return Run(self.home / name)

    def losses(self, name: str) -> dict[int, float]:
        """Return the losses of a run by step."""
        return losses_of(self.run(name))

    def steps(self, name: str, wanted: int) -> bool:
        """Return whether a run has come so far."""
        return max(self.losses(name), default=0) >= wanted

    def guest(self, name: str) -> Path:
        """Return the folder of a run over there."""
        run = self.run(name)
        return self.far / "guests" / key_of(run, run.info())


def losses_of(run: Run) -> dict[int, float]:
    """Return the losses of a run by step."""
    events = run.events() if run.events_file.exists() else ()
    return {event.step: event.loss for event in events if isinstance(event, p.Step)}


def wait_for(is_so: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until something is so; the test's own limit of time ends it."""
    while not is_so():
        assert process is None or process.poll() is None
        time.sleep(0.05)


def keeper_of(guest: Path) -> psutil.Process:
    """Return the process that has a run trained there."""
    return psutil.Process(json.loads((guest / "keeper.json").read_text())["pid"])
