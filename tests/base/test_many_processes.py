"""Several Luthiers at once: the window starts jobs side by side, and people have more than one terminal."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from core.base import cache
from core.base.cache import BoundedFolder
from core.base.files import partial_of, written_whole
from core.data.tokens.token_cache import new_entry, open_cached

PROCESSES, ROUNDS = 4, 40  # by hand: LUTHIER_ROUNDS=2000
SIZE = 1 << 16  # bytes of a file

_together: list[Barrier] = []


def _begin(barrier: Barrier) -> None:
    _together.append(barrier)


def make_entries(folder: Path, me: int, number: int) -> None:
    """Now the same entry as the others, now one of its own."""
    name = f"{number % 8 + (0 if number % 2 else 8 * (me + 1)):032x}"
    with new_entry(folder / "tokens" / name) as writer:
        writer.finish((), 0.0)
    assert open_cached(folder / "tokens" / name, (), was_there=False) is not None


def write_a_file(folder: Path, me: int, _number: int) -> None:
    path = folder / "shared.json"
    with written_whole(path) as partial:
        partial.write_bytes(bytes([me]) * SIZE)
    found = path.read_bytes()
    assert len(found) == SIZE and len(set(found)) == 1  # some process's, whole


def keep_copies(folder: Path, me: int, number: int) -> None:
    """There is room for three, and four at once want to keep theirs."""
    cache.MOST = 3 * SIZE
    kept = BoundedFolder(folder / "copies")
    kept.make_room(SIZE)
    with written_whole(kept.path / f"{me}-{number:016x}") as partial:
        partial.write_bytes(bytes(SIZE))
    kept.used(f"{me}-{number:016x}")
    assert kept.size <= 2 * PROCESSES * SIZE


def _many_times(work: Callable[[Path, int, int], None], folder: Path, me: int, rounds: int) -> list[str]:
    """What went wrong."""
    failures = []
    _together[0].wait()
    for number in range(rounds):
        try:
            work(folder, me, number)
        except Exception as error:
            failures.append(repr(error))
    return failures


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    begin = (context.Barrier(PROCESSES),)
    with ProcessPoolExecutor(PROCESSES, context, initializer=_begin, initargs=begin) as pool:
        yield pool


@pytest.mark.process
@pytest.mark.parametrize("work", [make_entries, write_a_file, keep_copies])
def test_that_processes_do_not_disturb_each_other(
    work: Callable[[Path, int, int], None], processes: ProcessPoolExecutor, tmp_path: Path
) -> None:
    rounds = int(os.environ.get("LUTHIER_ROUNDS", ROUNDS))
    jobs = [processes.submit(_many_times, work, tmp_path, me, rounds) for me in range(PROCESSES)]
    assert [failure for job in jobs for failure in job.result()] == []
    assert not list(tmp_path.rglob("*.part"))


def test_that_what_a_killed_process_left_goes_and_a_living_ones_stays(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    left, at_work = tmp_path / f"{path.name}.{2**22 + 1}.part", tmp_path / f"{path.name}.{os.getppid()}.part"
    download = tmp_path / f"{path.name}.part"
    for other in (left, at_work, download):
        other.write_bytes(b"some")
    with written_whole(path) as partial:
        assert partial == partial_of(path)
        partial.write_bytes(b"whole")
    assert sorted(tmp_path.iterdir()) == sorted([path, at_work, download])


def test_that_room_is_not_made_of_what_is_being_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 1000)
    at_work = tmp_path / f"{'c0' * 20}.{os.getppid()}.part"
    at_work.write_bytes(bytes(600))
    BoundedFolder(tmp_path).make_room(600)
    assert at_work.exists()
