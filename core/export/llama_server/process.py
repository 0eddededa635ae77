"""A llama-server of our own, for as long as it is asked."""

from __future__ import annotations

import socket
import subprocess
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from core.base.errors import LuthierError
from core.base.own_process import NO_WINDOW
from core.base.process_life import name_of

PROGRAM = "llama-server"
_SHOWN = 6  # last lines of its log
_PATIENCE = 5.0  # seconds that it has to end by itself


class Started:
    """address: where it will listen."""

    def __init__(self, process: subprocess.Popen[str], program: Path, address: str) -> None:
        self.address = address
        self._process, self._program = process, program
        self._lines: deque[str] = deque(maxlen=_SHOWN)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def require_alive(self) -> None:
        """Raises LuthierError `llama-server.ended` with its last words."""
        status = self._process.poll()
        if status is None:
            return
        self._reader.join(_PATIENCE)
        said = "\n".join(self._lines)
        how = f"by {name}" if (name := name_of(status)) else f"with status {status}"
        raise LuthierError(
            "llama-server.ended",
            f"{self._program} ended {how} instead of listening:\n{said}",
            "It may be older than the model's architecture, built for another processor (SIGILL), or short of memory "
            "(SIGKILL).",
        )

    def end(self) -> None:
        """Ask, and then insist."""
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_PATIENCE)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.append(line.rstrip())


@contextmanager
def started(program: Path, model: Path, adapter: Path, context: int) -> Iterator[Started]:
    """Start it with the adapter on the model, on this machine alone. context: tokens.

    Raises LuthierError `llama-server.cannot-start`.
    """
    port = _free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--ctx-size", str(context), "--parallel", "1"]
    command = [str(program), "-m", str(model), "--lora", str(adapter), *options]
    try:
        # A session of its own: Ctrl+C in the terminal is for us to hear, and to pass on.
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace", start_new_session=True, creationflags=NO_WINDOW,
            cwd=program.parent,  # where it is started it looks for more libraries, and runs them
        )  # fmt: skip
    except OSError as error:
        reason = error.strerror or error
        raise LuthierError(
            "llama-server.cannot-start", f"{program} cannot be started: {reason}.", "Name the program with --program."
        ) from error
    running = Started(process, program, f"http://127.0.0.1:{port}")
    try:
        yield running
    finally:
        running.end()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
