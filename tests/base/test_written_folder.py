"""Folders appear whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.base.errors import LuthierError
from core.base.files import written_folder


def test_that_a_folder_takes_its_place_beside_what_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "mine.txt").write_text("mine")
    with written_folder(folder) as partial:
        (partial / "data").mkdir()
        (partial / "data" / "ours.txt").write_text("ours")
        assert not (folder / "data" / "ours.txt").exists()
    assert {file.name for file in (folder / "data").iterdir()} == {"mine.txt", "ours.txt"}
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.process
def test_that_nothing_stays_of_a_folder_that_failed_or_whose_process_was_killed(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (tmp_path / f"export.{ended.pid}.part").mkdir()
    with pytest.raises(LuthierError) as caught, written_folder(tmp_path / "export") as partial:
        (partial / "half").write_text("half")
        raise OSError(28, "No space left on device")
    assert caught.value.code == "files.cannot-write"
    assert not list(tmp_path.iterdir())
