"""Runs that wait to be trained, one after the other.

Nothing starts by itself but the next run after one that has ended, and that only while the queue goes on: it does when
somebody added a run while another was trained, or said so. It rests where the user stopped a run, and after a restart
until they say that it shall go on. A run that failed stays in it with its error, and the next one begins.
"""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.computers import on_computer
from app.workers.process import JobState
from app.workers.queue_file import Entry, QueueFile
from app.workers.sessions import Sessions, trained_elsewhere
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.runs.run import numbered, own_title

if TYPE_CHECKING:
    from app.workers.run_session import RunSession

_NUMBERED = re.compile(r"(.*)-(\d{1,3})")  # a second one of a name
GONE = tr("This run no longer exists.")
LOOK_MS = 3000  # how often it is asked whether another program still trains
ELSEWHERE = tr("Another program is training this run.")


class Rest(Enum):
    """Why the next run does not begin by itself."""

    NO = ""  # it does, when the one that is trained has ended
    IDLE = "idle"  # nothing was trained when the first was added
    ASKED = "asked"  # the user said so
    STOPPED = "stopped"  # the user stopped the run that was trained
    RESTARTED = "restarted"  # it is of an earlier session
    BESIDE = "beside"  # another program trains on this machine; it goes on when that has ended


class RunQueue(QObject):
    """Signals:
    changed: what waits, or whether it rests, is another now. started: the RunSession that it began. went_wrong: the
    Entry that failed.
    """

    changed = Signal()
    started = Signal(object)
    went_wrong = Signal(object)

    def __init__(self, sessions: Sessions, parent: QObject) -> None:
        super().__init__(parent)
        self._sessions, self._file = sessions, QueueFile()
        self.trouble = self._file.trouble  # why it may be forgotten
        self.entries = self._file.read()
        self.rest = Rest.RESTARTED if self.waiting else Rest.IDLE
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._look_again)
        sessions.ended.connect(self._on_ended)

    @property
    def waiting(self) -> list[Entry]:
        """The waiting entries, in their order."""
        return [entry for entry in self.entries if entry.state == "waiting"]

    @property
    def lent(self) -> set[Path]:
        """Folders of the runs that other computers train."""
        active = self._sessions.active
        ours = active.run.folder if active is not None else None
        return {entry.folder for entry in self.entries if entry.state == "running" and entry.folder != ours}

    @property
    def failed(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.state == "failed"]

    @property
    def asks(self) -> bool:
        """Whether runs wait from an earlier session."""
        return self.rest is Rest.RESTARTED and bool(self.waiting)

    def add(self, job: p.TrainJob | p.ResumeJob, title: str = "") -> None:
        """Add a run last in the queue; one that is in it already stays where it is. No two are called the same."""
        if isinstance(job, p.TrainJob):
            job = self._with_fresh_folder(job)
            taken = {entry.title for entry in self.entries}
            job = msgspec.structs.replace(job, title=numbered(job.title, taken) if job.title else "")
        if any(entry.job.run == job.run and entry.state != "failed" for entry in self.entries):
            return
        self.entries = [entry for entry in self.entries if entry.job.run != job.run]
        own = job.title if isinstance(job, p.TrainJob) else ""
        self.entries.append(Entry(job=job, title=title or own or own_title(Path(job.run).name)))
        if self._sessions.active is not None and self.rest in (Rest.IDLE, Rest.STOPPED):
            self.rest = Rest.NO
        self._write()

    def remove(self, entry: Entry) -> None:
        """Remove an entry; a run that is trained goes on, all the same."""
        self.entries = [other for other in self.entries if other is not entry]
        self._write()

    def remove_run(self, folder: Path) -> None:
        """Remove a run that was deleted."""
        self.entries = [entry for entry in self.entries if entry.folder != folder or isinstance(entry.job, p.TrainJob)]
        self._write()

    def reorder(self, waiting: list[Entry]) -> None:
        """Put the runs that wait in another order."""
        if sorted(map(id, waiting)) == sorted(map(id, self.waiting)):
            self.entries = [*(e for e in self.entries if e.state == "running"), *waiting, *self.failed]
            self._write()

    def move(self, entry: Entry, by: int) -> None:
        """Move an entry nearer to the front, or further away."""
        waiting = self.waiting
        at = waiting.index(entry)
        waiting.insert(max(0, at + by), waiting.pop(at))
        self.reorder(waiting)

    def try_again(self, entry: Entry) -> None:
        """Let a run that failed wait once more, last in the queue."""
        self.entries.remove(entry)
        self.entries.append(_waiting_again(entry))
        self._write()

    def lend(self, entry: Entry) -> None:
        """Lend an entry to another computer, which trains it from now on (app/workers/helpers.py)."""
        if isinstance(entry.job, p.TrainJob):
            entry.job = self._with_fresh_folder(entry.job)
        entry.state, entry.trouble = "running", ""
        self._write()

    def finish(self, entry: Entry) -> None:
        """Remove an entry that another computer has trained."""
        self.entries = [other for other in self.entries if other is not entry]
        self._write()

    def take_back(self, entry: Entry, trouble: str = "") -> None:
        """Let an entry wait again, before all others, unless it was removed. trouble: why another computer could not
        train it; then the queue goes on with it.
        """
        if entry in self.entries:
            self.entries.remove(entry)
            self.entries.insert(0, _waiting_again(entry))
            entry.trouble = trouble
            self._write()
        if trouble and self.rest in (Rest.NO, Rest.IDLE):
            self.rest = Rest.NO
            self._start_next()

    def fail(self, entry: Entry, trouble: str) -> None:
        """Mark an entry as failed: another computer could not train it."""
        if entry in self.entries:
            self._fail(entry, trouble)
            self._write()

    def start_now(self, entry: Entry) -> None:
        """Start this entry first, if nothing is trained; then the queue goes on."""
        if entry in self.waiting:
            self.reorder([entry, *(other for other in self.waiting if other is not entry)])
            self.go_on()

    def go_on(self) -> None:
        """Begin with the first, if nothing is trained; each other follows by itself.

        Where another program trains, the user is asked, and the queue waits for its end if they rather wait.
        """
        self.rest = Rest.NO
        self.changed.emit()
        self._start_next(beside=self._sessions.active is None and bool(self.waiting) and self._sessions.may_begin())

    def hold(self) -> None:
        """Hold the queue: the run that is trained goes on; the next one waits."""
        self.rest = Rest.ASKED
        self.changed.emit()

    def close(self) -> None:
        """Close the queue: the window goes, and another may have it."""
        self.hold()
        self._file.close()

    def _start_next(self, *, beside: bool = False) -> None:
        """beside: although another program trains."""
        if self._begins and not beside and trained_elsewhere(self.lent) is not None:
            self.rest = Rest.BESIDE
            self.changed.emit()
            self._look.start()
        while self._begins:
            entry = self.waiting[0]
            entry.state = "running"
            try:
                session = self._begin(entry)
            except LuthierError as error:
                self._fail(entry, str(error))
                self._write()
                continue
            self._write()
            if session is not None:
                self.started.emit(session)
        if not self.waiting and self._sessions.active is None:
            self.rest = Rest.IDLE
            self.changed.emit()

    @property
    def _begins(self) -> bool:
        """Whether the next is to begin now."""
        return self.rest is Rest.NO and self._sessions.active is None and bool(self.waiting)

    def _look_again(self) -> None:
        """Go on as soon as the other program has ended its training."""
        if self.rest is not Rest.BESIDE:
            self._look.stop()
        elif trained_elsewhere(self.lent) is None:
            self._look.stop()
            self.rest = Rest.NO
            self.changed.emit()
            self._start_next()

    def _begin(self, entry: Entry) -> RunSession | None:
        """Begin an entry's run; return None if nothing is left to train. Raises LuthierError."""
        if isinstance(entry.job, p.TrainJob):
            entry.job = self._with_fresh_folder(entry.job)
            return self._sessions.start(entry.job)
        if not entry.folder.is_dir():
            raise LuthierError("queue.run-gone", GONE)
        session = self._sessions.open(entry.folder)
        if session.ending is None:
            raise LuthierError("queue.run-elsewhere", ELSEWHERE)
        if session.ending.kind == "done":
            self.entries.remove(entry)
            return None
        self._sessions.resume(session, here=entry.job.on is None, asks=False)
        return session

    def _on_ended(self, session: RunSession) -> None:
        entry = next((e for e in self.entries if e.state == "running" and e.folder == session.run.folder), None)
        if entry is not None and isinstance(entry.job, p.TrainJob):
            session.discard()  # what was asked for is kept here, to be tried again
        if session.state in (JobState.STOPPED, JobState.CANCELLED):
            self._on_stopped(entry, session)
        elif session.state is JobState.FAILED:
            self._on_failed(entry, session)
        elif entry is not None:
            self.entries.remove(entry)
        self._write()
        QTimer.singleShot(0, self, self._start_next)  # others hear first that it has ended

    def _on_stopped(self, entry: Entry | None, session: RunSession) -> None:
        """Rest after the user stopped the run or the window closed: it goes on where the queue does, if anything of it
        is kept.
        """
        if self.waiting or entry is not None:
            self.rest = Rest.STOPPED
        if entry is not None and session.state is JobState.STOPPED:
            self.entries.remove(entry)
            self.entries.insert(0, Entry(job=p.ResumeJob(run=entry.job.run, on=entry.job.on), title=entry.title))
        elif entry is not None:
            self.entries.remove(entry)

    def _on_failed(self, entry: Entry | None, session: RunSession) -> None:
        """One that was not of the queue is listed, too, where others follow it; before its first step it is none."""
        trouble = f"{session.ending.title}. {session.ending.text}" if session.ending else ""
        if entry is not None:
            self._fail(entry, trouble)
        elif self.waiting and not session.is_unbegun:
            job = p.ResumeJob(run=str(session.run.folder), on=on_computer(session.on))
            self.entries.append(Entry(job=job, title=session.run.title, state="failed", trouble=trouble))

    def _fail(self, entry: Entry, trouble: str) -> None:
        """It is the newest of those that failed, which stand last."""
        self.entries.remove(entry)
        entry.state, entry.trouble = "failed", trouble
        self.entries.append(entry)
        self.went_wrong.emit(entry)

    def _with_fresh_folder(self, job: p.TrainJob) -> p.TrainJob:
        """Another folder where there is a run in it by now, or another one of the queue is to have it."""
        taken = {entry.job.run for entry in self.entries if entry.job is not job}
        folder, numbered = Path(job.run), _NUMBERED.fullmatch(job.run)
        stem, number = (numbered[1], int(numbered[2])) if numbered else (job.run, 1)
        while folder.exists() or str(folder) in taken:
            number += 1
            folder = Path(f"{stem}-{number}")
        return msgspec.structs.replace(job, run=str(folder))

    def _write(self) -> None:
        self.trouble = self._file.write(self.entries)
        self.changed.emit()


def _waiting_again(entry: Entry) -> Entry:
    """Return an entry that waits again, to resume the run that it had begun."""
    if isinstance(entry.job, p.TrainJob) and (entry.folder / "run.json").exists():
        entry.job = p.ResumeJob(run=entry.job.run, on=entry.job.on)
    entry.state, entry.trouble = "waiting", ""
    return entry
