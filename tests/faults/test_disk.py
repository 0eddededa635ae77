"""The short form of what docs/reliability.md has of a disk that is full."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.faults import disk


@pytest.mark.slow
def test_that_a_full_disk_is_told_and_costs_nothing_that_was_saved(tmp_path: Path) -> None:
    reason = disk.why_not(disk.NAMESPACE)
    if reason:
        pytest.skip(reason)
    for row in disk.rows(tmp_path, short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
        assert (row.tried and "full" in row.message) or "caches" in row.fault, row
