"""Running programs for the set-up: what is said meanwhile, and what is said when one fails."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
IS_WINDOWS = sys.platform == "win32"
PYTHON = VENV / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")
LOG = VENV / "setup.log"
CONSTRAINTS = ROOT / "constraints.txt"
DOWNLOAD_MB = 320  # by the first set-up


class SetupError(Exception):
    """What went wrong and, on the following lines, what to do."""


class NotHereError(SetupError):
    """Something that this machine does not have and that set-up may not, or cannot, install."""


class Step:
    """Say what is being done, how far it is and how long it has taken so far, each second on a terminal."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._far: dict[str, tuple[int, int]] = {}
        self._shown = 0

    def __enter__(self) -> Step:
        self.started = time.monotonic()
        self._ended = threading.Event()
        self._ticking = threading.Thread(target=self._tick, daemon=True)
        print(f"  {self.title} ...", end="", flush=True)
        if sys.stdout.isatty():
            self._ticking.start()
        return self

    def __exit__(self, kind: type | None, *_: object) -> None:
        self._ended.set()
        if self._ticking.is_alive():
            self._ticking.join()
        print(self._again(" failed" if kind else f" {self._took():.0f} s"), flush=True)

    def far(self, of_what: str, done: int, total: int) -> None:
        """Tell how many of all files, or packages, are done."""
        self._far[of_what] = (done, total)

    def _tick(self) -> None:
        while not self._ended.wait(1):
            print(self._again(f"{self._parts()} {self._took():.0f} s{self._left()}"), end="", flush=True)

    def _took(self) -> float:
        return time.monotonic() - self.started

    def _parts(self) -> str:
        """Return the parts in words: 12 of 78 files, 100 of 112 packages."""
        told = ", ".join(f"{done} of {total} {what}" for what, (done, total) in self._far.items() if done < total)
        return f" {told}," if told else ""

    def _left(self) -> str:
        """Return the time left, by the slowest part; nothing as long as that would be a guess."""
        done, total = min(self._far.values(), key=lambda pair: pair[0] / pair[1], default=(0, 1))
        return f", about {self._took() * (total - done) / done:.0f} s left" if total / 10 < done < total else ""

    def _again(self, text: str) -> str:
        """Write the line again; on a terminal over all of the old one."""
        if not sys.stdout.isatty():
            return text
        line = f"  {self.title} ...{text}"
        before, self._shown = self._shown, len(line)
        return f"\r{line:<{before}}"


def run(
    command: list[str | Path], settings: dict[str, str] | None = None, watch: Callable[[str], None] | None = None
) -> str:
    """Run to the end and return what it printed. Raises SetupError with the last lines when it fails.

    watch: is given each line as soon as it is printed.
    """
    words = [str(word) for word in command]
    printed: list[str] = []
    with subprocess.Popen(
        words,
        env={**os.environ, **(settings or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            printed.append(line)
            if watch:
                watch(line)
    output = "".join(printed)
    if VENV.exists():
        with LOG.open("a", encoding="utf-8") as log:
            log.write(f"\n$ {shlex.join(words)}\n{output}")
    if process.returncode != 0:
        lines = "\n".join(output.splitlines()[-15:])
        raise SetupError(f"`{shlex.join(words)}` ended with {process.returncode}:\n{lines}\n{hint(output)}")
    return output


def hint(output: str) -> str:
    if re.search(r"NewConnectionError|name resolution|timed out|Network is unreachable|NameResolutionError", output):
        return f"The network could not be reached. The first set-up downloads about {DOWNLOAD_MB} MB; try again online."
    if "No space left" in output:
        return "The disk is full. Set-up needs about 2 GB."
    if "Killed" in output or "out of memory" in output:
        return "Memory ran out while compiling. Close other programs and try again."
    return f"All output is in {LOG}."


def cores() -> int:
    """Return the number of cores that this process may use; on macOS, that there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def site_packages() -> Path:
    """Return .venv's site-packages, once it is made."""
    return VENV / "Lib/site-packages" if IS_WINDOWS else next(VENV.glob("lib/python3*/site-packages"))


def project() -> dict[str, Any]:
    """Return pyproject.toml's table of Luthier: its version, its requirements."""
    import tomllib  # new in 3.11, and set-up has to get as far as saying so on an older Python

    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
