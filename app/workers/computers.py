"""The computers that train together with this one: whether they meet here, who is there, and who asks to be let in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base import home_cluster
from core.base.errors import LuthierError
from core.base.home_cluster import Cluster

_AGAIN_MS = 60_000  # after nobody met; each look is a process


class Link(BackgroundJob):
    """The others meet here, or this computer computes for them, until it is stopped."""

    def answer(self, code: str, same: bool) -> None:
        """Send whether the other computer shows that number, too."""
        if self._worker is not None:
            self._worker.send(p.ConfirmCode(same=same, code=code))


class Computers(QObject):
    """What all pages know of them.

    link: by which this computer takes part, while it does. port: the first of two, where others meet. address: what
    they type to join. machines: the others that are there; None while that is not known. failure: why the link ended by
    itself, or a copy could not be sent. model: that is to be trained; who has it is asked.

    Signals:
        changed: something of this is another now.
        code_shown: a person has to compare numbers; with the CompareCode. code_settled: no longer.
        ended: the link is gone.
    """

    changed = Signal()
    code_shown = Signal(object)
    code_settled = Signal()
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.link: Link | None = None
        self.copying: BackgroundJob | None = None
        self.address = self.model = ""
        self.port = p.ClusterStartJob().port
        self.machines: list[p.ClusterMachine] | None = None
        self.failure: p.Failed | None = None
        self._watch: BackgroundJob | None = None
        self._watched_by: set[int] = set()
        self._again = QTimer(self, interval=_AGAIN_MS, singleShot=True)
        self._again.timeout.connect(self._watch_anew)

    @property
    def cluster(self) -> Cluster | None:
        """The cluster that this computer belongs to, also while nobody meets."""
        try:
            return home_cluster.known_cluster()
        except LuthierError:
            return None

    @property
    def let_in(self) -> list[str]:
        """Whom a person let in at this computer, also those that are away; nobody where the others meet elsewhere."""
        cluster = self.cluster
        try:
            return home_cluster.let_in(home_cluster.folder()).there if cluster is not None and cluster.is_head else []
        except LuthierError:
            return []

    @property
    def are_meeting(self) -> bool:
        """Whether a training could ask them to compute with it, as far as is known."""
        return self.machines is not None or bool(self.address)

    # Taking part.

    def start(self, host: str = "") -> None:
        """Have the others meet here. host: this computer's address; "": as it finds it by itself."""
        self._begin(p.ClusterStartJob(host=host, port=self.port))

    def join(self, address: str, host: str = "") -> None:
        """Compute for those that meet there; "": where it was last time. host: as for `start`."""
        self._begin(p.ClusterJoinJob(address=address, host=host))

    def answer(self, code: str, same: bool) -> None:
        """Send what the user says of that number."""
        if self.link is not None:
            self.link.answer(code, same)

    def stop(self) -> None:
        """Take part no longer, until the next time."""
        if self.link is not None:
            self.link.stop()
            self.changed.emit()

    def leave(self) -> None:
        """Forget the cluster, and the certificates for it."""
        self._do(p.ClusterLeaveJob(), self._on_left)

    def remove(self, machine: str) -> None:
        """Take a machine out of the cluster."""
        self._do(p.ClusterRemoveJob(machine=machine), self._on_done)

    def _do(self, what: p.ClusterLeaveJob | p.ClusterRemoveJob, then: Callable[[BackgroundJob], None]) -> None:
        self.failure = None
        job = BackgroundJob(what, self)
        job.ended.connect(lambda: then(job))
        job.start()

    def give_up(self) -> None:
        """End whatever goes on here: the window closes."""
        self._again.stop()
        for job in (self.link, self.copying, self._watch):
            if job is not None:
                job.drop()
        self.link = self.copying = self._watch = None

    # Knowing who is there.

    def choose_model(self, model: str) -> None:
        """Choose the model that is to be trained."""
        if model != self.model:
            self.model = model
            self._watch_anew()

    def watch(self, viewer: QObject) -> None:
        """Watch who is there, for somebody who looks."""
        self._watched_by.add(id(viewer))
        if self._watch is None and not self._again.isActive():
            self._watch_anew()

    def unwatch(self, viewer: QObject) -> None:
        """Stop watching for this viewer."""
        self._watched_by.discard(id(viewer))
        if not self._watched_by:
            self._end_watch()

    def send_model(self, machine: str) -> None:
        """Have a computer fetch the model from this one."""
        if self.copying is None and self.model:
            self.failure = None
            self.copying = BackgroundJob(p.ClusterCopyJob(model=self.model, machine=machine), self)
            self.copying.ended.connect(self._on_copied)
            self.copying.start()
            self.changed.emit()

    def send_no_model(self) -> None:
        """Stop sending the model; the other computer keeps nothing of it."""
        if self.copying is not None:
            self.copying.cancel()

    def _begin(self, job: p.ClusterStartJob | p.ClusterJoinJob) -> None:
        if self.link is not None:
            return
        self.failure = None
        self.link = Link(job, self)
        self.link.received.connect(self._on_event)
        self.link.changed.connect(self.changed)
        self.link.ended.connect(self._on_ended)
        self.link.start()
        self.changed.emit()

    def _on_event(self, event: p.Event) -> None:
        match event:
            case p.Meeting(address=address):
                self.address = address
                self._watch_anew()
            case p.CompareCode():
                self.code_shown.emit(event)
            case p.CodeSettled():
                self.code_settled.emit()
            case p.Joined() | p.Notice():
                if self._watch is None:
                    self._watch_anew()

    def _on_ended(self) -> None:
        link, self.link, self.address = self.link, None, ""
        if link is None:
            return
        self.failure = link.failure
        link.deleteLater()
        self.code_settled.emit()
        self._end_watch()
        self.changed.emit()
        self.ended.emit()

    def _on_left(self, job: BackgroundJob) -> None:
        self._end_watch()
        self._on_done(job)

    def _on_done(self, job: BackgroundJob) -> None:
        self.failure = job.failure
        job.deleteLater()
        self.changed.emit()

    def _on_copied(self) -> None:
        job, self.copying = self.copying, None
        if job is not None:
            self.failure = job.failure
            job.deleteLater()
            self.changed.emit()

    def _watch_anew(self) -> None:
        self._drop_watch()
        if self._watched_by and self.cluster is not None:
            watch = self._watch = BackgroundJob(p.ClusterStatusJob(model=self.model, watch=True), self)
            watch.received.connect(self._on_seen)
            watch.ended.connect(lambda: self._on_watch_ended(watch))
            watch.start()
        self._see_nobody()  # last: a listener may look again

    def _end_watch(self) -> None:
        self._drop_watch()
        self._see_nobody()

    def _drop_watch(self) -> None:
        self._again.stop()
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.drop()

    def _on_watch_ended(self, watch: BackgroundJob) -> None:
        """Forget a watch that ended by itself: nobody meets, for now."""
        if watch is self._watch:
            self._watch = None
            watch.deleteLater()
            self._again.start()
            self._see_nobody()

    def _see_nobody(self) -> None:
        if self.machines is not None:
            self.machines = None
            self.changed.emit()

    def _on_seen(self, event: p.Event) -> None:
        if isinstance(event, p.Machines) and event.machines != self.machines:
            self.machines = event.machines
            self.changed.emit()
