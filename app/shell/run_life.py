"""The life of a run as the window sees it: begun, watched, waiting, gone on with, ended.

Two trainings at once on one machine are the user's choice, made knowingly.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from app.shell.memory import Memory
from app.shell.progress_state import ProgressState
from app.shell.unfinished import Unfinished, stopped, unfinished
from app.shell.window import MainWindow
from app.widgets.question import Choice, Choices
from app.widgets.resume_strip import ResumeStrip
from app.workers.queue import RunQueue
from app.workers.sessions import Sessions, trained_elsewhere
from app.workers.thread_call import in_thread
from core.base.errors import LuthierError
from core.base.language import tr
from core.protocol import TrainJob
from core.runs.disk import holder_of
from core.runs.run import Run

if TYPE_CHECKING:
    from app.pages.monitor.page import MonitorPage
    from app.pages.runs.page import RunsPage
    from app.pages.train.page import TrainPage
    from app.workers.queue_file import Entry
    from app.workers.run_session import RunSession

LOOK_MS = 200  # after the start, which comes first
BUSY = tr("Another training is running. Press Train at the left to see it.")


class RunPages(Protocol):
    """The pages that a run is begun, watched and listed on; each is made when it is first wanted."""

    @property
    def train(self) -> TrainPage: ...

    @property
    def monitor(self) -> MonitorPage: ...

    @property
    def runs(self) -> RunsPage: ...


class RunLife(QObject):
    """Leads to the run that is wanted, and does what the window has to when one begins or ends."""

    def __init__(
        self,
        pages: RunPages,
        window: MainWindow,
        sessions: Sessions,
        queue: RunQueue,
        progress: ProgressState,
        memory: Memory,
    ) -> None:
        super().__init__(window)
        self._pages, self._window, self._sessions, self._queue = pages, window, sessions, queue
        self._progress, self._memory = progress, memory
        self._strips: list[ResumeStrip] = []
        self._ended: Path | None = None  # the run that was trained last
        queue.started.connect(self._on_queue_started)
        queue.went_wrong.connect(self._on_queue_failed)
        sessions.began.connect(self._on_began)
        sessions.ended.connect(self._on_ended)

    def start(self, job: TrainJob) -> None:
        """Start a new run and show it, unless another trains here and the user rather waits."""
        if not self._sessions.may_begin():
            return
        self._memory.trained = self._memory.stopped = ""
        session = self._sessions.start(job)
        session.ended.connect(lambda: self._take_back_unbegun(session))
        self._watch(session)
        self._window.show_key("monitor")

    def add_to_queue(self, job: TrainJob) -> None:
        """Queue a training, and show what waits."""
        self._queue.add(job)
        self._window.show_key("runs")
        self._pages.runs.show_added()

    def add_sweep(self, jobs: list[TrainJob]) -> None:
        """Train a sweep's runs one after the other, from now on where nothing is trained."""
        for job in jobs:
            self._queue.add(job)
        self._queue.go_on()
        self._window.show_key("runs")
        self._pages.runs.show_sweep(jobs[0].sweep.name if jobs[0].sweep else "")

    def show_queue(self) -> None:
        """Show what waits to be trained."""
        self._pages.runs.show_queue()
        self._window.show_key("runs")

    def open(self, folder: Path) -> None:
        """Show a run."""
        try:
            session = self._sessions.open(folder)
        except LuthierError as error:
            self._pages.runs.message.say_error(tr("This folder cannot be opened"), error)
            self._window.show_key("runs")
            return
        self.worked_with(folder)
        self._watch(session)
        self._window.show_key("monitor")

    def resume(self, folder: Path) -> None:
        """Go on with a run, and show it."""
        self.open(folder)
        session = self._pages.monitor.session
        if session is not None and session.run.folder == folder:
            self._sessions.resume(session)

    def train_again(self, folder: Path) -> None:
        """Fill in a new run with the settings of another, to be changed before it starts."""
        try:
            self._pages.train.fill_from(Run(folder))
        except LuthierError as error:
            self._pages.runs.message.say("bad", tr("This run cannot be read"), str(error))
            return
        self._window.show_key("train")

    def change_settings(self) -> None:
        """Go back to what the run on screen was started with, to begin a better one."""
        self._fill_from_shown(goes_on=False)

    def train_more(self) -> None:
        """Fill in a training that begins with what the run on screen has learnt."""
        self._fill_from_shown(goes_on=True)

    def _fill_from_shown(self, *, goes_on: bool) -> None:
        if self._pages.monitor.session is not None:
            self._pages.train.fill_from(self._pages.monitor.session.run, goes_on=goes_on)
        self._window.show_key("train")

    def begin_another(self) -> None:
        """Show the form of a training; where nothing is chosen there, as after the sample, no step is done either."""
        inputs = self._pages.train.inputs
        if self._sessions.active is None and not (inputs.model_text or inputs.data):
            self._progress.begin_anew()
        self._window.show_key("train")

    def show_active(self) -> None:
        """Show the run that goes on, or that ended elsewhere."""
        if (session := self._sessions.active or self._progress.ended) is not None:
            self.open(session.run.folder)

    def leads_to_active(self) -> bool:
        """Show a training that is running here, for Train in the side bar; return whether there is one."""
        if self._sessions.active is None:
            return False
        self.show_active()
        return True

    def offer_on(self, strip: ResumeStrip) -> None:
        """Have a page where trainings begin offer to go on with the one that was stopped last."""
        self._strips.append(strip)
        strip.wanted.connect(self._answer_stopped)
        self._offer_stopped()

    def forget(self, folder: Path) -> None:
        """Forget a run that was deleted."""
        self._progress.forget(folder)
        self._offer_stopped()

    def pause_or_go_on(self) -> None:
        """Pause the run that goes on, or let it go on."""
        if (session := self._sessions.active) is not None:
            (session.unpause if session.is_paused else session.pause)()

    def stop_active(self) -> None:
        """End what goes on, and keep it."""
        if self._sessions.active is not None:
            self._sessions.active.stop()

    @property
    def is_paused(self) -> bool:
        """Whether a run is on that rests."""
        return self._sessions.active is not None and self._sessions.active.is_paused

    def worked_with(self, folder: Path) -> None:
        """Note a run that was trained, opened or talked to: Export begins with it, where it has learnt something."""
        if Run(folder).adapter.is_file():
            self._memory.to_export = str(folder)

    def _answer_stopped(self, is_wanted: bool) -> None:
        """Go on with what was stopped, or do not offer it any more."""
        folder = self._memory.stopped
        if is_wanted and folder:
            self.resume(Path(folder))
        else:
            self._memory.stopped = ""
            self._offer_stopped()

    def _offer_stopped(self) -> None:
        self._strips = list(filter(isValid, self._strips))  # pages are made anew in another language
        self._tell_stopped()
        if folder := self._memory.stopped:
            in_thread(lambda: stopped(folder), self._tell_stopped, self)

    def _tell_stopped(self, found: Unfinished | None = None) -> None:
        is_so = found is not None and self._sessions.active is None and str(found.folder) == self._memory.stopped
        for strip in filter(isValid, self._strips):
            if found is not None and is_so:
                strip.offer(found.text, found.resume)
            else:
                strip.offer("")

    def _watch(self, session: RunSession) -> None:
        self._pages.monitor.show_session(session)
        self._memory.run = str(session.run.folder)
        self._progress.look_at(session)

    def _on_queue_started(self, session: RunSession) -> None:
        """Show the queue's next run in place of the one before it; any other run stays on screen."""
        session.ended.connect(lambda: self._forget_unbegun(session))
        if "monitor" in self._window.pages:
            shown = self._pages.monitor.session
            if shown is None or (shown.run.folder == self._ended and _is_done(shown)):
                self._watch(session)

    def _on_queue_failed(self, entry: Entry) -> None:
        """Report it on the Runs page: nobody may be watching the queue, and a run that never began leaves no trace."""
        self._pages.runs.message.say("bad", tr("{title} could not be trained", title=entry.title), entry.trouble)

    def _take_back_unbegun(self, session: RunSession) -> None:
        """Delete a new run that ended before its first step, and go back to its settings."""
        if session.is_unbegun and session.ending is not None:
            monitor, train = self._pages.monitor, self._pages.train
            session.discard()
            is_seen = monitor.isVisible()
            monitor.forget(session)
            train.take_back(session.ending)
            if is_seen:
                self._window.show_key("train")
                QTimer.singleShot(0, train.start.setFocus)  # once it may be pressed again

    def _forget_unbegun(self, session: RunSession) -> None:
        """Show the queue in place of a run of its that ended before its first step; its entry says why."""
        if session.is_unbegun and not session.run.folder.exists() and "monitor" in self._window.pages:
            is_seen = self._is_watched(session)
            self._pages.monitor.forget(session)
            if is_seen:
                self.show_queue()

    def _is_watched(self, session: RunSession) -> bool:
        if "monitor" not in self._window.pages:
            return False
        return self._pages.monitor.session is session and self._pages.monitor.isVisible()

    def offer_what_was_left(self) -> None:
        """Offer the queue at once, where runs wait in it; a run that was interrupted when it has been found."""
        memory = self._memory
        training, memory.training = memory.training, ""
        find = partial(unfinished, training)
        QTimer.singleShot(LOOK_MS, self, lambda: in_thread(find, self._offer_unfinished, self))
        if self._queue.asks:
            self._offer_queue()

    def _offer_unfinished(self, run: Unfinished | None) -> None:
        """Offer a run, unless the user let it be before, or the queue goes on with it."""
        memory = self._memory
        if run is None or self._sessions.active is not None or memory.let_be == str(run.folder):
            return
        if any(entry.folder == run.folder for entry in self._queue.waiting):
            return
        self._window.notice.say_when_free(
            run.text,
            (tr("&Resume"), "mdi6.play", lambda: self.resume(run.folder)),
            (tr("&Look at it"), "mdi6.chart-line", lambda: self.open(run.folder)),
            (tr("&Not now"), "mdi6.close", partial(setattr, memory, "let_be", str(run.folder))),
        )

    def _offer_queue(self) -> None:
        n = len(self._queue.waiting)
        who = tr("{n} runs wait", "1 run waits", n, n=n)
        self._window.notice.say_when_free(
            tr("{who} in the queue from last time. Continue the training?", who=who),
            (tr("&Go on"), "mdi6.play", self._queue.go_on),
            (tr("&Look at the queue"), "mdi6.tray-full", self.show_queue),
            (tr("&Not now"), "mdi6.close", lambda: None),
        )

    def say_blocked(self) -> None:
        """Say why no other training may begin, in the language that was chosen."""
        if self._window.is_blocked:
            self._window.block(BUSY)

    def _on_began(self) -> None:
        self._window.block(BUSY)
        self._tell_stopped()
        if self._sessions.active is not None:
            self._memory.training = str(self._sessions.active.run.folder)

    def _on_ended(self, session: RunSession) -> None:
        self._ended = session.run.folder
        self._memory.training = ""
        self.worked_with(session.run.folder)
        self._window.block("")
        self._progress.end(session, is_seen=self._is_watched(session))
        is_open = session.ending is not None and session.ending.can_resume and session.run.has_checkpoint()
        if is_open or self._memory.stopped == str(session.run.folder):
            self._memory.stopped = str(session.run.folder) if is_open else ""
        self._offer_stopped()


def _is_done(session: RunSession) -> bool:
    return session.ending is not None and session.ending.kind == "done"


def may_train_beside(window: MainWindow, lent: Collection[Path]) -> bool:
    """Return whether a run may begin: at once where no other window or terminal trains, else if the user says so.

    lent: folders of runs that other computers train.
    """
    other = trained_elsewhere(lent)
    if other is None:
        return True
    wait = Choice("", tr("&Go back"), "mdi6.arrow-left", tr("Start it when the other has ended."))
    both = Choice(
        "both",
        tr("&Train both"),
        "mdi6.play",
        tr("Each takes about twice as long, and both need their memory at once."),
    )
    holder = holder_of(other) or tr("another program")
    text = tr("{title} is being trained by {holder}.", title=other.title, holder=holder)
    answer = Choices(window, tr("Another run is training on this computer."), text, [wait, both]).ask()
    return answer == "both" and not window.is_blocked  # the queue may have begun its next one meanwhile
