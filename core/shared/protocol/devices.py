"""The devices of this machine, and whether they compute right."""

from __future__ import annotations

import msgspec

from core.shared.devices import DeviceReport
from core.shared.protocol.job_of import JobOf


class DevicesResult(msgspec.Struct, kw_only=True):
    """In the backends' order, without the processor; none where nothing but the processor can compute."""

    devices: list[DeviceReport]


class ListDevicesJob(JobOf[DevicesResult], tag="devices"):
    """List the graphics cards that could compute, with what is known of each.

    test: those without a verdict of this driver and version are tested, a second each. again: the others, too.
    """

    test: bool = True
    again: bool = False
