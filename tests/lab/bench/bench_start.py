"""How long the window takes from the command to its first painted frame, and what memory it then has.

`make bench-start`; ARGS='--runs 9': so many starts, ARGS=--short: one, which fails for no time. Each is a process of
its own under Xvfb (or on the screen that is there, where Xvfb is missing), on an empty profile and on one with a model
chosen. The clock runs from the process's birth, as the system has it, until the first frame has been painted. Processor
time is told besides: on a busy machine it is what stays the same.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.lab.bench.environments import ROOT, Options

LIMIT_S, LIMIT_MB = 1.5, 200

# Runs in the process that is measured: the program itself, with an eye on its first frame.
PROBE = """
import json, os, sys, time
import psutil
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
from app.shell import application

class Eye(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
            QApplication.instance().removeEventFilter(self)
            QTimer.singleShot(0, self.tell)  # once it has been painted
        return False

    def tell(self):
        me = psutil.Process()
        times = me.cpu_times()
        print(json.dumps({"seconds": time.time() - me.create_time(), "cpu": times.user + times.system}), flush=True)
        QTimer.singleShot(int(sys.argv[1]), self.leave)  # when all that a start does has been done

    def leave(self):
        print(json.dumps({"rss": psutil.Process().memory_info().rss}), flush=True)
        os._exit(0)

eye = Eye()
place = application.place
def watched(window, geometry):
    QApplication.instance().installEventFilter(eye)
    place(window, geometry)
application.place = watched
application.main([])
"""


def start(home: Path, wait_ms: int) -> dict[str, float]:
    """One start: seconds, processor seconds and bytes."""
    command = [sys.executable, "-c", PROBE, str(wait_ms)]
    if shutil.which("xvfb-run"):
        command = ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", *command]
    environment = {**os.environ, "LUTHIER_HOME": str(home)}
    if "xvfb-run" in command[0]:
        environment["QT_QPA_PLATFORM"] = "xcb"
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    told: dict[str, float] = {}
    for line in done.stdout.splitlines():
        told |= json.loads(line)
    if "rss" not in told:
        raise RuntimeError(f"The window did not start: {done.stderr}")
    return told


def main() -> int:
    """Print the figures; 1 where they are beyond the limits."""
    parser = Options(__doc__, runs=1, wait=0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--wait", type=int, default=4000, help="milliseconds until its memory is asked")
    wanted = parser.parsed()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        start(home, wanted.wait)  # so that nothing is compiled or read for the first time
        found = [start(home, wanted.wait) for _ in range(wanted.runs)]
    seconds, cpu = (statistics.median(one[key] for one in found) for key in ("seconds", "cpu"))
    memory = max(one["rss"] for one in found) / 1e6
    least = min(one["seconds"] for one in found)
    print(f"first frame after {seconds:.2f} s (median of {wanted.runs} starts; least {least:.2f} s)")
    print(f"processor time until then {cpu:.2f} s; memory {memory:.0f} MB")
    return int(not wanted.short and (least > LIMIT_S or memory > LIMIT_MB))


if __name__ == "__main__":
    sys.exit(main())
