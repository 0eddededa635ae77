"""The runs that this window has open, it trains one at a time; and those that other windows or terminals train here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from core import protocol as p
from core.base import settings
from core.runs.disk import holder_of
from core.runs.files import LOCKS
from core.runs.run import Run

if TYPE_CHECKING:
    from app.workers.run_session import RunSession

TOLD_MS = 200  # at most five times a second


class Sessions(QObject):
    """`active` is the run that a worker trains; others can be looked at meanwhile.

    Signals:
        began: a run is active now. ended: it no longer is; with that run.
        changed: the active run has gone on since; a bunch of changes is told once.
    """

    began = Signal()
    changed = Signal()
    ended = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.active: RunSession | None = None
        self.may_begin: Callable[[], bool] = lambda: True  # asks the user where another program trains
        self._tell = QTimer(self, singleShot=True, interval=TOLD_MS)
        self._tell.timeout.connect(self.changed)

    def start(self, job: p.TrainJob) -> RunSession:
        """Begin a new run."""
        from app.workers.run_session import RunSession

        session = RunSession(Run(Path(job.run)), self)
        self._activate(session)
        session.start(job)
        return session

    def resume(self, session: RunSession, *, here: bool = False, asks: bool = True) -> None:
        """Go on with a run, if none is active and, where another program trains, the user says so. here: on this
        computer, even if another has trained it.
        """
        if self.active is None and (not asks or self.may_begin()):
            self._activate(session)
            session.resume(here=here)

    def restart(self, session: RunSession) -> None:
        """End the worker of the active run, which hangs, and go on from the newest checkpoint in another."""
        if session is self.active:
            session.kill()
            self.resume(session, asks=False)

    def open(self, folder: Path) -> RunSession:
        """Open a run from its files; the active one as it is, live. Raises LuthierError `runs.not-a-run`."""
        from app.workers.run_session import RunSession

        if self.active is not None and self.active.run.folder == folder:
            return self.active
        return RunSession.reopen(folder, self)

    def _activate(self, session: RunSession) -> None:
        self.active = session
        session.ended.connect(self._on_ended)
        session.changed.connect(self._on_changed)
        self.began.emit()

    def _on_changed(self) -> None:
        if not self._tell.isActive():  # the last of a bunch is what counts
            self._tell.start()

    def _on_ended(self) -> None:
        session, self.active = self.active, None
        if session is not None:
            session.ended.disconnect(self._on_ended)
            session.changed.disconnect(self._on_changed)
        self._tell.stop()
        self.ended.emit(session)


def trained_elsewhere(lent: Collection[Path] = ()) -> Run | None:
    """Return a run whose lock another process holds, if there is any. lent: folders of runs that other computers
    train.
    """
    folder = settings.runs_dir()
    for run in sorted({lock.parent for name in LOCKS for lock in folder.glob(f"*/{name}")}):
        if run not in lent and holder_of(Run(run)):
            return Run(run)
    return None
