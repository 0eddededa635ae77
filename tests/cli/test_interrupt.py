"""Ctrl+C on the command line: what is saved, what is thrown away, and the exit code."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from core import protocol as p
from core.base import paths
from core.runs import run as runs
from core.runs.disk import locked

if sys.platform != "win32":
    import fcntl
    import termios

WAIT = 120  # seconds: far more than needed, so that only a hanging program is stopped

# A job that presses Ctrl+C itself as soon as it runs, then waits to be told what that means.
SELF_INTERRUPTING = """
import os, signal, sys
from core.cli import main
from core.jobs import registry
from core import protocol as p
def job(job, context):
    os.kill(os.getpid(), signal.SIGINT)
    asked = context.control.{waits_for}
    if not asked.wait({wait}):
        raise RuntimeError("nobody told the job")
    context.control.raise_if_cancelled()
    return "stopped", p.FetchStopped(repo="ann/m")
registry.run_watched = job
main()
"""


def luthier(tmp_path: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUTHIER_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT, env=environment)


@pytest.mark.parametrize("json", [[], ["--json"]], ids=["people", "json"])
def test_that_ctrl_c_stops_training_with_its_result_and_130(tmp_path: Path, json: list[str]) -> None:
    code = SELF_INTERRUPTING.format(waits_for="stop", wait=WAIT)
    done = luthier(tmp_path, code, "train", "--model", "m.gguf", "--data", "d.txt", *json)
    assert done.returncode == 130
    assert "saving a checkpoint" in done.stdout + done.stderr
    assert done.stdout == '{"repo":"ann/m"}\n' or not json


def test_that_ctrl_c_cancels_a_conversion(tmp_path: Path) -> None:
    code = SELF_INTERRUPTING.format(waits_for="cancel", wait=WAIT)
    done = luthier(tmp_path, code, "convert", "a", "-o", "b", "--json")
    assert (done.returncode, done.stdout) == (130, "")
    assert "Cancelling." in done.stderr


def test_that_a_second_ctrl_c_does_not_wait(tmp_path: Path) -> None:
    # The job waits for something that never comes: only the second Ctrl+C can end it.
    press_again = "context.control.stop.wait(); os.kill(os.getpid(), signal.SIGINT)"
    code = SELF_INTERRUPTING.format(waits_for="checkpoint", wait=WAIT)
    code = code.replace("    asked =", f"    {press_again}\n    asked =")
    done = luthier(tmp_path, code, "train", "--model", "m.gguf", "--data", "d.txt")
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


TAKE_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"  # so that Ctrl+C is a signal to us

# The process that computes does the first two steps, and never ends its third.
HANGING = """
import sys
from core.cli import main
from core.jobs import apart
apart.COMMAND = (sys.executable, "-m", "tests.lab.faults.hanging_worker", apart.APART)
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="on a POSIX terminal")
def test_that_a_second_ctrl_c_ends_a_step_that_hangs_and_names_the_checkpoint(demo_gguf: Path, tmp_path: Path) -> None:
    run, text = runs.Run(tmp_path / "run"), tmp_path / "text.txt"
    text.write_text(" ".join((paths.DEMO / "holmes.txt").read_text().split()[:2000]))
    settings = ["context=64", "max_steps=9", "rank=2", "save_every=1", "eval_share=0"]
    with terminal(HANGING, "train", "--model", str(demo_gguf), "--data", str(text), "--run", str(run.folder),
                  *(word for setting in settings for word in ("--set", setting))) as train:  # fmt: skip
        train.read_until("Checkpoint at step 2")
        train.press_ctrl_c()
        train.read_until("Press Ctrl+C again to end at once.")
        computing = psutil.Process(train.process.pid).children()
        train.press_ctrl_c()
        train.read_until(f"Ended at once. The last checkpoint is {run.checkpoints_dir / 'step-000002'}")
        assert train.process.wait(WAIT) == 130
    assert computing and not psutil.wait_procs(computing, WAIT)[1]
    with locked(run):
        assert run.status() == "interrupted"


class OnTerminal(NamedTuple):
    """A program, and the other end of its terminal."""

    process: subprocess.Popen[bytes]
    screen: int

    def read_until(self, text: str) -> None:
        """All that it shows, without what is to be coloured."""
        shown = ""
        while text not in shown:
            more = os.read(self.screen, 4096)
            assert more, shown
            shown += more.decode()

    def press_ctrl_c(self) -> None:
        os.write(self.screen, b"\x03")


@contextmanager
def terminal(code: str, *arguments: str) -> Iterator[OnTerminal]:
    """A terminal of its own, wide enough for paths, whose keys are the program's signals."""
    screen, line = os.openpty()
    os.set_blocking(screen, True)
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 500, 0, 0))
    command = [sys.executable, "-c", TAKE_TERMINAL + code, *arguments]
    environment = {**os.environ, "TERM": "xterm", "LUTHIER_DEVICE": "cpu"}
    with subprocess.Popen(command, stdin=line, stdout=line, stderr=line, start_new_session=True, env=environment) as it:
        os.close(line)
        try:
            yield OnTerminal(it, screen)
        finally:
            it.kill()
            os.close(screen)


@pytest.mark.slow
def test_that_interrupted_training_leaves_an_adapter_and_resumes(demo_gguf: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text(" ".join((paths.DEMO / "holmes.txt").read_text().split()[:4000]))
    run = runs.Run(tmp_path / "run")
    settings = ["--set", "context=64", "--set", "max_steps=100000", "--set", "rank=2"]
    command = [sys.executable, "-m", "core.cli", "train", "--model", str(demo_gguf), "--data", str(text)]
    with subprocess.Popen([*command, "--run", str(run.folder), *settings], stdout=subprocess.PIPE, text=True) as train:
        assert train.stdout
        next(line for line in train.stdout if "step 1/" in line)
        train.send_signal(signal.SIGINT)
        train.stdout.read()
        assert train.wait(WAIT) == 130
    stopped_at = last_step(run)
    assert stopped_at >= 1 and run.status() == "stopped"
    assert run.adapter.exists() and (run.checkpoints_dir / f"step-{stopped_at:06}").exists()

    resume = [sys.executable, "-m", "core.cli", "train", "--resume", str(run.folder)]
    with subprocess.Popen(resume, stdout=subprocess.PIPE, text=True) as train:
        assert train.stdout
        next(line for line in train.stdout if f"Going on after step {stopped_at} of" in line)
        next(line for line in train.stdout if f"step {stopped_at + 1}/" in line or "tokens/s" in line)
        train.send_signal(signal.SIGINT)
        train.stdout.read()
        assert train.wait(WAIT) == 130
    assert last_step(run) > stopped_at


def last_step(run: runs.Run) -> int:
    return max(event.step for event in run.events() if isinstance(event, p.Step))
