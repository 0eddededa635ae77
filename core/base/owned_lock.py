"""A lock between programs that says who has it, and since when.

The lock is the system's (filelock) and goes with the process that held it, so that none is ever stale. Beside it
`<lock>.owner` says who that is; what a killed process left there is known by when that process was born. Both files are
there only while the lock is held.

While a folder is moved no training and no download begins: it would go on writing to where the folder was.

Who begins takes what is to be written to and then looks for a move; who moves says so and then looks for trainings and
downloads: whichever way they meet, one of them sees the other.
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

LOOKED_AT_S = 0.5  # so long it is tried: who asks whether a lock is held may take it for a moment
_ASKED_EVERY_S = 0.1
_MOST_BYTES = 1024  # of a lock's file


warnings.filterwarnings("ignore", "flock not supported")  # a disk without it: the file itself is the lock then
_WINDOW = "a window"
_PROGRAMS = {"core/worker.py": _WINDOW, "app/__main__.py": _WINDOW}  # by the end of what was started


class Owner(msgspec.Struct, frozen=True):
    """A process. program: as its user knows it. since: of its having the lock, in seconds of the clock."""

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
    """Lock what is made once for all: a second process waits, is told for whom, and then finds it there.

    what: it is. poll: may raise, to wait no longer. Raises LuthierError `files.cannot-write`.
    """

    def tell(holder: str) -> None:
        notice("cache.waits", f"What is needed now, {what}, is being made by {holder}: that is waited for.", "")

    with told_of(path):
        make_folder(path.parent)
    with OwnedLock(path.with_name(f"{path.name}.lock")).waited_for(tell, poll):
        yield


class OwnedLock:
    """Its folder has to be there. Of one process and thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path)

    @contextmanager
    def held(self, refusal: Callable[[str], LuthierError], timeout: float = LOOKED_AT_S) -> Iterator[None]:
        """Hold the lock meanwhile. Raises the refusal, which is told who has it, after so many seconds, and
        LuthierError `files.cannot-write`.
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
        """Hold the lock meanwhile, however long another keeps it. tell: once, who that is. poll: ten times a second,
        may raise. Raises LuthierError `files.cannot-write`.
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
        """Take the lock; False where another process has it all that time. Raises OSError, also where a user's file is
        in its place: giving the lock back would delete that.
        """
        if not is_a_lock(self.path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.path))
        try:
            self._lock.acquire(timeout=timeout)
        except Timeout:
            return False
        with contextlib.suppress(OSError, psutil.Error):  # a full disk: it is held all the same
            self._owner_file.write_bytes(msgspec.json.encode(_ourselves()))
        return True

    def give_back(self) -> None:
        """Give the lock back. What is not held stays as it is."""
        if not self._lock.is_locked:
            return
        with contextlib.suppress(OSError):  # its folder may be gone, or Windows keeps open files
            self._owner_file.unlink(missing_ok=True)
            self.path.unlink(missing_ok=True)  # filelock takes no lock whose file has lost its name
        self._lock.release(force=True)
        with contextlib.suppress(OSError):
            if not DELETES_OPEN_FILES:
                self.path.unlink(missing_ok=True)

    @property
    def is_held(self) -> bool:
        """Whether another process, or this one, has it."""
        with contextlib.suppress(OSError):  # not ours to look at
            if self.path.exists():
                if not self.take():
                    return True
                self.give_back()
        return False

    @property
    def owner(self) -> Owner | None:
        """The owner, as far as it is written down: a process that lives, or one of another computer."""
        try:
            owner = from_json(read_plain(self._owner_file, _MOST_BYTES), type=Owner)
        except (OSError, ValueError):
            return None
        return owner if owner.host != socket.gethostname() or _lives(owner) else None

    @property
    def holder(self) -> str:
        """The owner in words."""
        return str(self.owner or "another program")

    @property
    def _owner_file(self) -> Path:
        return owner_file(self.path)


def owner_file(lock: Path) -> Path:
    """Return the file that says who has the lock."""
    return lock.with_name(f"{lock.name}.owner")


def is_a_lock(path: Path) -> bool:
    """Return whether nothing is there, or the file of a lock or of its owner, by what it holds: names are anybody's."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return False
        content = path.read_bytes()
    except OSError:  # nothing is there, it was given back meanwhile, or Windows keeps what another process has locked
        return True
    if not content:
        return True
    with contextlib.suppress(ValueError):
        return bool(from_json(content, type=Owner).pid)
    return content.split(b"\n", 1)[0].strip().isdigit()  # filelock's own, where the disk has no locks: a process


def _ourselves() -> Owner:
    return Owner(pid=os.getpid(), born=born(), host=socket.gethostname(), program=_program(), since=time.time())


def _program() -> str:
    """`luthier train`, from the arguments; a window's workers do its work."""
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
    """Have that file or folder for oneself. Raises LuthierError `files.busy`.

    The lock lies with Luthier's own things, so that none is left beside the user's. Where nothing may be written
    there nobody is kept away.
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
    """Require that no folder is being moved. Raises LuthierError `moving.busy`."""
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
