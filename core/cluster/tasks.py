"""What machines do for each other: functions of their arguments alone, so that any machine may do them again.

They raise nothing but Reschedule: Dask sends an exception as a pickle, which nobody takes, and then waits for ever.
"""

from __future__ import annotations

from typing import cast

from distributed import Reschedule, get_worker

from core.cluster.dask_server import MachineWorker
from core.cluster.machine import Machine
from core.cluster.sums import Sum


def gradient(run: str, version: int, step: int, rows: bytes) -> Sum:
    """Of some rows of a step, at that version of the adapter. rows: as core/cluster/sent_rows.py has them."""
    return _here().gradient(run, version, step, rows)


def total(*sums: Sum) -> Sum:
    """Of all their rows, one after the other; on the machine that wants it where there is only one."""
    return _here().total(sums)


def _here() -> Machine:
    """Raises Reschedule where it was handed a task while it came to rest."""
    machine = cast("MachineWorker", get_worker()).machine
    if machine is None:
        raise Reschedule
    return machine
