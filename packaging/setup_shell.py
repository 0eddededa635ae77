"""Running programs for the set-up: what is said meanwhile, and what is said when one fails."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
IS_WINDOWS = sys.platform == "win32"
PYTHON = VENV / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")
LOG = VENV / "setup.log"
CONSTRAINTS = ROOT / "constraints.txt"


class SetupError(Exception):
    """What went wrong and, on the following lines, what to do."""


class NotHereError(SetupError):
    """Something that this machine does not have and that set-up may not, or cannot, install."""


class Step:
    """Say what is being done and how long it has taken so far, each second on a terminal."""

    def __init__(self, title: str) -> None:
        self.title = title

    def __enter__(self) -> None:
        self.started = time.monotonic()
        self._ended = threading.Event()
        self._ticking = threading.Thread(target=self._tick, daemon=True)
        print(f"  {self.title} ...", end="", flush=True)
        if sys.stdout.isatty():
            self._ticking.start()

    def __exit__(self, kind: type | None, *_: object) -> None:
        self._ended.set()
        if self._ticking.is_alive():
            self._ticking.join()
        print(self._again(" failed" if kind else self._took()), flush=True)

    def _tick(self) -> None:
        while not self._ended.wait(1):
            print(self._again(self._took()), end="", flush=True)

    def _took(self) -> str:
        return f" {time.monotonic() - self.started:.0f} s"

    def _again(self, text: str) -> str:
        """On a terminal the line is written anew."""
        return f"\r  {self.title} ...{text}" if sys.stdout.isatty() else text


def run(command: list[str | Path], settings: dict[str, str] | None = None) -> str:
    """Run to the end and return what it printed. Raises SetupError with the last lines when it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        env={**os.environ, **(settings or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if VENV.exists():
        with LOG.open("a", encoding="utf-8") as log:
            log.write(f"\n$ {shlex.join(words)}\n{done.stdout}")
    if done.returncode != 0:
        lines = "\n".join(done.stdout.splitlines()[-15:])
        raise SetupError(f"`{shlex.join(words)}` ended with {done.returncode}:\n{lines}\n{hint(done.stdout)}")
    return done.stdout


def hint(output: str) -> str:
    if re.search(r"NewConnectionError|name resolution|timed out|Network is unreachable|NameResolutionError", output):
        return "The network could not be reached. The first set-up has to download about 400 MB; try again online."
    if "No space left" in output:
        return "The disk is full. Set-up needs about 2 GB."
    if "Killed" in output or "out of memory" in output:
        return "Memory ran out while compiling. Close other programs and try again."
    return f"All output is in {LOG}."


def cores() -> int:
    """That this process may use; macOS tells only how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def site_packages() -> Path:
    """Of .venv, once it is made."""
    return VENV / "Lib/site-packages" if IS_WINDOWS else next(VENV.glob("lib/python3*/site-packages"))


def project() -> dict[str, Any]:
    """What pyproject.toml says of Luthier: its version, what it asks for."""
    import tomllib  # new in 3.11, and set-up has to get as far as saying so on an older Python

    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def own_environment(folder: Path, wanted: list[str], title: str) -> Path:
    """The Python of an environment beside .venv, with these packages at the pinned versions; made where it is not."""
    python = folder / PYTHON.relative_to(VENV)
    stamp = folder / ".complete"
    known = json.dumps([wanted, CONSTRAINTS.read_text(encoding="utf-8"), platform.python_version()])
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != known:
        with Step(title):
            shutil.rmtree(folder, ignore_errors=True)
            run([sys.executable, "-m", "venv", folder])
            run([python, "-m", "pip", "install", "--constraint", CONSTRAINTS, *wanted])
            stamp.write_text(known, encoding="utf-8")
    return python


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def apt_install(packages: list[str]) -> bool:
    """Install Debian packages when allowed to. Returns whether that happened."""
    if IS_WINDOWS or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        with Step(f"Installing system packages: {' '.join(packages)}"):
            run(["apt-get", "update"], quiet)
            run(["apt-get", "install", "--yes", "--no-install-recommends", *packages], quiet)
    except SetupError as error:
        print(error, file=sys.stderr)
        return False
    return True
