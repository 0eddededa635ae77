"""A run as the window knows it: events in, series and current values out. No Qt here.

The same code takes live events and the lines of events.jsonl, so a reopened run shows what was shown live.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt

from app.workers import event_texts
from core import protocol as p
from core.base.language import tr
from core.base.numbers import duration
from core.memory.monitor import Spaced
from core.runs.summary import RunStory

SMOOTHING = 0.9  # weight of the past in the smoothed loss: about the last 20 steps count
READINGS = 20  # of the computer, kept to tell what goes on now: ten seconds of them
LOG_LINES = 1000  # kept for "Copy details"
SLEPT = 60.0  # seconds without a memory reading, of which a living worker makes two a second
PREPARING = {"tokenize": (0.0, 0.3), "adapter": (0.3, 0.35), "plan": (0.35, 1.0)}  # from where to where each takes it
PREPARING_SHARE = 0.05  # of the whole bar

MarkKind = Literal["checkpoint", "skipped", "paused", "resumed", "slept", "back"]


@dataclass(frozen=True)
class Note:
    """A line of the run's story."""

    time: float  # seconds since 1970
    text: str


@dataclass(frozen=True)
class Mark:
    """Something that happened at a step, besides what the curves show."""

    step: int
    kind: MarkKind
    text: str


class RunModel:
    """Everything that a run's events have said so far. `revision` grows with every event."""

    def __init__(self) -> None:
        self.revision = 0
        self.steps = Series("step", "loss", "smoothed", "learning_rate", "grad_norm", "tok_s", "moved", "time")
        self.evaluations = Series("step", "loss", "chosen", "rejected")  # nats; of choices the last two
        # Seconds a worker was at it; bytes; others: share of all cores that other programs take.
        self.memory = Series("seconds", "rss", "peak", "available", "device", "others")
        self.readings: deque[p.Memory] = deque(maxlen=READINGS)
        self.plan: p.MemoryPlan | None = None
        self.notes: list[Note] = []
        self.marks: list[Mark] = []
        self.samples: list[p.Sample] = []
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.hello: p.Hello | None = None
        self.phase: p.Phase | None = None
        self.progress: p.Progress | None = None
        self.training: p.TrainingStarted | None = None  # of this worker
        self.last_start: p.TrainingStarted | None = None  # of any worker
        self.device: p.DeviceChosen | None = None  # as this worker said
        self.step: p.Step | None = None
        self.evaluation: p.Evaluation | None = None
        self.story = RunStory()
        self.checkpoint: p.Checkpoint | None = None
        self.end: p.Finished | p.Failed | None = None
        self.skipped = 0
        self.best_step: int | None = None  # of the checkpoint that held-out text likes best
        self.state: Literal["running", "paused", "stopping"] = "running"  # as the worker says
        self._most_share = 0.0  # that was told
        self._is_lost = False
        self._memory_offset = 0.0
        self._last_memory = 0.0  # time of the newest reading of this worker
        self._spaced, self._stays = Spaced(), True  # whether the newest row of memory is one of those that are kept
        self._legs_seconds = self._last_time = 0.0  # of the workers before this one; of the newest event
        self._began = 0.0  # the time of this worker's first event

    def add(self, event: p.Event) -> None:
        """Take the next event, oldest first."""
        self.revision += 1
        if isinstance(event, p.Hello):
            self._begin_worker(event)
        self._began = self._began or event.time  # a run of a terminal has no worker that says when
        self._last_time = max(self._last_time, event.time)
        if (kept := self.story.add(event)) is not None:
            self._forget_after(kept)
        match event:
            case p.Step():  # these two are nearly all that a long run has, and have no words
                self._add_step(event)
                return
            case p.Memory():
                self._add_memory(event)
                return
            case p.Log():
                self.log.append(f"{event.level} {event.source}: {event.text}")
            case p.Phase():
                self.phase, self.progress = event, None
            case p.Progress():
                self.progress = event
            case p.MemoryPlan():
                self.plan = event
            case p.TrainingStarted():
                self._begin_training(event)
            case p.Skipped():
                self.skipped = event.count
                self._mark(event.step, "skipped", tr("Skipped: ") + event.reason)
            case p.WentBack():
                self._go_back(event)
            case p.State():
                self.state = event.state
                if event.state == "paused":
                    self._mark(self.reached, "paused", tr("Paused"))
            case p.DeviceChosen():
                self.device = event
            case p.Sample():
                self.samples.append(event)
            case p.Evaluation():
                self._add_evaluation(event)
            case p.Checkpoint():
                self.checkpoint = event
                self.best_step = event.step if event.best else self.best_step
                self._mark(event.step, "checkpoint", tr("Checkpoint"))
            case p.Finished() | p.Failed():
                self.end = event
        if text := event_texts.in_words(event):
            self.notes.append(Note(event.time, text))

    def lose_worker(self) -> None:
        """Note that the worker is gone without a last word; told once."""
        if self._is_lost:
            return
        self._is_lost = True
        self.revision += 1
        self.notes.append(Note(self._last_time, event_texts.LOST))

    @property
    def share(self) -> float:
        """The share of the whole run that is done; it never falls."""
        self._most_share = max(self._most_share, self._share())
        return self._most_share

    @property
    def seconds(self) -> float:
        """The seconds that workers were at it, all of them together."""
        return self._legs_seconds + max(0.0, self._last_time - self._began)

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds until the last step is done; known within the first one, too."""
        if self.is_stepping and self.progress is not None and self.progress.unit == "steps":
            return self.progress.seconds_left
        return self.step.seconds_left if self.step else None

    @property
    def reached(self) -> int:
        """The newest step's number."""
        return max(self.step.step if self.step else 0, self.training.step if self.training else 0)

    @property
    def is_done(self) -> bool:
        """Whether the run ended after its last step."""
        return isinstance(self.end, p.Finished) and self.end.outcome == "done"

    def result_number(self, name: str) -> float | None:
        """Return a number of the result by which the run ended. Each is read by itself: an older version, or a number
        that is not finite, may have spoilt another.
        """
        value = self.end.result.get(name) if isinstance(self.end, p.Finished) else None
        return value if isinstance(value, int | float) else None

    @property
    def samples_by_prompt(self) -> dict[str, list[p.Sample]]:
        """The answers to each prompt, the base's first and then by step; of two at one step the newest."""
        found: dict[str, dict[tuple[str, int | None], p.Sample]] = {}
        for sample in self.samples:
            found.setdefault(sample.prompt, {})[sample.label, sample.step] = sample
        return {
            prompt: sorted(said.values(), key=lambda one: (one.label != "base", one.step or 0))
            for prompt, said in found.items()
        }

    @property
    def is_stepping(self) -> bool:
        """Whether steps are trained: between the loop's beginning and what follows it (a last evaluation, the
        export).
        """
        return self.training is not None and self.phase is not None and self.phase.name == "train"

    def _begin_worker(self, event: p.Hello) -> None:
        if self.hello is not None and self.end is None:
            self.lose_worker()
        self._legs_seconds = self.seconds
        self.hello, self._is_lost, self.state = event, False, "running"
        self._began = self._last_time = event.time
        self.end = self.phase = self.progress = self.training = self.evaluation = self.device = None
        self._memory_offset, self._last_memory = self.memory.last("seconds") or 0.0, 0.0

    def _begin_training(self, event: p.TrainingStarted) -> None:
        self.training = self.last_start = event
        if event.step:
            self._mark(event.step, "resumed", tr("Resumed"))
        if self.phase is None or self.phase.name != "train":
            self.phase = p.Phase(name="train", title=tr("Training"), time=event.time)

    def _go_back(self, event: p.WentBack) -> None:
        if self.training is not None:
            self.training = msgspec.structs.replace(self.training, step=event.to)
        self.skipped = sum(mark.kind == "skipped" for mark in self.marks)
        self._mark(event.to, "back", event_texts.in_words(event))

    def _forget_after(self, step: int) -> None:
        """Training goes on from this step."""
        self.marks = [mark for mark in self.marks if mark.step <= step]
        self.samples = [sample for sample in self.samples if (sample.step or 0) <= step]
        if self.best_step is not None and self.best_step > step:
            self.best_step = None
        self.steps.keep_until(step)
        self.evaluations.keep_until(step)
        if self.step and self.step.step > step:
            self.step = None

    def _add_step(self, event: p.Step) -> None:
        self.steps.keep_until(event.step - 1)
        moved = None if event.distance is None else self.story.moved()
        self.steps.append(
            event.step, event.loss, self._smoothed(event.loss), event.learning_rate, event.grad_norm, event.tok_s,
            math.nan if moved is None else moved, event.time,
        )  # fmt: skip
        self.step, self.progress = event, None
        if not self.is_stepping:
            self.phase = p.Phase(name="train", title=tr("Training"), time=event.time)

    def _smoothed(self, loss: float) -> float:
        """Exponential mean without the bias towards its start; needs only the last smoothed value to go on."""
        seen = len(self.steps)
        before = (self.steps.last("smoothed") or 0.0) * (1 - SMOOTHING**seen)
        return (SMOOTHING * before + (1 - SMOOTHING) * loss) / (1 - SMOOTHING ** (seen + 1))

    def _add_evaluation(self, event: p.Evaluation) -> None:
        self.evaluations.keep_until(event.step - 1)
        choices = event.choices
        numbers = (event.loss, choices.chosen if choices else None, choices.rejected if choices else None)
        self.evaluations.append(event.step, *(math.nan if number is None else number for number in numbers))
        self.evaluation = event

    def _mark(self, step: int, kind: MarkKind, text: str) -> None:
        self.marks.append(Mark(step, kind, text))

    def _share(self) -> float:
        """Return how far the whole run is, by its steps. Getting ready is told as a small part until these have caught
        up.
        """
        if self.is_done:
            return 1.0
        done, progress = PREPARING_SHARE * self._prepared(), self.progress
        steps = self.step.steps if self.step else self.training.steps if self.training else 0
        if self.training is not None and steps:
            within = self.is_stepping and progress is not None and progress.unit == "steps"
            reached = max(self.reached, progress.done if within and progress else 0)
            done = min(1.0, reached / steps)
        return done if math.isfinite(done) else 0.0

    def _prepared(self) -> float:
        """Return how much of what comes before the training is done."""
        if self.phase is None or self.phase.name not in PREPARING:
            return 0.0
        begin, end = PREPARING[self.phase.name]
        progress = self.progress
        within = min(1.0, progress.done / progress.total) if progress is not None and progress.total else 0.0
        return begin + (end - begin) * within

    def _add_memory(self, event: p.Memory) -> None:
        if self._last_memory and event.time - self._last_memory > SLEPT:
            asleep = duration(event.time - self._last_memory)
            self._mark(self.reached, "slept", tr("The computer slept for {asleep}", asleep=asleep))
            self.notes.append(Note(event.time, tr("The computer slept, or was busy, for {asleep}.", asleep=asleep)))
        self._last_memory = event.time
        seconds = self._memory_offset + max(0.0, event.time - self._began)
        device = math.nan if event.device_used is None else event.device_used
        put = self.memory.append if self._stays else self.memory.replace_last
        put(seconds, event.rss, event.peak, event.available, device, taken_by_others(event))
        self.readings.append(event)
        self._stays = self._spaced.keeps(event.time)


def taken_by_others(reading: p.Memory) -> float:
    """Return the share of all cores that other programs take; NaN if it was not measured."""
    if reading.processor is None or reading.own is None:
        return math.nan
    return max(0.0, reading.processor - reading.own)


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
        """Add a row after the others."""
        if self._length == self._rows.shape[1]:
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)], axis=1)
        self._rows[:, self._length] = row
        self._length += 1

    def replace_last(self, *row: float) -> None:
        """Put a row in the newest one's place."""
        self._rows[:, self._length - 1] = row

    def keep_until(self, x: float) -> None:
        """Drop every row whose x lies after the given one."""
        if self._length and self._rows[0, self._length - 1] > x:
            self._length = int(np.searchsorted(self._rows[0, : self._length], x, side="right"))

    def last(self, column: str) -> float | None:
        """Return the newest value, or None when there is none yet."""
        return float(self._rows[self._index[column], self._length - 1]) if self._length else None
