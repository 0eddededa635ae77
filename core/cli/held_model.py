"""A model that a converse job holds in this process, asked from the command line."""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from core import protocol as p
from core.cli import event_lines
from core.cli.running import INTERRUPTED, show_error
from core.cli.terminal import Terminal
from core.jobs.context import Control
from core.worker import run_job

_LISTEN_INTERVAL = 0.2  # seconds in which Ctrl+C is heard


class HeldModel:
    """Questions to a model that is being held by a thread of this process."""

    def __init__(self, ready: p.Ready, events: queue.Queue[p.Event], control: Control) -> None:
        self.ready, self._events, self._control = ready, events, control
        self._asked = 0

    def of(self, ask: p.Ask) -> Iterator[p.Event]:
        """What the job says to a question: text, notices, `answered` or `refused` last.

        Ctrl+C ends the answer, a second one the program. Raises typer.Exit then, and when the job ends instead.
        """
        self._asked += 1
        ask.id = str(self._asked)
        with _stopping(ask.id, self._control):
            self._control.apply(ask)
            while not isinstance(event := _next(self._events), p.Answered | p.Refused):
                raise_if_failed(event)
                yield event
            yield event


@contextmanager
def held_model(job: p.ConverseJob) -> Iterator[HeldModel]:
    """Load the model; the job ends with the block. Raises typer.Exit when it cannot be loaded, or at Ctrl+C."""
    events, control = queue.Queue[p.Event](), Control()
    thread = threading.Thread(target=run_job, args=(job, events.put, control, "command"))
    thread.start()
    try:
        while not isinstance(event := _next(events), p.Ready):
            raise_if_failed(event)
            if isinstance(event, p.Notice):
                show_notice(event)
        yield HeldModel(event, events, control)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        control.apply(p.Cancel())
        thread.join()


@contextmanager
def _stopping(question: str, control: Control) -> Iterator[None]:
    """Ctrl+C ends the answer to a question. Raises typer.Exit at a second one."""
    is_heard = False

    def heard(_number: int, _frame: object) -> None:
        nonlocal is_heard
        if is_heard:
            raise typer.Exit(INTERRUPTED)
        is_heard = True
        control.apply(p.CancelAnswer(id=question))

    previous = signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def show_notice(notice: p.Notice) -> None:
    """Show a notice on stderr, so that a pipe has the answers alone."""
    Terminal(stderr=True, soft_wrap=True).print(event_lines.note(notice.message, notice.hint))


def raise_if_failed(event: p.Event) -> None:
    """The job's own end is an error that no question made. Raises typer.Exit."""
    if isinstance(event, p.Failed):
        show_error(event.message, event.hint, event.details)
        raise typer.Exit(1)


def _next(events: queue.Queue[p.Event]) -> p.Event:
    while True:
        try:
            return events.get(timeout=_LISTEN_INTERVAL)
        except queue.Empty:
            continue
