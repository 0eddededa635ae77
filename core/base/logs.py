"""Logs of the window, workers and commands, for finding faults: a line of JSON for each message, bounded in size.

Each process writes its own file, so that none waits for another or rotates another's file; old files are deleted.

This module also redacts secrets in texts that are kept or passed on (logs, reports, a dying process's output), and
keeps the crash reports of native code: a file in the same folder for each process that runs a job, found again by the
process ID. It is empty unless the process crashes. Then Python's faulthandler writes its stacks to it; if our kernels
are loaded, crash.c first writes what was being computed and the native stack, and then requests Python's stacks by a
signal.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import logging
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from core.base.errors import Do, Hint
from core.base.paths import logs_dir
from core.base.systems.processes import tell_stacks_no_more, tell_stacks_when_asked

_LOGGER = "luthier"
_NAME = re.compile(r"[a-z]+-\d{8}-\d{6}-\d+\.jsonl(?:\.1)?")
FILE_BYTES = 1_000_000  # of a file; then it is renamed to `.1`, replacing an older `.1`
KEPT_FILES, KEPT_BYTES = 100, 20_000_000  # of all files, the newest

READ_LOST = "A file that the process was reading became shorter or could not be read any more"
PUT_BACK = "Put the original file back, best on this computer's own disk"

GONE = "[redacted]"
_SECRET_NAMES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "LUTHIER_SERVE_KEY")  # environment variables
_LEAST = 8  # characters: a shorter value would match within words
# Patterns of secrets. "token" alone is not one: most tokens in these logs are parts of text.
_SHAPES = (
    (re.compile(r"\bhf_[A-Za-z0-9]{16,}"), GONE),
    (re.compile(r"\bluthier-[\w-]{32}(?![\w-])"), GONE),  # the server keys of core/jobs/chat/converse.py
    (re.compile(r"\b(Bearer|Basic)\s+[\w.~+/=-]{8,}", re.IGNORECASE), rf"\1 {GONE}"),
    (re.compile(r"(?<=://)[^\s/?#@\"']{1,300}@"), f"{GONE}@"),  # a proxy's name and password in its URL
    (
        re.compile(
            r"\b((?:access|auth|hub|hf)[_-]?token|api[_-]?key|passwd|password|secret)"
            r"""(["']?\s*[:=]\s*["']?)[^\s"',;&]{4,300}""",
            re.IGNORECASE,
        ),
        rf"\1\2{GONE}",
    ),
)


@contextmanager
def logged(process: str, job: str = "", run: str = "") -> Iterator[logging.Logger]:
    """Write log messages from all threads to this process's file, within this context.

    process: window, worker, command. If the file cannot be written, only the messages are lost.
    """
    logger = log_of()
    name = f"{process}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"
    handler = _LogFile(logs_dir() / name, maxBytes=FILE_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(_Lines(process, job, run))
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield logger
    finally:
        logger.removeHandler(handler)
        handler.close()


def log_of(library: str = "") -> logging.Logger:
    """Return our logger, or a library's child of it. Messages are dropped if this process keeps no log."""
    logger = logging.getLogger(_LOGGER)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())  # otherwise logging prints warnings to the terminal
    return logger.getChild(library) if library else logger


def logs_folder() -> Path:
    """Make the folder of logs, private to this user, and return it. Raises OSError."""
    folder = logs_dir()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def log_files() -> list[Path]:
    """Return the log files, newest first. Files with other names belong to the user."""
    named = (path for path in logs_dir().glob("*.jsonl*") if _NAME.fullmatch(path.name))
    dated = [(path.stat().st_mtime, path) for path in named]
    return [path for _, path in sorted(dated, reverse=True)]


def private(path: str, flags: int) -> int:
    """Open a file like os.open; a new one is readable by this user only."""
    return os.open(path, flags, 0o600)


class _LogFile(RotatingFileHandler):
    """A log file that is opened at its first message."""

    def _open(self) -> Any:
        logs_folder()
        _drop_old()
        return open(self.baseFilename, "a", encoding=self.encoding, opener=private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Ignore errors such as a full disk instead of printing each to the terminal."""


class _Lines(logging.Formatter):
    def __init__(self, process: str, job: str, run: str) -> None:
        super().__init__()
        self._known = {"process": process, "pid": os.getpid(), "job": job, "run": run}

    def format(self, record: logging.LogRecord) -> str:
        """Return one line of JSON, without the empty fields."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            **self._known,
            "from": record.name.removeprefix(_LOGGER).lstrip("."),
            "code": getattr(record, "code", ""),
            "message": redacted(record.getMessage()),
            "details": redacted(getattr(record, "details", "") or self._traceback(record)),
        }
        return json.dumps({key: value for key, value in line.items() if value != ""}, ensure_ascii=False)

    def _traceback(self, record: logging.LogRecord) -> str:
        return self.formatException(record.exc_info) if record.exc_info else ""


def _drop_old() -> None:
    size = 0
    for number, path in enumerate(log_files()):
        size += path.stat().st_size
        if number >= KEPT_FILES or size > KEPT_BYTES:
            with contextlib.suppress(OSError):  # Windows does not delete open files
                path.unlink(missing_ok=True)


def redacted(text: str) -> str:
    """Return the text without access tokens, keys and passwords: this process's own, and whatever looks like one."""
    for name in _SECRET_NAMES:
        secret = os.environ.get(name, "")
        if len(secret) >= _LEAST:
            text = text.replace(secret, GONE)
    for shape, instead in _SHAPES:
        text = shape.sub(instead, text)
    return text


KEPT = 20  # reports to keep, the newest
CRASH_HINT = Hint("This is a bug: please report it.", Do.open("doctor --report"))
_TICK = 0.05  # seconds: a file's timestamp may lag the clock by a system tick
_SAID = {  # beginnings of the lines that crash.c and faulthandler write
    "name": re.compile(r"^(?:Crash|Fatal Python error): (.+)$", re.MULTILINE),
    "message": re.compile(r"^ggml: (.+)$", re.MULTILINE),
    "graph": re.compile(r"^Graph: (.+)$", re.MULTILINE),
    "node": re.compile(r"^Node \d+ of \d+: (.+)$", re.MULTILINE),
}
_REPORT = re.compile(r"crash-\d{8}-\d{6}-\d+\.txt")  # files with other names belong to the user


class Crash(NamedTuple):
    """A native crash. name: such as SIGSEGV. message: ggml's. graph, node: what was being computed; "" if unknown."""

    path: Path
    name: str
    message: str = ""
    graph: str = ""
    node: str = ""

    def in_words(self) -> str:
        """Return where it crashed, ggml's message, and the report's path."""
        where = f" while it computed {self.node or 'a graph'}" if self.graph else ""
        where += f" ({self.graph})" if self.graph else ""
        said = f" ggml said: {self.message.rstrip('.')}." if self.message else ""
        return f"It crashed ({self.name}){where}.{said} The stack lies in {self.path}."


@contextmanager
def crash_file() -> Iterator[None]:
    """Let a crash of this process leave a report, within this context, if the report can be written."""
    try:
        path = _new_file()
        file = path.open("ab", buffering=0)
    except OSError:
        yield
        return
    is_ours = not faulthandler.is_enabled()  # otherwise the parent process enabled it and expects its output
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
    """Return this process's crash file, or None outside `crash_file`."""
    return next((path for path in _files(os.getpid()) if path.stat().st_size == 0), None)


def crash_of(pid: int, since: float = 0.0) -> Crash | None:
    """Return the crash report of a process, newer than `since` (seconds since 1970), because process IDs are reused."""
    with contextlib.suppress(OSError):
        for path in _files(pid):
            text = path.read_text(encoding="utf-8", errors="replace") if path.stat().st_mtime >= since - _TICK else ""
            found = {key: match[1].strip() for key, told in _SAID.items() if (match := told.search(text))}
            if "name" in found:
                return Crash(path, **found)
    return None


def crash_files() -> list[Path]:
    """Return the nonempty reports, newest first."""
    return [path for path in sorted(_ours(logs_dir()), reverse=True) if path.stat().st_size]


def _ours(folder: Path) -> list[Path]:
    return [path for path in folder.glob("crash-*.txt") if _REPORT.fullmatch(path.name)]


def _files(pid: int) -> list[Path]:
    return sorted(logs_dir().glob(f"crash-*-{pid}.txt"), reverse=True)


def _new_file() -> Path:
    """Make an empty crash file; delete old reports and the empty files of killed processes. Raises OSError."""
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


def words_of_the_dying() -> tuple[str, str, str]:
    """Return the parts of the message that crash.c prints when a mapped file is lost: before the file's name, instead
    of it if unknown, and after it.
    """
    return f"Error: {READ_LOST}: ", "most likely the model's", f".\n{PUT_BACK}, then do the same again.\n"
