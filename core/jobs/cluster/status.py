"""Status, remove and leave: which machines are there; one that comes no more; and an end to it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

from core import protocol as p
from core.base.errors import Do, LuthierError
from core.base.home_cluster import folder, with_port
from core.cluster.members import Members, Place
from core.cluster.questions import Base, Describe, Description, Has, HasBase, Present
from core.cluster.wire import Connection
from core.jobs.cluster.bases import base_called
from core.jobs.cluster.start import LOOKED_S, forget_cluster, is_over, place, required_cluster
from core.jobs.context import JobContext, Outcome

WATCHED_S = 3.0  # between two looks
_AT_ONCE = 8  # machines that are asked


def status(job: p.ClusterStatusJob, context: JobContext) -> Outcome[p.ClusterStatusResult]:
    """Return who is in the cluster; with `watch`, emit it again and again. Raises LuthierError `cluster.none`,
    `cluster.unreachable`, `cluster.other-certificate`, and of the model as core/jobs/cluster/bases.py has it.
    """
    cluster = required_cluster()
    base = _base_of(job, context) if job.model else None
    with closing(Look(place(), base, waits=not job.watch)) as look:
        machines = look.round()
        while job.watch and not is_over(context.control):
            context.emit(p.Machines(machines=machines))
            _sleep(WATCHED_S, context)
            machines = look.round()
    found = p.ClusterStatusResult(
        machine=cluster.machine, cluster=cluster.head, is_head=cluster.is_head, machines=machines
    )
    return "done", found


def leave(_job: p.ClusterLeaveJob, _context: JobContext) -> Outcome[p.ClusterLeaveResult]:
    """Leave the cluster. Raises LuthierError `cluster.none`, `files.cannot-write`."""
    cluster = required_cluster()
    forget_cluster()
    return "done", p.ClusterLeaveResult(cluster=cluster.head)


def remove(job: p.ClusterRemoveJob, _context: JobContext) -> Outcome[p.ClusterRemoveResult]:
    """Take a computer out of the cluster. Raises LuthierError `cluster.none`, `cluster.not-head`, `cluster.no-machine`,
    `files.cannot-write`.
    """
    cluster = required_cluster()
    if not cluster.is_head:
        raise LuthierError(
            "cluster.not-head",
            f"Only {cluster.head}, where the computers meet, can take one out.",
            Do.by("Do it on the computer where the others meet.", f"`luthier cluster remove {job.machine}`"),
        )
    Members(folder()).remove(job.machine)
    return "done", p.ClusterRemoveResult(machine=job.machine)


def _base_of(job: p.ClusterStatusJob, context: JobContext) -> Base | None:
    """Return the base model; None for a watching window if the model is not converted yet."""
    try:
        return base_called(job.model, context)[1]
    except LuthierError:
        if job.watch:
            return None
        raise


class Look:
    """Looks at who is there, again and again; to be closed. base: that is asked for. waits: until all have said whether
    they have it; else a later round tells.
    """

    def __init__(self, place: Place, base: Base | None, waits: bool) -> None:
        """Raises LuthierError as Place.connect does."""
        self._place, self._base, self._waits = place, base, waits
        self._head = place.connect()
        self._machines = dict[str, _Machine]()
        self._asking = ThreadPoolExecutor(_AT_ONCE)

    def close(self) -> None:
        self._head.close()
        for machine in self._machines.values():
            machine.close()
        self._asking.shutdown(wait=False, cancel_futures=True)

    def round(self) -> list[p.ClusterMachine]:
        """Ask every machine once. Raises LuthierError `cluster.unreachable` where the cluster no longer answers."""
        known, self._machines = self._machines, {}
        for present in self._place.there(self._head):
            before = known.get(present.name)
            if before is not None and before.present == present:
                self._machines[present.name] = known.pop(present.name)
            else:
                self._machines[present.name] = _Machine(self._place, present, self._base)
        for gone in known.values():
            gone.close()
        return list(self._asking.map(lambda one: one.look(self._waits), self._machines.values()))


class _Machine:
    """One that is asked by a connection each for what it is and what it has: the second may take long to say."""

    def __init__(self, place: Place, present: Present, base: Base | None) -> None:
        self.present, self._place, self._base = present, place, base
        self._line: Connection | None = None
        self._known: p.BaseThere = ""
        self._finding: threading.Thread | None = None

    def look(self, waits: bool) -> p.ClusterMachine:
        name, address = self.present.name, with_port(self.present.host, self.present.port)
        try:
            if self._line is None:
                self._line = self._place.connect_to(self.present)
            said = self._line.ask(Describe(), Description)
        except (OSError, LuthierError) as error:
            self.close()
            problem = error.message if isinstance(error, LuthierError) else "It does not answer."
            return p.ClusterMachine(name=name, address=address, problem=problem)
        return p.ClusterMachine(
            name=name,
            address=address,
            version=said.version,
            processor=said.processor,
            cores=said.cores,
            memory_bytes=said.memory,
            free_bytes=said.free,
            device=said.device,
            run=said.run,
            base=self._base_there(waits),
        )

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _base_there(self, waits: bool) -> p.BaseThere:
        """Return what is known of the base; a machine that lacks it is asked again, because it may have it by now."""
        if self._base is None:
            return ""
        is_idle = self._finding is None or not self._finding.is_alive()
        if is_idle and self._known != "here":
            self._finding = threading.Thread(target=self._find, args=(self._base,), daemon=True)
            self._finding.start()
        if waits and self._finding is not None:
            self._finding.join()
        return self._known

    def _find(self, base: Base) -> None:
        with suppress(OSError, LuthierError), closing(self._place.connect_to(self.present)) as line:
            self._known = line.ask(HasBase(base), Has).base


def _sleep(seconds: float, context: JobContext) -> None:
    """Less where it is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not is_over(context.control):
        time.sleep(LOOKED_S)
