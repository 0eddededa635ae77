"""Copy: send a base model from this computer to a machine that lacks it."""

from __future__ import annotations

from core import protocol as p
from core.base.errors import LuthierError
from core.cluster import base_copy
from core.cluster.questions import Base, Has, HasBase
from core.cluster.wire import Connection
from core.gguf.header import Header
from core.jobs.cluster.bases import base_called
from core.jobs.cluster.known import place
from core.jobs.context import JobContext, Outcome


def copy(job: p.ClusterCopyJob, context: JobContext) -> Outcome[p.ClusterCopyResult]:
    """Raises LuthierError `cluster.none`, `cluster.unreachable`, `cluster.no-machine`, what the machine refuses with,
    and of the model as core/jobs/cluster/bases.py has it.
    """
    there = place()
    header, base = base_called(job.model, context)
    context.phase("copy", f"Sending {base.name} to {job.machine}")
    machine = there.connect_by_name(job.machine)
    try:
        send_base(machine, header, base, context)
    finally:
        machine.close()
    return "done", p.ClusterCopyResult(machine=job.machine)


def send_base(to: Connection, header: Header, base: Base, context: JobContext) -> None:
    """Unless it is there. Raises LuthierError `cluster.lost`, what the machine refuses with, and Cancelled; the machine
    then keeps nothing.
    """

    def report(done: float, total: float) -> None:
        context.control.raise_if_cancelled()
        context.progress(done, total, "bytes")

    try:
        if to.ask(HasBase(base), Has).base != "here":
            base_copy.send(header.path, base, to, report)
    except OSError as error:
        raise LuthierError(
            "cluster.lost", f"{to.there.name} was lost while it was sent the model.", "Try it again."
        ) from error
    except LuthierError as error:
        raise LuthierError(error.code, f"{to.there.name}: {error.message}", error.hint) from error
