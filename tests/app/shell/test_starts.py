"""A start that does not come up is seen by the next, which leaves aside what that one remembered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.shell import memory
from app.shell.application import Mark, Start
from app.shell.memory import Memory
from core.base import paths
from core.base.logs import logs_folder
from core.base.own_process import own_process
from core.base.systems.processes import born

REMEMBERED = Memory(page="data", pages={"data": {"data": "a.csv"}})


@pytest.fixture(autouse=True)
def remembered(home: Path) -> None:
    home.mkdir()
    memory.save(memory.encoded(REMEMBERED))


def marked(pid: int, *, is_up: bool = False, birth: str = "long ago") -> Path:
    """The mark that a process left."""
    file = paths.config_dir() / f"window-start.{pid}"
    file.write_bytes(msgspec.json.encode(Mark(birth, is_up)))
    return file


def gone() -> int:
    """The number of a process that is not there any more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def begun() -> Start:
    start = Start()
    start.begin()
    return start


@pytest.mark.process
def test_that_what_a_start_died_of_is_kept_aside_and_the_next_begins_without_it() -> None:
    file = marked(gone())
    start = begun()
    assert memory.load() == Memory() and not file.exists()
    assert start.aside is not None and b"a.csv" in start.aside.read_bytes()

    start.is_done()
    assert begun().aside is None


@pytest.mark.process
def test_that_a_start_that_came_up_or_goes_on_says_nothing_of_what_is_remembered() -> None:
    begun().is_done()
    marked(os.getppid(), birth=born(os.getppid()))  # another window, which is still starting
    seen = marked(gone(), is_up=True)  # closed by the user before all pages were there
    assert begun().aside is None and memory.load() == REMEMBERED
    assert not seen.exists() and len(list(paths.config_dir().glob("window-start.*"))) == 2


@pytest.mark.process
def test_that_a_crash_counts_also_after_the_window_was_seen() -> None:
    pid = gone()
    marked(pid, is_up=True)
    report = logs_folder() / f"crash-20300101-120000-{pid}.txt"
    report.write_text("Fatal Python error: Segmentation fault\n", encoding="utf-8")
    os.utime(report, (2**31, 2**31))
    assert begun().aside is not None


@pytest.mark.process
@pytest.mark.parametrize("content", [b"", b"[1]", b"\xff", b'{"born": 7}'])
def test_that_a_broken_mark_is_that_of_a_start_that_failed(content: bytes) -> None:
    marked(gone()).write_bytes(content)
    (paths.config_dir() / "window-start.old").write_bytes(b"")  # nobody's
    assert begun().aside is not None


def test_that_a_number_that_was_given_again_is_no_start_that_goes_on() -> None:
    marked(os.getppid())
    assert begun().aside is not None


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_that_no_screen_is_told_in_a_sentence() -> None:
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in named}
    done = subprocess.run(own_process("app"), env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: The window cannot open: Qt finds no screen")


@pytest.mark.process
def test_that_a_library_of_the_system_that_is_missing_is_told_in_a_sentence(tmp_path: Path) -> None:
    """As Python says it where Debian is minimal."""
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6" / "__init__.py").touch()
    missing = "libglib-2.0.so.0: cannot open shared object file: No such file or directory"
    (tmp_path / "PySide6" / "QtCore.py").write_text(f"raise ImportError({missing!r}, name='PySide6.QtCore')")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "app"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert f"a library that Qt needs is missing ({missing})" in done.stderr and "Traceback" not in done.stderr
    assert "`make setup`" in done.stderr
