"""What is offered at a start: to go on with what was left."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.shell.unfinished import Unfinished, unfinished
from app.workers.thread_call import in_thread

if TYPE_CHECKING:
    from app.shell.pages import Pages

LOOK_MS = 200  # after the start, which comes first


def offer_what_was_left(pages: Pages) -> None:
    """The queue at once, where runs wait in it; a run that was interrupted when it has been found."""
    training, pages.memory.training = pages.memory.training, ""
    find = partial(unfinished, training)
    look = lambda: in_thread(find, lambda run: _offer_unfinished(pages, run), pages.window)  # noqa: E731
    QTimer.singleShot(LOOK_MS, pages.window, look)
    if pages.queue.asks:
        _offer_queue(pages)


def _offer_unfinished(pages: Pages, run: Unfinished | None) -> None:
    """One that the person let be is not offered again, nor one that the queue goes on with."""
    if run is None or pages.sessions.active is not None or pages.memory.let_be == str(run.folder):
        return
    if any(entry.folder == run.folder for entry in pages.queue.waiting):
        return
    pages.window.notice.say(
        run.text,
        ("&Go on", "mdi6.play", lambda: pages.resume_run(run.folder)),
        ("&Look at it", "mdi6.chart-line", lambda: pages.open_run(run.folder)),
        ("&Not now", "mdi6.close", lambda: setattr(pages.memory, "let_be", str(run.folder))),
    )


def _offer_queue(pages: Pages) -> None:
    n = len(pages.queue.waiting)
    who = "1 run waits" if n == 1 else f"{n} runs wait"
    pages.window.notice.say(
        f"{who} in the queue from last time. Shall the training go on?",
        ("&Go on", "mdi6.play", pages.queue.go_on),
        ("&Look at the queue", "mdi6.tray-full", pages.show_queue),
        ("&Not now", "mdi6.close", lambda: None),
    )
