"""`make screenshots`: every page as a person sees it, from real runs, in light, dark and at twice the size.

One process trains the sample's conversations and asks a question; then a process for each look opens that profile and
takes every page once it is ready, and another the welcome of an empty one.

Pictures go to the folder that is named, or
to build/screenshots.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOOKS = {
    "light": {"LUTHIER_THEME": "light"},
    "dark": {"LUTHIER_THEME": "dark"},
    "200": {"LUTHIER_THEME": "light", "QT_SCALE_FACTOR": "2"},
}
WAIT_S = 600.0
LOOK_MS = 400  # between two looks at a page; it is ready when they see the same
READS = ("Loading", "Reading", "Looking", "Counting", "Starting")  # how a page begins to say that it is not ready


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--home", type=Path, help="a profile to take them from, in place of a new one")
    parser.add_argument("--take", metavar="LOOK", help=argparse.SUPPRESS)
    parser.add_argument("--welcome", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    home = wanted.home or wanted.folder / "profile"
    if wanted.take:
        return _take(wanted.take, wanted.folder, wanted.welcome)
    environment = {**os.environ, "LUTHIER_HOME": str(home), "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    first = {} if wanted.home else {"training": {"LUTHIER_THEME": "light"}}
    for look, settings in {**first, **LOOKS}.items():
        command = [sys.executable, "-m", "tests.road.screenshots", str(wanted.folder), "--take", look]
        subprocess.run(command, cwd=ROOT, env=environment | settings, check=True)
        if look in LOOKS:
            with tempfile.TemporaryDirectory() as empty:
                nobody = {"LUTHIER_HOME": empty, "HOME": empty}
                subprocess.run([*command, "--welcome"], cwd=ROOT, env=environment | settings | nobody, check=True)
    print(f"{len(list(wanted.folder.glob('*.png')))} pictures in {wanted.folder}")
    return 0


def _take(look: str, folder: Path, welcome: bool) -> int:
    """In a process of its own: theme and scale are chosen at its start.

    welcome: only that, on an empty profile.
    """
    from PySide6.QtCore import QSize
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QLabel

    from app.look.theme import Theme
    from app.shell.pages import Pages
    from core.shared.sample import CHAT

    application = QApplication(["luthier"])
    application.setCursorFlashTime(0)  # so that a page that waits for keys stays the same
    pages = Pages(Theme(application))
    window = pages.window
    window.resize(QSize(640, 344) if look == "200" else QSize(1280, 720))

    def wait(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + WAIT_S
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("It took too long.")
            QTest.qWait(100)

    def is_ready() -> bool:
        said = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
        if any(text.startswith(READS) or "being read" in text for text in said):
            return False
        before = window.grab().toImage()
        QTest.qWait(LOOK_MS)
        return window.grab().toImage() == before

    def picture(name: str) -> None:
        print(f"{name}-{look}", flush=True)
        window.grab().save(str(folder / f"{name}-{look}.png"))

    if welcome:
        pages.begin()
        window.show()
        wait(is_ready)
        picture("welcome")
    elif look == "training":
        pages.begin()
        window.show()
        pages.first_try.begin(CHAT)
        wait(lambda: pages.monitor.session is not None and len(pages.monitor.session.model.steps) > 40)
        picture("monitor")
        wait(lambda: pages.sessions.active is None)
        wait(lambda: bool(pages.chat.conversation.talk.exchanges) and pages.chat.conversation.answering is None)
    else:
        window.show()
        pages.open_run(Path(pages.memory.trained))
        for key in window.keys:
            if key != "welcome":
                window.show_key(key)
                wait(is_ready)
                picture(key)
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
