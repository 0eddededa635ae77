"""The processor's library of a downloaded program: the best that runs here, by what each says of itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from core.engine.ggml.lib import VARIANTS, best_variant

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="compiles libraries")


def library(folder: Path, kind: str, score: int) -> Path:
    """As ggml builds them, but with nothing in it than its score."""
    path = folder / VARIANTS.replace("*", kind)
    source = f"int ggml_backend_score(void) {{ return {score}; }}"
    command = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(path)]
    subprocess.run(command, input=source, text=True, check=True)
    return path


@pytest.mark.process
def test_that_the_highest_score_is_taken(tmp_path: Path) -> None:
    library(tmp_path, "x64", 1)
    best = library(tmp_path, "haswell", 64)
    library(tmp_path, "zen4", 0)
    assert best_variant(tmp_path) == best


@pytest.mark.process
def test_that_one_which_cannot_run_here_is_never_taken(tmp_path: Path) -> None:
    library(tmp_path, "zen4", 0)
    assert best_variant(tmp_path) is None


def test_that_there_may_be_none(tmp_path: Path) -> None:
    assert best_variant(tmp_path) is None
