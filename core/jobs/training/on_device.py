"""Runs a training that may use a graphics card in a child process, so that a failing driver ends only that.

The responsible worker holds the run's lock and writes its events. It starts the child process, passes its events on,
and restarts it from the newest checkpoint if it was lost: with smaller submissions to the driver, then with still
smaller ones, then on the processor. Without a plug-in for a device, training stays in the worker.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, cast

import msgspec

from core import protocol as p
from core.base import devices
from core.base.devices import CPU, SMALLEST
from core.base.errors import Cancelled, Hint, LuthierError, hint_of
from core.base.logs import CRASH_HINT, Crash, crash_of
from core.base.numbers import count, duration
from core.base.settings import device_for
from core.base.systems.processes import is_from_outside, is_lost_file
from core.engine.ggml.devices import plugin_paths
from core.jobs.apart import ApartProcess, ending_in_words
from core.jobs.context import JobContext, Outcome
from core.memory.monitor import Patience
from core.runs.lost_file import file_lost
from core.runs.run import Run

_WHY_PROCESSOR = "The graphics card could not go on."
STOOD_STEPS = 100  # a level that lasted for so many saved steps is kept after a failure
_MENDED = "You need not do anything. A newer driver, or fewer programs that use the graphics card, may help."
_GIVEN_UP = "A newer graphics driver may help. Until then choose the processor as the device of new trainings."


def start_training(job: p.TrainJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Train a new run. Raises LuthierError from any stage."""
    if _may_use_device(job.config.device):
        return _Training(job, context).run()
    from core.jobs.training import train  # imported late: loads the engine, needed only to train in this process

    return train.start_training(job, context)


def resume_training(job: p.ResumeJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Resume a run. Raises LuthierError as core/jobs/training/train.py does."""
    _come_home(job, context)
    if _may_use_device(job.device or Run(Path(job.run)).info().config.device):
        return _Training(job, context).run()
    from core.jobs.training import train

    return train.resume_training(job, context)


def start_watched(job: p.TrainJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Start a training, always in a child process: without a window, nobody else could report how it ended."""
    return _Training(job, context, _first_level(job.config.device)).run()


def resume_watched(job: p.ResumeJob, context: JobContext) -> Outcome[p.TrainResult]:
    """Resume a run, always in a child process, as `start_watched` does."""
    _come_home(job, context)
    return _Training(job, context, _first_level(job.device or Run(Path(job.run)).info().config.device)).run()


def _come_home(job: p.ResumeJob, context: JobContext) -> None:
    """Let a run that another computer trains, or was to train, continue on this one."""
    run = Run(Path(job.run))
    if run.info().on:
        from core.jobs.computers.away import come_home  # imported late: hardly any run is on another computer

        come_home(run, context)


def dry_run(job: p.DryRunJob, context: JobContext) -> Outcome[p.DryRunResult]:
    """Train a step or two, falling back to the processor if the device is lost. Raises LuthierError as dry_run.py
    does.
    """
    if not _may_use_device(job.config.device):
        from core.jobs.training import dry_run

        return dry_run.dry_run(job, context)
    context.is_elsewhere = True
    came = Attempt(job, context, 0, is_again=False).run(lambda event: None)
    if isinstance(came, Trouble):
        context.control.raise_if_cancelled()
        told = f"The process that tried a step {came.text}. Most likely the graphics driver gave up."
        context.notice("device.lost", f"{told} The step is tried on the processor.", _GIVEN_UP)
        context.emit(p.DeviceChosen(device=CPU, reason=_WHY_PROCESSOR))
        on_processor = msgspec.structs.replace(job, config=msgspec.structs.replace(job.config, device=CPU))
        came = Attempt(on_processor, context, ON_PROCESSOR, is_again=True).run(lambda event: None)
    assert not isinstance(came, Trouble)  # on the processor an error is raised
    return came


def _may_use_device(of_run: str) -> bool:
    return device_for(of_run) != CPU and bool(plugin_paths())


def _first_level(of_run: str) -> int:
    return 0 if _may_use_device(of_run) else ON_PROCESSOR


class _Training:
    """One session of a run, with as many child processes as it takes."""

    def __init__(self, job: p.TrainJob | p.ResumeJob, context: JobContext, level: int = 0) -> None:
        self._job, self._context = job, context
        self._level = level  # from core/base/devices.py, or ON_PROCESSOR
        self._key = self._name = ""  # the device's key, and its name for people
        self._reached = self._kept = self._began = 0  # steps: done, checkpointed, and at this process's start
        self._peak = 0  # bytes
        self._had_trouble = False

    def run(self) -> Outcome[p.TrainResult]:
        """Train, lowering the level after each failure. Raises LuthierError, including `training.lost` if the process
        on the processor fails, and Cancelled.
        """
        started = time.monotonic()
        self._context.is_elsewhere = True
        job: p.TrainJob | p.ResumeJob = self._job
        while isinstance(came := self._attempt(job), Trouble):
            self._context.control.raise_if_cancelled()
            self._lower(came)
            device = CPU if self._level == ON_PROCESSOR else getattr(self._job, "device", "")
            job = p.ResumeJob(run=self._job.run, device=device)
        outcome, result = came
        self._remember()
        result.seconds, result.peak_rss_bytes = time.monotonic() - started, max(self._peak, result.peak_rss_bytes)
        return outcome, result

    def _attempt(self, job: p.TrainJob | p.ResumeJob) -> Outcome[p.TrainResult] | Trouble:
        self._began = self._kept
        return Attempt(job, self._context, self._level, is_again=self._had_trouble).run(self._take)

    def _take(self, event: p.Event) -> None:
        """Record from an event what decides the next attempt."""
        match event:
            case p.DeviceChosen(device=device) if device != CPU:
                self._choose(event)
            case p.TrainingStarted(step=step):
                self._began = self._kept = self._reached = step
            case p.WentBack(to=step):
                self._kept = self._reached = step
            case p.Step(step=step) | p.Skipped(step=step):
                self._reached = step
            case p.Checkpoint(step=step):
                self._kept = step
                self._context.control.checkpoint.clear()
            case p.Sample(label="tuned"):
                self._context.control.answered(event.prompt)
            case p.Memory(peak=peak):
                self._peak = max(self._peak, peak)

    def _choose(self, event: p.DeviceChosen) -> None:
        self._name = event.description or event.device
        self._key = devices.device_key(event.device, event.description, event.version)
        stood = devices.remembered(self._key)
        if stood > self._level:
            self._level = stood
            self._context.notice(
                "device.careful",
                f"The graphics driver of {self._name} gave up in an earlier training, so it is handed less work at "
                "once. That computes the same, a little slower.",
                "A newer driver gets as much as others again.",
            )

    def _lower(self, trouble: Trouble) -> None:
        """Choose the next attempt's level, and send a notice."""
        self._had_trouble = True
        if trouble.is_device_gone or self._context.control.stop.is_set():  # a stopping run only needs to be saved
            self._level = ON_PROCESSOR
        elif self._level and self._kept - self._began >= STOOD_STEPS:
            self._remember()
        else:
            self._level += 1
        hint = _GIVEN_UP if self._level == ON_PROCESSOR else _MENDED
        self._context.notice("device.lost", self._in_words(trouble), hint)
        if self._level == ON_PROCESSOR:
            self._context.emit(p.DeviceChosen(device=CPU, description=self._name, reason=_WHY_PROCESSOR))

    def _in_words(self, trouble: Trouble) -> str:
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

    def _remember(self) -> None:
        """Store the level that the driver copes with, so that the next run starts with it."""
        if self._key and self._had_trouble:
            devices.remember(self._key, min(self._level, SMALLEST))


LOST = ("ggml.compute", "device.lost")  # errors that a driver's time-out or reset causes
ON_PROCESSOR = SMALLEST + 1  # follows the levels of core/base/devices.py

R = TypeVar("R")


class Trouble(NamedTuple):
    """A child process's failure, as text after "The … process", and whether its device is gone, too."""

    text: str
    is_device_gone: bool = False


class Attempt(Generic[R]):
    """One child process of a training. level: of core/base/devices.py. is_again: an earlier attempt has lost the
    device.
    """

    def __init__(self, job: p.JobOf[R], context: JobContext, level: int, *, is_again: bool) -> None:
        self._job, self._context, self._level, self._is_again = job, context, level, is_again
        self._on_processor = level == ON_PROCESSOR  # set, too, if the child chooses the processor
        self._has_card = False

    def run(self, take: Callable[[p.Event], None]) -> Outcome[R] | Trouble:
        """Run the job in a child process. take: gets each event before it is passed on. Raises LuthierError,
        Cancelled.
        """
        env = {devices.LEVEL: str(min(self._level, SMALLEST))}
        patience = Patience()
        with ApartProcess(cast("p.Job", self._job), self._context.control, env) as process:
            for event in process.events():
                match event:
                    case p.Finished() | p.Failed():  # drivers may crash when unloaded; ignore that
                        return self._came_of(event)
                    case p.DeviceChosen(device=device):
                        self._on_processor, self._has_card = device == CPU, device != CPU
                    case p.TrainingStarted() if not self._has_card:  # later failures are not the driver's
                        self._on_processor = True
                take(event)
                self._context.emit(event)
                if not self._on_processor and patience.is_over(event):
                    return Trouble(f"was ended, having said nothing for {duration(patience.limit_s)}")
            return self._was_lost(process.exit_code(), crash_of(process.pid))

    def _came_of(self, end: p.Finished | p.Failed) -> Outcome[R] | Trouble:
        match end:
            case p.Finished(outcome="cancelled"):
                raise Cancelled
            case p.Finished(outcome="done" | "stopped" as outcome):
                return outcome, p.result_of(end, p.result_type(type(self._job)))
            case p.Failed(code=code, message=message) if not self._on_processor and code in LOST:
                return Trouble(f"ended with an error ({message.rstrip('.')})")
            case p.Failed(code="device.memory", message=message):
                return Trouble(f"ended with an error ({message.rstrip('.')})", is_device_gone=True)
            case p.Failed(code=code, message=message) if self._is_again and code.startswith("device."):
                # For example after a reset, or unplugged.
                return Trouble(f"did not get its device any more ({message.rstrip('.')})", is_device_gone=True)
        assert isinstance(end, p.Failed)
        raise LuthierError(end.code, end.message, hint_of(end), end.details)

    def _was_lost(self, exit_code: int, crash: Crash | None) -> Trouble:
        if is_from_outside(exit_code):
            raise LuthierError(
                "training.lost",
                f"The training's process was ended from outside: it {ending_in_words(exit_code)}. The system does that "
                "when memory runs out.",
                "Close other programs or choose a shorter context, then go on with the run: its checkpoint is kept.",
            )
        if self._on_processor and is_lost_file(exit_code):
            run = Run(Path(self._job.run)) if isinstance(self._job, p.TrainJob | p.ResumeJob) else None
            raise LuthierError("training.file-lost", *file_lost(run))
        if not self._on_processor:
            return Trouble(ending_in_words(exit_code))
        raise LuthierError(
            "training.lost",
            f"The training's process {ending_in_words(exit_code)}, and no graphics driver was at work."
            + (f" {crash.in_words()}" if crash else ""),
            Hint(CRASH_HINT, "The run has its checkpoint and can be resumed."),
        )
