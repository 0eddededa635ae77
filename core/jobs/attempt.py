"""One process at a job that may use a graphics card, and what came of it: a result, an error, or a lost device."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, cast

from core.jobs.apart import ApartProcess, ending_in_words
from core.jobs.context import JobContext, Outcome
from core.shared import protocol as p
from core.shared import submissions
from core.shared.crashes import CRASH_HINT, Crash, crash_of
from core.shared.devices import CPU
from core.shared.errors import Cancelled, LuthierError
from core.shared.exit_codes import is_from_outside, is_lost_file
from core.shared.lost_file import file_lost
from core.shared.patience import Patience
from core.shared.runs import Run
from core.shared.submissions import SMALLEST
from core.shared.texts.numbers import duration

LOST = ("ggml.compute", "device.lost")  # errors that a driver's time-out or reset ends in
ON_PROCESSOR = SMALLEST + 1  # after the levels of core/shared/submissions.py

R = TypeVar("R")


class Trouble(NamedTuple):
    """What happened to the process, in words after "The … process"; whether its device is gone, too."""

    text: str
    is_device_gone: bool = False


class Attempt(Generic[R]):
    """level: how much work the driver is handed at once. is_again: whether an earlier attempt has lost the device."""

    def __init__(self, job: p.JobOf[R], context: JobContext, level: int, *, is_again: bool) -> None:
        self._job, self._context, self._level, self._is_again = job, context, level, is_again
        self._on_processor = level == ON_PROCESSOR  # also once the process has found that to be faster, or no card
        self._has_card = False

    def run(self, take: Callable[[p.Event], None]) -> Outcome[R] | Trouble:
        """take: hears every event before it is passed on. Raises LuthierError, and Cancelled."""
        env = {submissions.LEVEL: str(min(self._level, SMALLEST))}
        patience = Patience()
        with ApartProcess(cast("p.Job", self._job), self._context.control, env) as process:
            for event in process.events():
                match event:
                    case p.Finished() | p.Failed():  # a driver may crash or hang when it is unloaded: that is no matter
                        return self._came_of(event)
                    case p.DeviceChosen(device=device):
                        self._on_processor, self._has_card = device == CPU, device != CPU
                    case p.TrainingStarted() if not self._has_card:  # what comes now is no driver's doing
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
                # As after a reset, or without its cable.
                return Trouble(f"did not get its device any more ({message.rstrip('.')})", is_device_gone=True)
        assert isinstance(end, p.Failed)
        raise LuthierError(end.code, end.message, end.hint, end.details)

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
            f"{CRASH_HINT} The run has its checkpoint and can be gone on with.",
        )
