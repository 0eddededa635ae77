"""The short form of the suite: trainings whose numbers go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.faults.numbers import rows


@pytest.mark.slow
def test_that_wrong_numbers_cost_no_more_than_a_few_steps(tmp_path: Path) -> None:
    found = list(rows(tmp_path, short=True))
    for row in found:
        assert (row.survived, row.left_over) == (row.tried, 0), row
    back, given_up, refused = found
    assert "rose" in back.message or "not a number" in back.message
    assert "learning rate" in given_up.message
    assert "alpha=1e+09" in refused.message
