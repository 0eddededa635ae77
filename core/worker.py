"""The worker process: reads one job from stdin, writes events to stdout, and exits.

Its exit returns all memory to the system, and a native crash ends nothing else.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

from core import __version__
from core import protocol as p
from core.base import paths, settings
from core.base.child_process import claim_stdout, command_lines
from core.base.devices import leave_room
from core.base.errors import Cancelled, Do, LuthierError
from core.base.logs import crash_file, redacted
from core.base.systems.processes import own_birth
from core.jobs import registry
from core.jobs.apart import APART
from core.jobs.context import Control, JobContext, Outcome
from core.jobs.training.recorder import noting, recorder
from core.memory.monitor import MemoryMonitor
from core.protocol.config import TrainConfig, require_workable
from core.runs.disk import locked_apart
from core.runs.run import Run

J = TypeVar("J", bound=p.Job)
Work = Callable[[J, JobContext], Outcome[p.Result]]
COMMAND = "command"  # the kind of a process started in a terminal
ORPHAN_S = 600.0  # seconds for a last step and checkpoint after the parent died


def main() -> int:
    """Run the worker, started as `python -m core.worker`."""
    events = claim_stdout()
    commands = command_lines()
    emit = _line_writer(events)
    control = Control()
    try:
        match p.decode_command(next(commands, b"")):
            case p.Start(job=job):
                pass
            case other:
                raise LuthierError("protocol.no-job", f"Expected a start command, got {type(other).__name__}.")
    except LuthierError as error:
        emit(p.Failed(code=error.code, message=error.message, hint=error.hint))
        return 1
    is_apart = APART in sys.argv[1:]
    listen = _listen_apart if is_apart else _listen
    threading.Thread(target=listen, args=(commands, control, emit), daemon=True).start()
    install_stop_signals(control)
    if is_apart and isinstance(job, registry.ApartJob):
        return run_apart(job, emit, control)
    return run_job(job, emit, control)


def run_job(
    job: p.Job, emit: Callable[[p.Event], None], control: Control, process: str = "worker", *, watched: bool = False
) -> int:
    """Do one job: emit `hello` first, memory readings throughout, `finished` or `failed` last. Return the exit code.

    process: the kind, for the log. watched: do a training in a child process, so that this one can report how it ended.
    """
    be_a_good_neighbour()
    paths.make_home()
    with contextlib.suppress(LuthierError):  # unreadable settings: use the defaults
        known = settings.load()
        leave_room(known.threads, is_gentle(job, known))
    hello = p.Hello(pid=os.getpid(), job=str(job.__struct_config__.tag), version=__version__, born=own_birth())
    with contextlib.ExitStack() as held:
        emit = held.enter_context(noting(job, process, emit))
        try:
            _require_workable(job)
            record = held.enter_context(recorder(job, emit))
        except Exception as error:  # nothing can be recorded: bad settings make no run, or its folder is the problem
            emit(hello)
            emit(_failed(error))
            return 1
        record(hello)
        do = registry.run_watched if watched else registry.run
        return _run(job, record, control, _telling_of_lost_files(do) if process == COMMAND else do)


def _require_workable(job: p.Job) -> None:
    """Check the job's settings before a run is made, since jobs may come from anywhere. Raises LuthierError
    `config.bad-value`.
    """
    if isinstance(config := getattr(job, "config", None), TrainConfig):
        require_workable(config)


def run_apart(job: registry.ApartJob, emit: Callable[[p.Event], None], control: Control) -> int:
    """Run a job in a child process for a worker that holds the run, records its events and has emitted `hello`."""
    with noting(job, "device", emit) as told:
        try:
            of_run = locked_apart(Run(Path(job.run))) if isinstance(job, p.TrainJob | p.ResumeJob) else None
            with of_run or contextlib.nullcontext():
                return _run(job, told, control, registry.run_apart)
        except LuthierError as error:
            told(_failed(error))
            return 1


def is_gentle(job: p.Job, known: settings.Settings) -> bool:
    """Return whether to run at low priority: the training's setting, else the program's. Decided before the first
    thread computes, because a process cannot raise its priority again.
    """
    match job:
        case p.TrainJob(config=config) | p.DryRunJob(config=config):
            priority = config.priority
        case p.ResumeJob(run=run):
            priority = Run(Path(run)).info().config.priority
        case _:
            priority = "auto"
    return known.gentle if priority == "auto" else priority == "low"


def _telling_of_lost_files(do: Work[J]) -> Work[J]:
    """Wrap a job so that this process itself reports a lost mapped file that kills it; no parent would."""

    def told(job: J, context: JobContext) -> Outcome[p.Result]:
        from core.engine.kernels.library import tell_of_lost_files  # imported late: a window's worker does not need it

        tell_of_lost_files()
        return do(job, context)

    return told


def _run(job: J, record: Callable[[p.Event], None], control: Control, do: Work[J]) -> int:
    try:
        with (
            crash_file(),
            JobContext(record, control) as context,
            MemoryMonitor(context.emit_own_memory, context.device_memory),
        ):
            outcome, result = do(job, context)
    except Cancelled:
        record(p.Finished(outcome="cancelled"))
        return 0
    except Exception as error:  # the worker's top: unexpected errors become reports
        record(_failed(error))
        return 1
    record(p.finished(outcome, result))
    return 0


def _failed(error: Exception) -> p.Failed:
    """Return an error's report: advice if the user can act on it, else a traceback.

    Reports are stored in runs and shown to others, so secrets in messages of programs and libraries are redacted.
    """
    if isinstance(error, LuthierError):
        message, details = redacted(error.message), redacted(error.details)
        return p.Failed(code=error.code, message=message, hint=error.hint, details=details)
    details = redacted("".join(traceback.format_exception(error)))
    if _is_memory(error):
        message = "The system had no memory left for this."
        return p.Failed(code="memory.exhausted", message=message, hint=_MEMORY_HINT, details=details)
    message = redacted(f"Luthier hit an error it does not know: {error!r}")
    return p.Failed(code="internal", message=message, hint=_REPORT_HINT, details=details)


def _is_memory(error: Exception) -> bool:
    """Return whether an error means out of memory, as reported by Python, the system or the library loader."""
    if isinstance(error, ImportError):
        return "failed to map segment" in str(error) or "annot allocate memory" in str(error)
    if isinstance(error, RuntimeError):
        return "can't start new thread" in str(error)
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


_MEMORY_HINT = Do.by(
    "Close other programs, or choose a smaller model or a shorter context.", "or backward=streamed; `luthier elsewhere`"
)
_COMMAND_HINT = Do.by("Nothing was done, and the next line is read.", "docs/protocol.md has the commands")
_REPORT_HINT = "This is a bug. Please report it together with its details."


def be_a_good_neighbour() -> None:
    """Let ggml's threads sleep soon when they wait for each other. Call this before the libraries load.

    libgomp spins for milliseconds by default. If another program occupied a core, that made a step up to twenty times
    slower; a short spin is as fast on an idle machine and steady on a busy one (docs/engine.md).
    """
    os.environ.setdefault("GOMP_SPINCOUNT", "2000")


def install_stop_signals(control: Control) -> None:
    """Install handlers that finish the step, save a checkpoint and end on Ctrl+C and SIGTERM."""

    def on_signal(_signum: int, _frame: object) -> None:
        control.apply(p.Stop())

    signal.signal(signal.SIGINT, on_signal)
    signal.signal(signal.SIGTERM, on_signal)


def _line_writer(stream: BinaryIO) -> Callable[[p.Event], None]:
    lock = threading.Lock()

    def emit(event: p.Event) -> None:
        # The window and its pipe are gone; the run folder still records everything.
        with lock, contextlib.suppress(OSError):
            stream.write(p.encode(event))

    return emit


def _listen(lines: Iterator[bytes], control: Control, emit: Callable[[p.Event], None]) -> None:
    """Apply commands until EOF, which means that the parent died: then save a checkpoint and end.

    Invalid commands are reported; an invalid question as `refused`, because its sender waits for an answer.
    """
    for line in lines:
        try:
            control.apply(p.decode_command(line))
        except LuthierError as error:
            question = p.question_in(line)
            if question is None:
                emit(p.Notice(code=error.code, message=error.message, hint=_COMMAND_HINT))
            else:
                emit(p.Refused(id=question, code=error.code, message=error.message, hint=_COMMAND_HINT))
    control.abandoned.set()
    control.apply(p.Stop())


def _listen_apart(lines: Iterator[bytes], control: Control, emit: Callable[[p.Event], None]) -> None:
    """Listen like _listen, and exit by force at EOF: nobody else would end a process that is stuck in a driver."""
    _listen(lines, control, emit)
    time.sleep(ORPHAN_S)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
