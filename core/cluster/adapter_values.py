"""How the adapter's values come from the training to the other machines: each asks for what it lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from distributed.protocol import to_serialize

from core.cluster.dask_server import MachineWorker
from core.cluster.encoding import received
from core.cluster.machine import Source
from core.cluster.questions import ADAPTER
from core.cluster.versions import Change, Versions


def answering(versions: Versions) -> Callable[..., Any]:
    """For those who ask the training."""

    async def adapter(since: int) -> dict[str, Any]:
        change = versions.change(since)
        return {
            "since": change.since,
            "version": change.version,
            "encoding": change.sent.encoding,
            "count": change.sent.count,
            "numbers": to_serialize(change.sent.numbers),
            "scales": to_serialize(change.sent.scales),
        }

    return adapter


def asking(worker: MachineWorker, training: str) -> Source:
    """For the thread that computes, which waits for the answer. What it raises becomes a Failure."""

    def source(since: int) -> Change:
        told = worker.asked_of(training, ADAPTER, since=since)
        numbers, scales = (np.asarray(told[what]).tobytes() for what in ("numbers", "scales"))
        sent = received(str(told["encoding"]), int(told["count"]), numbers, scales)
        return Change(int(told["since"]), int(told["version"]), sent)

    return source
