"""What machines do for each other: functions of their arguments alone, so that any machine may do them again."""

from __future__ import annotations

from typing import cast

from distributed import get_worker

from core.cluster.dask_server import MachineWorker
from core.cluster.machine import Machine
from core.cluster.sums import Sum, added


def gradient(run: str, version: int, step: int, rows: bytes) -> Sum:
    """Of some rows of a step, at that version of the adapter. rows: as core/cluster/sent_rows.py has them."""
    return _here().gradient(run, version, step, rows)


def total(*sums: Sum) -> Sum:
    """Of all their rows, one after the other; on the machine that wants it where there is only one."""
    return sums[0] if len(sums) == 1 else added(sums, _here().feedback)


def _here() -> Machine:
    machine = cast("MachineWorker", get_worker()).machine
    assert machine is not None, "a task was handed to a machine that rests"
    return machine
