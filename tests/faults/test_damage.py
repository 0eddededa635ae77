"""The short form of the suite: twenty-odd damages to the files of a run."""

from __future__ import annotations

from pathlib import Path

from tests.lab.faults import damage


def test_that_no_damage_to_a_runs_files_makes_another_adapter(tmp_path: Path) -> None:
    found = {row.fault: row for row in damage.rows(tmp_path, True)}
    assert set(found) == {f"{name} damaged" for name in damage.SHORT_FILES}
    for row in found.values():
        assert row.survived == row.tried, row.message
        assert row.left_over == 0
    message = found["adapter.gguf damaged"].message
    assert "is not a usable adapter" in message or "adapter.gguf is damaged" in message
    assert max(row.lost_steps or 0 for row in found.values()) <= damage.CONFIG.save_every
