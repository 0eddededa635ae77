"""What can be made again does not fill the disk."""

import os
import shutil
from pathlib import Path

import pytest

from core.base import cache
from core.base.cache import BoundedFolder
from core.base.errors import LuthierError

A, B, C = (letter * 40 for letter in "abc")  # as files there are called, by a checksum
NEW, OLD = f"{'d' * 40}.part", f"{'e' * 40}.part"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BoundedFolder:
    """At most 1,000 bytes; a, b and c hold 300 each, a was used longest ago."""
    monkeypatch.setattr(cache, "MOST", 1000)
    for i, name in enumerate((A, B, C)):
        (tmp_path / name).write_bytes(bytes(300))
        os.utime(tmp_path / name, (1e9 + i, 1e9 + i))
    return BoundedFolder(tmp_path)


def names(folder: BoundedFolder) -> list[str]:
    return sorted(path.name for path in folder.path.iterdir())


def test_that_nothing_goes_while_there_is_room(folder: BoundedFolder) -> None:
    folder.make_room(100)
    assert names(folder) == [A, B, C] and folder.size == 900


def test_that_the_least_recently_used_goes_first(folder: BoundedFolder) -> None:
    folder.used(A)
    folder.make_room(200)
    assert names(folder) == [A, C]
    folder.make_room(500)
    assert names(folder) == [A]


def test_that_what_may_never_be_kept_costs_nothing_else(folder: BoundedFolder) -> None:
    with pytest.raises(LuthierError, match="may hold"):
        folder.make_room(1001)
    assert names(folder) == [A, B, C]


def test_that_what_a_dead_worker_left_goes(folder: BoundedFolder) -> None:
    (folder.path / NEW).write_bytes(b"being written")
    (folder.path / OLD).write_bytes(b"left over")
    os.utime(folder.path / OLD, (1e9, 1e9))
    folder.make_room(0)
    assert names(folder) == sorted([A, B, C, NEW])


def test_that_it_takes_a_quarter_of_the_disk_at_most(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    assert BoundedFolder(tmp_path / "not there yet").limit <= min(10**10, 0.26 * free)
    with pytest.raises(LuthierError):
        BoundedFolder(tmp_path).make_room(free)


def test_that_what_a_person_keeps_there_stays(folder: BoundedFolder) -> None:
    """However old: LUTHIER_HOME may name a folder that has a `cache` of its own."""
    own = {"novel.txt": b"one", "deadbeef": b"two", "old.part": b"three", f"{A}.txt": b"four", "files/a.json": b"five",
           f"{'9' * 32}/about.txt": b"six"}  # fmt: skip
    for name, content in own.items():
        (folder.path / name).parent.mkdir(exist_ok=True)
        (folder.path / name).write_bytes(content)
        os.utime(folder.path / name, (1e8, 1e8))
    (folder.path / f"{'1' * 32}").mkdir()
    (folder.path / f"{'1' * 32}" / "tokens.bin").write_bytes(bytes(9))
    (folder.path / f"{'2' * 32}").symlink_to(folder.path / "files", target_is_directory=True)
    assert folder.size == 900
    folder.make_room(900)
    cache.clear(folder.path)
    files = [path for path in folder.path.rglob("*") if path.is_file()]
    left = {path.relative_to(folder.path).as_posix(): path.read_bytes() for path in files}
    assert left == own


def test_that_a_cache_goes_whole_where_nothing_else_is_in_it(folder: BoundedFolder) -> None:
    cache.clear(folder.path)
    assert not folder.path.exists()


def test_that_what_was_unpacked_goes_with_its_files(tmp_path: Path) -> None:
    entry, own = tmp_path / "unpacked" / f"{'1' * 32}", tmp_path / "unpacked" / "mine" / "a.csv"
    for file in (entry / "about.json", entry / "talks.zip" / "deep" / "a.csv", own):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"a,b")
    cache.clear(tmp_path / "unpacked")
    assert not entry.exists() and own.exists()
