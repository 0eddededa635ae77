"""The short form of what docs/reliability.md has of model and data that change while they are used."""

from __future__ import annotations

import pytest

from tests.lab.faults.apart import rows_apart


@pytest.mark.slow
def test_that_what_happens_to_model_and_data_is_told_and_costs_no_checkpoint() -> None:
    for row in rows_apart("inputs", short=True):
        assert (row.survived, row.left_over) == (row.tried, 0), row
