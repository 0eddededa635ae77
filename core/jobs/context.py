"""A job's context: emits its events and receives the user's commands; and the type of its outcome."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from core import protocol as p
from core.base.errors import Cancelled
from core.base.owned_lock import claimed
from core.memory.monitor import DeviceGauge

if TYPE_CHECKING:
    from core.data.chat.renderer import TemplateRenderer

R = TypeVar("R")
Follower = Callable[[p.Command], None]
Outcome = tuple[Literal["done", "stopped"], R]  # how a job ended, and its result

PROGRESS_INTERVAL = 0.1  # seconds; limited at the source, so that no receiver has to throttle


class Control:
    """The user's commands for a job, set by another thread or a signal handler and read by the job between steps."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.cancel = threading.Event()
        self.paused = threading.Event()
        self.abandoned = threading.Event()  # set before `stop` if nobody listens any more: the parent process has ended
        self.checkpoint = threading.Event()
        self.asked: deque[p.Ask] = deque()
        self.to_plan: deque[p.AskPlan] = deque(maxlen=1)  # keeps only the newest
        self.samples: deque[p.TakeSample] = deque()
        self.unwanted: set[str] = set()  # ids of cancelled questions
        self.changed = threading.Condition()
        self._followers: list[Follower] = []

    def apply(self, command: p.Command) -> None:
        """Apply a command. A signal handler may call this while another command is being applied."""
        with self.changed:
            self._take(command)
            for tell in self._followers:
                tell(command)
            self.changed.notify_all()

    def _take(self, command: p.Command) -> None:
        match command:
            case p.Pause():
                self.paused.set()
            case p.Resume():
                self.paused.clear()
            case p.Stop():
                self.stop.set()
            case p.Cancel():
                self.cancel.set()
            case p.SaveCheckpoint():
                self.checkpoint.set()
            case p.TakeSample():
                self.samples.append(command)
            case p.Ask():
                self.unwanted.discard(command.id)  # an earlier cancellation meant another question with this id
                self.asked.append(command)
            case p.AskPlan():
                self.to_plan.append(command)
            case p.CancelAnswer(id=question):
                self.unwanted.add(question)

    def follow(self, tell: Follower) -> list[p.Command]:
        """Call `tell` for every command from now on. Return the commands that a training has not executed yet."""
        with self.changed:
            self._followers.append(tell)
            asked: list[tuple[threading.Event, p.Command]] = [
                (self.paused, p.Pause()), (self.checkpoint, p.SaveCheckpoint()),
                (self.stop, p.Stop()), (self.cancel, p.Cancel()),
            ]  # fmt: skip
            return [*self.samples, *(command for flag, command in asked if flag.is_set())]

    def unfollow(self, tell: Follower) -> None:
        with self.changed:
            self._followers.remove(tell)

    def answered(self, prompt: str) -> None:
        """Remove a requested sample, after the child process has written it."""
        with self.changed:
            wanted = next((sample for sample in self.samples if sample.prompt == prompt), None)
            if wanted is not None:
                self.samples.remove(wanted)

    def wait_while_paused(self) -> None:
        """Block until resumed, stopped, cancelled, or asked for a sample."""
        with self.changed:
            self.changed.wait_for(
                lambda: not self.paused.is_set() or self.stop.is_set() or self.cancel.is_set() or self.samples
            )

    def next_question(self) -> p.Ask | None:
        """Wait for the next question; None once the job is to stop. Raises Cancelled."""
        with self.changed:
            self.changed.wait_for(lambda: self.asked or self.stop.is_set() or self.cancel.is_set())
        self.raise_if_cancelled()
        return None if self.stop.is_set() else self.asked.popleft()

    def next_plan(self) -> p.AskPlan | None:
        """Wait for the next plan request, like next_question."""
        with self.changed:
            self.changed.wait_for(lambda: self.to_plan or self.stop.is_set() or self.cancel.is_set())
        self.raise_if_cancelled()
        return None if self.stop.is_set() else self.to_plan.popleft()

    def raise_if_cancelled(self) -> None:
        """Raise Cancelled if the user has cancelled the job."""
        if self.cancel.is_set():
            raise Cancelled


class JobContext:
    """The context of a running job. `emit` may be called from any thread.

    device_memory: a job that computes on a graphics card lets this `watch` the card, which must stay open as long as
    the job runs.
    """

    def __init__(self, emit: Callable[[p.Event], None], control: Control | None = None) -> None:
        self.emit = emit
        self.control = control or Control()
        self.device_memory = DeviceGauge()
        self.is_elsewhere = False  # a child process does the job and reports its own memory
        self._phase_started = 0.0
        self._last_progress = 0.0
        self._told: tuple[float, float, str] | None = None
        self._held = ExitStack()
        self._claims: set[Path] = set()

    def __enter__(self) -> JobContext:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    @cached_property
    def renderer(self) -> TemplateRenderer:
        """Return the job's renderer of chat templates, which ends with the job."""
        from core.data.chat.renderer import TemplateRenderer  # imported late: most jobs do not need core/data

        return self._held.enter_context(TemplateRenderer())

    def claim(self, output: Path) -> None:
        """Lock an output until the job ends. Raises LuthierError `files.busy`."""
        if output not in self._claims:
            self._held.enter_context(claimed(output))
            self._claims.add(output)

    def phase(self, name: str, title: str) -> None:
        """Announce a phase; progress is counted from its start."""
        self._phase_started = time.monotonic()
        self._last_progress, self._told = 0.0, None
        self.emit(p.Phase(name=name, title=title))

    def progress(self, done: float, total: float, unit: str) -> None:
        """Report progress, at most ten times a second, with rate and time left. Raises Cancelled."""
        self.control.raise_if_cancelled()
        now = time.monotonic()
        state = (done, total, unit)
        if state == self._told or (done < total and now - self._last_progress < PROGRESS_INTERVAL):
            return
        self._last_progress, self._told = now, state
        elapsed = now - self._phase_started
        rate = done / elapsed if elapsed > 0 else None
        left = (total - done) / rate if rate else None
        self.emit(p.Progress(done=done, total=total, unit=unit, rate=rate, seconds_left=left))

    def emit_own_memory(self, event: p.Event) -> None:
        """Emit an event about this process's memory, unless a child process does the job."""
        if not self.is_elsewhere:
            self.emit(event)

    def notice(self, code: str, message: str, hint: str = "") -> None:
        """Send the user a notice."""
        self.emit(p.Notice(code=code, message=message, hint=hint))
