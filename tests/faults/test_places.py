"""The short form of what docs/reliability.md has of folders that are read-only or vanish."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import places


@pytest.mark.slow
def test_that_a_folder_that_is_barred_or_gone_is_told_and_ends_nothing_else(tmp_path: Path) -> None:
    for row in places.rows(tmp_path, short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
