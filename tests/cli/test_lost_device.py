"""`luthier train` where the graphics driver gives up: the command goes on, and Ctrl+C still stops and keeps."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
import psutil
import pytest

from core.runs.run import Run
from tests.support.data import write_book
from tests.support.losing_worker import MODULE, Order, marks

WAIT = 120  # seconds: far more than needed, so that only a hanging program is stopped


@pytest.mark.slow
@pytest.mark.parametrize("presses", [1, 2])
def test_that_ctrl_c_ends_a_training_whose_process_was_lost(demo_gguf: Path, tmp_path: Path, presses: int) -> None:
    (tmp_path / "marks").mkdir()
    order = Order(lose=(3,), marks=str(tmp_path / "marks"))
    text = write_book(tmp_path / "text.txt", 20_000)
    run = Run(tmp_path / "run")
    settings = ["context=64", "rank=2", "max_steps=100000", "grad_accumulation=1", "save_every=2", "threads=1"]
    arguments = ["train", "--model", demo_gguf, "--data", text, "--run", run.folder]
    command = [*arguments, *(part for setting in settings for part in ("--set", setting))]
    with subprocess.Popen(
        [sys.executable, "-m", MODULE, msgspec.json.encode(order), "luthier", *map(str, command)],
        stdout=subprocess.PIPE, text=True,
    ) as train:  # fmt: skip
        assert train.stdout
        printed = list(_until(train.stdout, "Going on after step 2 of"))
        printed += _until(train.stdout, "step 3/", "tokens/s")
        for _ in range(presses):
            train.send_signal(signal.SIGINT)
            printed += _until(train.stdout, "Press Ctrl+C again")
        printed += train.stdout.readlines()
        assert train.wait(WAIT) == 130
    told = " ".join("".join(printed).split())
    assert "Most likely the graphics driver of vulkan:0 gave up. Training goes on from step 2" in told
    for pid, _ in marks(order):
        if psutil.pid_exists(pid):
            psutil.Process(pid).wait(WAIT)
    newest = run.newest_checkpoint()  # a second press may leave half of one beside it
    assert newest and int(newest.name[5:]) >= 2
    assert run.status() in (["stopped"] if presses == 1 else ["stopped", "interrupted"])


def _until(stream: IO[str], *texts: str) -> Iterator[str]:
    """Its lines, up to one with any of the texts, or its end."""
    for line in stream:
        yield line
        if any(text in line for text in texts):
            return
