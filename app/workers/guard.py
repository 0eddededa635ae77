"""Watches the machine while a run is on: keeps it awake, and has the run wait on battery or when it is too hot.

systemd and the desktop keep Linux awake, macOS and Windows do it each in their way. When a training has to wait is
decided from readings alone.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.workers.process import JobState
from app.workers.sessions import Sessions
from core.base import settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.systems.machine import Reading, read_machine

if TYPE_CHECKING:
    from app.workers.run_session import RunSession

COOLED = 15.0  # degrees that it has to lose before the training goes on
ON_BATTERY = tr("waiting for mains power")
TOO_HOT = tr("waiting until the processor has cooled down")

INTERVAL_MS = 5000


class PauseRules:
    """Remembers whether it is hot, so that a training does not start and stop with each degree.

    battery, heat: which of the two count.
    """

    def __init__(self) -> None:
        self.battery = self.heat = False
        self._hot = False

    def reason(self, reading: Reading) -> str:
        """Return why to wait now, or ""."""
        if reading.celsius is None or reading.celsius < reading.limit - COOLED:
            self._hot = False
        elif reading.is_hot:
            self._hot = True
        if self.battery and reading.on_battery:
            return ON_BATTERY
        if self.heat and self._hot:
            return TOO_HOT
        return ""


class Guard(QObject):
    """Does what the settings say, and takes a change of them up within seconds.

    A run that the user continues by hand meanwhile is not stopped again for the same reason.
    """

    def __init__(self, sessions: Sessions, read: Callable[[], Reading] = read_machine) -> None:
        super().__init__(sessions)
        self._sessions, self._read = sessions, read
        self._rules = PauseRules()
        self._passed_over = ""  # the reason that somebody did not want to wait for
        self._awake = AwakeWhile()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.look)
        sessions.began.connect(self._on_began)
        sessions.ended.connect(self._on_ended)

    @property
    def keeps_awake(self) -> bool:
        """Whether the system was asked not to fall asleep."""
        return self._awake.is_kept

    def look(self) -> None:
        """Read the machine once, and have the run wait or go on."""
        session = self._sessions.active
        if session is None:
            return
        with contextlib.suppress(LuthierError):  # settings that cannot be read: as before
            known = settings.load()
            self._rules.battery, self._rules.heat = known.pause_on_battery, known.pause_when_hot
            self._awake.want(known.awake)
        self._apply(session, self._rules.reason(self._read()) if not session.on else "")

    def _apply(self, session: RunSession, reason: str) -> None:
        if session.waits_for and not session.is_paused and session.state is not JobState.PAUSING:
            session.waits_for, self._passed_over = "", session.waits_for  # gone on with by hand
        if reason != self._passed_over:
            self._passed_over = ""
        if session.waits_for and not reason:
            session.wait_for("")
            session.unpause()
        elif reason and not self._passed_over and session.state is JobState.RUNNING and session.model.training:
            session.wait_for(reason)
            session.pause()
        elif session.waits_for and reason != session.waits_for:
            session.wait_for(reason)

    def _on_began(self) -> None:
        """Look in some seconds: no system falls asleep sooner, and no training is so far that it could wait."""
        self._passed_over = ""
        self._timer.start()

    def _on_ended(self, _session: RunSession) -> None:
        self._timer.stop()
        self._awake.want(False)


class Awake:
    """Keeps the machine awake until `let_go`, in a thread of its own: asking the desktop may take a while."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._hold, daemon=True)
        self._thread.start()

    def let_go(self) -> None:
        """Let the system fall asleep again."""
        self._over.set()

    def _hold(self) -> None:
        from wakepy import keep  # not before a run begins: a window that only starts does without

        with keep.running(on_fail="pass"):  # a server, for one, has nothing that could be asked, and does not sleep
            self._over.wait()


class AwakeWhile:
    """Has the system stay awake for as long as that is wanted."""

    def __init__(self) -> None:
        self._awake: Awake | None = None

    @property
    def is_kept(self) -> bool:
        """Whether the system was asked not to fall asleep."""
        return self._awake is not None

    def want(self, wanted: bool) -> None:
        """Keep the machine awake from now on, or no longer."""
        if wanted and self._awake is None:
            self._awake = Awake()
        elif not wanted and self._awake is not None:
            self._awake.let_go()
            self._awake = None
