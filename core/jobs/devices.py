"""The graphics cards of this machine that could compute."""

from __future__ import annotations

from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p


def list_devices(_job: p.ListDevicesJob, context: JobContext) -> Outcome[p.DevicesResult]:
    """None: what this version's engine loads computes on the processor alone."""
    context.phase("devices", "Looking for graphics cards")
    return "done", p.DevicesResult(devices=[])
