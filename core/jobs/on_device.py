"""A training that may use a graphics card runs in a process of its own: a driver that gives up ends only that.

The worker that answers for the run holds its lock and writes its events; it starts the process, passes on what it says,
and starts it again from the newest checkpoint where it was lost: with smaller portions of work for the driver, then
with still smaller ones, then on the processor. Where there is no plug-in for a device, training stays in the worker.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from core.engine.ggml.plugins import plugin_paths
from core.jobs.apart import ApartProcess, ending_in_words, was_ended_from_outside
from core.jobs.context import JobContext, Outcome
from core.jobs.patience import Patience
from core.shared import protocol as p
from core.shared import submissions
from core.shared.devices import CPU
from core.shared.errors import Cancelled, LuthierError
from core.shared.runs import Run
from core.shared.settings import device_for
from core.shared.submissions import SMALLEST
from core.shared.texts.numbers import count, duration

LOST = ("ggml.compute", "device.lost")  # errors that a driver's time-out or reset ends in
ON_PROCESSOR = SMALLEST + 1
STOOD_STEPS = 100  # kept steps after which trouble says little against how it was done


def start_training(job: p.TrainJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Train a new run. Raises LuthierError from any stage."""
    if _may_use_device(device_for(job.config.device)):
        return _DeviceTraining(job, context).run()
    from core.jobs import train  # only who trains in its own process loads what computes

    return train.start_training(job, context)


def resume_training(job: p.ResumeJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Go on with a run. Raises LuthierError as core/jobs/train.py does."""
    if _may_use_device(device_for(job.device or Run(Path(job.run)).info().config.device)):
        return _DeviceTraining(job, context).run()
    from core.jobs import train

    return train.resume_training(job, context)


def _may_use_device(wanted: str) -> bool:
    return wanted != CPU and bool(plugin_paths())


class _Trouble(NamedTuple):
    """What happened to the process, in words after "The training's process"; whether its device is gone, too."""

    text: str
    is_device_gone: bool = False


class _DeviceTraining:
    """One sitting of a run, by as many processes as it takes."""

    def __init__(self, job: p.TrainJob | p.ResumeJob, context: JobContext) -> None:
        self._job, self._context = job, context
        self._level = 0  # of core/shared/submissions.py
        self._key = self._name = ""  # of the device: by which it is remembered, and for people
        self._reached = self._kept = self._began = 0  # steps: done, in a checkpoint, and where this process began
        self._peak = 0  # bytes
        self._had_trouble = False
        self._on_processor = False  # also where the process has found that to be faster

    def run(self) -> Outcome[p.TrainResult]:
        """Raises LuthierError, also `training.lost` where the processor fails as well, and Cancelled."""
        started = time.monotonic()
        self._context.is_elsewhere = True
        job: p.TrainJob | p.ResumeJob = self._job
        while isinstance(came := self._attempt(job), _Trouble):
            self._context.control.raise_if_cancelled()
            self._lower(came)
            device = CPU if self._level == ON_PROCESSOR else getattr(self._job, "device", "")
            job = p.ResumeJob(run=self._job.run, device=device)
        outcome, result = came
        self._remember()
        result.seconds, result.peak_rss_bytes = time.monotonic() - started, max(self._peak, result.peak_rss_bytes)
        return outcome, result

    def _attempt(self, job: p.TrainJob | p.ResumeJob) -> Outcome[p.TrainResult] | _Trouble:
        """By one process."""
        env = {submissions.LEVEL: str(min(self._level, SMALLEST))}
        patience, end = Patience(), None
        self._began, self._on_processor = self._kept, self._level == ON_PROCESSOR
        with ApartProcess(job, self._context.control, env) as process:
            for event in process.events():
                if isinstance(event, p.Finished | p.Failed):
                    end = event
                    continue
                self._take(event)
                self._context.emit(event)
                if not self._on_processor and patience.is_over(event):
                    return _Trouble(f"was ended, having said nothing for {duration(patience.limit_s)}")
            exit_code = process.exit_code()
        return self._came_of(end, exit_code)

    def _take(self, event: p.Event) -> None:
        """Remember what decides how to go on."""
        match event:
            case p.DeviceChosen(device=name, description=description, version=version):
                self._choose(name, description, version)
            case p.TrainingStarted(step=step):
                self._began = self._kept = self._reached = step
            case p.Step(step=step) | p.Skipped(step=step):
                self._reached = step
            case p.Checkpoint(step=step):
                self._kept = step
                self._context.control.checkpoint.clear()
            case p.Sample(label="tuned"):
                self._context.control.answered(event.prompt)
            case p.Memory(peak=peak):
                self._peak = max(self._peak, peak)

    def _choose(self, name: str, description: str, version: str) -> None:
        """The process has said what computes."""
        self._on_processor = name == CPU
        if not self._on_processor:
            self._name, self._key = description or name, submissions.device_key(name, description, version)
            stood = submissions.remembered(self._key)
            if stood > self._level:
                self._level = stood
                self._context.notice(
                    "device.careful",
                    f"The graphics driver of {self._name} gave up in an earlier training, so it is handed less work at "
                    "once. That computes the same, a little slower.",
                    "A newer driver is handed as much as others again.",
                )

    def _came_of(self, end: p.Finished | p.Failed | None, exit_code: int) -> Outcome[p.TrainResult] | _Trouble:
        is_on_device = not self._on_processor
        match end:
            case p.Finished(outcome="cancelled"):
                raise Cancelled
            case p.Finished(outcome="done" | "stopped" as outcome):
                return outcome, p.result_of(end, p.TrainResult)
            case p.Failed(code=code, message=message) if is_on_device and code in LOST:
                return _Trouble(f"ended with an error ({message.rstrip('.')})")
            case p.Failed(code=code, message=message) if is_on_device and self._had_trouble and _is_gone(code):
                return _Trouble(f"did not get its device any more ({message.rstrip('.')})", is_device_gone=True)
            case p.Failed():
                raise LuthierError(end.code, end.message, end.hint, end.details)
        if is_on_device and not was_ended_from_outside(exit_code):
            return _Trouble(ending_in_words(exit_code))
        raise _lost(exit_code)

    def _lower(self, trouble: _Trouble) -> None:
        """Decide how it goes on, and say so."""
        self._had_trouble = True
        if trouble.is_device_gone or self._context.control.stop.is_set():  # to stop it only has to be put away
            self._level = ON_PROCESSOR
        elif self._level and self._kept - self._began >= STOOD_STEPS:
            self._remember()
        else:
            self._level += 1
        self._context.notice("device.lost", self._in_words(trouble), self._hint())

    def _in_words(self, trouble: _Trouble) -> str:
        again = self._reached - self._kept
        where = f"at step {count(self._reached + 1)}" if self._reached else "before its first step was done"
        of = f" of {self._name}" if self._name else ""
        lost = f"{count(again)} {'step is' if again == 1 else 'steps are'} done again" if again else "nothing is lost"
        how = {
            1: "with smaller portions of work for the driver",
            SMALLEST: "with the smallest portions of work that there are",
            ON_PROCESSOR: "on the processor, which is slower but needs no graphics driver",
        }[self._level]
        return (
            f"The training's process {trouble.text}, {where}. Most likely the graphics driver{of} gave up. Training "
            f"goes on from step {count(self._kept)} ({lost}), {how}."
        )

    def _hint(self) -> str:
        if self._level == ON_PROCESSOR:
            return "A newer graphics driver may help. Until then choose the processor as the device of new trainings."
        return "You need not do anything. A newer driver, or fewer programs that use the graphics card, may help."

    def _remember(self) -> None:
        """What the driver stands, so that the next run begins with it."""
        if self._key and self._had_trouble:
            submissions.remember(self._key, min(self._level, SMALLEST))


def _is_gone(code: str) -> bool:
    """Of an error: whether the device that was there cannot be used now, as after a reset or without its cable."""
    return code.startswith("device.")


def _lost(exit_code: int) -> LuthierError:
    if was_ended_from_outside(exit_code):
        return LuthierError(
            "training.lost",
            f"The training's process was ended from outside: it {ending_in_words(exit_code)}. The system does that "
            "when memory runs out.",
            "Close other programs or choose a shorter context, then go on with the run: its checkpoint is kept.",
        )
    return LuthierError(
        "training.lost",
        f"The training's process {ending_in_words(exit_code)}, and no graphics driver was at work.",
        "This is a bug: please report it. The run has its checkpoint and can be gone on with.",
    )
