"""What a process that crashed in native code leaves: a file in the folder of the logs, found again by its number.

The file is there and empty while a job runs. Python's faulthandler writes its stacks into it; where our kernels are
loaded, crash.c writes before it what was computed, and the native stack, and then asks for Python's by a signal.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from core.base.logs import logs_folder, private
from core.base.paths import logs_dir
from core.base.systems.processes import tell_stacks_no_more, tell_stacks_when_asked

KEPT = 20  # reports, the newest
CRASH_HINT = "This is a bug: please report it, with what `luthier doctor --report` writes."
_TICK = 0.05  # seconds by which a file's time may lie behind the clock: systems take it from their last tick
_SAID = {  # the beginnings of lines that crash.c and faulthandler write
    "name": re.compile(r"^(?:Crash|Fatal Python error): (.+)$", re.MULTILINE),
    "message": re.compile(r"^ggml: (.+)$", re.MULTILINE),
    "graph": re.compile(r"^Graph: (.+)$", re.MULTILINE),
    "node": re.compile(r"^Node \d+ of \d+: (.+)$", re.MULTILINE),
}
_NAME = re.compile(r"crash-\d{8}-\d{6}-\d+\.txt")  # of a report; what is called otherwise is a person's


class Crash(NamedTuple):
    """name: SIGSEGV, for example. message: what ggml said. graph, node: what was computed; "" where nobody knows."""

    path: Path
    name: str
    message: str = ""
    graph: str = ""
    node: str = ""

    def in_words(self) -> str:
        """Return where the crash was, what ggml said, and where the rest lies."""
        where = f" while it computed {self.node or 'a graph'}" if self.graph else ""
        where += f" ({self.graph})" if self.graph else ""
        said = f" ggml said: {self.message.rstrip('.')}." if self.message else ""
        return f"It crashed ({self.name}){where}.{said} The stack lies in {self.path}."


@contextmanager
def crash_file() -> Iterator[None]:
    """Have a crash of this process leave a report as long as a job runs, if a report can be written."""
    try:
        path = _new_file()
        file = path.open("ab", buffering=0)
    except OSError:
        yield
        return
    is_ours = not faulthandler.is_enabled()  # else the process that started this one wants to hear of it
    if is_ours:
        faulthandler.enable(file)
        tell_stacks_when_asked(file)
    try:
        yield
    finally:
        if is_ours:
            faulthandler.disable()
            tell_stacks_no_more()
        file.close()
        with contextlib.suppress(OSError):
            path.unlink()


def own_file() -> Path | None:
    """Return this process's crash file, while it has one."""
    return next((path for path in _files(os.getpid()) if path.stat().st_size == 0), None)


def crash_of(pid: int, since: float = 0.0) -> Crash | None:
    """Return what that process left when it crashed, after `since` (seconds since 1970): numbers are used again."""
    with contextlib.suppress(OSError):
        for path in _files(pid):
            text = path.read_text(encoding="utf-8", errors="replace") if path.stat().st_mtime >= since - _TICK else ""
            found = {key: match[1].strip() for key, told in _SAID.items() if (match := told.search(text))}
            if "name" in found:
                return Crash(path, **found)
    return None


def crash_files() -> list[Path]:
    """Return the reports that are not empty, the newest first."""
    return [path for path in sorted(_ours(logs_dir()), reverse=True) if path.stat().st_size]


def _ours(folder: Path) -> list[Path]:
    return [path for path in folder.glob("crash-*.txt") if _NAME.fullmatch(path.name)]


def _files(pid: int) -> list[Path]:
    return sorted(logs_dir().glob(f"crash-*-{pid}.txt"), reverse=True)


def _new_file() -> Path:
    """An empty one; those of killed processes go, and old reports. Raises OSError."""
    folder = logs_folder()
    for path in _ours(folder):
        owner = path.stem.rpartition("-")[2]
        if not path.stat().st_size and owner.isdecimal() and not psutil.pid_exists(int(owner)):
            path.unlink(missing_ok=True)
    for path in crash_files()[KEPT:]:
        path.unlink(missing_ok=True)
    path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    os.close(private(str(path), os.O_CREAT | os.O_WRONLY))
    return path
