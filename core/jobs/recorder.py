"""What a job on a run says is appended to the run's events.jsonl, and no second worker gets at the run meanwhile."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from filelock import FileLock, Timeout

from core.shared import protocol as p
from core.shared import runs
from core.shared.errors import LuthierError
from core.shared.files import cannot_write, trouble

Emit = Callable[[p.Event], None]


@contextmanager
def recorder(job: p.Job, emit: Emit) -> Iterator[Emit]:
    """Emit, and for jobs that work on a run also append to its events.jsonl, and hold the run while entered.

    Raises LuthierError `runs.busy`, `runs.exists`, `runs.not-a-run`, `files.cannot-write`.
    """
    match job:
        case p.TrainJob():
            run = runs.Run(Path(job.run))
            with taken(run):
                runs.create(job)
                with _recorded(run, emit) as record:
                    yield record
        case p.ResumeJob():
            run = runs.Run(Path(job.run))
            run.info()
            with taken(run), _recorded(run, emit) as record:
                yield record
        case _:
            yield emit


@contextmanager
def taken(run: runs.Run) -> Iterator[None]:
    """Keep other workers from the run. The system takes the lock back from a process that was killed.

    Raises LuthierError `runs.busy` while another one has it, `files.cannot-write`.
    """
    lock = FileLock(run.folder / "lock")
    try:
        run.folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout as error:
        raise _busy(run) from error
    except OSError as error:
        raise cannot_write(run.folder, error) from error
    try:
        yield
    finally:
        lock.release()


def _busy(run: runs.Run) -> LuthierError:
    who = "another process"
    if worker := run.worker():
        who = f"process {worker.pid}, since {time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(worker.time))}"
    return LuthierError(
        "runs.busy",
        f"{run.folder} is being worked on by {who}.",
        "Wait until it is done, or stop it first: Stop in its window, Ctrl+C in its terminal.",
    )


@contextmanager
def _recorded(run: runs.Run, emit: Emit) -> Iterator[Emit]:
    try:
        log = _Log(run.events_file, emit)
    except OSError as error:
        raise cannot_write(run.folder, error) from error
    with log.stream:
        yield log.record


class _Log:
    """events.jsonl. A disk that takes no more costs its lines, not the run. Raises OSError when it cannot be opened."""

    def __init__(self, path: Path, emit: Emit) -> None:
        self.stream = path.open("a+b", buffering=0)
        self._path, self._emit, self._lock = path, emit, Lock()
        self._is_told = False
        if self.stream.seek(0, os.SEEK_END):
            self.stream.seek(-1, os.SEEK_END)
            if self.stream.read(1) != b"\n":  # a worker was killed, or the power went, in the middle of a line
                self._append(b"\n")

    def record(self, event: p.Event) -> None:
        """Called by the job and by the thread that reads the memory."""
        with self._lock:
            self._append(p.encode(event))
        self._emit(event)

    def _append(self, line: bytes) -> None:
        """The whole line or nothing of it."""
        end = self.stream.seek(0, os.SEEK_END)
        try:
            if self.stream.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            with contextlib.suppress(OSError):
                self.stream.truncate(end)
            self._tell(error)

    def _tell(self, error: OSError) -> None:
        if not self._is_told:
            self._is_told = True
            what, hint = trouble(error)
            message = f"The run's events cannot be written to {self._path}: {what}. Training goes on."
            self._emit(p.Notice(code="runs.not-recorded", message=message, hint=hint))
