"""What a job is given: a way to say what happens, and a way to hear what the user wants; and what it gives back."""

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
Outcome = tuple[Literal["done", "stopped"], R]  # how a job ended, and what came of it

PROGRESS_INTERVAL = 0.1  # seconds; the limit is at the source so that nobody downstream has to throttle


class Control:
    """What the user asks of the job, set by another thread or a signal handler, read by the job between steps."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.cancel = threading.Event()
        self.paused = threading.Event()
        self.checkpoint = threading.Event()
        self.asked: deque[p.Ask] = deque()
        self.to_plan: deque[p.AskPlan] = deque(maxlen=1)  # only the newest counts
        self.samples: deque[p.TakeSample] = deque()
        self.unwanted: set[str] = set()  # ids of questions
        self.comparing = ""  # the code that a person sees now, and is asked about
        self.confirmed: deque[p.ConfirmCode] = deque()
        self.changed = threading.Condition()
        self._followers: list[Follower] = []

    def apply(self, command: p.Command) -> None:
        """Take a command from the window. A signal's handler may do so in the middle of another."""
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
                self.unwanted.discard(command.id)  # what was cancelled under this id was another question
                self.asked.append(command)
            case p.AskPlan():
                self.to_plan.append(command)
            case p.ConfirmCode():
                self.confirmed.append(command)
            case p.CancelAnswer(id=question):
                self.unwanted.add(question)

    def said_of(self, code: str) -> bool | None:
        """Return whether the user said that the other computer shows this code; None so far. What was said of another
        one counts for nothing; a no that names none is a no.
        """
        with self.changed:
            while self.confirmed:
                said = self.confirmed.popleft()
                if said.code == code or not (said.code or said.same):
                    return said.same
        return None

    def follow(self, tell: Follower) -> list[p.Command]:
        """Tell of every command from now on. Returns what a training was asked for and has not done yet."""
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
        """Remove a sample that was asked for: another process, which follows, has written it."""
        with self.changed:
            wanted = next((sample for sample in self.samples if sample.prompt == prompt), None)
            if wanted is not None:
                self.samples.remove(wanted)

    def wait_while_paused(self) -> None:
        """Block until resumed, stopped or cancelled, or a sample is wanted."""
        with self.changed:
            self.changed.wait_for(
                lambda: not self.paused.is_set() or self.stop.is_set() or self.cancel.is_set() or self.samples
            )

    def next_question(self) -> p.Ask | None:
        """Block until there is one, or None when no more is wanted. Raises Cancelled."""
        with self.changed:
            self.changed.wait_for(lambda: self.asked or self.stop.is_set() or self.cancel.is_set())
        self.raise_if_cancelled()
        return None if self.stop.is_set() else self.asked.popleft()

    def next_plan(self) -> p.AskPlan | None:
        """Return the next plan to make, as next_question does for questions."""
        with self.changed:
            self.changed.wait_for(lambda: self.to_plan or self.stop.is_set() or self.cancel.is_set())
        self.raise_if_cancelled()
        return None if self.stop.is_set() else self.to_plan.popleft()

    def raise_if_cancelled(self) -> None:
        """Raise Cancelled when the user wants the job thrown away."""
        if self.cancel.is_set():
            raise Cancelled


class JobContext:
    """Handed to every job, for as long as it takes. `emit` may be called from any thread.

    device_memory: a job that computes on a graphics card lets it `watch` the card, and nothing before it closes it.
    """

    def __init__(self, emit: Callable[[p.Event], None], control: Control | None = None) -> None:
        self.emit = emit
        self.control = control or Control()
        self.device_memory = DeviceGauge()
        self.is_elsewhere = False  # another process does it, and tells of its memory itself
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
        """The renderer of chat templates for everything the job does; it ends with the job."""
        from core.data.chat.renderer import TemplateRenderer  # most jobs need nothing of the data room

        return self._held.enter_context(TemplateRenderer())

    def claim(self, output: Path) -> None:
        """Have what is to be written for this job alone, until it ends. Raises LuthierError `files.busy`."""
        if output not in self._claims:
            self._held.enter_context(claimed(output))
            self._claims.add(output)

    def phase(self, name: str, title: str) -> None:
        """Announce a stage; progress is counted from here."""
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
        """Emit an event about this process's memory, unless it only waits for another."""
        if not self.is_elsewhere:
            self.emit(event)

    def notice(self, code: str, message: str, hint: str = "") -> None:
        """Tell the user something that does not end the job."""
        self.emit(p.Notice(code=code, message=message, hint=hint))
