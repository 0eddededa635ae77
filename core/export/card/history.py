"""What a run's events say of it, as far as a model card tells it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from core import protocol as p
from core.protocol.measure import Measure
from core.runs.story import RunStory


@dataclass
class History:
    """losses: of every step that counts. story: of what was measured on held-out text."""

    data: p.DataSummary | None = None
    started: p.TrainingStarted | None = None
    losses: dict[int, float] = field(default_factory=dict)
    story: RunStory = field(default_factory=RunStory)
    result: p.TrainResult | None = None
    version: str = ""

    @property
    def measure(self) -> Measure:
        """What the losses are."""
        return self.story.measure

    @property
    def before(self) -> float | None:
        """The base model's loss on the same held-out text."""
        return self.story.before.loss if self.story.before else None

    @property
    def evaluations(self) -> dict[int, float]:
        """Losses on it with the adapter, by step."""
        return self.story.losses


def history_of(events: Iterable[p.Event]) -> History:
    """Fold the events, oldest first."""
    history = History()
    for event in events:
        if (kept := history.story.add(event)) is not None:
            history.losses = {step: loss for step, loss in history.losses.items() if step <= kept}
        match event:
            case p.Hello(version=version):
                history.version = version
            case p.DataSummary():
                history.data = event
            case p.TrainingStarted():
                history.started = event
            case p.Step(step=step, loss=loss):
                history.losses[step] = loss
            case p.Finished() as end if "steps_skipped" in end.result:
                history.result = p.result_of(end, p.TrainResult)
    return history
