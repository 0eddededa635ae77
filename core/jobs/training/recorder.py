"""Appends the events of a job on a run to its events.jsonl, and messages for finding faults to the process's log."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from core import protocol as p
from core.base.errors import LuthierError
from core.base.files import cannot_write, reason_and_hint, told_of
from core.base.logs import logged
from core.base.owned_lock import require_not_moving
from core.base.paths import make_private
from core.base.systems.disk import flush_folder, flush_stream
from core.memory.monitor import Spaced
from core.runs.disk import locked, require_at_rest
from core.runs.files import require_free
from core.runs.recorded import event_line
from core.runs.run import Run, create

Emit = Callable[[p.Event], None]
_MILESTONES = (p.Hello, p.Checkpoint, p.Finished, p.Failed)

_LEVELS = {"warning": logging.WARNING, "error": logging.ERROR}


@contextmanager
def recorder(job: p.Job, emit: Emit) -> Iterator[Emit]:
    """Yield an emit function. For a job on a run, lock it, make a new one's folder, and append to its events.jsonl.

    Raises LuthierError `runs.busy`, `moving.busy`, `runs.exists`, `runs.other-files`, `runs.not-a-run`,
    `files.cannot-write`.
    """
    match job:
        case p.TrainJob():
            run = Run(Path(job.run))
            require_not_moving()
            with told_of(run.folder):
                if not run.is_there:  # otherwise report its owner first
                    _require_free(run)  # before a lock file appears in a user's folder
                make_private(run.folder)
        case p.ResumeJob():
            run = Run(Path(job.run))
            require_not_moving()
            run.info()
        case _:
            yield emit
            return
    with locked(run):
        require_not_moving()
        if isinstance(job, p.TrainJob):
            create(job)
        else:
            run.info()  # it may have been deleted meanwhile
        with _recorded(run, emit) as record:
            yield record


def _require_free(run: Run) -> None:
    """Require that a folder is free for a new run. If another process is just making a run of it, name that process
    rather than the files that it is writing.
    """
    try:
        require_free(run.folder)
    except LuthierError:
        require_at_rest(run)
        raise


@contextmanager
def _recorded(run: Run, emit: Emit) -> Iterator[Emit]:
    try:
        log = _Log(run.events_file, emit)
    except OSError as error:
        raise cannot_write(run.folder, error) from error
    with log.stream:
        yield log.record


class _Log:
    """events.jsonl. A full disk loses lines, but does not end the run. Raises OSError if it cannot be opened."""

    def __init__(self, path: Path, emit: Emit) -> None:
        self.stream = path.open("a+b", buffering=0)
        flush_folder(path.parent)
        self._path, self._emit, self._lock = path, emit, Lock()
        self._thinning = Thinning()
        self._is_told = False
        if self.stream.seek(0, os.SEEK_END):
            self.stream.seek(-1, os.SEEK_END)
            if self.stream.read(1) != b"\n":  # cut off by a kill or a power cut
                self._append(b"\n")

    def record(self, event: p.Event) -> None:
        """Record an event. Called by the job and by the memory-reading thread."""
        with self._lock:
            for kept in self._thinning.kept(event):
                self._append(event_line(kept))
            if isinstance(event, _MILESTONES):
                self._flush()
        self._emit(event)

    def _append(self, line: bytes) -> None:
        """Append the whole line or nothing."""
        end = self.stream.seek(0, os.SEEK_END)
        try:
            if self.stream.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            with contextlib.suppress(OSError):
                self.stream.truncate(end)
            self._tell(error)

    def _flush(self) -> None:
        """Flush to the disk, so that a power cut loses no more lines than steps."""
        try:
            flush_stream(self.stream.fileno())
        except OSError as error:
            self._tell(error)

    def _tell(self, error: OSError) -> None:
        if not self._is_told:
            self._is_told = True
            what, hint = reason_and_hint(error)
            message = f"The run's events cannot be written to {self._path}: {what}. Training goes on."
            self._emit(p.Notice(code="runs.not-recorded", message=message, hint=hint))


EVERY_STEP = 20_000  # steps; up to twice as many every second step is kept, then every fourth, and so on


class Thinning:
    """Keeps a worker's events.jsonl small: its length grows with the logarithm of the steps.

    Readings of memory and of progress within long steps are kept at increasing intervals, except new peaks. A skipped
    step is written after all if it turns out to be the last before another event.
    """

    def __init__(self) -> None:
        self._memory, self._progress = Spaced(), Spaced()
        self._peak = 0
        self._left_out: p.Step | None = None

    def kept(self, event: p.Event) -> Iterator[p.Event]:
        """Yield the events to write at this event, oldest first."""
        match event:
            case p.Memory(time=time, peak=peak):
                if self._memory.keeps(time) or peak > self._peak:
                    yield event
                self._peak = max(self._peak, peak)
            case p.Progress(time=time, unit="steps"):
                if self._progress.keeps(time):
                    yield event
            case p.Step(step=step):
                is_kept = step % spacing(step) == 0
                self._left_out = None if is_kept else event
                if is_kept:
                    yield event
            case _:
                if self._left_out is not None:
                    yield self._left_out
                    self._left_out = None
                yield event


def spacing(step: int) -> int:
    """Return the interval of recorded steps at this point of a run: a power of two."""
    return 1 << max(0, ((step - 1) // EVERY_STEP).bit_length())


@contextmanager
def noting(job: p.Job, process: str, emit: Emit) -> Iterator[Emit]:
    """Yield an emit function that also logs. process: the kind, as in core/base/logs.py."""
    run = getattr(job, "run", None)
    with logged(process, str(job.__struct_config__.tag), Path(run).name if isinstance(run, str) else "") as log:

        def note(event: p.Event) -> None:
            _note(log, event)
            emit(event)

        yield note


def _note(log: logging.Logger, event: p.Event) -> None:
    match event:
        case p.Hello(version=version):
            log.info("begins, with version %s", version)
        case p.Phase(title=title):
            log.info(title)
        case p.DeviceChosen(device=device, description=description, reason=reason):
            log.info("computes on %s %s: %s", device, description, reason)
        case p.Notice(code=code, message=message, hint=hint) | p.Refused(code=code, message=message, hint=hint):
            log.warning("%s %s", message, hint, extra={"code": code})
        case p.Failed(code=code, message=message, hint=hint, details=details):
            log.error("%s %s", message, hint, extra={"code": code, "details": details})
        case p.Finished(outcome=outcome):
            log.info(outcome)
        case p.Log(level=level, source=source, text=text) if level in _LEVELS:
            log.getChild(source).log(_LEVELS[level], text)
