"""A short visit to the cluster: to ask its machines something."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from distributed import Client, TimeoutError

from core.cluster import wire
from core.cluster.reach import reach, unreachable
from core.jobs.cluster.known import credentials
from core.shared.errors import LuthierError
from core.shared.home_cluster import Cluster

_ANSWERED_S = 10.0


@contextmanager
def visiting(cluster: Cluster) -> Iterator[Client]:
    """Raises LuthierError `cluster.unreachable`, also where it stops answering, `cluster.other-certificate`."""
    wire.restrict()
    try:
        asyncio.run(reach(cluster.scheduler, credentials()))
        with Client(cluster.scheduler, security=credentials().security(), timeout=_ANSWERED_S) as client:
            yield client
    except (OSError, TimeoutError) as error:
        raise unreachable(cluster.scheduler) from error


async def address_of(machine: str, client: Client) -> str:
    """Raises LuthierError `cluster.no-machine`."""
    there = (await client.scheduler.identity())["workers"]
    address = next((address for address, worker in there.items() if str(worker["name"]) == machine), None)
    if address is None:
        raise LuthierError(
            "cluster.no-machine", f"{machine} is not part of it now.", "`luthier cluster status` says who is."
        )
    return str(address)
