"""The order of what is flushed and what gets its name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from core.base.files import written_folder, written_whole
from core.engine.train import checkpoint
from core.engine.train.checkpoint import VECTORS, TrainingProgress, save_checkpoint
from core.runs.files import delete_checkpoint

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others flush by other calls")


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Each flush and each new name as it is done, with the inode."""
    calls: list[tuple[str, int]] = []
    fsync, replace, rename = os.fsync, os.replace, os.rename

    def flushed(descriptor: int) -> None:
        calls.append(("flush", os.fstat(descriptor).st_ino))
        fsync(descriptor)

    def replaced(source: Path, target: Path) -> None:
        calls.append(("name", source.stat().st_ino))
        replace(source, target)

    def renamed(source: Path, target: Path) -> None:
        calls.append(("name", source.stat().st_ino))
        rename(source, target)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(os, "rename", renamed)
    return calls


def _inode(path: Path) -> int:
    return path.stat().st_ino


def test_that_a_file_is_flushed_before_it_gets_its_name_and_its_folder_after(
    tmp_path: Path, done: list[tuple[str, int]]
) -> None:
    file = tmp_path / "new" / "file"
    with written_whole(file) as partial:
        partial.write_bytes(b"all of it")
    file_, folder, above = _inode(file), _inode(file.parent), _inode(tmp_path)
    assert done == [("flush", above), ("flush", file_), ("name", file_), ("flush", folder)]


def test_that_a_folder_is_flushed_with_all_files_before_it_gets_its_name(
    tmp_path: Path, done: list[tuple[str, int]]
) -> None:
    folder = tmp_path / "export"
    with written_folder(folder) as partial:
        (partial / "file").write_bytes(b"all of it")
    file, me, above = _inode(folder / "file"), _inode(folder), _inode(tmp_path)
    assert done == [("flush", above), ("flush", file), ("flush", me), ("name", me), ("flush", above)]


def test_that_a_checkpoint_is_safe_before_an_older_one_goes(
    tmp_path: Path, done: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = {name: np.zeros(4, np.float32) for name in VECTORS}
    older = save_checkpoint(tmp_path, TrainingProgress(step=1), state, lambda path: path.touch(), 1)

    def removed(path: Path) -> None:
        done.append(("remove", path.stat().st_ino if path.exists() else 0))
        delete_checkpoint(path)

    monkeypatch.setattr(checkpoint, "delete_checkpoint", removed)
    first = _inode(older)
    newer = save_checkpoint(tmp_path, TrainingProgress(step=2), state, lambda path: path.touch(), 1)
    named = done.index(("name", _inode(newer)))
    assert {("flush", _inode(path)) for path in (newer, *newer.iterdir())} <= set(done[:named])
    assert done[named + 1] == ("flush", _inode(tmp_path))
    assert ("remove", first) in done[named + 2 :]
