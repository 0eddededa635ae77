"""The short form of the suite."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core.engine.kernels.library import library_file
from tests.lab.faults.crashes import rows


@pytest.mark.skipif(sys.platform == "win32" or not library_file().exists(), reason="no kernels on this processor")
def test_that_a_training_whose_worker_crashes_is_told_of_and_goes_on(tmp_path: Path) -> None:
    for row in rows(tmp_path, short=True):
        assert row.survived == row.tried
        assert row.left_over == 0
        assert (
            row.lost_steps is not None and row.lost_steps <= 5 + 5
        )  # checkpoints are 5 apart, and the signal takes its time
        assert "It crashed (SIGSEGV)" in row.message and "Resume goes on from there" in row.message
