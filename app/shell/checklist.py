"""The road from a model to an export: which of its steps are done, which is next, and which goes on now. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from core.base.language import tr
from core.base.numbers import share


class Mark(Enum):
    """The state of a step of the road."""

    OPEN = "open"
    NEXT = "next"
    DONE = "done"
    RUNNING = "running"


@dataclass(frozen=True)
class Stand:
    """A step's mark, and of a running one how much is done, from 0 to 1."""

    mark: Mark = Mark.OPEN
    share: float = 0.0

    @property
    def words(self) -> str:
        """The mark in words for users who do not see it."""
        if self.mark is Mark.RUNNING:
            return tr("running, {percent}", percent=self.percent)
        return {Mark.NEXT: tr("next"), Mark.DONE: tr("done")}.get(self.mark, "")

    @property
    def percent(self) -> str:
        """The share in percent, rounded down: 100% means that it is done."""
        return share(int(100 * self.share) / 100)


def stands(done: dict[str, bool], training: float | None = None) -> dict[str, Stand]:
    """Return how each step stands. done: in the road's order, by the page's key. training: a run's share, where one is
    on.
    """
    found = {key: Stand(Mark.DONE if is_done else Mark.OPEN) for key, is_done in done.items()}
    if training is not None:
        return found | {"train": Stand(Mark.RUNNING, training)}  # what follows waits for it
    following = next((key for key, is_done in done.items() if not is_done), None)
    return found | ({following: Stand(Mark.NEXT)} if following else {})
