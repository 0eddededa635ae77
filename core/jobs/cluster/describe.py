"""What this computer is, for the others of its cluster."""

from __future__ import annotations

import psutil

from core import __version__
from core.cluster.pairing import PROTOCOL
from core.cluster.questions import Description
from core.shared.cores import physical_cores
from core.shared.machine_speed import known_speed
from core.shared.settings import device_for
from core.shared.system_facts import processor


def describe(run: str) -> Description:
    """run: that it computes for, or ""."""
    memory, speed = psutil.virtual_memory(), known_speed()
    speeds = [shape.tok_s for shape in speed.speeds if shape.tok_s] if speed else []
    return Description(
        version=__version__,
        protocol=PROTOCOL,
        processor=processor(),
        cores=physical_cores(),
        memory=memory.total,
        free=memory.available,
        device=device_for("auto"),
        tok_s=speeds[0] if speeds else 0.0,
        run=run,
    )
