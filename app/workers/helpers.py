"""Other computers take runs that wait in the queue, one each, where the user wants that.

This computer trains the first; each of the others that has nothing to do takes the next, for as long as the queue goes
on. Such a run stays here, with its checkpoints (core/jobs/computers/away.py): if a computer is lost, it waits again.

Also here: what a sweep's runs have to go on with, into the queue as soon as it is known.
"""

from __future__ import annotations

import contextlib

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.advice import in_the_windows_words
from app.workers.background_job import BackgroundJob
from app.workers.computers import Computers
from app.workers.guard import AwakeWhile
from app.workers.process import JobState, grace_of_training
from app.workers.queue import Rest, RunQueue
from app.workers.queue_file import Entry
from app.workers.sessions import Sessions
from core import protocol as p
from core.base import settings
from core.base.errors import LuthierError
from core.runs import sweeps

LOOK_MS = 3000


class Help(BackgroundJob):
    """A run that another computer trains. step: its newest. is_unwanted: whether somebody has stopped it."""

    def __init__(self, entry: Entry, machine: str, parent: QObject) -> None:
        on = p.OnMachine(machine=machine, alone_hours=0)  # another gets it if this one is lost
        super().__init__(msgspec.structs.replace(entry.job, on=on), parent)
        self.entry, self.machine = entry, machine
        self.step: p.Step | None = None
        self.is_unwanted = False

    def stop(self) -> None:
        """Stop the help; what it has learnt is kept."""
        self.is_unwanted = True
        super().stop()

    def _grace_s(self) -> float:
        return grace_of_training(self.step)

    def _take(self, event: p.Event) -> bool:
        if isinstance(event, p.Step):
            self.step = event
        return super()._take(event)


class Helpers(QObject):
    """at_work: what they do now.

    Signals:
        changed: what they do is another now. ended: one has ended; with the Entry.
    """

    changed = Signal()
    ended = Signal(object)

    def __init__(self, queue: RunQueue, sessions: Sessions, computers: Computers) -> None:
        super().__init__(queue)
        self._queue, self._sessions, self.computers = queue, sessions, computers
        self._wanted = False
        self.at_work: list[Help] = []
        self._avoided = sweeps.Avoided()
        self._awake = AwakeWhile()  # they give up a computer that does not listen
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._hand_out)
        for signal in (queue.changed, computers.changed, sessions.began):
            signal.connect(self._follow)

    @property
    def wanted(self) -> bool:
        """Whether they shall take what waits."""
        return self._wanted

    def want(self, wanted: bool) -> None:
        """Want helpers from now on, or not; what they have taken goes on."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._avoided = sweeps.Avoided()  # what was wrong with a computer may be mended by now
            self._follow()
            self.changed.emit()

    def help_with(self, entry: Entry) -> Help | None:
        """Return who trains an entry, if another computer does."""
        return next((one for one in self.at_work if one.entry is entry), None)

    def stop(self) -> None:
        """Stop all helpers; what they do is kept, and waits again."""
        self._queue.hold()
        for one in list(self.at_work):  # which one leaves as soon as it has ended
            one.stop()

    def remove(self, entry: Entry) -> None:
        """Stop an entry's help, and remove it from the queue."""
        if (one := self.help_with(entry)) is not None:
            self._queue.remove(entry)
            one.stop()

    def give_up(self) -> None:
        """Drop all helpers: the window is gone."""
        for one in list(self.at_work):
            one.drop()
        self.at_work = []
        self._stay_awake()

    def _follow(self) -> None:
        if self._wanted and self._queue.waiting and self._queue.rest is Rest.NO:
            self.computers.watch(self)
            self._look.start()
            self._hand_out()
        else:
            self.computers.unwatch(self)
            self._look.stop()

    def _hand_out(self) -> None:
        """Hand out what waits, unless this computer is about to begin with it."""
        while machine := self._free():
            entry = next((one for one in self._queue.waiting if one.job.on is None), None)
            if entry is None or self._sessions.active is None or self._queue.rest is not Rest.NO:
                return
            self._begin(entry, machine)  # it may hand out more itself: the queue has changed

    def _free(self) -> str:
        """Return a computer that has nothing to do; "" for none."""
        taken = {one.machine for one in self.at_work}
        free = (
            name
            for name, state in self.computers.states.items()
            if state.facts is not None and not state.facts.run
            if name not in taken and name not in self._avoided
        )
        return next(free, "")

    def _begin(self, entry: Entry, machine: str) -> None:
        help_ = Help(entry, machine, self)
        self.at_work.append(help_)
        help_.changed.connect(self.changed)
        help_.ended.connect(lambda: self._on_ended(help_))
        self._queue.lend(entry)
        help_.start()
        self._stay_awake()
        self.changed.emit()

    def _on_ended(self, one: Help) -> None:
        self.at_work.remove(one)
        one.deleteLater()
        self._stay_awake()
        failure = one.failure
        if failure is None:
            is_over = one.state is JobState.DONE or not one.is_unwanted  # with its part, where it had to do no more
            self._queue.finish(one.entry) if is_over else self._queue.take_back(one.entry)
        elif sweeps.is_of_the_training(failure.code):
            self._queue.fail(one.entry, f"{one.machine}: {in_the_windows_words(failure).text}")
        else:
            self._avoided.add(one.machine, failure.code)
            self._queue.take_back(one.entry, in_the_windows_words(failure).text)
        self.ended.emit(one.entry)
        self.changed.emit()

    def _stay_awake(self) -> None:
        """Keep this computer awake while helpers are at work, if the settings say so."""
        wanted = bool(self.at_work)
        with contextlib.suppress(LuthierError):  # settings that cannot be read
            wanted = wanted and settings.load().awake
        self._awake.want(wanted)
