"""Trains a sweep on several computers: each free one takes the next training, including this one."""

from __future__ import annotations

import threading
import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import msgspec

from core import protocol as p
from core.base.errors import LuthierError, hint_of
from core.base.known_computers import known_computers
from core.base.numbers import significant
from core.jobs.apart import ApartProcess, ending_in_words
from core.jobs.computers.known import Look
from core.jobs.context import JobContext, Outcome
from core.runs import sweeps
from core.runs.run import Run

HERE = ""  # the name of this machine
_LOOKED_S = 10.0  # seconds between looks at the computers
_WAITED_S = 0.5


def train_sweep(job: p.SweepJob, context: JobContext) -> Outcome[p.SweepResult]:
    """Train a sweep on the known computers. Raises LuthierError `sweep.none`, `computers.unreadable`, and errors that
    all its trainings would meet.
    """
    found = sweeps.trials(job.name)
    of = found[0].info.sweep if found else None
    if of is None:
        raise LuthierError("sweep.none", f"There is no sweep '{job.name}'.", "Look for its name among the runs.")
    with _Machines(context) as machines:
        while following := sweeps.next_jobs(sweeps.trials(of.name)):
            machines.train(following)
            if context.control.stop.is_set():
                return "stopped", p.SweepResult(name=of.name, machines=sorted(machines.used))
    return "done", p.SweepResult(name=of.name, machines=sorted(machines.used))


class _Machines:
    """The computers of a sweep. used: those that have finished a training."""

    def __init__(self, context: JobContext) -> None:
        """Find the known computers. Raises LuthierError `computers.unreadable`."""
        self._context = context
        self.used: set[str] = set()
        self._waiting: deque[p.ResumeJob] = deque()
        self._at_work: dict[str, threading.Thread] = {}
        self._avoided = sweeps.Avoided()
        self._failure: p.Failed | None = None
        self._changed = threading.Condition()
        self._held = ExitStack()
        self._looks = [Look(computer) for computer in known_computers()]
        for look in self._looks:
            self._held.callback(look.close)
        self._asking = self._held.enter_context(ThreadPoolExecutor(max(1, len(self._looks))))
        self._asked: dict[str, Future[p.ComputerState]] = {}
        self._looked = -_LOOKED_S

    def __enter__(self) -> _Machines:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def train(self, jobs: list[p.ResumeJob]) -> None:
        """Train all jobs, unless stopped. Raises LuthierError, and Cancelled."""
        self._waiting.extend(jobs)
        control = self._context.control
        while self._at_work or (self._waiting and not self._is_over):
            if self._waiting and not self._is_over:
                self._hand_out()
            with self._changed:
                self._changed.wait(_WAITED_S)
                self._at_work = {place: thread for place, thread in self._at_work.items() if thread.is_alive()}
        control.raise_if_cancelled()
        if self._failure is not None:
            raise LuthierError(self._failure.code, self._failure.message, hint_of(self._failure), self._failure.details)

    @property
    def _is_over(self) -> bool:
        """Return whether no more trainings shall start."""
        control = self._context.control
        return control.stop.is_set() or control.cancel.is_set() or self._failure is not None

    def _hand_out(self) -> None:
        for where in self._free():
            with self._changed:
                if not self._waiting:
                    return
                job = self._waiting.popleft()
            self._at_work[where] = threading.Thread(target=self._train, args=(job, where))
            self._at_work[where].start()

    def _free(self) -> list[str]:
        """Return the idle computers. None of them waits for another's answer."""
        now = time.monotonic()
        if now - self._looked >= _LOOKED_S:
            self._looked = now
            for look in self._looks:
                asked = self._asked.get(look.name)
                if look.name not in self._at_work and (asked is None or asked.done()):  # an old answer does not count
                    self._asked[look.name] = self._asking.submit(look.state)
        answered = [name for name, asked in self._asked.items() if asked.done()]
        states = [self._asked.pop(name).result() for name in answered]
        there = [one.computer.name for one in states if one.facts is not None and not one.facts.run]
        return [place for place in (HERE, *there) if place not in self._at_work and place not in self._avoided]

    def _train(self, job: p.ResumeJob, place: str) -> None:
        """Train a run, in its own thread."""
        run = Run(Path(job.run))
        where = f" on {place}" if place else ""
        self._context.phase("train", f"{run.title}{where}")
        on = p.OnMachine(machine=place, alone_hours=0) if place else None  # another one takes it if this one is lost
        end = self._ended(msgspec.structs.replace(job, on=on))
        with self._changed:
            self._take(end, job, run, place)
            self._changed.notify_all()

    def _ended(self, job: p.ResumeJob) -> p.Finished | p.Failed:
        with ApartProcess(job, self._context.control, is_whole=True) as process:
            for event in process.events():
                if isinstance(event, p.Finished | p.Failed):
                    return event
            message = f"The training's process {ending_in_words(process.exit_code())}."
            return p.Failed(code="training.lost", message=message, hint="")

    def _take(self, end: p.Finished | p.Failed, job: p.ResumeJob, run: Run, place: str) -> None:
        where = f" ({place})" if place else ""
        if isinstance(end, p.Finished):
            self.used.add(place)
            self._looked = -_LOOKED_S  # it is idle again: look at once
            loss = sweeps.trial(run).figures.eval_best
            self._context.phase("train", f"{run.title}: loss on unseen text {significant(loss)}{where}")
        elif place and not sweeps.is_of_the_training(end.code):  # another computer may have more memory, or disk
            self._avoided.add(place, end.code)
            self._waiting.appendleft(job)
            message = f"{run.title} waits for another computer: {end.message}"
            self._context.notice(end.code, message, hint_of(end))
        elif sweeps.would_meet_all(end.code) or sweeps.trial(run).figures.status != "failed":
            self._failure = end
        else:
            self._context.notice(end.code, f"{run.title} failed{where}: {end.message}", hint_of(end))
