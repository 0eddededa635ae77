"""Runs a job in a child process of the responsible worker, passing events up and the user's commands down."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator, Mapping
from typing import cast

from core import protocol as p
from core.base.child_process import Child
from core.base.own_process import own_process
from core.base.systems.processes import name_of
from core.jobs.context import Control

APART = "apart"  # worker argument: another worker holds the run and records the events
COMMAND = own_process("core.worker", APART)
WHOLE = own_process("core.worker")


class ApartProcess(Child):
    """The child process; as a context manager, it starts the job and ends with the context."""

    def __init__(
        self, job: p.Job, control: Control, env: Mapping[str, str] | None = None, *, is_whole: bool = False
    ) -> None:
        """env: additional variables. is_whole: the child itself holds and records its run."""
        super().__init__(WHOLE if is_whole else COMMAND, env=os.environ | (env or {}), stderr=None)
        self._job, self._control = job, control
        self._commands: queue.SimpleQueue[p.Command | None] = queue.SimpleQueue()  # signal handlers put, too

    def __enter__(self) -> ApartProcess:
        self.start()
        self._commands.put(p.Start(job=self._job))
        for command in self._control.follow(self._commands.put):
            self._commands.put(command)
        self._writer = threading.Thread(target=self._pass_on, daemon=True)
        self._writer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._control.unfollow(self._commands.put)
        self.kill()
        self._commands.put(None)
        self._writer.join()
        self.close()

    def events(self) -> Iterator[p.Event]:
        """Yield the process's events until it ends."""
        return self.answers(cast("type[p.Event]", p.Event))

    def _pass_on(self) -> None:
        while (command := self._commands.get()) is not None:
            self.send(command)


def ending_in_words(exit_code: int) -> str:
    """Return how a process ended that sent no last event: "crashed (SIGABRT)"."""
    name = name_of(exit_code)
    return f"crashed ({name})" if name else f"ended without saying why (exit code {exit_code})"
