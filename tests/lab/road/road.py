"""The whole road, from an empty profile to an answer and an export, by mouse and keys on the real window.

`make road`: with real workers, under Xvfb where that is there, else without a screen. The pictures of each station go
to a folder if one is given (ARGS=FOLDER), to see where it stopped. --steps 8: a shorter training.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit

from app.look.theme import Theme
from app.shell.application import new_application
from app.shell.pages import Pages
from app.shell.remembering import place
from core.base import paths
from tests.lab.road.hand import Hand

STEPS = 40


class Road:
    """A person who goes it. pictures: a folder, or None for none. steps: of the training."""

    def __init__(self, pages: Pages, pictures: Path | None, steps: int) -> None:
        self.pages, self.pictures, self.steps = pages, pictures, steps
        self.hand = Hand(pages.window)
        self._station = 0

    def walk(self) -> None:
        for station in (self.welcome, self.model, self.data, self.train, self.monitor, self.chat, self.export):
            print(f"== {station.__name__}", flush=True)
            try:
                station()
            finally:
                self._picture(station.__name__)

    def welcome(self) -> None:
        self.hand.wait("the welcome is there", lambda: self.hand.reads("Welcome to Luthier"))
        self.hand.press("Use my own")

    def model(self) -> None:
        self.hand.press("Use this model")

    def data(self) -> None:
        self.hand.type(self.hand.field(QLineEdit, "Data file"), str(paths.DEMO / "chat.jsonl"))
        self.hand.press("Use this data")

    def train(self) -> None:
        self.hand.press("Details")
        self.hand.press("Advanced")
        self.hand.type(self.hand.field(QComboBox, "Most steps"), str(self.steps))
        self._picture("knobs")
        self.hand.press("Start training")

    def monitor(self) -> None:
        sessions = self.pages.sessions
        self.hand.wait("the run trains", lambda: sessions.active is not None)
        self.hand.wait("it says how far it is", lambda: "%" in self.pages.window.windowTitle())
        self.hand.wait("the run has ended", lambda: sessions.active is None)
        ending = self.pages.monitor.session.ending if self.pages.monitor.session else None
        assert ending is not None and ending.kind == "done", ending

    def chat(self) -> None:
        self.hand.press("Chat")
        self.hand.type(self.hand.field(QPlainTextEdit, "Your question"), "Why is the sea so dark at night?")
        self.hand.key(Qt.Key.Key_Return)

        conversation = self.pages.chat.conversation

        def answers() -> list[str]:
            exchanges = conversation.talk.exchanges
            return [said.text for said in exchanges[-1].answers.values()] if exchanges else []

        self.hand.wait("both have answered", lambda: conversation.answering is None and len(answers()) == 2)
        assert all(answers()), answers()

    def export(self) -> None:
        self.hand.press("Export")
        self.hand.press("One file")
        before = set(paths.home().rglob("*.gguf"))
        self.hand.press("Export the file")
        page = self.pages.export
        self.hand.wait("it is written and checked", lambda: page.work.job is None and page.form.result.isVisible())
        (file,) = set(paths.home().rglob("*.gguf")) - before
        assert file.read_bytes()[:4] == b"GGUF", file
        print(f"exported {file.name}, {file.stat().st_size / 1e6:.1f} MB", flush=True)
        marks = [button.accessibleName() for button in self.pages.window.sidebar.buttons.values()]
        assert marks[1:6] == [f"{name}, done" for name in ("Model", "Data", "Train", "Chat", "Export")], marks

    def _picture(self, name: str) -> None:
        if self.pictures is not None:
            self._station += 1
            QApplication.processEvents()
            self.pages.window.grab().save(str(self.pictures / f"{self._station:02}-{name}.png"))


def _find_a_screen() -> None:
    """The one that is there, else Xvfb's, in a process of its own; where that cannot run, or Qt cannot use it, none."""
    if sys.platform == "win32" or any(map(os.environ.get, ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"))):
        return
    missing = [name for name in ("xvfb-run", "Xvfb", "xauth") if shutil.which(name) is None]
    if not missing:
        os.environ["QT_QPA_PLATFORM"] = "xcb;offscreen"
        command = ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", sys.executable, "-m", "tests.lab.road.road"]
        os.execvp("xvfb-run", command + sys.argv[1:])
    print(f"{' and '.join(missing)} not found, so the road is gone without a screen.", flush=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"


def main() -> int:
    _find_a_screen()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", nargs="?", type=Path)
    parser.add_argument("--steps", type=int, default=STEPS)
    given = parser.parse_args()
    pictures = given.pictures
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="Luthier fährt ", ignore_cleanup_errors=True) as home:
        os.environ["LUTHIER_HOME"] = os.environ["HOME"] = home  # nobody's own settings, models or runs
        application = new_application()
        print(f"on the platform {application.platformName()}", flush=True)
        pages = Pages(Theme(application))
        place(pages.window, pages.memory.geometry)
        pages.begin()
        pages.window.show()
        pages.window.activateWindow()
        Road(pages, pictures, given.steps).walk()
        pages.window.close()
        print("The whole road was gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
