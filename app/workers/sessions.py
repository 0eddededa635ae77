"""The runs that this window has open; it trains one at a time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.workers.run_session import RunSession
from core.shared import protocol as p
from core.shared.runs import Run


class Sessions(QObject):
    """`active` is the run whose worker is there; others can be looked at meanwhile.

    Signals:
        began: there is an active run now. ended: there is none any more.
    """

    began = Signal()
    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.active: RunSession | None = None

    def start(self, job: p.TrainJob) -> RunSession:
        """Begin a new run."""
        session = RunSession(Run(Path(job.run)), self)
        self._activate(session)
        session.start(job)
        return session

    def resume(self, session: RunSession) -> None:
        """Go on with a run, if none is active."""
        if self.active is None:
            self._activate(session)
            session.resume()

    def open(self, folder: Path) -> RunSession:
        """A run from its files; the active one as it is, live. Raises LuthierError `runs.not-a-run`."""
        if self.active is not None and self.active.run.folder == folder:
            return self.active
        return RunSession.reopen(folder, self)

    def _activate(self, session: RunSession) -> None:
        self.active = session
        session.ended.connect(self._on_ended)
        self.began.emit()

    def _on_ended(self) -> None:
        if self.active is not None:
            self.active.ended.disconnect(self._on_ended)
        self.active = None
        self.ended.emit()
