"""Nothing but data is taken from other machines."""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from distributed.core import rpc
from distributed.protocol import Serialize

from core.cluster import tasks, wire
from core.cluster.dask_server import MachineWorker, MeetingPoint


class Evil:
    def __init__(self, does: Callable[[str], object] = os.system, to: str = "true") -> None:
        self._does = does, (to,)

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return self._does


@pytest.mark.parametrize(
    "what", [Evil(), os.system, print, eval, type, wire.loads], ids=lambda what: type(what).__name__
)
def test_that_a_pickle_that_names_anything_else_is_refused(what: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="nothing that machines send each other"):
        wire.loads(pickle.dumps(what))


def test_that_servers_are_asked_for_nothing_but_what_is_listed_and_unpickle_nothing_else(tmp_path: Path) -> None:
    """Those that run, with all that Dask adds when they start."""
    wire.restrict()

    async def heard(content: object) -> object:
        return content

    async def ask() -> None:
        async with (
            MeetingPoint(host="127.0.0.1", port=0, protocol="tcp://") as scheduler,
            MachineWorker(scheduler.address, {"ours": heard}, host="127.0.0.1") as worker,
            rpc(worker.address) as asked,
        ):
            assert set(scheduler.handlers) == wire.ASKED_OF_SCHEDULERS
            assert set(worker.handlers) == {*wire.ASKED_OF_WORKERS, "ours"}
            assert set(scheduler.extensions) == {"stealing"} and not worker.extensions
            assert await asked.ours(content=b"numbers") == b"numbers"
            with pytest.raises(OSError, match="nothing that machines send each other"):
                await asked.ours(content=Serialize(Evil(os.mkdir, str(tmp_path / "made"))))

    asyncio.run(ask())
    assert not (tmp_path / "made").exists()


def test_that_our_own_functions_are_taken() -> None:
    assert wire.loads(pickle.dumps(tasks.gradient)) is tasks.gradient
    assert wire.loads(pickle.dumps((1, "a", b"b", [2.0, None]))) == (1, "a", b"b", [2.0, None])
