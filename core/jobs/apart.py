"""A job in a process of its own, started by the worker that answers for it: its events up, the user's commands down."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping

from core import protocol as p
from core.base.errors import LuthierError
from core.base.own_process import own_process
from core.base.systems.processes import name_of
from core.base.systems.terminals import NO_WINDOW
from core.jobs.context import Control

APART = "apart"  # the argument by which a worker knows that another one records what it says and holds the run
COMMAND = own_process("core.worker", APART)
WHOLE = own_process("core.worker")
KILLED_S = 30.0  # for a process that was killed to be gone: one that waits for a driver may not be ended


class ApartProcess:
    """Entered, the process is at the job. Left, it is gone."""

    def __init__(
        self, job: p.Job, control: Control, env: Mapping[str, str] | None = None, *, is_whole: bool = False
    ) -> None:
        """env: more variables. is_whole: it answers for its run itself."""
        self._job, self._control, self._env = job, control, env or {}
        self._command = WHOLE if is_whole else COMMAND
        self._commands: queue.SimpleQueue[p.Command | None] = queue.SimpleQueue()  # a signal's handler may put, too

    def __enter__(self) -> ApartProcess:
        # A session of its own: Ctrl+C in the terminal is for us to hear, and to pass on.
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | self._env,
            start_new_session=True, creationflags=NO_WINDOW,
        )  # fmt: skip
        self._commands.put(p.Start(job=self._job))
        for command in self._control.follow(self._commands.put):
            self._commands.put(command)
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._control.unfollow(self._commands.put)
        self.kill()
        self._commands.put(None)
        self._writer.join()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what was not written any more
                assert stream is not None
                stream.close()

    def events(self) -> Iterator[p.Event]:
        """Yield the process's events, as they come, until it ends. A line that its end cut off is passed over."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with contextlib.suppress(LuthierError):
                yield p.decode_event(line)

    def kill(self) -> None:
        """Kill the process at once, if it exists. Raises LuthierError `device.hung` if the system cannot end it."""
        self._process.kill()
        try:
            self._process.wait(KILLED_S)
        except subprocess.TimeoutExpired as error:
            raise LuthierError(
                "device.hung",
                f"The graphics driver holds the training's process {self._process.pid}, which cannot be ended.",
                "Restart the computer, then resume the run: its checkpoint is kept.",
            ) from error

    @property
    def pid(self) -> int:
        return self._process.pid

    def exit_code(self) -> int:
        """Wait for a process that has said everything, and return its exit code; minus the signal that ended it."""
        return self._process.wait()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it is gone, and its end says so
            while (command := self._commands.get()) is not None:
                self._process.stdin.write(p.encode(command))
                self._process.stdin.flush()


def ending_in_words(exit_code: int) -> str:
    """Return how a process without a last word ended: "crashed (SIGABRT)"."""
    name = name_of(exit_code)
    return f"crashed ({name})" if name else f"ended without saying why (exit code {exit_code})"
