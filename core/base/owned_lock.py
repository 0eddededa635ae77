"""Locks between processes that record their owner, and since when it holds them.

The lock is the system's (filelock) and ends with the process that holds it, so it is never stale. Beside it,
`<lock>.owner` names the owner; a killed process's leftover is recognized by the process's start time. Both files exist
only while the lock is held.

While a folder is being moved, no training or download may start: it would go on writing to the old place.

A training or download first locks what it writes to, then checks for a move; a move first announces itself, then checks
for trainings and downloads. So whatever the timing, one of them sees the other.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import socket
import stat
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil
from filelock import FileLock, Timeout

from core.base import paths
from core.base.bounded_file import from_json, read_plain
from core.base.callbacks import Notify
from core.base.errors import LuthierError
from core.base.files import make_folder, told_of
from core.base.paths import make_private
from core.base.systems.disk import DELETES_OPEN_FILES
from core.base.systems.processes import born

LOOKED_AT_S = 0.5  # how long to try: checking whether a lock is held takes it for a moment
_ASKED_EVERY_S = 0.1
_MOST_BYTES = 1024  # of a lock file


warnings.filterwarnings("ignore", "flock not supported")  # on such a disk the file's existence is the lock
_WINDOW = "a window"
_PROGRAMS = {"core/worker.py": _WINDOW, "app/__main__.py": _WINDOW}  # by the end of the script's path


class Owner(msgspec.Struct, frozen=True):
    """The process that holds a lock. program: the name its user knows. since: when it took the lock, in seconds since
    1970.
    """

    pid: int
    born: str
    host: str
    program: str
    since: float

    def __str__(self) -> str:
        """`luthier train` (process 4711), since 2026-11-20 18:04."""
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.since))
        return f"{self.program}{where} (process {self.pid}), since {since}"


@contextmanager
def made_once(path: Path, what: str, notice: Notify, poll: Callable[[], None]) -> Iterator[None]:
    """Lock something that is made once for all processes: a second process waits, and then finds it made.

    what: its description. notice: called with the owner's name before waiting. poll: may raise to stop waiting. Raises
    LuthierError `files.cannot-write`.
    """

    def tell(holder: str) -> None:
        notice("cache.waits", f"What is needed now, {what}, is being made by {holder}: that is waited for.", "")

    with told_of(path):
        make_folder(path.parent)
    with OwnedLock(path.with_name(f"{path.name}.lock")).waited_for(tell, poll):
        yield


class OwnedLock:
    """A lock file with an owner. Its folder must exist. Use each object in one thread only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path)

    @contextmanager
    def held(self, refusal: Callable[[str], LuthierError], timeout: float = LOOKED_AT_S) -> Iterator[None]:
        """Hold the lock within this context. Raises `refusal`, called with the holder's name, after `timeout` seconds,
        and LuthierError `files.cannot-write`.
        """
        with told_of(self.path):
            is_ours = self.take(timeout)
        if not is_ours:
            raise refusal(self.holder)
        try:
            yield
        finally:
            self.give_back()

    @contextmanager
    def waited_for(self, tell: Callable[[str], None], poll: Callable[[], None]) -> Iterator[None]:
        """Wait for the lock and hold it within this context. tell: called once with the holder's name. poll: called ten
        times a second, may raise to stop waiting. Raises LuthierError `files.cannot-write`.
        """
        with told_of(self.path):
            if not self.take(LOOKED_AT_S):
                tell(self.holder)
                while not self.take(_ASKED_EVERY_S):
                    poll()
        try:
            yield
        finally:
            self.give_back()

    def take(self, timeout: float = 0.0) -> bool:
        """Take the lock; False if another process still has it after the timeout. Raises OSError, also if a user's file
        has the lock's name: giving the lock back would delete it.
        """
        if not is_a_lock(self.path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.path))
        try:
            self._lock.acquire(timeout=timeout)
        except Timeout:
            return False
        with contextlib.suppress(OSError, psutil.Error):  # a full disk: the lock is held all the same
            self._owner_file.write_bytes(msgspec.json.encode(_ourselves()))
        return True

    def give_back(self) -> None:
        """Release the lock, if it is held."""
        if not self._lock.is_locked:
            return
        with contextlib.suppress(OSError):  # its folder may be gone, or Windows does not delete open files
            self._owner_file.unlink(missing_ok=True)
            self.path.unlink(missing_ok=True)  # filelock does not acquire a lock whose file was unlinked
        self._lock.release(force=True)
        with contextlib.suppress(OSError):
            if not DELETES_OPEN_FILES:
                self.path.unlink(missing_ok=True)

    @property
    def is_held(self) -> bool:
        """Return whether any process, including this one, holds the lock."""
        with contextlib.suppress(OSError):  # not readable by this user
            if self.path.exists():
                if not self.take():
                    return True
                self.give_back()
        return False

    @property
    def owner(self) -> Owner | None:
        """Return the recorded owner, a living process or one on another computer; None if the lock has none."""
        try:
            owner = from_json(read_plain(self._owner_file, _MOST_BYTES), type=Owner)
        except (OSError, ValueError):
            return None
        return owner if owner.host != socket.gethostname() or _lives(owner) else None

    @property
    def holder(self) -> str:
        """Return the owner's description for messages."""
        return str(self.owner or "another program")

    @property
    def _owner_file(self) -> Path:
        return owner_file(self.path)


def owner_file(lock: Path) -> Path:
    """Return the file that records the lock's owner."""
    return lock.with_name(f"{lock.name}.owner")


def is_a_lock(path: Path) -> bool:
    """Return whether a path is free, a lock file or an owner file, judged by content because names prove nothing."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return False
        content = path.read_bytes()
    except OSError:  # missing, released meanwhile, or locked by another process on Windows
        return True
    if not content:
        return True
    with contextlib.suppress(ValueError):
        return bool(from_json(content, type=Owner).pid)
    return content.split(b"\n", 1)[0].strip().isdigit()  # filelock's own content on a disk without locks: a process ID


def _ourselves() -> Owner:
    return Owner(pid=os.getpid(), born=born(), host=socket.gethostname(), program=_program(), since=time.time())


def _program() -> str:
    """Return this program's name from its arguments, such as `luthier train`; a worker counts as the window."""
    started = Path(sys.argv[0]).as_posix()
    for end, name in _PROGRAMS.items():
        if started.endswith(end):
            return name
    words = [word for word in sys.argv[1:2] if not word.startswith("-")]
    return " ".join(["`luthier", *words]) + "`"


def _lives(owner: Owner) -> bool:
    try:
        return born(owner.pid) == owner.born
    except (psutil.Error, OSError):
        return False


@contextmanager
def claimed(output: Path) -> Iterator[None]:
    """Lock an output file or folder within this context. Raises LuthierError `files.busy`.

    The lock file lies in Luthier's own folders, so that none is left beside the user's files. If these are
    not writable, nothing is locked.
    """
    folder = paths.home() / "locks"
    name = hashlib.sha256(os.fsencode(os.path.realpath(output))).hexdigest()[:32]
    lock, is_ours = OwnedLock(folder / f"{name}.lock"), True
    with contextlib.suppress(OSError):
        make_private(folder)
        is_ours = lock.take()
    if not is_ours:
        raise LuthierError(
            "files.busy",
            f"{output} is being written by {lock.holder}.",
            "Wait until that is done, or choose another name.",
        )
    try:
        yield
    finally:
        lock.give_back()


@contextmanager
def moving() -> Iterator[None]:
    """Hold the lock for moves: one at a time. Raises LuthierError `moving.busy`, `files.cannot-write`."""
    with _lock().held(_busy):
        yield


def require_not_moving() -> None:
    """Require that no move is in progress. Raises LuthierError `moving.busy`."""
    lock = _lock()
    if lock.is_held:
        raise _busy(lock.holder)


def _lock() -> OwnedLock:
    return OwnedLock(paths.home() / "moving.lock")


def _busy(holder: str) -> LuthierError:
    return LuthierError(
        "moving.busy",
        f"The folder of models, runs or exports is being moved by {holder}.",
        "Do it again when that is done.",
    )
