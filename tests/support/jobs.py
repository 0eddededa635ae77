"""Jobs done as the worker does them, in this process."""

from __future__ import annotations

from core import protocol as p
from core.jobs.context import Control
from core.worker import run_job


def done(job: p.Job) -> list[p.Event]:
    """What the worker says; it must not fail."""
    events: list[p.Event] = []
    assert run_job(job, events.append, Control()) == 0, events[-1]
    return events
