"""The other computers that a person has added, which train for this one by SSH: what they are and do now."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.base.errors import LuthierError
from core.base.known_computers import Computer, forget_computer, known_computers

_AGAIN_MS = 60_000  # after the looking ended by itself


class Computers(QObject):
    """What all pages know of them.

    states: what each said last, by name; without those that have not been asked yet, or have not answered. adding: the
    job that connects to a new one. failure: why that, removing one or asking them failed.

    Signals:
        changed: something of this is another now.
        key_shown: SSH does not know the new computer; with the AddComputerJob, and the key that a person has to accept.
        added: the new computer is one of them.
    """

    changed = Signal()
    key_shown = Signal(object, str)
    added = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.states: dict[str, p.ComputerState] = {}
        self.adding: BackgroundJob | None = None
        self.failure: p.Failed | LuthierError | None = None
        self._watch: BackgroundJob | None = None
        self._watched: tuple[Computer, ...] | None = None  # None while nobody looks
        self._watched_by: set[int] = set()
        self._again = QTimer(self, interval=_AGAIN_MS, singleShot=True)
        self._again.timeout.connect(self._watch_anew)

    @property
    def known(self) -> tuple[Computer, ...]:
        """The computers that were added, in that order; none if they cannot be read, which `failure` says."""
        with suppress(LuthierError):
            return known_computers()
        return ()

    def add(self, job: p.AddComputerJob) -> None:
        """Connect to a computer, and remember it."""
        self.stop_adding()
        self.failure = None
        self.adding = BackgroundJob(job, self)
        self.adding.run(lambda adding: self._on_added(adding, job))
        self.changed.emit()

    def stop_adding(self) -> None:
        """Connect to no new computer; nothing of it is kept."""
        if self.adding is not None:
            self.adding.drop()
            self.adding = None
            self.changed.emit()

    def remove(self, name: str) -> None:
        """Forget a computer; nothing is changed on it."""
        self.failure = None
        try:
            forget_computer(name)
        except LuthierError as error:
            self.failure = error
        self._watch_anew()

    def look_again(self, name: str) -> None:
        """Connect to this computer again, and ask it."""
        self.failure = None
        self.states.pop(name, None)
        self._watch_anew()

    def watch(self, viewer: QObject) -> None:
        """Ask them again and again, for somebody who looks."""
        self._watched_by.add(id(viewer))
        if self._watched != self.known:
            self._watch_anew()

    def unwatch(self, viewer: QObject) -> None:
        """Stop asking for this viewer."""
        self._watched_by.discard(id(viewer))
        if not self._watched_by:
            self._drop_watch()
            self._forget_states()

    def give_up(self) -> None:
        """End whatever goes on here: the window closes."""
        self._watched_by.clear()
        self._drop_watch()
        self.stop_adding()

    def _on_added(self, adding: BackgroundJob, job: p.AddComputerJob) -> None:
        self.adding, self.failure, result = None, adding.failure, adding.result
        if isinstance(result, p.AddComputerResult) and not result.unknown_key:
            self._watch_anew()
            self.added.emit()
        self.changed.emit()
        if isinstance(result, p.AddComputerResult) and result.unknown_key:
            self.key_shown.emit(job, result.unknown_key)

    def _watch_anew(self) -> None:
        self._drop_watch()
        known: tuple[Computer, ...] = ()
        try:
            known = known_computers()
        except LuthierError as error:
            self.failure = error
        names = [one.name for one in known]
        self.states = {name: state for name, state in self.states.items() if name in names}
        if self._watched_by:
            self._watched = known
        if self._watched:
            self._watch = BackgroundJob(p.CheckComputersJob(watch=True), self)
            self._watch.received.connect(self._on_seen)
            self._watch.run(self._on_watch_ended)
        self.changed.emit()  # last: a listener may look again

    def _drop_watch(self) -> None:
        self._again.stop()
        watch, self._watch, self._watched = self._watch, None, None
        if watch is not None:
            watch.drop()

    def _on_watch_ended(self, watch: BackgroundJob) -> None:
        """Try it again later: it ended by itself."""
        self._watch, self.failure = None, watch.failure
        self._again.start()
        self._forget_states()

    def _forget_states(self) -> None:
        if self.states:
            self.states = {}
            self.changed.emit()

    def _on_seen(self, event: p.Event) -> None:
        if isinstance(event, p.Computers):
            states = {state.computer.name: state for state in event.computers}
            if states != self.states:
                self.states = states
                self.changed.emit()


def on_computer(name: str) -> p.OnMachine | None:
    """Return what lets a training be done by the computer of that name; "" for this one."""
    return p.OnMachine(machine=name) if name else None
