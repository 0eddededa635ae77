"""The short form of what docs/reliability.md has of folders that are read-only or vanish."""

from __future__ import annotations

import pytest

from tests.lab.faults.apart import rows_apart


@pytest.mark.slow
def test_that_a_folder_that_is_barred_or_gone_is_told_and_ends_nothing_else() -> None:
    for row in rows_apart("places", short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
