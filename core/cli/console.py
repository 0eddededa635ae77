"""Events on a terminal: one moving bar and lasting lines above it; plain lines where there is no terminal."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.table import Column

from core import protocol as p
from core.advice.texts.numbers import brief_duration
from core.cli import event_lines

PROGRESS_LINES = 5.0  # seconds between progress lines where lines cannot be overwritten
STEP_LINES = 2.0  # seconds between step lines there


def renderer_for(console: Console, quiet: bool = False) -> Renderer:
    """The renderer that suits where the output goes."""
    if quiet:
        return QuietRenderer(console)
    return BarRenderer(console) if console.is_terminal else LineRenderer(console)


class Renderer(ABC):
    """Shows events. `show` may be called from several threads."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._lock = threading.RLock()  # a signal handler may speak while the same thread is showing
        self._memory = 0

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def show(self, event: p.Event) -> None:
        """Show one event."""
        with self._lock:
            if isinstance(event, p.Memory):
                self._memory = event.rss
            elif (text := event_lines.lasting(event)) is not None:
                self.say(text)
            else:
                self._move(event)

    def say(self, text: str) -> None:
        """A line that stays."""
        self.console.print(text, markup=False, soft_wrap=True)

    def close(self) -> None:
        """Give the terminal back as it was."""
        self.console.show_cursor()

    @abstractmethod
    def _move(self, event: p.Event) -> None:
        """Show phases, progress and steps."""


class QuietRenderer(Renderer):
    """Notices only."""

    def show(self, event: p.Event) -> None:
        """Show one event."""
        if isinstance(event, p.Notice):
            super().show(event)

    def _move(self, event: p.Event) -> None:
        pass


class LineRenderer(Renderer):
    """Writes to files and pipes: a line now and then."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._last_line = 0.0

    def _move(self, event: p.Event) -> None:
        match event:
            case p.Phase(title=title):
                self._last_line = time.monotonic()
                self.say(f"{title} ...")
            case p.Progress() if event.unit != "steps":
                self._say_now_and_then(event_lines.progress(event), PROGRESS_LINES)
            case p.Step(step=number, steps=steps):
                self._say_now_and_then(event_lines.step(event, self._memory), 0 if number in (1, steps) else STEP_LINES)

    def _say_now_and_then(self, text: str, interval: float) -> None:
        if time.monotonic() - self._last_line >= interval:
            self._last_line = time.monotonic()
            self.say(f"  {text}")


class BarRenderer(Renderer):
    """Writes to a terminal: the current phase moves, finished ones leave a line with the time they took."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        status = TextColumn("{task.fields[status]}", markup=False, table_column=Column(no_wrap=True))
        title = TextColumn("{task.description}", markup=False)
        self._bars = Progress(title, BarColumn(24), status, console=console, transient=True)
        self._task: TaskID | None = None
        self._title, self._started = "", 0.0

    def __enter__(self) -> Renderer:
        self._bars.start()
        return self

    def close(self) -> None:
        """Give the terminal back as it was."""
        with self._lock:
            self._drop_phase()
            self._bars.stop()
        super().close()

    def _move(self, event: p.Event) -> None:
        match event:
            case p.Phase(title=title):
                self._end_phase()
                self._title, self._started = title, time.monotonic()
                self._task = self._bars.add_task(title, total=None, status="")
            case p.Progress(unit="steps", done=done, total=total) if self._task is not None:
                self._bars.update(self._task, completed=done, total=total)  # within a step; the words are of the last
            case p.Progress(done=done, total=total) if self._task is not None:
                self._bars.update(self._task, completed=done, total=total, status=event_lines.progress(event))
            case p.Step(step=number, steps=steps) if self._task is not None:
                status = event_lines.step(event, self._memory)
                self._bars.update(self._task, completed=number, total=steps, status=status)
            case p.Finished(outcome="done"):
                self._end_phase()
            case p.Finished() | p.Failed():
                self._drop_phase()

    def _end_phase(self) -> None:
        if self._task is not None:
            self.say(f"{self._title}: {brief_duration(time.monotonic() - self._started)}")
        self._drop_phase()

    def _drop_phase(self) -> None:
        if self._task is not None:
            self._bars.remove_task(self._task)
            self._task = None
