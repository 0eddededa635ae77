"""Status and leave: which machines are there; and an end to it."""

from __future__ import annotations

import asyncio
import time

from distributed import Client

from core.cluster.questions import DESCRIBE, HAS, Base, Description, Has, Refusal, answered, is_machine, packed
from core.jobs.cluster.asking import LOOKED_S, is_over
from core.jobs.cluster.bases import base_called
from core.jobs.cluster.known import forget_cluster, required_cluster
from core.jobs.cluster.visiting import visiting
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.errors import LuthierError

WATCHED_S = 3.0  # between two looks
_ASKED_S = 10.0  # for which an answer is waited
_HAD_S = 600.0  # the same, where a machine may have to read whole files to know


def status(job: p.ClusterStatusJob, context: JobContext) -> Outcome[p.ClusterStatusResult]:
    """Raises LuthierError `cluster.none`, `cluster.unreachable`, `cluster.other-certificate`, and of the model as
    core/jobs/cluster/bases.py has it.
    """
    cluster = required_cluster()
    base = _base_of(job, context) if job.model else None
    with visiting(cluster) as client:
        look = Look(client, base, waits=not job.watch)
        machines = client.sync(look.round)
        while job.watch and not is_over(context.control):
            context.emit(p.Machines(machines=machines))
            _sleep(WATCHED_S, context)
            machines = client.sync(look.round)
    found = p.ClusterStatusResult(
        machine=cluster.machine, cluster=cluster.head, is_head=cluster.is_head, machines=machines
    )
    return "done", found


def leave(_job: p.ClusterLeaveJob, _context: JobContext) -> Outcome[p.ClusterLeaveResult]:
    """Raises LuthierError `cluster.none`, `files.cannot-write`."""
    cluster = required_cluster()
    forget_cluster()
    return "done", p.ClusterLeaveResult(cluster=cluster.head)


def _base_of(job: p.ClusterStatusJob, context: JobContext) -> Base | None:
    """None for a window that looks on, where the model is not converted yet."""
    try:
        return base_called(job.model, context)[1]
    except LuthierError:
        if job.watch:
            return None
        raise


class Look:
    """base: that is asked for. waits: until it is known who has it; else it is told as soon as it is known."""

    def __init__(self, client: Client, base: Base | None, waits: bool) -> None:
        self._client, self._base, self._waits = client, base, waits
        self._asked: dict[str, asyncio.Task[p.BaseThere]] = {}  # by address

    async def round(self) -> list[p.ClusterMachine]:
        """Raises OSError where the cluster does not answer any more."""
        there = (await asyncio.wait_for(self._client.scheduler.identity(), _ASKED_S))["workers"]
        names = sorted((str(worker["name"]), address) for address, worker in there.items())
        machines = [(name, address) for name, address in names if is_machine(name)]
        return list(await asyncio.gather(*(self._machine(name, address) for name, address in machines)))

    async def _machine(self, name: str, address: str) -> p.ClusterMachine:
        try:
            asked = getattr(self._client.rpc(address), DESCRIBE)()
            said = answered(await asyncio.wait_for(asked, _ASKED_S), Description)
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
            base=await self._base_at(address),
        )

    async def _base_at(self, address: str) -> p.BaseThere:
        """As it is known; whoever lacks it is asked again, as it may have it by now."""
        if self._base is None:
            return ""
        asked = self._asked.get(address)
        if asked is None or (asked.done() and asked.result() != "here"):
            known: p.BaseThere = asked.result() if asked is not None else ""
            self._asked[address] = asyncio.ensure_future(self._ask_for_base(address, self._base))
            return await self._asked[address] if self._waits else known
        return asked.result() if asked.done() else ""

    async def _ask_for_base(self, address: str, base: Base) -> p.BaseThere:
        try:
            asked = getattr(self._client.rpc(address), HAS)(request=packed(base))
            said = answered(await asyncio.wait_for(asked, _HAD_S), Has)
        except (OSError, LuthierError):
            return ""
        return "" if isinstance(said, Refusal) else said.base


def _sleep(seconds: float, context: JobContext) -> None:
    """Less where it is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not is_over(context.control):
        time.sleep(LOOKED_S)
