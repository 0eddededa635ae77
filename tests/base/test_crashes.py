"""What a crash in native code leaves: real ones, each in a process of its own."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.base import logs
from core.base.logs import Crash, crash_file, crash_of, own_file
from core.base.paths import logs_dir
from core.engine.kernels.library import library_file
from tests.support.crashing import WEIGHT

needs_kernels = pytest.mark.skipif(not library_file().exists(), reason="no kernels on this processor")
PRODUCT = f"f32 [64, 64] {WEIGHT}"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUTHIER_HOME", str(tmp_path))
    return tmp_path


def crashed(*arguments: str) -> tuple[Crash, str, int]:
    """What the process left, its file's text, and its exit code."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.crashing", *arguments], stderr=subprocess.PIPE, text=True
    ) as process:
        process.communicate(timeout=60)
    left = crash_of(process.pid)
    assert left is not None
    return left, left.path.read_text(), process.returncode


@pytest.mark.process
@needs_kernels
@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize(
    ("how", "node"),
    [
        ("kernel", "CUSTOM norm f32 [64, 32]"),
        ("product", f"MUL_MAT f32 [64, 32] node_4 of {PRODUCT}, f32 [64, 32]"),
        ("signal", "CUSTOM an unknown function f32 [64, 32]"),
    ],
)
def test_that_a_crash_leaves_the_node_its_shapes_and_both_stacks(how: str, node: str, threads: str) -> None:
    left, text, exit_code = crashed(how, threads)
    assert exit_code == -signal.SIGSEGV
    assert left.name == "SIGSEGV" and left.graph == "layer 3, forward" and left.node.startswith(node)
    native, python = text.split("Native stack:")[1].split("Python stack:")
    assert "libggml-cpu" in native
    assert "backend.py" in python and "in main" in python
    assert stat.S_IMODE(left.path.stat().st_mode) == 0o600


@pytest.mark.process
@needs_kernels
def test_that_what_ggml_refuses_is_left_in_its_own_words() -> None:
    left, _, exit_code = crashed("assert", "1")
    assert exit_code == -signal.SIGABRT and left.name == "SIGABRT"
    assert "GGML_ASSERT(i01 >= 0 && i01 < ne01) failed" in left.message
    assert left.node.startswith("GET_ROWS f32 [32] node_5 of f32 [32, 32]")
    assert left.message in left.in_words() and str(left.path) in left.in_words()


@pytest.mark.process
def test_that_pythons_stack_is_left_where_there_are_no_kernels() -> None:
    code = "import ctypes; from core.base.logs import crash_file\nwith crash_file(): ctypes.string_at(1)"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL) as process:
        process.wait(60)
    left = crash_of(process.pid)
    assert left is not None and left.name == "Segmentation fault" and not left.node
    assert "string_at" in left.path.read_text()


def test_that_a_job_that_ends_well_leaves_nothing() -> None:
    with crash_file():
        own = own_file()
        assert own is not None and own.parent == logs_dir()
        assert crash_of(os.getpid()) is None
    assert not list(logs_dir().iterdir())


@pytest.mark.process
def test_that_files_of_killed_processes_and_old_reports_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "KEPT", 2)
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    logs_dir().mkdir()
    (logs_dir() / f"crash-20261101-000000-{gone.pid}.txt").touch()
    for day in range(2, 6):
        (logs_dir() / f"crash-2026110{day}-000000-{gone.pid}.txt").write_text("Crash: SIGSEGV\n")
    with crash_file():
        left = sorted(path.name[6:14] for path in logs_dir().iterdir() if path.stat().st_size)
    assert left == ["20261104", "20261105"]


def test_that_a_report_of_an_earlier_process_of_this_number_is_not_taken_for_its_own() -> None:
    logs_dir().mkdir()
    (logs_dir() / "crash-20261101-000000-77.txt").write_text("Crash: SIGBUS\n")
    written = (logs_dir() / "crash-20261101-000000-77.txt").stat().st_mtime
    assert crash_of(77, since=written) is not None
    assert crash_of(77, since=written + 1) is None


def test_that_a_folder_that_takes_nothing_does_not_stop_a_job(home: Path) -> None:
    (home / "logs").write_text("a file in its place")
    with crash_file():
        assert own_file() is None
