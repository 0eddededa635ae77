"""A run as the window knows it: events in, series and current values out. No Qt here.

The same code takes live events and the lines of events.jsonl, so a reopened run shows what was shown live.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.workers import event_texts
from core.shared import protocol as p

SMOOTHING = 0.9  # weight of the past in the smoothed loss: about the last 20 steps count
LOG_LINES = 1000  # kept for "Copy details"


class Series:
    """Rows of numbers that grow cheaply; the first column is x and ascends."""

    def __init__(self, *columns: str) -> None:
        self._index = {name: i for i, name in enumerate(columns)}
        self._rows = np.empty((len(columns), 256))  # [column, row]: each column contiguous
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, column: str) -> npt.NDArray[np.float64]:
        """A view of one column, oldest first."""
        return self._rows[self._index[column], : self._length]

    def append(self, *row: float) -> None:
        if self._length == self._rows.shape[1]:
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)], axis=1)
        self._rows[:, self._length] = row
        self._length += 1

    def keep_until(self, x: float) -> None:
        """Drop every row whose x lies after the given one."""
        self._length = int(np.searchsorted(self._rows[0, : self._length], x, side="right"))

    def last(self, column: str) -> float | None:
        """The newest value, or None when there is none yet."""
        return float(self._rows[self._index[column], self._length - 1]) if self._length else None


@dataclass(frozen=True)
class Note:
    """A line of the run's story."""

    time: float  # seconds since 1970
    text: str


class RunModel:
    """Everything that a run's events have said so far. `revision` grows with every event."""

    def __init__(self) -> None:
        self.revision = 0
        self.steps = Series("step", "loss", "smoothed", "learning_rate", "grad_norm", "tok_s")
        self.evaluations = Series("step", "loss")
        self.memory = Series("seconds", "rss", "peak", "available")  # seconds a worker was at it; bytes
        self.notes: list[Note] = []
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.hello: p.Hello | None = None
        self.phase: p.Phase | None = None
        self.progress: p.Progress | None = None
        self.training: p.TrainingStarted | None = None
        self.step: p.Step | None = None
        self.evaluation: p.Evaluation | None = None
        self.checkpoint: p.Checkpoint | None = None
        self.end: p.Finished | p.Failed | None = None
        self.skipped = 0
        self._memory_offset = 0.0

    def add(self, event: p.Event) -> None:
        """Take the next event, oldest first."""
        self.revision += 1
        match event:
            case p.Hello():
                self._begin_worker(event)
            case p.Log():
                self.log.append(f"{event.level} {event.source}: {event.text}")
            case p.Phase():
                self.phase, self.progress = event, None
            case p.Progress():
                self.progress = event
            case p.TrainingStarted():
                self._begin_training(event)
            case p.Step():
                self._add_step(event)
            case p.Skipped():
                self.skipped = event.count
            case p.Evaluation():
                self._add_evaluation(event)
            case p.Memory():
                self._add_memory(event)
            case p.Checkpoint():
                self.checkpoint = event
            case p.Finished() | p.Failed():
                self.end = event
        if text := event_texts.in_words(event):
            self.notes.append(Note(event.time, text))

    @property
    def is_stepping(self) -> bool:
        """Between the loop's beginning and what follows it (a last evaluation, the export)."""
        return self.training is not None and self.phase is not None and self.phase.name == "train"

    def _begin_worker(self, event: p.Hello) -> None:
        self.hello = event
        self.end = self.phase = self.progress = self.training = self.evaluation = None
        self._memory_offset = self.memory.last("seconds") or 0.0

    def _begin_training(self, event: p.TrainingStarted) -> None:
        self.training = event
        self.steps.keep_until(event.step)
        self.evaluations.keep_until(event.step)
        if self.step and self.step.step > event.step:
            self.step = None
        if self.phase is None or self.phase.name != "train":
            self.phase = p.Phase(name="train", title="Training", time=event.time)

    def _add_step(self, event: p.Step) -> None:
        self.steps.keep_until(event.step - 1)
        self.steps.append(
            event.step, event.loss, self._smoothed(event.loss), event.learning_rate, event.grad_norm, event.tok_s
        )
        self.step = event
        if not self.is_stepping:
            self.phase = p.Phase(name="train", title="Training", time=event.time)

    def _smoothed(self, loss: float) -> float:
        """Exponential mean without the bias towards its start; needs only the last smoothed value to go on."""
        seen = len(self.steps)
        before = (self.steps.last("smoothed") or 0.0) * (1 - SMOOTHING**seen)
        return (SMOOTHING * before + (1 - SMOOTHING) * loss) / (1 - SMOOTHING ** (seen + 1))

    def _add_evaluation(self, event: p.Evaluation) -> None:
        self.evaluations.keep_until(event.step - 1)
        self.evaluations.append(event.step, math.nan if event.loss is None else event.loss)
        self.evaluation = event

    def _add_memory(self, event: p.Memory) -> None:
        began = self.hello.time if self.hello else event.time
        seconds = self._memory_offset + max(0.0, event.time - began)
        self.memory.append(seconds, event.rss, event.peak, event.available)
