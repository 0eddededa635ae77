"""What a run's events say of it, as far as a model card tells it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.shared import protocol as p


@dataclass
class History:
    """losses: of every step that counts, nats a trained token. evaluations: step to loss, with the adapter.

    before: the base model's loss on the same held-out text. tok_s, seconds: of the newest training that ended.
    """

    data: p.DataSummary | None = None
    started: p.TrainingStarted | None = None
    losses: dict[int, float] = field(default_factory=dict)
    evaluations: dict[int, float] = field(default_factory=dict)
    before: float | None = None
    result: p.TrainResult | None = None
    version: str = ""


def history_of(events: Iterable[p.Event]) -> History:
    """Where a run went on from an earlier step, what came after that step the first time does not count."""
    history = History()
    for event in events:
        match event:
            case p.Hello(version=version):
                history.version = version
            case p.DataSummary():
                history.data = event
            case p.TrainingStarted(step=start) | p.WentBack(to=start):
                history.started = event if isinstance(event, p.TrainingStarted) else history.started
                history.losses = {step: loss for step, loss in history.losses.items() if step <= start}
                history.evaluations = {step: loss for step, loss in history.evaluations.items() if step <= start}
            case p.Step(step=step, loss=loss):
                history.losses[step] = loss
            case p.Evaluation(adapter=False, loss=loss):
                history.before = loss
            case p.Evaluation(step=step, loss=float() as loss):
                history.evaluations[step] = loss
            case p.Finished() as end if "steps_skipped" in end.result:
                history.result = p.result_of(end, p.TrainResult)
    return history
