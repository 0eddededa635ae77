"""Copy: have a machine fetch a base model from this one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from distributed import Client

from core.cluster import base_copy
from core.cluster.addresses import own_address
from core.cluster.dask_server import MachineWorker
from core.cluster.questions import COPY, FETCH, Base, Fetch, Has, Refusal, answered, copying, packed
from core.jobs.cluster.asking import LOOKED_S
from core.jobs.cluster.bases import base_called
from core.jobs.cluster.known import credentials, required_cluster
from core.jobs.cluster.visiting import address_of, visiting
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.gguf.header import Header
from core.shared.home_cluster import Cluster


def copy(job: p.ClusterCopyJob, context: JobContext) -> Outcome[p.ClusterCopyResult]:
    """Raises LuthierError `cluster.none`, `cluster.unreachable`, `cluster.no-machine`, what the machine refuses with,
    and of the model as core/jobs/cluster/bases.py has it.
    """
    cluster = required_cluster()
    header, base = base_called(job.model, context)
    context.phase("copy", f"Sending {base.name} to {job.machine}")
    with visiting(cluster) as client:
        client.sync(send_base, client, cluster, header, base, job.machine, context)
    return "done", p.ClusterCopyResult(machine=job.machine)


async def send_base(
    client: Client, cluster: Cluster, header: Header, base: Base, machine: str, context: JobContext
) -> None:
    """Raises LuthierError as `copy` does, and Cancelled."""
    address = await address_of(machine, client)
    answers = {COPY: base_copy.answering(header.path, lambda done, total: context.progress(done, total, "bytes"))}
    host, security = own_address(cluster.host), credentials().security()
    try:
        source = await MachineWorker(cluster.scheduler, answers, name=copying(machine), host=host, security=security)
    except (ValueError, RuntimeError) as error:  # the scheduler has one by this name
        raise LuthierError("cluster.busy", "A model is being sent already.", "Wait until that is done.") from error
    async with source:
        source.rest()
        request = packed(Fetch(base, source.address))
        said = answered(await _awaited(getattr(client.rpc(address), FETCH)(request=request), context), Has)
    if isinstance(said, Refusal):
        raise LuthierError(said.code, f"{machine}: {said.message}", said.hint)


async def _awaited(asked: Coroutine[Any, Any, bytes], context: JobContext) -> bytes:
    """Raises Cancelled; the machine then keeps nothing, as nobody answers it."""
    task = asyncio.ensure_future(asked)
    try:
        while not (await asyncio.wait([task], timeout=LOOKED_S))[0]:
            context.control.raise_if_cancelled()
        return task.result()
    finally:
        task.cancel()
