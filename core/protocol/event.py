"""Base classes of all events and all jobs."""

from __future__ import annotations

import time
from functools import cache
from typing import Generic, TypeVar, get_args

import msgspec

from core.base.errors import Action, Hint
from core.base.systems.machine import passed_time

# An event's time: read from the wall clock at a process's first event, and advanced by a monotonic clock afterwards.
#
# So the difference between two events of a process is the time that really passed, including sleep, even if the wall
# clock was changed meanwhile.


def event_time() -> float:
    """Return the current time in seconds since 1970."""
    began, passed = _first()
    return began + passed_time() - passed


@cache
def _first() -> tuple[float, float]:
    return time.time(), passed_time()


class BaseEvent(msgspec.Struct, kw_only=True, tag_field="type", tag=str.lower):
    """An event: one line of a worker's output."""

    time: float = msgspec.field(default_factory=event_time)  # seconds since 1970


class Told(BaseEvent, kw_only=True):
    """A message to people. hint: what to do next, in the terminal's words; actions: the same, for the window."""

    code: str
    message: str
    hint: str = ""
    actions: tuple[Action, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(hint := self.hint, Hint):
            self.hint, self.actions = str(hint), hint.actions


R_co = TypeVar("R_co", covariant=True)


class JobOf(msgspec.Struct, Generic[R_co], kw_only=True, omit_defaults=True, tag_field="job"):
    """A job whose result has type R_co."""


def result_type(job: type[JobOf[R_co]]) -> type[R_co]:
    """Return the type of a job's result."""
    ((kind,),) = (get_args(base) for base in job.__orig_bases__)  # type: ignore[attr-defined]
    return kind  # type: ignore[no-any-return]
