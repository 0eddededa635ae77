"""What a person has to say whether two codes are the same."""

from __future__ import annotations

import asyncio

from core.cluster.pairing import Comparison, Confirm
from core.jobs.context import Control, JobContext
from core.shared import protocol as p

LOOKED_S = 0.1


def asking(context: JobContext) -> Confirm:
    async def confirm(comparison: Comparison) -> bool:
        control, code = context.control, comparison.code
        control.comparing = code
        context.emit(p.CompareCode(machine=comparison.machine, address=comparison.address, code=code))
        try:
            while not is_over(control):
                if (same := control.said_of(code)) is not None:
                    return same
                await asyncio.sleep(LOOKED_S)
            return False
        finally:
            control.comparing = ""
            context.emit(p.CodeSettled(code=code))

    return confirm


def is_over(control: Control) -> bool:
    return control.stop.is_set() or control.cancel.is_set()
