"""A screen without a monitor, and the bus on which a screen reader hears what stands on it.

A process that works on it needs the variables, and its sockets where it has a file system of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

AT_SPI = Path("/usr/libexec/at-spi-bus-launcher")
NEEDS = "apt-get install xvfb xdotool imagemagick dbus at-spi2-core python3-gi gir1.2-atspi-2.0 bubblewrap"
DISPLAY = ":97"


def lacking() -> list[str]:
    """The programs that this takes and that are not here."""
    programs = [name for name in ("Xvfb", "xdotool", "import", "dbus-daemon", "bwrap") if shutil.which(name) is None]
    return programs + ([] if AT_SPI.exists() else [str(AT_SPI)])


@contextmanager
def screen(folder: Path, size: str) -> Iterator[dict[str, str]]:
    """Variables for what is to be seen on it. folder: for the sockets. size: 1280x720."""
    folder.mkdir(mode=0o700, parents=True)
    bus = folder / "bus"
    settings = {
        "DISPLAY": DISPLAY,
        "XDG_RUNTIME_DIR": str(folder),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bus}",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }
    commands = {
        Path("/tmp/.X11-unix/X97"): ["Xvfb", DISPLAY, "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
        bus: ["dbus-daemon", "--session", "--nofork", f"--address=unix:path={bus}"],
        folder / "at-spi" / "bus_97": [str(AT_SPI), "--launch-immediately", "--a11y=1"],
    }
    started: list[subprocess.Popen[bytes]] = []
    try:
        for socket, command in commands.items():
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            started.append(subprocess.Popen(command, env=os.environ | settings, **quiet))
            _wait_for(socket, started[-1])
        yield settings
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def _wait_for(socket: Path, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 20
    while not socket.exists():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"{process.args!r} did not come up")
        time.sleep(0.05)
