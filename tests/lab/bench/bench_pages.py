"""For how long at most each page keeps the window from its events when it is first shown.

`make bench-pages`; ARGS='--runs 9': so often, ARGS=--short: once, which fails for no length. Of all runs the least
counts: what is above it, other programs took. Of the processor time of the window's own thread, the longest event:
while pages are readied in idle moments, when one is clicked that was readied, and when one is clicked that was not. The
profile has a run of 20,000 steps.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.lab.bench.environments import ROOT, Options

LIMIT_MS = 50
NOTED_MS = 5  # shorter ones are not told
READIED = "(readying)"


def look(readied: bool, wait_ms: int) -> dict[str, float]:
    """In a process of its own: the longest event by page, milliseconds."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from app.look.theme import Theme
    from app.shell import pages as shell
    from core.base import settings
    from tests.support import watchdog

    application = watchdog.WatchedApplication(["luthier"])
    application.limit_s = NOTED_MS / 1000
    pages = shell.Pages(Theme(application))
    pages.window.resize(1280, 720)
    found: dict[str, float] = {}

    def watch(name: str, milliseconds: int = wait_ms) -> None:
        QTest.qWait(milliseconds)
        slowest = max(application.blocked, default=watchdog.Blocked(0.0, ""))
        found[name] = 1000 * slowest.seconds
        application.watch(True)

    pages.window.show_key("welcome")
    pages.window.show()
    QTest.qWait(wait_ms)
    application.watch(True)
    if readied:
        pages.ready()
        while not set(shell.AHEAD) <= set(pages.window.pages):
            QTest.qWait(20)
        watch(READIED)
    else:
        for key in pages.window.keys:
            __import__(f"app.pages.{key}.page")
    for key, button in pages.window.sidebar.buttons.items():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        watch(key)
    pages.life.open(next(settings.runs_dir().iterdir()))
    watch("monitor", 5 * wait_ms)
    for page in pages.window.pages.values():
        page.shut_down()
    return found


def main() -> int:
    """Print a table; 1 where something is beyond the limit."""
    parser = Options(__doc__, runs=1, steps=200, wait=20)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--steps", type=int, default=20_000, help="of the run that is opened")
    parser.add_argument("--wait", type=int, default=600, help="milliseconds after a click, for what follows it")
    parser.add_argument("--look", choices=["readied", "not"], help=argparse.SUPPRESS)
    wanted = parser.parsed()
    if wanted.look:
        print(json.dumps(look(wanted.look == "readied", wanted.wait)), flush=True)
        os._exit(0)
    from tests.lab.bench.bench_plots import write_run

    with tempfile.TemporaryDirectory() as home:
        write_run(Path(home) / "runs" / "long", wanted.steps)
        environment = {**os.environ, "LUTHIER_HOME": home, "QT_QPA_PLATFORM": "offscreen"}

        def least(how: str) -> dict[str, float]:
            command = [sys.executable, "-m", "tests.lab.bench.bench_pages", "--look", how, "--wait", str(wanted.wait)]
            told = [
                json.loads(subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout)
                for _ in range(wanted.runs)
            ]
            return {page: min(one[page] for one in told) for page in told[0]}

        readied, fresh = least("readied"), least("not")
    print(f"{'page':<12}{'readied':>12}{'not readied':>14}   longest event, ms (least of {wanted.runs})")
    for page, longest in readied.items():
        print(f"{page:<12}{longest:>12.0f}" + (f"{fresh[page]:>14.0f}" if page in fresh else ""))
    return int(not wanted.short and max(*readied.values(), *fresh.values()) > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
