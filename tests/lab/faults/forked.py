"""A job done as a worker does it, in a fork of this process: what is imported already is not imported again."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from typing import NamedTuple

from core import protocol as p
from core.base.errors import LuthierError

Emit = Callable[[p.Event], None]


def void(*_: object) -> None:
    """Does nothing with what it is given."""


class Told(NamedTuple):
    """events: all, with the last word at the end where it came to one. status: as os.waitpid has it."""

    events: list[p.Event]
    status: int

    @property
    def end(self) -> p.Finished | p.Failed | None:
        last = self.events[-1] if self.events else None
        return last if isinstance(last, p.Finished | p.Failed) else None

    @property
    def is_done(self) -> bool:
        return isinstance(self.end, p.Finished) and self.end.outcome == "done"

    @property
    def message(self) -> str:
        """What people read of its end."""
        return f"{self.end.message} {self.end.hint}".strip() if isinstance(self.end, p.Failed) else ""


def done_as_job(
    job: p.Job, *, watched: bool = False, first: Callable[[], object] = void, hear: Callable[[p.Event], object] = void
) -> Told:
    """Every event of a job, until its process has ended. watched: as the command line does it.

    first: done in that process before the job. hear: told each event as it comes, in this one.
    """

    def work(emit: Emit) -> None:
        from core.jobs.context import Control
        from core.worker import run_job

        first()
        run_job(job, emit, Control(), watched=watched)

    return _forked(work, hear)


def done(deed: Callable[[], object]) -> Told:
    """The same of what is no job: done, or the error that it raises."""

    def work(emit: Emit) -> None:
        try:
            deed()
        except LuthierError as error:
            emit(p.Failed(code=error.code, message=error.message, hint=error.hint))
        except Exception as error:  # as the worker's top has it: the suite counts it as not survived
            emit(p.Failed(code="internal", message=repr(error), details=traceback.format_exc()))
        else:
            emit(p.Finished(outcome="done"))

    return _forked(work, void)


def _forked(work: Callable[[Emit], None], hear: Callable[[p.Event], object]) -> Told:
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(read)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            work(lambda event: void(os.write(write, p.encode(event))))
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as lines:
        events = []
        for line in lines:
            events.append(p.decode_event(line))
            hear(events[-1])
    return Told(events, os.waitpid(pid, 0)[1])
