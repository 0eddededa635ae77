"""Real workers without the seconds that Python takes to import them: a process that has done so forks for each.

It has no threads and computes nothing, so that what it forks is as a worker that has just been started.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from core import protocol as p

IMPORTED = (
    "core.worker", "core.jobs.training.train", "core.jobs.models.convert", "core.jobs.models.convert",
    "core.jobs.models.fetch", "core.jobs.export.job", "core.convert.convert", "llama_cpp",
)  # fmt: skip


class Nursery:
    """`with Nursery() as nursery:`; POSIX only. env: more variables, of those that are read by an import."""

    def __init__(self, **env: str) -> None:
        self._env = env

    def __enter__(self) -> Nursery:
        self._socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tests.support.nursery", str(theirs.fileno())]
            self._process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=os.environ | self._env
            )
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.wait(60)

    def start(self, job: p.Job, place: Path) -> Born:
        """A worker at a job, whose home and folder for temporary files are in `place`."""
        (place / "tmp").mkdir(parents=True, exist_ok=True)
        env = {"LUTHIER_HOME": str(place / "home"), "TMPDIR": str(place / "tmp"), "LUTHIER_DEVICE": "cpu"}
        commands_theirs, commands = os.pipe()
        events, events_theirs = os.pipe()
        errors = os.open(place / "tmp.stderr", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        given = [commands_theirs, events_theirs, errors]
        socket.send_fds(self._socket, [json.dumps(env).encode()], given)
        for number in given:
            os.close(number)
        pid = int(self._socket.recv(32))
        os.write(commands, p.encode(p.Start(job=job)))
        return Born(pid, commands, events)


class Born:
    """One worker; events: the pipe's end, which is at its end when the worker is gone."""

    def __init__(self, pid: int, commands: int, events: int) -> None:
        self.pid, self._commands, self.events = pid, commands, events
        self._rest = b""

    def read(self) -> list[p.Event] | None:
        """What has come; blocks where nothing has. None at the end."""
        data = os.read(self.events, 1 << 16)
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [p.decode_event(line) for line in lines] if data else None

    def kill(self) -> bool:
        """Whether it was still there."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def close(self) -> None:
        os.close(self._commands)
        os.close(self.events)


def _serve(orders: socket.socket) -> None:
    for name in IMPORTED:
        __import__(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets those that have ended
    while True:
        text, given, _, _ = socket.recv_fds(orders, 1 << 16, 3)
        if not text:
            return
        pid = os.fork()
        if not pid:
            orders.close()
            _become_worker(json.loads(text), given)
        for number in given:
            os.close(number)
        orders.send(str(pid).encode())


def _become_worker(env: dict[str, Any], given: list[int]) -> None:
    import tempfile

    from core import worker

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.argv = [worker.__file__]
    os.environ |= env
    tempfile.tempdir = None
    for number, wanted in zip(given, (0, 1, 2), strict=True):
        os.dup2(number, wanted)
        os.close(number)
    os._exit(worker.main())


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
