"""Watches the machine while a run is on: keeps it awake, and has the run wait on battery or when it is too hot."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.workers.awake import AwakeWhile
from app.workers.lifecycle import JobState
from app.workers.pauses import PauseRules, Reading, read_machine
from app.workers.sessions import Sessions
from core.base import settings
from core.base.errors import LuthierError

if TYPE_CHECKING:  # it brings NumPy, which a window without a run can do without
    from app.workers.run_session import RunSession

INTERVAL_MS = 5000


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
        self._apply(session, self._rules.reason(self._read()))

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
        self._passed_over = ""
        self._timer.start()
        self.look()

    def _on_ended(self, _session: RunSession) -> None:
        self._timer.stop()
        self._awake.want(False)
