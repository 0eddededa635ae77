"""A real worker process with a job, and its events as they come."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from core import protocol as p


class Worker:
    """command: another than the worker's own, which behaves as it does but for what a test needs."""

    def __init__(self, job: p.Job, command: tuple[str, ...] = (sys.executable, "-m", "core.worker")) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seen: list[p.Event] = []
        self.events = self._read()
        self.send(p.Start(job=job))

    def send(self, command: p.Command) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(p.encode(command))
        self.process.stdin.flush()

    def until(self, kind: type[p.Event], step: int = 0) -> p.Event:
        """The next event of a kind, at or after a step."""
        return next(e for e in self.events if isinstance(e, kind) and getattr(e, "step", 0) >= step)

    def finish(self) -> p.Event:
        """The last event, once the worker is gone."""
        for _ in self.events:
            pass
        self.process.wait(timeout=60)
        return self.seen[-1]

    def of(self, kind: type[p.Event]) -> list[p.Event]:
        return [event for event in self.seen if isinstance(event, kind)]

    def _read(self) -> Iterator[p.Event]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.seen.append(p.decode_event(line))
            yield self.seen[-1]
