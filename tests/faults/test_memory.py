"""The short form of what docs/reliability.md has of memory that runs out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import memory


@pytest.mark.slow
def test_that_a_training_that_the_kernel_ends_says_so_and_goes_on(tmp_path: Path) -> None:
    for row in memory.rows(tmp_path, short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
