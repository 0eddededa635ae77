"""Start: this computer is where a cluster's machines meet, and where people let others in."""

from __future__ import annotations

import asyncio

from core.cluster import pairing
from core.cluster.addresses import host_alone, own_address
from core.cluster.credentials import make_authority
from core.cluster.meeting import Meeting
from core.jobs.cluster.asking import LOOKED_S, asking, is_over
from core.jobs.cluster.known import credentials, known_cluster, machine_name
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.home_cluster import Cluster, remember_cluster, with_port

_PAUSE_S = 2.0  # after a code that came to nothing: no other takes its place while a person says yes


def start(job: p.ClusterStartJob, context: JobContext) -> Outcome[p.ClusterStartResult]:
    """Until `stop`. Raises LuthierError `cluster.port`, `cluster.no-network`, `cluster.bad-address`,
    `cluster.is-member`.
    """
    known = known_cluster()
    if known is not None and not known.is_head:
        raise LuthierError(
            "cluster.is-member",
            f"This computer belongs to the cluster of {known.head}.",
            "`luthier cluster leave` first, to start one of its own.",
        )
    host = host_alone(job.host) or own_address()
    ours, name = credentials(), known.machine if known else machine_name()
    if not ours.can_sign:
        make_authority(ours, name)
    remember_cluster(Cluster(head=name, machine=name, host=host, port=job.port))
    return "done", asyncio.run(_meet(host, job.port, context))


async def _meet(host: str, port: int, context: JobContext) -> p.ClusterStartResult:
    ours, joined, one_at_a_time = credentials(), list[str](), asyncio.Lock()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with one_at_a_time:
                try:
                    name = await pairing.let_in(reader, writer, head)
                except LuthierError as error:
                    context.notice(error.code, error.message, error.hint)
                    await asyncio.sleep(_PAUSE_S)
                    return
            if name is not None:
                joined.append(name)
                context.emit(p.Joined(machine=name))
        except OSError:
            pass  # it went away before there was anything to see
        finally:
            writer.close()

    try:
        async with Meeting(ours, context.notice).open(host, port):
            head = pairing.Head(
                ours, f"tls://{with_port(host, port)}", asking(context),
                taken=lambda name: False,
            )  # fmt: skip
            server = await asyncio.start_server(answer, host, port + 1, ssl=pairing.serving(ours))
            async with server:
                context.emit(p.Meeting(address=with_port(host, port + 1)))
                while not is_over(context.control):
                    await asyncio.sleep(LOOKED_S)
    except OSError as error:
        raise LuthierError(
            "cluster.port",
            f"Ports {port} and {port + 1} of {host} cannot be had: {error.strerror or error}.",
            "Another cluster may be running here; or choose others with --port.",
        ) from error
    return p.ClusterStartResult(address=with_port(host, port + 1), joined=joined)
