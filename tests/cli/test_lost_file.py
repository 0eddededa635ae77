"""A model that is cut short while a command reads it: the process is ended by the system (SIGBUS), and says why."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.base.logs import words_of_the_dying
from core.engine.kernels.library import load_kernels
from tests.support.data import write_book

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or load_kernels().library is None, reason="what says so is not compiled here"
)
WAIT_S = 120


@contextmanager
def luthier(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-m", "core.cli", *arguments]
    environment = {**os.environ, "LUTHIER_DEVICE": "cpu"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        yield process


@pytest.fixture
def model(demo_gguf: Path, tmp_path: Path) -> Path:
    """A copy that may be spoilt."""
    copy = tmp_path / "m.gguf"
    copy.write_bytes(demo_gguf.read_bytes())
    return copy


def test_that_a_conversation_says_which_file_was_lost(model: Path) -> None:
    with luthier("chat", "--model", str(model), "--max-tokens", "3") as chat:
        assert chat.stdin is not None and chat.stdout is not None
        print("Once upon a time", file=chat.stdin, flush=True)
        assert chat.stdout.readline()
        cut(model)
        _, said = chat.communicate("And then\n", timeout=WAIT_S)
    assert (chat.returncode, said.splitlines()[-2:]) == (1, expected(model))


def test_that_an_evaluation_says_which_file_was_lost(model: Path, tmp_path: Path) -> None:
    book = write_book(tmp_path / "book.txt", 200_000)
    with luthier("eval", "--model", str(model), "--data", str(book)) as evaluation:
        assert evaluation.stdout is not None
        next(line for line in evaluation.stdout if line.startswith("Evaluating"))  # of seconds
        cut(model)
        _, said = evaluation.communicate(timeout=WAIT_S)
    assert (evaluation.returncode, said.splitlines()[-2:]) == (1, expected(model))


def cut(model: Path) -> None:
    os.truncate(model, model.stat().st_size // 50)


def expected(model: Path) -> list[str]:
    before, _, after = words_of_the_dying()
    return f"{before}{model}{after}".splitlines()
