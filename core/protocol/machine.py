"""Jobs about this machine's folders and graphics cards."""

from __future__ import annotations

import msgspec

from core.base.devices import DeviceReport
from core.protocol.event import JobOf


class MoveFolderResult(msgspec.Struct, kw_only=True):
    """The result of a move. folder: its new place. changed_runs: runs whose paths to a model or an adapter in it were
    updated. left: the old folder if it could not be deleted completely, else "".
    """

    folder: str
    bytes: int
    changed_runs: int
    left: str = ""


class MoveFolderJob(JobOf[MoveFolderResult], tag="move-folder"):
    """Move the folder of models, runs or exports with its contents, and store its new place in the settings.

    setting: models_dir, runs_dir or exports_dir. to: a folder; if it is not empty, a new one is made in it.
    """

    setting: str
    to: str


class DevicesResult(msgspec.Struct, kw_only=True):
    """The graphics cards of this machine, and whether they compute correctly.

    In the backends' order, without the processor; empty if only the processor can compute.
    """

    devices: list[DeviceReport]


class ListDevicesJob(JobOf[DevicesResult], tag="devices"):
    """List the usable graphics cards, with what is known of each.

    test: run the self-test, of a second each, on cards without a verdict for this driver and version. again: test the
    others, too.
    """

    test: bool = True
    again: bool = False
