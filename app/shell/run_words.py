"""A run that goes on, in few words: for the side bar, the window's title and the tray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.workers.process import JobState
from core.base.language import tr
from core.base.numbers import duration, share, significant, size

if TYPE_CHECKING:  # a window without a run does without what draws one
    from app.workers.run_session import RunSession

_STATES = {
    JobState.PAUSING: tr("Pausing…"),
    JobState.PAUSED: tr("Paused"),
    JobState.STOPPING: tr("Stopping…"),
    JobState.CANCELLING: tr("Cancelling"),
}


@dataclass(frozen=True)
class LiveRun:
    """share: of the whole run, 0 to 1, as Monitor shows it. state: what it does other than going on.

    left: the time, "" while not known. goes_on: whether it can be paused, or let go on where it is paused.
    """

    name: str
    share: float
    state: str
    left: str
    goes_on: bool = False
    is_paused: bool = False
    watched: str = ""  # memory and pace

    @classmethod
    def of(cls, session: RunSession) -> LiveRun:
        model, step, state = session.model, session.model.step, _STATES.get(session.state, "")
        left = "" if step is None else _left(step.seconds_left)
        if step is None:
            state = state or (model.phase.title if model.phase else tr("Starting"))
        goes_on = model.training is not None and session.state in (JobState.RUNNING, JobState.PAUSED)
        watched = ""
        if step is not None:
            rss, pace = size(model.memory.last("rss")), significant(step.tok_s)
            watched = tr("{rss} · {pace} tok/s", rss=rss, pace=pace)
        return cls(session.title, model.share, state, left, goes_on, session.is_paused, watched)

    @classmethod
    def ended(cls, session: RunSession) -> LiveRun:
        """Return what came of a run."""
        step, ending = session.model.step, session.ending
        return cls(session.title, step.step / step.steps if step else 0.0, ending.title if ending else tr("Ended"), "")

    @property
    def percent(self) -> str:
        """The share in percent, rounded down: 100% means that it is done."""
        return share(int(100 * self.share) / 100)

    @property
    def brief(self) -> str:
        """One short line: 43% · 12 min left."""
        return self.state or " · ".join(filter(None, (self.percent, self.left)))

    @property
    def words(self) -> str:
        """The whole state: Paused · 43% · 12 min left."""
        return " · ".join(filter(None, (self.state, self.percent, self.left)))

    @property
    def title(self) -> str:
        """The words before the program's name in the window's title, which the task bar shows."""
        return f"{self.percent} {self.name}"


def _left(seconds: float) -> str:
    """Coarser than on Monitor, so that it seldom changes."""
    return (
        tr("{seconds} min left", seconds=round(seconds / 60))
        if 60 <= seconds < 3600
        else tr("{seconds} left", seconds=duration(seconds))
    )
