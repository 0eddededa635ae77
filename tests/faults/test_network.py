"""The short form of what docs/reliability.md has of downloads on bad days."""

from __future__ import annotations

from pathlib import Path

from tests.faults import network


def test_that_downloads_end_with_the_right_bytes_and_leave_nothing(tmp_path: Path) -> None:
    for row in network.rows(tmp_path, short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
