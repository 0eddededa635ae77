"""Join: this computer computes for the trainings of a cluster."""

from __future__ import annotations

import asyncio

import msgspec
import psutil

from core import __version__
from core import protocol as p
from core.base import paths
from core.base.devices import CPU, physical_cores
from core.base.errors import Do, Hint, LuthierError
from core.base.files import told_of
from core.base.home_cluster import Cluster, folder, remember_cluster
from core.base.owned_lock import OwnedLock
from core.base.paths import make_private
from core.base.settings import device_for
from core.base.systems.machine import processor
from core.cluster import pairing
from core.cluster.addresses import host_alone, host_of, own_address
from core.cluster.encoding import received_rows
from core.cluster.member import Abilities, Built, Member
from core.cluster.members import forget_members
from core.cluster.pairing import PROTOCOL
from core.cluster.questions import Description, Prepare
from core.engine.model.weights import load_for_engine
from core.engine.train.plan.search import plan_memory, why_unusable
from core.engine.train.training import Training
from core.jobs.cluster import bases
from core.jobs.cluster.guest import Guests
from core.jobs.cluster.start import asking, credentials, is_over, known_cluster, machine_name, place, required_cluster
from core.jobs.context import JobContext, Outcome
from core.jobs.devices.choice import with_device


def join(job: p.ClusterJoinJob, context: JobContext) -> Outcome[p.ClusterJoinResult]:
    """Compute for a cluster until `stop`. Raises LuthierError `cluster.*`."""
    folder = paths.home() / "locks"
    make_private(folder)
    with OwnedLock(folder / "cluster.lock").held(_takes_part):
        return _join(job, context)


def _join(job: p.ClusterJoinJob, context: JobContext) -> Outcome[p.ClusterJoinResult]:
    cluster = _cluster(job, context)
    guests = Guests(context)
    member = Member(credentials(), _abilities(context, guests), lambda text: context.notice("cluster.member", text))
    is_wanted = lambda: not is_over(context.control)  # noqa: E731
    try:
        asyncio.run(member.serve(place().connect, lambda: _found_at(job, cluster), is_wanted))
    finally:
        guests.close()
    return "done", p.ClusterJoinResult(machine=cluster.machine, cluster=cluster.head)


def _takes_part(holder: str) -> LuthierError:
    return LuthierError(
        "cluster.takes-part",
        f"This computer computes for a cluster already: {holder}.",
        "Leave that as it is, or end it first.",
    )


def _abilities(context: JobContext, guests: Guests) -> Abilities:
    def build(wanted: Prepare) -> Built:
        guests.require_none()
        return built(wanted, context)

    return Abilities(
        build=build,
        has=lambda base: bases.has(base, context),
        arriving=lambda base: bases.arriving(base, context),
        describe=lambda run: describe(run or guests.run),
        rest=lambda: context.phase("wait", "Waiting for a training"),
        away=guests.answer,
    )


def _cluster(job: p.ClusterJoinJob, context: JobContext) -> Cluster:
    """Return the cluster that the machine is let into now, or was before; its head may have another address today."""
    known = known_cluster()
    host_alone(job.host)  # a bad one is refused before anybody is asked
    if not job.address:
        return required_cluster()
    host, port = host_of(job.address)
    if known is None:
        return _let_in(host, port, job.name or machine_name(), context)
    if known.is_head and known.host != host:
        raise LuthierError(
            "cluster.is-head",
            "This computer has a cluster of its own.",
            Hint("Leave that one first; its machines have to join again, too.", Do.open("cluster leave")),
        )
    cluster = Cluster(head=known.head, machine=known.machine, host=host, port=port - 1)
    remember_cluster(cluster)
    return cluster


def _found_at(job: p.ClusterJoinJob, cluster: Cluster) -> str:
    """Return the address at which the others find this computer. Raises LuthierError `cluster.no-network`."""
    return host_alone(job.host) or own_address(cluster.host)


def _let_in(host: str, port: int, name: str, context: JobContext) -> Cluster:
    context.phase("join", f"Asking {host} to be let in")
    with told_of(folder()):
        forget_members(folder())  # of a cluster that was here before
    given = asyncio.run(pairing.join(host, port, credentials(), name, asking(context)))
    context.emit(p.Joined(machine=given.name))
    cluster = Cluster(head=given.machine, machine=given.name, host=host, port=port - 1)
    remember_cluster(cluster)
    return cluster


def describe(run: str) -> Description:
    """Describe this computer. run: that it computes for, or ""."""
    memory = psutil.virtual_memory()
    return Description(
        version=__version__,
        protocol=PROTOCOL,
        processor=processor(),
        cores=physical_cores(),
        memory=memory.total,
        free=memory.available,
        device=device_for("auto"),
        run=run,
    )


def built(wanted: Prepare, context: JobContext) -> Built:
    """Build the training that is wanted. Threads, device and memory are chosen here: machines differ. Raises
    LuthierError.
    """
    context.phase("load", f"Loading {wanted.base.name} for {wanted.run}")
    rows = [row for _, row in received_rows(wanted.longest)]
    config = msgspec.structs.replace(wanted.config, threads=0, memory_budget=0, backward="auto", device="auto")
    loaded = load_for_engine(bases.found(wanted.base, context))
    chosen = with_device(loaded, device_for("auto"), config, rows, context)
    plan, longest = wanted.plan, max(len(row.tokens) for row in rows)
    if why_unusable(plan, chosen.loaded, config):  # another plan trains as well, but rounds differently
        plan = plan_memory(chosen.loaded, config, longest)
    training = Training(
        chosen.loaded, config, rows, [], plan, lambda done, total: context.progress(done, total, "tensors")
    )
    context.phase("train", f"Computing for {wanted.run}")
    return Built(training, plan.device.device if plan.device else CPU, longest)
