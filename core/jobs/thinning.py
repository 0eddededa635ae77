"""Which of a run's events are written down: all that happens, but not each reading of weeks."""

from __future__ import annotations

from collections.abc import Iterator

from core.shared import protocol as p
from core.shared.spaced import Spaced

EVERY_STEP = 20_000  # up to here; from there to twice as many every other one, then every fourth, and so on


class Thinning:
    """Keeps a worker's events.jsonl small: its length grows with the logarithm of the steps.

    Readings of the memory and of a long step's share are kept ever further apart, but for a new peak. A step that is
    left out is written all the same when it turns out to be the last before something else happens.
    """

    def __init__(self) -> None:
        self._memory, self._progress = Spaced(), Spaced()
        self._peak = 0
        self._left_out: p.Step | None = None

    def kept(self, event: p.Event) -> Iterator[p.Event]:
        """What to write when this one comes, oldest first."""
        match event:
            case p.Memory(time=time, peak=peak):
                if self._memory.keeps(time) or peak > self._peak:
                    yield event
                self._peak = max(self._peak, peak)
            case p.Progress(time=time, unit="steps"):
                if self._progress.keeps(time):
                    yield event
            case p.Step(step=step):
                is_kept = step % spacing(step) == 0
                self._left_out = None if is_kept else event
                if is_kept:
                    yield event
            case _:
                if self._left_out is not None:
                    yield self._left_out
                    self._left_out = None
                yield event


def spacing(step: int) -> int:
    """Every how many steps one is written down, that far into a run: a power of two."""
    return 1 << max(0, ((step - 1) // EVERY_STEP).bit_length())
