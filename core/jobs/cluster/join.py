"""Join: this computer computes for the trainings of a cluster."""

from __future__ import annotations

import asyncio

from core.cluster import pairing
from core.cluster.addresses import host_of, own_address
from core.cluster.member import Member
from core.jobs.cluster.asking import asking, is_over
from core.jobs.cluster.build import builder
from core.jobs.cluster.describe import describe
from core.jobs.cluster.known import (
    Cluster,
    credentials,
    known_cluster,
    machine_name,
    remember_cluster,
    required_cluster,
)
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.errors import LuthierError


def join(job: p.ClusterJoinJob, context: JobContext) -> Outcome[p.ClusterJoinResult]:
    """Until `stop`. Raises LuthierError `cluster.*`."""
    cluster = _cluster(job, context)
    member = Member(credentials(), builder(context), describe, lambda text: context.notice("cluster.member", text))
    host = own_address(cluster.host)
    asyncio.run(member.serve(cluster.scheduler, host, lambda: not is_over(context.control)))
    return "done", p.ClusterJoinResult(machine=cluster.machine, cluster=cluster.head)


def _cluster(job: p.ClusterJoinJob, context: JobContext) -> Cluster:
    """That it is let into now, or was before; its head may have another address today."""
    known = known_cluster()
    if not job.address:
        return required_cluster()
    host, port = host_of(job.address)
    if known is None:
        return _let_in(host, port, job.name or machine_name(), context)
    if known.is_head and known.host != host:
        raise LuthierError(
            "cluster.is-head",
            "This computer has a cluster of its own.",
            "`luthier cluster leave` first, to join another. Its machines have to join again then, too.",
        )
    cluster = Cluster(head=known.head, machine=known.machine, host=host, port=port - 1)
    remember_cluster(cluster)
    return cluster


def _let_in(host: str, port: int, name: str, context: JobContext) -> Cluster:
    context.phase("join", f"Asking {host} to be let in")
    given = asyncio.run(pairing.join(host, port, credentials(), name, asking(context)))
    context.emit(p.Joined(machine=name))
    cluster = Cluster(head=given.machine, machine=name, host=host, port=port - 1)
    remember_cluster(cluster)
    return cluster
