"""Memory that runs out: a control group whose limit is reached, and a limit on the address space."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.shared import protocol as p
from tests.faults.disk import not_tried
from tests.faults.forked import done_as_job
from tests.faults.prepared import Prepared, trained_bytes
from tests.faults.table import Row
from tests.faults.trainings import LONGER, Attempts

LIMIT = 1 << 30  # bytes of the group: a training of the bundled model takes a fifth
GREEDY = "memory taken by another program"


def rows(place: Path, short: bool) -> Iterator[Row]:
    prepared = Prepared(place)
    attempts = Attempts(prepared)
    try:
        with control_group() as group:
            yield _by_another_program(attempts, group, (2,) if short else (1, 2, 5, 8))
    except OSError as error:
        yield not_tried("control group out of memory", str(error))
    yield _little_address_space(attempts, short)


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
    """The kernel ends the training, which is what it may do: the other program is said to matter more."""
    greedy = list[int]()

    def enter() -> None:
        (group / "cgroup.procs").write_text("0")
        Path("/proc/self/oom_score_adj").write_text("1000")

    def take_all(_: Prepared) -> None:
        greedy.append(_greedy_process(group))

    def end() -> None:
        for pid in greedy:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        greedy.clear()

    name = "control group out of memory while a model is trained"
    return attempts.row(name, take_all, "memory", steps, first=enter, after=end)


def _greedy_process(group: Path) -> int:
    pid = os.fork()
    if not pid:
        (group / "cgroup.procs").write_text("0")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        held = []
        while sum(map(len, held)) < LIMIT - (64 << 20):
            held.append(bytearray(os.urandom(1 << 20)))
        signal.pause()
    return pid


def _little_address_space(attempts: Attempts, short: bool) -> Row:
    """From hardly any to nearly enough; what does not begin for want of it says so, and begins where there is more."""
    resource = __import__("resource")
    tried = survived = 0
    message = ""
    for size in (700,) if short else range(300, 1500, 100):  # MB
        limit = size << 20
        job = attempts.prepared.training(attempts.fresh_run(), LONGER)
        told = done_as_job(job, watched=True, first=lambda limit=limit: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        if told.is_done:
            continue
        tried += 1
        is_begun = (attempts.run / "run.json").exists()
        again = done_as_job(p.ResumeJob(run=str(attempts.run)) if is_begun else job)
        is_told = isinstance(told.end, p.Failed) and "memory" in told.message
        survived += is_told and again.is_done and trained_bytes(attempts.run) == attempts.whole
        if is_told:
            message = told.message
        else:
            print(size, told.end, told.status)
    return Row("little address space", tried, survived, None, 0, message)
