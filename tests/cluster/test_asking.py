"""What a person says counts for the code that was on the screen, and for no other."""

from __future__ import annotations

import asyncio

from core.cluster.pairing import Comparison
from core.jobs.cluster.asking import asking
from core.jobs.context import Control, JobContext
from core.shared import protocol as p


def asked(*said: p.ConfirmCode, before: tuple[p.ConfirmCode, ...] = ()) -> tuple[bool, list[str], Control]:
    """About 402913. before: said ahead of the question."""
    control, events = Control(), list[p.Event]()

    def emit(event: p.Event) -> None:
        events.append(event)
        if isinstance(event, p.CompareCode):
            assert control.comparing == event.code
            for command in said:
                control.apply(command)

    for command in before:
        control.apply(command)
    confirm = asking(JobContext(emit, control))
    answer = asyncio.run(confirm(Comparison("laptop", "127.0.0.1", "402913")))
    return answer, [type(event).__name__ for event in events], control
