"""Closing the window while something goes on: nothing is lost without a question, and what it waits for is said."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEventLoop, QObject, QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from app.shell.background import Background
from app.shell.window import MainWindow
from app.widgets.question import Choice, Choices
from app.workers.sessions import Sessions
from core.base.language import tr
from core.base.numbers import count, duration
from core.base.systems.processes import ASKS_WINDOWS, say_why_it_waits

_SLOW_STEP_S = 5.0  # from which on it is said how long one takes


class Closing(QObject):
    """Decides whether the window may close, and closes it when the last of what went on has ended."""

    def __init__(self, window: MainWindow, sessions: Sessions, background: Background) -> None:
        super().__init__(window)
        self._window, self._sessions, self._background = window, sessions, background
        window.may_close = self.may_close
        self._waits = False
        self._leaves = self._at_once = False  # nobody is asked: whether it closes so, and without waiting

    def leave(self) -> None:
        """Close without a question: what is trained here is stopped and kept. Called again while it waits: at once."""
        session = self._sessions.active
        if self._leaves and self._waits:
            self._at_once = True
            if session is not None:
                session.kill()
        elif session is not None and session.goes_on_alone:
            session.leave()
        elif session is not None:
            session.stop()
        self._leaves = True
        for dialog in QApplication.topLevelWidgets():
            if dialog.isModal():
                dialog.close()
        if not self._window.isVisible():
            self._background.leave()
        if self._at_once or not self._waits:  # else it closes by itself
            self._window.close()

    def leave_with_session(self) -> None:
        """Leave as the user logs out or shuts the computer down, and hold that up until what is trained is kept."""
        self.leave()
        if self._sessions.active is not None:
            say_why_it_waits(int(self._window.winId()), tr("The training is being saved."))
            waiting = QEventLoop()
            self._sessions.ended.connect(waiting.quit)
            waiting.exec()

    def may_close(self) -> bool:
        """Return whether the window closes now that the user wants it to."""
        if self._waits and not self._is_idle():
            return self._at_once or self._end_now()
        if not (self._waits or self._leaves or self._wanted() or self._leaves):  # told to leave while it asked
            return False
        for page in self._window.pages.values():
            page.shut_down()
        if self._is_idle():
            return True
        self._wait()
        return False

    def close_when_idle(self) -> None:
        """Close now that something has ended, if the window waited for the last of it."""
        if self._waits and self._is_idle():
            self._window.close()

    def _is_idle(self) -> bool:
        return self._sessions.active is None and not any(page.busy for page in self._window.pages.values())

    def _wanted(self) -> bool:
        """Ask one question at most: that of the lowest page in the side bar, where most has been done."""
        pages = reversed(self._window.pages.values())
        question = next(filter(None, (page.warning for page in pages)), None)
        if self._sessions.active is not None:
            return self._wanted_in_spite_of_run(f"{question.text} {question.explanation}" if question else "")
        return question is None or question.ask(self._window)

    def _wanted_in_spite_of_run(self, besides: str) -> bool:
        session = self._sessions.active
        assert session is not None
        text = f"{besides}\n" if besides else ""
        question = (
            tr("{title} is still training on {computer}.", title=session.run.title, computer=session.on)
            if session.on
            else tr("{title} is still training.", title=session.run.title)
        )
        match self._ask(question, text + tr("What should happen to it?"), self._choices()):
            case "on":
                self._background.enter()
            case "there":
                session.leave()
                return True
            case "stop":
                session.stop()
                return True
            case "cancel":
                session.cancel()
                return True
        return False

    def _choices(self) -> list[Choice]:
        session = self._sessions.active
        assert session is not None
        there = Choice(
            "there", tr("Let it go &on there"), "mdi6.lan-connect",
            tr("The window closes. Next time it offers to take it up again. Left alone for a day, it stops there, and "
               "is kept."),
        )  # fmt: skip
        on = Choice(
            "on", tr("Keep &running"), "mdi6.arrow-collapse-down",
            tr("The window goes to the tray. A message says when the run has ended.")
            if self._background.has_tray else
            tr("The window becomes small and goes on training. Its title says how far the run is."),
        )  # fmt: skip
        stop = Choice(
            "stop", tr("&Stop and keep"), "mdi6.stop",
            tr("Finishes the step, saves, and closes. You can continue it another time."),
        )  # fmt: skip
        saved = session.model.checkpoint
        lost = (
            tr("What it learnt since step {step} is lost.", step=count(saved.step))
            if saved
            else tr("Nothing of it is kept.")
        )
        cancel = Choice(
            "cancel", tr("&Cancel the run"), "mdi6.close", tr("Ends it without saving, and closes. {lost}", lost=lost)
        )
        back = Choice("", tr("&Go back"), "mdi6.arrow-left", tr("The window stays open."))
        if session.model.training is None:
            return [on, cancel, back]
        return [there if session.goes_on_alone else on, stop, cancel, back]

    def _end_now(self) -> bool:
        """Ask whether to close at once, while the window already waits to close."""
        end = Choice("end", tr("&End it now"), "mdi6.close", tr("Without waiting. {lost}", lost=self._lost()))
        wait = Choice("", tr("&Wait"), "mdi6.timer-sand", tr("The window closes by itself."))
        if self._ask(tr("Luthier is still waiting to close."), self._window.notice.text, [wait, end]) != "end":
            return self._at_once or self._is_idle()
        self._waits = False
        if self._sessions.active is not None:
            self._sessions.active.kill()
        return True

    def _lost(self) -> str:
        session = self._sessions.active
        saved = session.model.checkpoint if session else None
        return (
            tr("What was learnt since step {step} is lost.", step=count(saved.step))
            if saved
            else tr("What is not saved yet is lost.")
        )

    def _ask(self, question: str, text: str, choices: list[Choice]) -> str:
        """Ask a question, which goes away if the run ends meanwhile."""
        dialog = Choices(self._window, question, text, choices)
        self._sessions.ended.connect(dialog.reject)
        answer = dialog.ask()
        self._sessions.ended.disconnect(dialog.reject)
        dialog.deleteLater()
        return answer

    def _wait(self) -> None:
        self._waits = True
        session = self._sessions.active
        if session is None:
            text = tr("Stopping what is running. Then the window closes.")
        else:
            step = session.model.step
            seconds = step.seconds_left / (step.steps - step.step) if step and step.step < step.steps else 0.0
            pace = (
                tr("; a step takes about {seconds} here", seconds=duration(seconds)) if seconds >= _SLOW_STEP_S else ""
            )
            text = tr("Waiting for the current step{pace}. Then the window closes.", pace=pace)
        self._window.notice.say(text, (tr("&Keep the window open"), "mdi6.window-restore", self._stay))

    def _stay(self) -> None:
        """It ends all the same, but the window stays."""
        self._waits = self._leaves = False


@contextmanager
def heard_signals(leave: Callable[[], object]) -> Iterator[None]:
    """Have Ctrl+C in the terminal and SIGTERM close the window meanwhile.

    Python handles a signal once Python runs, which it does not while Qt waits for events: a byte in a socket wakes it.
    """
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(lambda: ours.recv(1))
        waker = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        before = {
            number: signal.signal(number, lambda *_: QTimer.singleShot(0, leave))  # not in the midst of something
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(waker)
            notifier.setEnabled(False)


def hear_session_end(application: QApplication, leave: Callable[[], object]) -> None:
    """Have the session's end close the window, where the system asks for it."""
    if ASKS_WINDOWS:
        application.commitDataRequest.connect(lambda _manager: leave())
