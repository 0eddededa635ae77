"""The short form of the fault suite: processes that are killed, stopped, or cut off."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.lab.faults import asleep, kills, signals, together, window
from tests.lab.faults.table import Row

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="by POSIX signals and a fork")


def require_survived(rows: list[Row]) -> None:
    assert rows
    for row in rows:
        assert row.survived == row.tried > 0, row
        assert row.left_over == 0 and (row.lost_steps or 0) <= kills.SAVE_EVERY and row.message, row


@pytest.mark.slow
def test_that_a_killed_worker_leaves_nothing_half_written_and_the_same_bytes_come(tmp_path: Path) -> None:
    require_survived(list(kills.rows(tmp_path, short=True)))


@pytest.mark.slow
def test_that_a_worker_stands_being_stopped_and_cut_off(tmp_path: Path) -> None:
    require_survived(list(signals.rows(tmp_path, short=True)))


@pytest.mark.slow
def test_that_a_run_outlives_its_window(tmp_path: Path) -> None:
    require_survived(list(window.rows(tmp_path, short=True)))


@pytest.mark.slow
def test_that_two_programs_at_one_thing_do_not_harm_each_other(tmp_path: Path) -> None:
    require_survived(list(together.rows(tmp_path, short=True)))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into pipes and stops groups of processes as Linux does")
def test_that_a_training_goes_on_when_its_window_or_all_stood_still(tmp_path: Path) -> None:
    require_survived(list(asleep.rows(tmp_path, short=True)))
