"""The worker, on a machine whose graphics driver gives up: `python -m tests.support.losing_worker ORDER`.

There is no such driver here. A plug-in's file is named, so that training gets its process, and that process is lost in
the way and at the step that the order says: by abort() as by C++'s uncaught exceptions, or by ggml's error.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from core import cli, worker
from core import protocol as p
from core.base import devices
from core.base.settings import DEVICE
from core.jobs import apart
from core.jobs.context import JobContext
from core.jobs.training import on_device
from core.memory import monitor

LUTHIER = "luthier"  # before its arguments: the command line in place of the worker
MODULE = "tests.support.losing_worker"


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """lose: of each process, first to last, the step that it does not survive; 0: before its first, None: none.

    how: abort, kill, error, or hang. on_processor: whether a process that is told to use the CPU is lost, too.
    """

    lose: tuple[int | None, ...] = ()
    how: str = "abort"
    on_processor: bool = False
    has_card: bool = True
    patience_s: float = 0.0  # after which a silent process is given up; 0: as usual
    marks: str  # a folder: each process leaves its number, its id and its level there


def command(order: Order) -> tuple[str, ...]:
    """That starts it."""
    return (sys.executable, "-m", MODULE, msgspec.json.encode(order).decode())


def marks(order: Order) -> list[tuple[int, str]]:
    """Id and level of each process, first to last."""
    lines = [path.read_text().split() for path in sorted(Path(order.marks).iterdir())]
    return [(int(pid), level) for pid, level in lines]


def main() -> int:
    text = sys.argv[1]
    order = msgspec.json.decode(text, type=Order)
    if apart.APART in sys.argv:
        os.environ[DEVICE] = "cpu"  # whatever this machine has
        _lose_this_process(order)
    else:
        os.environ.pop(DEVICE, None)
        apart.COMMAND = (*command(order), apart.APART)
        on_device.plugin_paths = lambda: [Path("libggml-vulkan.so")]
        if order.patience_s:
            monitor.LEAST_S, monitor.TIMES = order.patience_s, 0
    if LUTHIER in sys.argv:
        sys.argv = sys.argv[2:]
        cli.main()
    return worker.main()


def _lose_this_process(order: Order) -> None:
    from core.base.errors import LuthierError
    from core.engine.train.training import Training
    from core.jobs.training import train

    number = len(list(Path(order.marks).iterdir()))
    (Path(order.marks) / f"{number:03}").write_text(f"{os.getpid()} {os.environ[devices.LEVEL]}")
    last = order.lose[number] if number < len(order.lose) else None
    is_on_card = order.has_card
    endings: dict[str, Callable[[], object]] = {
        "abort": os.abort,
        "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "hang": signal.pause,
    }

    def lose() -> None:
        if order.how == "error":
            raise LuthierError("ggml.compute", "ggml stopped with status -1.", "The log may say why.")
        endings[order.how]()

    real_step, real_resume, real_start = Training.step, train.resume_training, train.start_training

    def step(self: Training, *arguments: object) -> object:
        if last is not None and self.progress.step + 1 >= last:
            lose()
        return real_step(self, *arguments)

    def start(job: p.TrainJob, context: object) -> object:
        if last == 0:
            lose()
        return real_start(job, context)

    def resume(job: p.ResumeJob, context: object) -> object:
        nonlocal last, is_on_card
        is_on_card = is_on_card and job.device != "cpu"
        if job.device == "cpu" and not order.on_processor:
            last = None
        if last == 0:
            lose()
        return real_resume(job, context)

    real_tell = train.tell_of_device

    def tell(chosen: object, plan: object, context: JobContext) -> None:
        real_tell(chosen, plan, context)
        if is_on_card:
            context.emit(p.DeviceChosen(device="vulkan:0", version=order.marks))  # no other test's card

    train.tell_of_device = tell
    Training.step, train.start_training, train.resume_training = step, start, resume


if __name__ == "__main__":
    sys.exit(main())
