"""Memory that runs out: a control group whose limit is reached."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.lab.faults.disk import not_tried
from tests.lab.faults.prepared import Prepared
from tests.lab.faults.table import Row
from tests.lab.faults.trainings import Attempts

LIMIT = 512 << 20  # bytes of the group: a training of the bundled model takes less than half


def rows(place: Path, short: bool) -> Iterator[Row]:
    prepared = Prepared(place)
    attempts = Attempts(prepared)
    try:
        with control_group() as group:
            yield _by_another_program(attempts, group, (2,) if short else (1, 2, 3, 4))
    except OSError as error:
        yield not_tried("control group out of memory", str(error))


@contextmanager
def control_group() -> Iterator[Path]:
    """Within our own, of either kind. Raises OSError where none may be made."""
    group, limit = _own_group()
    group = group / f"luthier-{os.getpid()}"
    group.mkdir()
    try:
        (group / limit).write_text(str(LIMIT))
        yield group
    finally:
        group.rmdir()


def _own_group() -> tuple[Path, str]:
    """And the file with its limit."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if "memory" in controllers.split(","):
            return Path("/sys/fs/cgroup/memory") / path.lstrip("/"), "memory.limit_in_bytes"
    return Path("/sys/fs/cgroup") / path.lstrip("/"), "memory.max"


def _by_another_program(attempts: Attempts, group: Path, steps: tuple[int, ...]) -> Row:
    """The kernel ends the process that computes: it is said to matter least, and the other program takes all."""
    greedy = list[int]()

    def enter() -> None:
        (group / "cgroup.procs").write_text("0")
        matters(os.getpid(), 1000)

    def take_all(_: Prepared) -> None:
        computing = [int(pid) for pid in (group / "cgroup.procs").read_text().split()]
        apart = next(pid for pid in computing if psutil.Process(pid).ppid() in computing)
        matters(psutil.Process(apart).ppid(), 0)
        os.kill(apart, signal.SIGSTOP)  # it is not to be done before the memory is
        greedy.append(_greedy_process(group, apart))

    def wait() -> None:
        while greedy:
            os.waitpid(greedy.pop(), 0)

    name = "control group out of memory while a model is trained"
    return attempts.row(name, take_all, "memory", steps, first=enter, after=wait)


def matters(pid: int, least: int) -> None:
    """least: 0 as usual, 1000 for a process that is ended first."""
    Path(f"/proc/{pid}/oom_score_adj").write_text(str(least))


def _greedy_process(group: Path, until: int) -> int:
    """Takes memory until that process is gone."""
    pid = os.fork()
    if not pid:
        (group / "cgroup.procs").write_text("0")
        held = []
        while psutil.pid_exists(until) and psutil.Process(until).status() != psutil.STATUS_ZOMBIE:
            held.append(b"x" * (1 << 20))
        os._exit(0)
    return pid
