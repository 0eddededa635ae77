"""The short form of what docs/reliability.md has of downloads on bad days."""

from __future__ import annotations

from tests.lab.faults.apart import rows_apart


def test_that_downloads_end_with_the_right_bytes_and_leave_nothing() -> None:
    for row in rows_apart("network", short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
