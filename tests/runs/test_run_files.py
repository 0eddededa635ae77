"""A run's folder may have things of a person's in it. They stay, to the byte, whatever is done to the run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core import protocol as p
from core.base.errors import LuthierError
from core.base.owned_lock import OwnedLock
from core.engine.train import checkpoint
from core.runs import disk as run_disk
from core.runs import files as run_files
from core.runs import run as runs
from core.runs.disk import delete_for_good, holder_of, locked, to_the_bin
from core.runs.recorded import event_line

OWN = {
    "novel.txt": b"Chapter one",
    "photos/sea.jpg": b"\xff\xd8sea",
    "adapter.safetensors": b"of another program",
    "checkpoints/notes.txt": b"which was best",
    "checkpoints/step-000004/notes.txt": b"this one",
    "checkpoints/step-old/adapter.gguf": b"kept by hand",
    "run.json.bak": b"{}",
    "lock.txt": b"combination",
}
LEFT = sorted({*OWN, "checkpoints/step-old", "photos"} - {"photos/sea.jpg", "checkpoints/step-old/adapter.gguf"})


def job(folder: Path) -> p.TrainJob:
    return p.TrainJob(model="m.gguf", data="d.txt", run=str(folder))


def refused(folder: Path) -> str:
    """Why no run begins there; nothing there has changed, nor has anything come."""
    before = content(folder)
    with pytest.raises(LuthierError) as caught:
        runs.create(job(folder))
    assert caught.value.code == "runs.other-files" and str(folder) in caught.value.message and caught.value.hint
    assert content(folder) == before
    return caught.value.message


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def put(folder: Path, files: dict[str, bytes]) -> None:
    for name, what in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(what)


@pytest.fixture
def run(tmp_path: Path) -> runs.Run:
    """With every file that one has."""
    made = runs.create(job(tmp_path / "run"))
    steps = {f"checkpoints/step-{n:06d}/{name}": b"x" for n in (2, 4) for name in checkpoint.CHECKPOINT_FILES}
    others = dict.fromkeys(run_files.FILES - {"run.json", "events.jsonl"}, b"x")
    killed = dict.fromkeys(
        ("types.1.part/q4_k_m.gguf", "adapter.gguf.1.part", "checkpoints/step-000006.part/progress.json"), b"x"
    )
    put(made.folder, steps | others | killed | {"events.jsonl": event_line(p.Notice(code="c", message="m"))})
    return made


@pytest.mark.parametrize(
    "name", ["adapter.gguf", "model.json", "events.jsonl", "checkpoints/step-1", "lock", "novel.txt"]
)
def test_that_no_run_begins_where_anything_lies(tmp_path: Path, name: str) -> None:
    put(tmp_path / "own", {name: b"of another program"})
    assert name.partition("/")[0] in refused(tmp_path / "own") or name in refused(tmp_path / "own")


def test_that_it_is_said_what_lies_there(tmp_path: Path) -> None:
    put(tmp_path, {f"{n}.txt": b"" for n in range(7)})
    assert "0.txt, 1.txt, 2.txt, 3.txt and 3 more" in refused(tmp_path)


def test_that_a_file_and_a_link_are_no_folder_for_a_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(LuthierError, match="a part of its path is a file"):
        runs.create(job(tmp_path / "file"))
    assert (tmp_path / "file").read_bytes() == b"mine"
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "checkpoints").symlink_to(tmp_path, target_is_directory=True)
    assert "checkpoints" in refused(tmp_path / "own")


def test_that_a_run_begins_where_one_was_killed_as_it_began(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    put(folder, {"lock": b"", "lock.owner": b"", f"run.json.{2**22 + 1}.part": b"{", ".DS_Store": b"\0"})
    (folder / "checkpoints").mkdir()
    assert runs.create(job(folder)).info().model == "m.gguf"


def test_that_a_run_goes_whole_where_nothing_else_is_in_it(run: runs.Run) -> None:
    (run.folder / ".DS_Store").write_bytes(b"\0")
    assert delete_for_good(run) == [] and not run.folder.exists()


def test_that_a_persons_files_stay_as_they_are(run: runs.Run, tmp_path: Path) -> None:
    put(run.folder, OWN)
    elsewhere = tmp_path / "elsewhere"
    put(elsewhere, {"adapter.gguf": b"far away"})
    (run.folder / "checkpoints" / "step-000002.part").symlink_to(elsewhere, target_is_directory=True)
    assert run_files.others(run.folder) == sorted([*LEFT, "checkpoints/step-000002.part"])
    assert delete_for_good(run) == sorted([*LEFT, "checkpoints/step-000002.part"])
    assert content(run.folder) == OWN and content(elsewhere) == {"adapter.gguf": b"far away"}


def test_that_the_bin_takes_no_run_with_a_persons_files(run: runs.Run) -> None:
    put(run.folder, OWN)
    before = content(run.folder)
    with pytest.raises(LuthierError) as caught:
        to_the_bin(run)
    assert caught.value.code == "runs.other-files" and "adapter.safetensors" in caught.value.message
    assert content(run.folder) == before


@pytest.mark.parametrize(
    "files", [{}, {"run.json": b'{"of": "another program"}'}, {"run.json": b"{}", "events.jsonl": b"{}\n"}]
)
def test_that_files_of_the_same_names_are_no_run(tmp_path: Path, files: dict[str, bytes]) -> None:
    files = {"adapter.gguf": b"mine", "checkpoints/run.json": b"[1]"} | files
    put(tmp_path / "own", files)
    for delete in (delete_for_good, to_the_bin):
        with pytest.raises(LuthierError) as caught:
            delete(runs.Run(tmp_path / "own"))
        assert caught.value.code == "runs.not-a-run"
    assert content(tmp_path / "own") == files


def test_that_a_damaged_run_can_be_deleted(run: runs.Run) -> None:
    run.info_file.write_bytes(b"")
    run.info_copy.write_bytes(b"")
    assert delete_for_good(run) == [] and not run.folder.exists()


def test_that_tidying_leaves_what_lies_beside_a_checkpoint(run: runs.Run) -> None:
    put(run.folder, {"checkpoints/step-000002/notes.txt": b"mine"})
    run_disk.tidy(run)
    assert content(run.checkpoints_dir / "step-000002") == {"notes.txt": b"mine"}
    assert run.newest_checkpoint() == run.checkpoints_dir / "step-000004"
    assert run_disk.spare_checkpoints(run) == []


def test_that_a_file_called_lock_is_not_taken_for_a_lock(run: runs.Run) -> None:
    file = run.folder / "lock"
    file.write_bytes(b"combination 1234")
    with pytest.raises(LuthierError) as caught, locked(run):
        pass
    assert caught.value.code == "files.cannot-write" and file.read_bytes() == b"combination 1234"
    assert holder_of(run) == "" and file.exists()


@pytest.mark.parametrize("left", [b"", b"4711\nlaptop\n"])  # by flock, and where the disk has none
def test_that_a_lock_that_a_killed_process_left_is_one(tmp_path: Path, left: bytes) -> None:
    file = tmp_path / "lock"
    file.write_bytes(left)
    os.utime(file, (0, 0))
    lock = OwnedLock(file)
    assert lock.take(0.1)
    lock.give_back()
    assert not file.exists()
