"""What can be made again does not fill the disk."""

import os
import shutil
from pathlib import Path

import pytest

from core.shared import cache
from core.shared.cache import BoundedFolder
from core.shared.errors import LuthierError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BoundedFolder:
    """At most 1,000 bytes; a, b and c hold 300 each, a was used longest ago."""
    monkeypatch.setattr(cache, "MOST", 1000)
    for i, name in enumerate("abc"):
        (tmp_path / name).write_bytes(bytes(300))
        os.utime(tmp_path / name, (1e9 + i, 1e9 + i))
    return BoundedFolder(tmp_path)


def names(folder: BoundedFolder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())


def test_that_nothing_goes_while_there_is_room(folder: BoundedFolder) -> None:
    folder.make_room(100)
    assert names(folder) == ["a", "b", "c"] and folder.size == 900


def test_that_the_least_recently_used_goes_first(folder: BoundedFolder) -> None:
    folder.used("a")
    folder.make_room(200)
    assert names(folder) == ["a", "c"]
    folder.make_room(500)
    assert names(folder) == ["a"]


def test_that_what_may_never_be_kept_costs_nothing_else(folder: BoundedFolder) -> None:
    with pytest.raises(LuthierError, match="may hold"):
        folder.make_room(1001)
    assert names(folder) == ["a", "b", "c"]


def test_that_what_a_dead_worker_left_goes(folder: BoundedFolder) -> None:
    (folder.path / "new.part").write_bytes(b"being written")
    (folder.path / "old.part").write_bytes(b"left over")
    os.utime(folder.path / "old.part", (1e9, 1e9))
    folder.make_room(0)
    assert names(folder) == ["a", "b", "c", "new.part"]


def test_that_it_takes_a_quarter_of_the_disk_at_most(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    assert BoundedFolder(tmp_path / "not there yet").limit <= min(10**10, 0.26 * free)
    with pytest.raises(LuthierError):
        BoundedFolder(tmp_path).make_room(free)
