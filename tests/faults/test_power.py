"""The states that a power cut could leave: the model of the disk, and the short form of the suite."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.faults.power import rows
from tests.lab.faults.power_disk import Disk
from tests.lab.faults.power_trace import can_trace


def test_that_a_file_without_a_flush_may_be_empty_or_gone_after_a_cut() -> None:
    disk = Disk()
    disk.create("a.part")
    disk.write("a.part", 0, b"data")
    disk.rename("a.part", "a")
    left = list(disk.after_a_cut())
    assert {} in left and {"a": b""} in left and {"a": b"data"} in left and {"a": b"da"} in left


def test_that_a_file_is_whole_once_it_and_its_folder_are_flushed() -> None:
    disk = Disk()
    disk.create("a.part")
    disk.write("a.part", 0, b"data")
    disk.flush("a.part")
    disk.rename("a.part", "a")
    assert {} in disk.after_a_cut()
    disk.flush("")
    assert all(tree == {"a": b"data"} for tree in disk.after_a_cut())


@pytest.mark.slow
@pytest.mark.skipif(not can_trace(), reason="strace is not here, or may not look")
def test_that_a_run_opens_and_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    found = list(rows(tmp_path, short=True))
    assert [row.tried for row in found] == [150, 1]
    assert all(row.survived == row.tried and not row.left_over and not row.lost_steps for row in found), found
