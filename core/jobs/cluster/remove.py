"""Remove: a computer that was let in is let in no more."""

from __future__ import annotations

from core.cluster.members import Members
from core.jobs.cluster.known import required_cluster
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared.errors import LuthierError
from core.shared.home_cluster import folder


def remove(job: p.ClusterRemoveJob, _context: JobContext) -> Outcome[p.ClusterRemoveResult]:
    """Raises LuthierError `cluster.none`, `cluster.not-head`, `cluster.no-machine`, `files.cannot-write`."""
    cluster = required_cluster()
    if not cluster.is_head:
        raise LuthierError(
            "cluster.not-head",
            f"Only {cluster.head}, where the computers meet, can take one out.",
            f"Run `luthier cluster remove {job.machine}` there.",
        )
    Members(folder()).remove(job.machine)
    return "done", p.ClusterRemoveResult(machine=job.machine)
