"""What is offered at a start: to go on with what was left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QTimer

from app.shell.memory import Memory
from app.shell.notice import Notice
from app.shell.run_life import RunLife
from app.shell.unfinished import Unfinished, unfinished
from app.shell.window import MainWindow
from app.workers.queue import RunQueue
from app.workers.sessions import Sessions
from app.workers.thread_call import in_thread
from core.base.language import tr

LOOK_MS = 200  # after the start, which comes first


def offer_what_was_left(window: MainWindow, memory: Memory, sessions: Sessions, queue: RunQueue, life: RunLife) -> None:
    """Offer the queue at once, where runs wait in it; a run that was interrupted when it has been found."""

    def offer(run: Unfinished | None) -> None:
        """One that the user let be is not offered again, nor one that the queue goes on with."""
        if run is None or sessions.active is not None or memory.let_be == str(run.folder):
            return
        if not any(entry.folder == run.folder for entry in queue.waiting):
            _offer_unfinished(window.notice, run, life, let_be=partial(setattr, memory, "let_be", str(run.folder)))

    training, memory.training = memory.training, ""
    find = partial(unfinished, training)
    QTimer.singleShot(LOOK_MS, window, lambda: in_thread(find, offer, window))
    if queue.asks:
        _offer_queue(window.notice, queue, life)


def _offer_unfinished(notice: Notice, run: Unfinished, life: RunLife, let_be: Callable[[], object]) -> None:
    notice.say_when_free(
        run.text,
        (tr("&Go on"), "mdi6.play", lambda: life.resume(run.folder)),
        (tr("&Look at it"), "mdi6.chart-line", lambda: life.open(run.folder)),
        (tr("&Not now"), "mdi6.close", let_be),
    )


def _offer_queue(notice: Notice, queue: RunQueue, life: RunLife) -> None:
    n = len(queue.waiting)
    who = tr("{n} runs wait", "1 run waits", n, n=n)
    notice.say_when_free(
        tr("{who} in the queue from last time. Continue the training?", who=who),
        (tr("&Go on"), "mdi6.play", queue.go_on),
        (tr("&Look at the queue"), "mdi6.tray-full", life.show_queue),
        (tr("&Not now"), "mdi6.close", lambda: None),
    )
