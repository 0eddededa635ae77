"""`luthier sweep`, with real trainings: all come to the end, and what was stopped goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core import protocol as p
from core.advice.picks import CHAT
from core.protocol.specs import OfSweep
from core.runs.disk import locked
from core.runs.run import create
from tests.support.choices import write_pairs

SHORT = ("--set", "max_steps=6", "--set", "context=128", "--set", "rank=4", "--set", "save_every=1")
WAIT = 240  # seconds: far more than needed
_NEVER_ENDS = ("--set", "max_steps=100000")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "LUTHIER_HOME": str(tmp_path), "LUTHIER_DEVICE": "cpu"}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "core.cli", *words]


def told(home: dict[str, str], *words: str) -> dict[str, Any]:
    done = subprocess.run(command(*words, "--json"), capture_output=True, timeout=WAIT, env=home, check=False)
    assert done.returncode == 0, done.stderr.decode()
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def ended(home: dict[str, str], *words: str) -> tuple[int, str]:
    """The exit code, and what was said on either stream."""
    done = subprocess.run(command(*words), capture_output=True, timeout=WAIT, env=home, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_that_all_come_to_the_end_as_if_nothing_else_was_tried(demo_gguf: Path, home: dict[str, str]) -> None:
    what = ("--model", str(demo_gguf), "--data", str(CHAT.data), *SHORT)
    found = told(home, "sweep", *what, "--try", "learning_rate=1e-5,1e-4,5e-3", "--name", "rates")
    best, *others = found["trials"]
    assert (found["name"], found["best"]) == ("rates", best["run"])
    assert best["settings"] == {"learning_rate": 5e-3} and (best["step"], best["status"]) == (6, "done")
    assert [(one["step"], one["status"]) for one in others] == [(6, "done")] * 2
    assert best["eval_loss"] < others[0]["eval_loss"] < others[1]["eval_loss"]
    alone = told(home, "train", *what, "--set", "learning_rate=5e-3")
    assert alone["eval_loss_after"] == best["eval_loss"]
    _, said = ended(home, "sweep", "--name", "rates")
    assert "best" in said and "0.005" in said and "step 6/6" not in said


def test_that_trainings_from_choices_are_ranked_by_right_choices(
    demo_gguf: Path, home: dict[str, str], tmp_path: Path
) -> None:
    pairs = write_pairs(tmp_path / "pairs.jsonl")
    what = (
        "--model",
        str(demo_gguf),
        "--data",
        str(pairs),
        *SHORT,
        "--set",
        "objective=dpo",
        "--set",
        "eval_share=0.2",
    )
    found = told(home, "sweep", *what, "--try", "learning_rate=1e-5,5e-3", "--name", "liked")
    near, far = found["trials"]
    assert found["best"] == near["run"] and near["settings"] == {"learning_rate": 1e-5}
    assert far["eval_loss"] < near["eval_loss"] and near["answers"] == far["answers"] > 1
    assert near["choices"]["distance"] < 0.5 < far["choices"]["distance"]
    _, said = ended(home, "sweep", "--name", "liked")
    assert "right choices" in said and "Ranked last, as they moved too far" in said
    code, said = ended(home, "sweep", *what, "--try", "objective=dpo,orpo")
    assert code == 1 and "could not be compared" in said


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_that_ctrl_c_stops_it_and_its_name_goes_on(demo_gguf: Path, home: dict[str, str]) -> None:
    what = ("--model", str(demo_gguf), "--data", str(CHAT.data), *SHORT)
    tried = ("--case", "rank=2", "--case", "max_steps=1", "--name", "both")
    running = subprocess.Popen(
        command("sweep", *what, *_NEVER_ENDS, *tried),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=home,
        text=True,
    )
    assert running.stdout is not None
    for line in running.stdout:
        if "Checkpoint at step 2" in line:
            running.send_signal(signal.SIGINT)
            break
    said, _ = running.communicate(timeout=WAIT)
    assert running.returncode == 130, said
    assert "2 of 2" not in said
    folder = next(Path(home["LUTHIER_HOME"]).glob("runs/*-1/run.json"))
    for file in (folder, folder.parent / "checkpoints" / "run.json"):  # so that it comes to an end
        content = json.loads(file.read_bytes())
        content["config"]["max_steps"], content["checksum"] = 60, ""
        assert file.write_text(json.dumps(content))
    found = told(home, "sweep", "--name", "both")
    assert {one["status"] for one in found["trials"]} == {"done"}


def test_that_a_training_that_is_busy_ends_it(demo_gguf: Path, home: dict[str, str]) -> None:
    what = ("--model", str(demo_gguf), "--data", str(CHAT.data), *SHORT, "--try", "rank=2,4", "--name", "busy")
    base = p.TrainJob(model=str(demo_gguf), data=str(CHAT.data), run=str(Path(home["LUTHIER_HOME"]) / "runs" / "one"))
    run = create(msgspec.structs.replace(base, sweep=OfSweep(name="busy", trials=1)))
    with locked(run):
        done = subprocess.run(
            command("sweep", "--name", "busy"), capture_output=True, timeout=WAIT, env=home, text=True
        )
    assert done.returncode == 1 and "one" in done.stderr
    again = subprocess.run(command("sweep", *what), capture_output=True, timeout=WAIT, env=home, text=True)
    assert again.returncode == 2 and "already" in again.stderr
