"""Who has a lock is known by name as long as he lives, and a lock that nobody has is nobody's."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from core.base import settings
from core.base.errors import Cancelled, LuthierError
from core.base.owned_lock import OwnedLock, Owner, made_once, moving, require_not_moving
from core.jobs.training.recorder import recorder
from core.protocol import TrainJob
from core.runs.disk import delete_for_good, holder_of, locked, locked_apart, tidy
from core.runs.files import LOCK
from core.runs.run import Run, create
from tests.support.checkpoints import quiet
from tests.support.places import ROOT

_HOLD = """
import sys
from pathlib import Path
sys.argv = ["luthier", "train"]
from core.base.owned_lock import OwnedLock
lock = OwnedLock(Path(PATH))
assert lock.take()
print("held", flush=True)
sys.stdin.read()
"""
_WITHOUT_FLOCK = """
import ctypes, struct, sys
flock = 73 if sys.argv[1] == "x86_64" else 32
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, flock), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
code = b"".join(struct.pack("HBBI", *step) for step in steps)
class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))
prctl = ctypes.CDLL(None).prctl
prctl.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 4]
assert prctl(38, 1, 0, 0, 0) == 0
assert prctl(22, 2, ctypes.cast(ctypes.byref(Program(len(steps), code)), ctypes.c_void_p), 0, 0) == 0
"""


@contextmanager
def holding(path: Path, before: str = "") -> Iterator[subprocess.Popen[str]]:
    """Another process, which has the lock. before: what it does first."""
    code = before + _HOLD.replace("PATH", repr(str(path)))
    command = [sys.executable, "-c", code, platform.machine()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


@pytest.mark.process
def test_that_a_lock_says_who_has_it_and_leaves_nothing(tmp_path: Path) -> None:
    lock = OwnedLock(tmp_path / "lock")
    with holding(lock.path) as other:
        assert lock.is_held and not lock.take()
        assert lock.holder.startswith(f"`luthier train` (process {other.pid}), since 20")
    assert not lock.is_held and lock.owner is None
    with lock.held(lambda holder: LuthierError("busy", holder)):
        assert lock.owner is not None and lock.owner.pid == os.getpid()
    assert not list(tmp_path.iterdir())


@pytest.mark.process
def test_that_what_a_killed_process_had_is_free_and_no_longer_its(tmp_path: Path) -> None:
    lock = OwnedLock(tmp_path / "lock")
    with holding(lock.path) as other:
        other.kill()
        other.wait()
        assert lock.path.with_name("lock.owner").exists() and lock.owner is None
        assert lock.take()
        lock.give_back()
    assert not list(tmp_path.iterdir())


def test_that_an_owner_on_another_computer_is_named_with_it(tmp_path: Path) -> None:
    lock = OwnedLock(tmp_path / "lock")
    owner = Owner(pid=1, born="?", host=f"not-{socket.gethostname()}", program="`luthier train`", since=0.0)
    lock.path.with_name("lock.owner").write_bytes(msgspec.json.encode(owner))
    assert f"`luthier train` on not-{socket.gethostname()} (process 1)" in lock.holder


@pytest.mark.process
@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64") or sys.platform != "linux", reason="by seccomp")
def test_that_a_disk_without_locks_of_the_systems_has_them_all_the_same(tmp_path: Path) -> None:
    lock = OwnedLock(tmp_path / "lock")
    with holding(lock.path, _WITHOUT_FLOCK) as other:
        asked = subprocess.run(
            [sys.executable, "-c", _WITHOUT_FLOCK + _HOLD.replace("PATH", repr(str(lock.path))), platform.machine()],
            cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert "held" not in asked.stdout and "AssertionError" in asked.stderr and "Warning" not in asked.stderr
        assert lock.holder.startswith(f"`luthier train` (process {other.pid})")
        other.kill()
        other.wait()
        with holding(lock.path, _WITHOUT_FLOCK) as next_one:
            assert f"process {next_one.pid})" in lock.holder
        given_back = f"{_WITHOUT_FLOCK}{_HOLD}lock.give_back()".replace("PATH", repr(str(tmp_path / "own")))
        command = [sys.executable, "-c", given_back, platform.machine()]
        subprocess.run(command, cwd=ROOT, check=True, stdin=subprocess.DEVNULL)
        assert not list(tmp_path.glob("own*"))


@pytest.mark.process
def test_that_the_second_waits_for_what_the_first_makes_and_is_told(tmp_path: Path) -> None:
    made, told, asked = tmp_path / "made", list[tuple[str, str]](), threading.Event()
    with holding(tmp_path / "made.lock") as other:

        def wait() -> None:
            with made_once(made, "A thing", lambda code, message, hint: told.append((code, message)), asked.set):
                made.touch()

        second = threading.Thread(target=wait)
        second.start()
        assert asked.wait(60) and not made.exists()
        other.kill()
        second.join(60)
    assert made.exists() and [code for code, _ in told] == ["cache.waits"]
    assert f"process {other.pid}" in told[0][1] and [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.process
def test_that_who_waits_can_be_called_off(tmp_path: Path) -> None:
    def call_off() -> None:
        raise Cancelled

    with (
        holding(tmp_path / "made.lock"),
        pytest.raises(Cancelled),
        made_once(tmp_path / "made", "A thing", quiet, call_off),
    ):
        pytest.fail("another has it")


@pytest.mark.process
def test_that_a_change_of_the_settings_waits_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    settings.change(threads=3)
    monkeypatch.setattr(settings, "CHANGED_S", 0.1)
    with holding(settings.settings_file().with_suffix(".lock")) as other:
        with pytest.raises(LuthierError, match=f"process {other.pid}") as refused:
            settings.change(threads=4)
        assert refused.value.code == "settings.busy" and settings.load().threads == 3
    assert settings.change(threads=4).threads == settings.load().threads == 4


def test_that_nothing_begins_while_a_folder_is_moved() -> None:
    with moving():
        with pytest.raises(LuthierError) as refused:
            require_not_moving()
        assert refused.value.code == "moving.busy" and f"process {os.getpid()}" in refused.value.message
        with pytest.raises(LuthierError, match="is being moved by"), moving():
            pytest.fail("one at a time")
    require_not_moving()


@pytest.mark.parametrize("do", [delete_for_good, tidy])
@pytest.mark.parametrize("hold", [locked, locked_apart])
def test_that_a_run_that_a_process_has_is_left_alone(do: object, hold: object, tmp_path: Path) -> None:
    run = create(TrainJob(model="m", data="d", run=str(tmp_path / "run")))
    (run.checkpoints_dir / "step-000001").mkdir()
    with hold(run), pytest.raises(LuthierError) as refused:  # type: ignore[operator]
        assert holder_of(run)
        do(run)  # type: ignore[operator]
    assert refused.value.code == "runs.busy" and (run.checkpoints_dir / "step-000001").is_dir()
    delete_for_good(run)
    assert not run.folder.exists()


@pytest.mark.process
def test_that_a_training_that_just_begins_is_named_by_its_process(tmp_path: Path) -> None:
    run = Run(tmp_path / "run")
    run.checkpoints_dir.mkdir(parents=True)
    with holding(run.folder / LOCK) as process:
        (run.checkpoints_dir / f"run.json.{process.pid}.part").touch()  # so far it has written no more
        with (
            pytest.raises(LuthierError, match=rf"luthier train` \(process {process.pid}\)") as refused,
            recorder(TrainJob(model="", data="", run=str(run.folder)), quiet),
        ):
            pass
    assert refused.value.code == "runs.busy"
