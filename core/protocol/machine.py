"""What a job is told of this machine, its folders and graphics cards, and how fast it trains."""

from __future__ import annotations

import msgspec

from core.base.devices import DeviceReport
from core.protocol.event import JobOf


class MoveFolderResult(msgspec.Struct, kw_only=True):
    """folder: where it is now. changed_runs: those that named a model or an adapter in it. left: the old folder, where
    not all of it could be deleted; else ""."""

    folder: str
    bytes: int
    changed_runs: int
    left: str = ""


class MoveFolderJob(JobOf[MoveFolderResult], tag="move-folder"):
    """Move the folder of models, runs or exports with all that is in it, and keep its new place in the settings.

    setting: models_dir, runs_dir or exports_dir. to: a folder; one that holds anything gets a new one in it.
    """

    setting: str
    to: str


class DevicesResult(msgspec.Struct, kw_only=True):
    """The devices of this machine, and whether they compute right.

    In the backends' order, without the processor; none where nothing but the processor can compute.
    """

    devices: list[DeviceReport]


class ListDevicesJob(JobOf[DevicesResult], tag="devices"):
    """List the graphics cards that could compute, with what is known of each.

    test: those without a verdict of this driver and version are tested, a second each. again: the others, too.
    """

    test: bool = True
    again: bool = False
