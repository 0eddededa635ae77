"""What a run's events come to, of all its workers together: what counts of them, and which adapter is the best."""

from __future__ import annotations

import math
from collections.abc import Container
from dataclasses import dataclass, field
from itertools import islice

from core import protocol as p
from core.protocol.measure import CROSS_ENTROPY, Measure, measure_named
from core.runs.run import Run

LOOKS = 32  # distances of which the mean is taken: on one text the model may have moved ten times as far as on another

# Only these are read of a file whose lines may be a million steps.
_TOLD_BY = tuple(b'{"type":"%s"' % kind for kind in (b"hello", b"training", b"went_back", b"evaluation", b"checkpoint"))


@dataclass
class RunStory:
    """What was measured on held-out text, and saved.

    Where training goes on from an earlier step, since it was resumed or has gone back, what was told of later steps
    counts no more: it has not reached them again. before: measured before training. evaluations: with the adapter, by
    step. saved: the step of the newest checkpoint; -1: none. measure: what its losses are. distances: of the steps that
    hold the model, in nats a token; story_of reads none.
    """

    before: p.Evaluation | None = None
    evaluations: dict[int, p.Evaluation] = field(default_factory=dict)
    saved: int = -1
    measure: Measure = CROSS_ENTROPY
    distances: dict[int, float] = field(default_factory=dict)

    def add(self, event: p.Event) -> int | None:
        """Take the next event, oldest first. Returns the step after which nothing counts, where it says one."""
        match event:
            case p.TrainingStarted(step=step) | p.WentBack(to=step):
                if isinstance(event, p.TrainingStarted):
                    self.measure = measure_named(event.objective)
                self.evaluations = {at: one for at, one in self.evaluations.items() if at <= step}
                self.distances = {at: one for at, one in self.distances.items() if at <= step}
                return step
            case p.Step(step=step, distance=float(distance)):
                self.distances[step] = distance
            case p.Evaluation(adapter=False):
                self.before = event
            case p.Evaluation(step=step):
                self.evaluations[step] = event
            case p.Checkpoint(step=step):
                self.saved = step
        return None

    @property
    def losses(self) -> dict[int, float]:
        """Held-out losses with the adapter, by step; those that are numbers."""
        return {
            step: one.loss for step, one in self.evaluations.items() if one.loss is not None and math.isfinite(one.loss)
        }

    def moved(self, step: float = math.inf) -> float | None:
        """Return how far the model had moved by then on the text that it is held by: the mean of the last steps that
        looked, of which each reads another text. None where none did.
        """
        newest = list(islice((one for at, one in reversed(self.distances.items()) if at <= step), LOOKS))
        return sum(newest) / len(newest) if newest else None

    @property
    def judges(self) -> bool:
        """Whether some held-out loss tells which adapter is the best."""
        return any(self.evaluations[step].judges for step in self.losses)

    def cost(self, step: int) -> float:
        """Return the number by which the adapter of a step is judged, the lower the better; infinity: there is none."""
        measured = self.evaluations.get(step)
        return math.inf if measured is None else self.measure.cost(measured)

    def best(self, steps: Container[int] | None = None) -> int | None:
        """Return the step of the best adapter, of these steps; None where nothing judges. steps: None for any."""
        judged = [
            (self.cost(step), step)
            for step, one in self.evaluations.items()
            if one.judges and (steps is None or step in steps)
        ]
        cost, step = min(judged, default=(math.inf, 0))
        return step if cost < math.inf else None


def story_of(run: Run) -> RunStory:
    """Read a run's events. Raises LuthierError `runs.unreadable`, `formats.newer`."""
    story = RunStory()
    for event in run.events(_TOLD_BY):
        story.add(event)
    return story
