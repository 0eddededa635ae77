"""The worker process: reads one job from stdin, writes events to stdout, ends.

Its exit gives all memory back to the system; a native crash ends only it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from typing import BinaryIO

from core import __version__
from core import protocol as p
from core.errors import Cancelled, LuthierError
from core.jobs.context import Control, JobContext
from core.monitor import MemoryMonitor


def main() -> int:
    """Entry point of `python -m core.worker`."""
    events = claim_stdout()
    emit = _line_writer(events)
    control = Control()
    try:
        match p.decode_command(sys.stdin.buffer.readline()):
            case p.Start(job=job):
                pass
            case other:
                raise LuthierError("protocol.no-job", f"Expected a start command, got {type(other).__name__}.")
    except LuthierError as error:
        emit(p.Failed(code=error.code, message=error.message, hint=error.hint))
        return 1
    threading.Thread(target=_listen, args=(sys.stdin.buffer, control), daemon=True).start()
    install_stop_signals(control)
    return run_job(job, emit, control)


def run_job(job: p.Job, emit: Callable[[p.Event], None], control: Control) -> int:
    """Do one job: `hello` first, memory readings throughout, `finished` or `failed` last. Returns the exit code."""
    from core.jobs import dispatch  # late: the job modules load native libraries

    record = dispatch.recorder(job, emit)
    record(p.Hello(pid=os.getpid(), job=job.__struct_config__.tag, version=__version__))
    try:
        with MemoryMonitor(record):
            outcome, result = dispatch.run(job, JobContext(record, control))
        record(p.Finished(outcome=outcome, result=result))
        return 0
    except Cancelled:
        record(p.Finished(outcome="cancelled"))
        return 0
    except LuthierError as error:
        record(p.Failed(code=error.code, message=error.message, hint=error.hint))
    except MemoryError as error:
        record(_failure("memory.exhausted", "The system had no memory left for this.", _MEMORY_HINT, error))
    except Exception as error:  # the top of the worker: everything unforeseen becomes a report, not a lost window
        record(_failure("internal", f"Luthier hit an error it does not know: {error!r}", _REPORT_HINT, error))
    return 1


_MEMORY_HINT = "Close other programs, choose a smaller model or a shorter context, or set backward=streamed."
_REPORT_HINT = "This is a bug. Please report it with the details below."


def _failure(code: str, message: str, hint: str, error: BaseException) -> p.Failed:
    details = "".join(traceback.format_exception(error))
    return p.Failed(code=code, message=message, hint=hint, details=details)


def claim_stdout() -> BinaryIO:
    """Keep stdout for ourselves and point file descriptor 1 at stderr, so that no native print corrupts it."""
    sys.stdout.flush()
    ours = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return ours


def install_stop_signals(control: Control) -> None:
    """Ctrl+C and SIGTERM finish the step, checkpoint and end."""

    def on_signal(_signum: int, _frame: object) -> None:
        control.apply(p.Stop())

    signal.signal(signal.SIGINT, on_signal)
    signal.signal(signal.SIGTERM, on_signal)


def _line_writer(stream: BinaryIO) -> Callable[[p.Event], None]:
    lock = threading.Lock()

    def emit(event: p.Event) -> None:
        # A broken pipe: the window is gone, and the run folder still records everything.
        with lock, contextlib.suppress(BrokenPipeError):
            stream.write(p.encode(event))

    return emit


def _listen(stream: BinaryIO, control: Control) -> None:
    """Apply commands until EOF, which means that the parent died: checkpoint and end."""
    for line in stream:
        try:
            control.apply(p.decode_command(line))
        except LuthierError as error:
            print(error, file=sys.stderr)
    control.apply(p.Stop())


if __name__ == "__main__":
    sys.exit(main())
