"""Start: this computer is where a cluster's machines meet, and where people let others in.

Also here: what this computer has of the cluster that it belongs to: its certificates, and whom it meets where.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, suppress

import msgspec

from core import protocol as p
from core.base import home_cluster
from core.base.errors import Do, Hint, LuthierError
from core.base.files import told_of
from core.base.home_cluster import Cluster, folder, remember_cluster, with_port
from core.cluster import pairing
from core.cluster.addresses import host_alone, own_address
from core.cluster.credentials import Credentials, make_authority
from core.cluster.door import Caller, Door
from core.cluster.members import Meeting, Members, Place, forget_members
from core.cluster.pairing import Comparison, Confirm
from core.jobs.context import Control, JobContext, Outcome


def start(job: p.ClusterStartJob, context: JobContext) -> Outcome[p.ClusterStartResult]:
    """Be the meeting place until `stop`.

    Raises LuthierError `cluster.port`, `cluster.no-network`, `cluster.bad-address`,
    `cluster.is-member`.
    """
    known = known_cluster()
    if known is not None and not known.is_head:
        raise LuthierError(
            "cluster.is-member",
            f"This computer belongs to the cluster of {known.head}.",
            Hint("Leave that one first.", Do.open("cluster leave")),
        )
    host = host_alone(job.host) or own_address()
    ours, name = credentials(), known.machine if known else machine_name()
    if not ours.can_sign:
        with told_of(folder()):
            forget_members(folder())  # of a cluster that was here before
        make_authority(ours, name)
    return "done", asyncio.run(_meet(Cluster(head=name, machine=name, host=host, port=job.port), context))


async def _meet(cluster: Cluster, context: JobContext) -> p.ClusterStartResult:
    """cluster: to be remembered, with the port that the system picks where it has none."""
    host, port = cluster.host, cluster.port
    ours, members, joined = credentials(), Members(folder()), list[str]()
    told: set[tuple[str, str]] = set()

    async def answer(caller: Caller) -> None:
        try:
            name = await pairing.let_in(caller, head)
        except LuthierError as error:
            about = (caller.address, error.code)
            if about not in told or error.code == "cluster.not-wanted":  # which a person was asked about
                told.add(about)
                context.notice(error.code, error.message, error.hint)
            return
        if name is not None:
            joined.append(name)
            context.emit(p.Joined(machine=name))

    try:
        async with AsyncExitStack() as held:
            while True:
                port = await held.enter_async_context(Meeting(ours, context.notice).open(host, cluster.port))
                head = pairing.Head(
                    ours, f"tls://{with_port(host, port)}", asking(context),
                    taken=members.is_taken, let_in=members.let_in,
                )  # fmt: skip
                try:
                    await held.enter_async_context(Door(pairing.serving(ours), answer).open(host, port + 1))
                    break
                except (OSError, OverflowError):  # taken, or there is none after it
                    if cluster.port:
                        raise
                    await held.aclose()  # another one, then
            remember_cluster(msgspec.structs.replace(cluster, port=port))
            context.emit(p.Meeting(address=with_port(host, port + 1)))
            while not is_over(context.control):
                await asyncio.sleep(LOOKED_S)
    except OSError as error:
        raise LuthierError(
            "cluster.port",
            f"Ports {port} and {port + 1} of {host} cannot be had: {error.strerror or error}.",
            Do.by("Another Luthier may be meeting there: end it.", "or choose others with --port"),
        ) from error
    return p.ClusterStartResult(address=with_port(host, port + 1), joined=joined)


LOOKED_S = 0.1


def asking(context: JobContext) -> Confirm:
    """Return what asks the user whether two codes are the same, and waits for the answer."""

    async def confirm(comparison: Comparison) -> bool:
        control, code = context.control, comparison.code
        control.comparing = code
        context.emit(p.CompareCode(machine=comparison.machine, address=comparison.address, code=code))
        try:
            while not is_over(control):
                if (same := control.said_of(code)) is not None:
                    return same
                await asyncio.sleep(LOOKED_S)
            return False
        finally:
            control.comparing = ""
            context.emit(p.CodeSettled(code=code))

    return confirm


def is_over(control: Control) -> bool:
    return control.stop.is_set() or control.cancel.is_set()


def credentials() -> Credentials:
    return Credentials(folder())


def known_cluster() -> Cluster | None:
    """Return the cluster of this computer; None if there is none, or a certificate is gone.

    Raises LuthierError `cluster.unreadable`.
    """
    return home_cluster.known_cluster() if credentials().are_there else None


def required_cluster() -> Cluster:
    """Return this computer's cluster. Raises LuthierError `cluster.none`."""
    cluster = known_cluster()
    if cluster is None:
        raise LuthierError(
            "cluster.none",
            "This computer belongs to no cluster.",
            Hint("Connect the computers first.", Do.open("cluster", "`luthier cluster start` here, join there.")),
        )
    return cluster


def forget_cluster() -> None:
    """Delete what this computer has of its cluster. Raises LuthierError `files.cannot-write`."""
    known = credentials()
    with told_of(folder()):
        home_cluster.forget()
        forget_members(folder())
        for file in (known.key, known.authority_key, known.certificate, known.authority):
            file.unlink(missing_ok=True)
    with suppress(OSError):  # a person keeps something there
        folder().rmdir()


def place() -> Place:
    """Return where the machines of this computer's cluster meet. Raises LuthierError `cluster.none`."""
    cluster = required_cluster()
    return Place(cluster.host, cluster.port, credentials(), cluster.machine)


def machine_name() -> str:
    return socket.gethostname().partition(".")[0] or "computer"
