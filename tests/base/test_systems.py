"""What differs by system, through small seams: what Windows and macOS refuse or say is said here in their place."""

from __future__ import annotations

import ast
import io
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.workers.endings import cause
from app.workers.process import WorkerOutcome
from core.base import own_process
from core.base.child_process import claim_stdout
from core.base.errors import LuthierError
from core.base.files import written_whole
from core.base.systems import disk, processes, terminals
from core.base.systems.disk import take_place
from core.data.tokens import token_cache
from core.engine.train.checkpoint import CHECKSUMS, VECTORS, TrainingProgress, load_newest, save_checkpoint

ROOT = Path(__file__).parents[2]
IN_USE = 32


def refused(number: int) -> OSError:
    """As Windows says it; elsewhere an OSError has no such number."""
    error = PermissionError(13, "The process cannot access the file because it is being used by another process")
    error.winerror = number  # type: ignore[attr-defined]
    return error


@pytest.fixture
def refuses(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Path.replace is refused so often with that number; gives a list that grows with each attempt."""

    def refuse(number: int, times: int) -> list[int]:
        attempts, replace = list[int](), Path.replace

        def replaced(self: Path, target: Path) -> Path:
            attempts.append(number)
            if len(attempts) <= times:
                raise refused(number)
            return replace(self, target)

        monkeypatch.setattr(Path, "replace", replaced)
        monkeypatch.setattr(disk, "_PAUSE_S", 0.0)
        return attempts

    return refuse


def test_that_a_file_which_is_read_for_a_moment_is_replaced_after_it(
    tmp_path: Path, refuses: Callable[..., list[int]]
) -> None:
    attempts = refuses(IN_USE, times=3)
    file = tmp_path / "run.json"
    file.write_text("old")
    with written_whole(file) as partial:
        partial.write_text("new")
    assert file.read_text() == "new"
    assert len(attempts) == 4
    assert list(tmp_path.iterdir()) == [file]


def test_that_a_file_which_stays_open_is_told_as_that(
    tmp_path: Path, refuses: Callable[..., list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "_PATIENCE_S", 0.0)
    refuses(IN_USE, times=1000)
    file = tmp_path / "model.gguf"
    file.write_text("old")
    with pytest.raises(LuthierError) as told, written_whole(file) as partial:
        partial.write_text("new")
    assert told.value.code == "files.cannot-write"
    assert "another program has it open" in told.value.message
    assert "Close what uses it" in told.value.hint
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_that_what_no_waiting_mends_is_refused_at_once(tmp_path: Path, refuses: Callable[..., list[int]]) -> None:
    attempts = refuses(123, times=1000)
    (tmp_path / "a").write_text("a")
    with pytest.raises(OSError, match="used by"):
        take_place(tmp_path / "a", tmp_path / "b")
    assert len(attempts) == 1


def test_that_a_checkpoint_is_sound_whatever_ends_the_systems_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text files of Windows end their lines by two characters, unless they are told otherwise."""
    write_text = Path.write_text

    def as_on_windows(self: Path, text: str, *rest: str | None, newline: str | None = None, **more: str) -> int:
        return write_text(self, text, *rest, newline=newline or "\r\n", **more)

    monkeypatch.setattr(Path, "write_text", as_on_windows)
    state = {name: np.zeros(4, np.float32) for name in VECTORS}
    saved = save_checkpoint(tmp_path, TrainingProgress(step=1), state, lambda path: path.touch(), 1)
    assert b"\r" not in (saved / CHECKSUMS).read_bytes()
    assert load_newest(tmp_path, 1, "").path == saved


SYSTEMS_OWN = {  # modules and names that some system lacks, or by which code asks which one this is
    "fcntl", "grp", "msvcrt", "pwd", "resource", "termios", "tty", "winreg",
    "os.fork", "os.getuid", "os.geteuid", "os.getpgid", "os.killpg", "os.mkfifo", "os.name", "os.nice",
    "os.sched_getaffinity", "os.sched_setaffinity", "os.setsid", "os.statvfs", "os.uname",
    "os.execv", "os.execve", "os.execvp",
    "signal.SIGKILL", "signal.SIGHUP", "signal.SIGUSR1", "signal.SIGUSR2", "signal.SIGSYS", "signal.alarm",
    "signal.setitimer", "ctypes.windll", "ctypes.WinDLL", "sys.platform", "sys.getwindowsversion", "time.tzset",
    "platform.mac_ver", "platform.win32_ver", "platform.freedesktop_os_release",
}  # fmt: skip
SYSTEMS_FOLDERS = ("/proc/", "/sys/", "/dev/", "/etc/")


@pytest.mark.slow
def test_that_what_differs_by_system_stands_in_its_room() -> None:
    found = []
    for file in (*(ROOT / "core").rglob("*.py"), *(ROOT / "app").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if name.startswith("core/base/systems/"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    used = [alias.name for alias in names]
                case ast.ImportFrom(module=str(module), names=names):
                    used = [module, *(f"{module}.{alias.name}" for alias in names)]
                case ast.Attribute():
                    used = [ast.unparse(node)]
                case ast.Constant(value=str(text)) if text.startswith(SYSTEMS_FOLDERS):
                    used = [text]
                case _:
                    continue
            found += [f"{name}:{node.lineno}: {word}" for word in used if word in SYSTEMS_OWN or word.startswith("/")]
    assert found == []


@pytest.mark.slow
def test_that_every_text_says_its_encoding_and_how_its_lines_end() -> None:
    """What is made on Windows goes to other systems too: templates, scripts, checksums."""
    bare = []
    for file in (*(ROOT / "core").rglob("*.py"), *(ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "write_text":
                says = {keyword.arg for keyword in node.keywords}
                if "newline" not in says or not (len(node.args) > 1 or "encoding" in says):
                    bare.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert bare == []


def test_that_an_entry_of_the_cache_which_is_in_use_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows renames no folder with an open file in it, and would delete the files beside that."""
    entry = tmp_path / "entry"
    entry.mkdir()
    for name in ("tokens", "units"):
        (entry / name).touch()

    def refuse(_self: Path, _target: Path) -> Path:
        raise refused(5)

    with monkeypatch.context() as while_used:
        while_used.setattr(Path, "rename", refuse)
        token_cache._remove(entry)
    assert {path.name for path in entry.iterdir()} == {"tokens", "units"}
    token_cache._remove(entry)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("exit_code", "name", "crash", "outside", "file"),
    [
        (0, "", False, False, False),
        (1, "", False, False, False),
        (-signal.SIGSEGV, "SIGSEGV", True, False, False),
        (-signal.SIGTERM, "SIGTERM", False, True, False),
        (-9, "SIGKILL", False, True, False),
        (-200, "signal 200", False, False, False),
        (0xC0000005, "access violation, 0xC0000005", True, False, False),
        (0xC0000005 - (1 << 32), "access violation, 0xC0000005", True, False, False),  # as Qt has it
        (0xC0000006, "in-page error, 0xC0000006", False, False, True),
        (0xC0000017, "no memory, 0xC0000017", False, True, False),
        (0xC0000602, "0xC0000602", True, False, False),
    ],
)
def test_that_an_end_is_known_by_its_number(exit_code: int, name: str, crash: bool, outside: bool, file: bool) -> None:
    assert processes.name_of(exit_code) == name
    assert processes.is_crash(exit_code) == crash
    assert processes.is_from_outside(exit_code) == outside
    assert processes.is_lost_file(exit_code) == file


@pytest.mark.parametrize(
    ("status", "words"),
    [(0xC0000005, "crashed (access violation, 0xC0000005)"), (0xC0000006, "reading"), (0xC0000017, "from outside")],
)
def test_that_the_window_says_how_windows_ended_a_worker(
    status: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes.sys, "platform", "win32")
    ended = WorkerOutcome(end=None, exit_code=status - (1 << 32), crashed=True, started=True, stderr="")
    assert words in cause(ended)


def test_that_commands_are_quoted_for_windows_shells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals.sys, "platform", "win32")
    assert terminals.quoted("luthier", "chat", r"C:\runs\one") == r"luthier chat C:\runs\one"
    assert terminals.quoted("chat", r"C:\Ann & Co\it's") == r'chat "C:\Ann & Co\it' + "'s\""
    assert terminals.quoted("chat", "C:\\my runs\\") == 'chat "C:\\my runs\\\\"'
    assert terminals.quoted("") == '""'


def test_that_the_program_with_a_window_starts_the_one_with_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("/programs/Luthier")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(folder / "luthierw.exe"))
    monkeypatch.setattr(terminals.sys, "platform", "win32")
    assert own_process.own_process("core.worker")[0] == str(folder / "luthier.exe")
    assert own_process.typed_program() == [str(folder / "luthier.exe")]


@pytest.mark.slow
def test_that_no_process_is_started_without_hiding_its_window() -> None:
    """From a program without a terminal each would show one on Windows."""
    bare = []
    for file in (*(ROOT / "core").rglob("*.py"), *(ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            starts = isinstance(node, ast.Call) and ast.unparse(node.func) in ("subprocess.Popen", "subprocess.run")
            if starts and "creationflags" not in {keyword.arg for keyword in node.keywords}:
                bare.append(str(file.relative_to(ROOT).as_posix()))
    assert bare == []


def test_that_output_to_a_file_holds_every_character(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252", write_through=True)
    with monkeypatch.context() as on_windows:
        on_windows.setattr(terminals.sys, "platform", "win32")
        terminals.take_every_character(None, stream)
    stream.write("loss 3.1 → 2.9 · 模型")
    assert raw.getvalue().decode("utf-8") == "loss 3.1 → 2.9 · 模型"


def test_that_a_worker_begins_without_a_stdout_of_pythons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs with a window have none."""
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr("os.dup2", lambda old, new: calls.append((old, new)))
    claim_stdout().close()
    assert calls == [(2, 1)]
