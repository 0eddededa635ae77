"""Status and leave: which machines are there; and an end to it."""

from __future__ import annotations

import asyncio

from distributed import Client, TimeoutError

from core.cluster import wire
from core.cluster.questions import DESCRIBE, TRAINING, Description, Refusal, answered
from core.cluster.reach import reach, unreachable
from core.jobs.cluster.known import credentials, forget_cluster, required_cluster
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.errors import LuthierError

_ANSWERED_S = 10.0


def status(_job: p.ClusterStatusJob, _context: JobContext) -> Outcome[p.ClusterStatusResult]:
    """Raises LuthierError `cluster.none`, `cluster.unreachable`, `cluster.other-certificate`."""
    wire.restrict()
    cluster = required_cluster()
    try:
        asyncio.run(reach(cluster.scheduler, credentials()))
        with Client(cluster.scheduler, security=credentials().security(), timeout=_ANSWERED_S) as client:
            machines = client.sync(_machines, client)
    except (OSError, TimeoutError) as error:
        raise unreachable(cluster.scheduler) from error
    found = p.ClusterStatusResult(
        machine=cluster.machine, cluster=cluster.head, is_head=cluster.is_head, machines=machines
    )
    return "done", found


async def _machines(client: Client) -> list[p.ClusterMachine]:
    there = (await client.scheduler.identity())["workers"]
    names = sorted((str(worker["name"]), address) for address, worker in there.items())
    return [await _machine(client, name, address) for name, address in names if name != TRAINING]


async def _machine(client: Client, name: str, address: str) -> p.ClusterMachine:
    try:
        said = answered(await getattr(client.rpc(address), DESCRIBE)(), Description)
    except (OSError, LuthierError) as error:
        problem = error.message if isinstance(error, LuthierError) else "It does not answer."
        return p.ClusterMachine(name=name, address=address, problem=problem)
    if isinstance(said, Refusal):
        return p.ClusterMachine(name=name, address=address, problem=said.message)
    return p.ClusterMachine(
        name=name,
        address=address,
        version=said.version,
        processor=said.processor,
        cores=said.cores,
        memory_bytes=said.memory,
        free_bytes=said.free,
        device=said.device,
        tok_s=said.tok_s or None,
        run=said.run,
    )


def leave(_job: p.ClusterLeaveJob, _context: JobContext) -> Outcome[p.ClusterLeaveResult]:
    """Raises LuthierError `cluster.none`, `files.cannot-write`."""
    cluster = required_cluster()
    forget_cluster()
    return "done", p.ClusterLeaveResult(cluster=cluster.head)
