"""Runs a job in this process: shows its events in the terminal, handles Ctrl+C, and exits with the right code."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import psutil
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.table import Column

from core import protocol as p
from core.base.child_process import claim_stdout
from core.base.command_lines import luthier, typed
from core.base.numbers import brief_duration
from core.cli import event_lines
from core.cli.results import show_result
from core.cli.terminal import Terminal, json_line
from core.jobs.context import Control
from core.runs.run import Run
from core.worker import run_job

R = TypeVar("R")
INTERRUPTED = 130
_LISTEN_INTERVAL = 0.2  # seconds
_SAVING = "Finishing this step where that takes seconds, then saving a checkpoint."


def perform(job: p.JobOf[R], as_json: bool = False, quiet: bool = False, control: Control | None = None) -> R:
    """Do the job and return its result. With as_json the result is the only line on stdout.

    quiet: show no phases or bars. control: lets other code control the job. Raises typer.Exit with the exit code if the
    job does not finish.
    """
    json_output = claim_stdout() if as_json else None
    match ended(job, as_json, quiet, control):
        case p.Finished(outcome=outcome, result=result) as end:
            if json_output and outcome != "cancelled":
                json_output.write(json_line(result).encode() + b"\n")
            if outcome != "done":
                raise typer.Exit(INTERRUPTED)
            return p.result_of(end, p.result_type(type(job)))
    raise typer.Exit(1)


def ended(
    job: p.JobOf[Any], as_json: bool = False, quiet: bool = False, control: Control | None = None
) -> p.Finished | p.Failed | None:
    """Do the job and return its last event; errors are shown. With as_json nothing is written to stdout."""
    renderer = renderer_for(Terminal(stderr=as_json), quiet)
    control = control or Control()
    with renderer, _Interruption(job, control, renderer):
        ending = _run_in_thread(job, renderer, control)
    if isinstance(ending, p.Failed):
        show_error(ending.message, ending.hint, ending.details)
    return ending


def perform_and_show(job: p.JobOf[p.Result], as_json: bool) -> None:
    """Do the job and show its result, as JSON or as facts for people."""
    result = perform(job, as_json)
    if not as_json:
        show_result(Terminal(), result)


def show_error(message: str, hint: str = "", details: str = "") -> None:
    """Show an error and its hint on stderr."""
    console = Terminal(stderr=True, soft_wrap=True)
    console.print(f"Error: {message}", style="bold red", markup=False)
    for text in (typed(hint), details):
        if text:
            console.print(text, markup=False)


def _run_in_thread(job: p.JobOf[object], renderer: Renderer, control: Control) -> p.Finished | p.Failed | None:
    """Run the job in a thread, so that Ctrl+C works even during a long native call. Return its last event."""
    endings: list[p.Finished | p.Failed] = []

    def emit(event: p.Event) -> None:
        if isinstance(event, p.Finished | p.Failed):
            endings.append(event)
        renderer.show(event)

    thread = threading.Thread(target=run_job, args=(job, emit, control, "command"), kwargs={"watched": True})
    thread.start()
    while thread.is_alive():
        thread.join(_LISTEN_INTERVAL)  # a plain join could miss a signal
    return endings[-1] if endings else None


class _Interruption:
    """Handles Ctrl+C: training and downloads stop and keep their progress, other jobs are cancelled. A second one exits
    at once.
    """

    def __init__(self, job: p.JobOf[object], control: Control, renderer: Renderer) -> None:
        self._command: p.Command
        self._run: Run | None = None  # the one being trained
        match job:
            case p.TrainJob(run=run) | p.ResumeJob(run=run):
                self._run = Run(Path(run))
                self._what, self._command = _SAVING, p.Stop()
            case p.DemoJob() | p.SweepJob():
                self._what, self._command = _SAVING, p.Stop()
            case p.FetchJob():
                self._what, self._command = "Stopping. The same command goes on from here.", p.Stop()
            case p.ServeJob():
                self._what, self._command = "Stopping.", p.Stop()
            case p.AssessJob():
                self._what, self._command = (
                    "Stopping. Answers are kept: the same command goes on from here.",
                    p.Cancel(),
                )
            case p.QuestionRowsJob():
                self._what = "Stopping. Rows are kept: the same command with --resume goes on from here."
                self._command = p.Stop()
            case _:
                self._what, self._command = "Cancelling.", p.Cancel()
        self._control, self._renderer = control, renderer
        self._previous: dict[int, Any] = {}
        self._signalled = False

    def __enter__(self) -> None:
        self._previous = {number: signal.signal(number, self._heard) for number in (signal.SIGINT, signal.SIGTERM)}

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)

    def _heard(self, _number: int, _frame: object) -> None:
        if self._signalled:
            self._end_at_once()
        self._signalled = True
        self._renderer.say(f"{self._what} Press Ctrl+C again to end at once.")
        self._control.apply(self._command)

    def _end_at_once(self) -> NoReturn:
        """Exit and kill all child processes: a hanging step would keep the run locked."""
        self._renderer.close()
        if self._run is not None:
            Terminal(stderr=True, soft_wrap=True).print(_ended_at_once(self._run))
        sys.stderr.flush()
        for process in reversed(psutil.Process().children(recursive=True)):  # the job's process last
            with contextlib.suppress(psutil.Error):
                process.kill()
        os._exit(INTERRUPTED)


def _ended_at_once(run: Run) -> str:
    newest = run.newest_checkpoint()
    if newest is None:
        return "Ended at once, before a checkpoint was saved."
    go_on = luthier("train", "--resume", str(run.folder))
    return f"Ended at once. The last checkpoint is {newest}. `{go_on}` goes on from there."


PROGRESS_LINES = 5.0  # seconds between progress lines if lines cannot be redrawn
STEP_LINES = 2.0  # seconds between step lines, likewise


def renderer_for(console: Console, quiet: bool = False) -> Renderer:
    """Return the renderer for the kind of output: terminal, file or pipe."""
    if quiet:
        return QuietRenderer(console)
    return BarRenderer(console) if console.is_terminal else LineRenderer(console)


class Renderer(ABC):
    """Shows events. `show` may be called from several threads."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._lock = threading.RLock()  # reentrant: a signal handler may print while its thread is printing
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
        """Show a permanent line."""
        self.console.print(text, markup=False, soft_wrap=True)

    def close(self) -> None:
        """Restore the terminal."""
        self.console.show_cursor()

    @abstractmethod
    def _move(self, event: p.Event) -> None:
        """Show phases, progress and steps."""


class QuietRenderer(Renderer):
    """Shows only notices."""

    def show(self, event: p.Event) -> None:
        """Show one event."""
        if isinstance(event, p.Notice):
            super().show(event)

    def _move(self, event: p.Event) -> None:
        pass


class LineRenderer(Renderer):
    """Writes to files and pipes, with occasional progress lines."""

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
    """Writes to a terminal: a bar for the current phase, and a line with its duration for each finished one."""

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
        """Restore the terminal."""
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
                self._bars.update(self._task, completed=done, total=total)  # in a step; text of the last
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
