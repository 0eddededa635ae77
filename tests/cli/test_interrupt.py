"""Ctrl+C on the command line: what is saved, what is thrown away, and the exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.shared import paths, runs
from core.shared import protocol as p

WAIT = 120  # seconds: far more than needed, so that only a hanging program is stopped

# A job that presses Ctrl+C itself as soon as it runs, then waits to be told what that means.
SELF_INTERRUPTING = """
import os, signal, sys
from core.cli import main
from core.jobs import registry
from core.shared import protocol as p
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
