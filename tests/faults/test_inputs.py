"""The short form of what docs/reliability.md has of model and data that change while they are used."""

from __future__ import annotations

from pathlib import Path

from tests.faults import inputs


def test_that_what_happens_to_model_and_data_is_told_and_costs_no_checkpoint(tmp_path: Path) -> None:
    for row in inputs.rows(tmp_path, short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
