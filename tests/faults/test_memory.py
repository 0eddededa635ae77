"""The short form of what docs/reliability.md has of memory that runs out."""

from __future__ import annotations

import pytest

from tests.lab.faults.apart import rows_apart


@pytest.mark.slow
def test_that_a_training_that_the_kernel_ends_says_so_and_goes_on() -> None:
    for row in rows_apart("memory", short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
