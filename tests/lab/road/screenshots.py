"""`make screenshots`: every page and its views as a person sees them, from real runs, on the screens that people have.

One process trains both samples, asks a question and takes the run while it goes on; then a process for each look opens
that profile and takes every page once it is ready, scrolled to its end, too, where there is more below; another takes
the welcome of an empty one. Pictures go to the folder that is named, or to build/screenshots.

--readme writes those of README.md and of the guide to docs/pictures. Each view's controls and words are counted.
--changed takes every view once more in a window that was begun in the other theme and changed on that very view, and
names each picture that differs from that of a window begun in it.
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
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton, QWidget

    from app.shell.pages import Pages

ROOT = Path(__file__).parents[3]
DOCS_PICTURES = ROOT / "docs" / "pictures"
LIVE_STEPS = 60  # of a run, after which its graphs show something
WAIT_S = 600.0
LOOK_MS = 400  # between two looks at a page; it is ready when they see the same
# How a page says that it is not ready.
READS = ("Loading", "Reading", "Looking", "Counting", "Checking", "Comparing", "Starting", "Asking")


class Look(NamedTuple):
    """A window of this size, in pixels of ours; scale: of the screen's for each; text: percent of the usual size.

    begun: the theme that the window begins in, where that is another.
    """

    width: int
    height: int
    theme: str = "light"
    scale: float = 1
    text: int = 100
    begun: str = ""


LOOKS = {  # low ones are a panel and a title lower than their screen
    "light": Look(1280, 720),
    "dark": Look(1280, 720, theme="dark"),
    "768": Look(1366, 720),
    "768-dark": Look(1366, 720, theme="dark"),
    "1080": Look(1920, 1032),
    "1080-dark": Look(1920, 1032, theme="dark"),
    "720-200": Look(640, 344, scale=2),  # of 1280 by 720
    "768-200": Look(683, 360, scale=2),  # of 1366 by 768
    "768-150": Look(910, 480, theme="dark", scale=1.5),
    "1440-200": Look(1280, 680, scale=2),  # of 2560 by 1440
    "narrow": Look(900, 720, theme="dark"),
    "large-text": Look(1280, 720, text=150),
}

CHANGED = {  # each to be like one of LOOKS
    "light-changed": Look(1280, 720, begun="dark"),
    "dark-changed": Look(1280, 720, theme="dark", begun="light"),
}


class View(NamedTuple):
    """What to press on a page, one after the other, by the beginning of each button's words."""

    page: str
    name: str
    press: tuple[str, ...] = ()


VIEWS = (
    View("models", "model", ("On this computer",)),
    View("models", "model-details", ("Details",)),
    View("models", "model-hub", ("From Hugging Face",)),
    View("data", "data", ("Rows",)),
    View("data", "data-notes", ("Notes and figures",)),
    View("data", "data-more", ("Rows", "More", "Show rows as tokens")),
    View("train", "train"),
    View("train", "train-details", ("Details",)),
    View("train", "train-advanced", ("Advanced",)),
    View("chat", "chat"),
    View("chat", "chat-options", ("Options",)),
    View("chat", "assess", ("Is it better?",)),
    View("assess", "assess-more", ("More",)),
    View("export", "export", ("One file",)),
    View("export", "export-ollama", ("Ollama",)),
    View("export", "export-hub", ("Other ways", "Hugging Face")),
    View("export", "export-elsewhere", ("Other ways", "A bigger machine")),
    View("runs", "runs", ("List",)),
    View("runs", "runs-queue", ("Queue",)),
    View("runs", "runs-disk", ("Disk",)),
    View("settings", "settings"),
    View("settings", "settings-more", ("More",)),
    View("monitor", "monitor"),
    View("monitor", "monitor-details", ("Details", "Graphs")),
    View("monitor", "monitor-samples", ("Samples",)),
    View("monitor", "monitor-settings", ("Settings",)),
    View("monitor", "monitor-story", ("What happened",)),
)
DOCS = {  # view: its picture
    "welcome": "welcome", "model": "model", "data": "data", "train": "train", "monitor-live": "training",
    "chat": "chat", "export": "export", "runs": "runs",
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--home", type=Path, help="a profile to take them from, in place of a new one")
    parser.add_argument("--look", action="append", choices=LOOKS | CHANGED, help="only this one; may be given again")
    parser.add_argument("--view", action="append", help="only views whose name begins so; may be given again")
    parser.add_argument("--readme", action="store_true", help="write the pictures of README and guide, too")
    parser.add_argument("--changed", action="store_true", help="compare with windows whose theme was changed")
    parser.add_argument("--take", metavar="LOOK", help=argparse.SUPPRESS)
    parser.add_argument("--welcome", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    folder: Path = wanted.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if wanted.take:
        Photographer(wanted.take, folder, wanted.view or [""]).take(wanted.welcome)
        return 0
    home = wanted.home.resolve() if wanted.home else folder / "profile"
    looks = wanted.look or list(CHANGED if wanted.changed else LOOKS)
    looks += [look.removesuffix("-changed") for look in looks if look in CHANGED]
    views = [word for view in wanted.view or [] for word in ("--view", view)]
    if not wanted.home:
        _process("train", folder, home, [])
    left = next(home.rglob("window-state.json")).read_bytes()  # each look begins with the window as it was left
    for look in looks:
        next(home.rglob("window-state.json")).write_bytes(left)
        _process(look, folder, home, views)
        if not wanted.view and not wanted.changed:
            with tempfile.TemporaryDirectory() as empty:
                _process(look, folder, Path(empty), ["--welcome"])
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    if wanted.readme:
        _write_docs_pictures(folder)
    return _compare(folder) if wanted.changed else 0


def _process(look: str, folder: Path, home: Path, more: list[str]) -> None:
    """Theme and scale are chosen at its start."""
    is_like = (LOOKS | CHANGED).get(look, LOOKS["light"])
    theme, scale = is_like.begun or is_like.theme, is_like.scale
    environment = {"LUTHIER_HOME": str(home), "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    environment |= {"LUTHIER_THEME": theme, "QT_SCALE_FACTOR": str(scale)}
    command = [sys.executable, "-m", "tests.lab.road.screenshots", str(folder), "--take", look, *more]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True)


class Photographer:
    """With a window of its own."""

    def __init__(self, look: str, folder: Path, views: list[str]) -> None:
        from PySide6.QtWidgets import QApplication

        from app.look.theme import Theme
        from app.shell.pages import Pages

        self._look, self._folder, self._views = look, folder, tuple(views)
        application = QApplication(["luthier"])
        application.setCursorFlashTime(0)  # so that a page that waits for keys stays the same
        size = self._like = (LOOKS | CHANGED).get(look, LOOKS["light"])
        self._theme = Theme(application)
        if size.text != 100:
            self._theme.set_text_size(size.text)
        self._pages: Pages = Pages(self._theme)
        self._window = self._pages.window
        self._window.resize(size.width, size.height)

    def take(self, welcome: bool) -> None:
        """All pictures of this look. welcome: only that, on an empty profile."""
        from app.pages.data.page import SAMPLE_DATA

        self._window.show()
        if welcome:
            self._pages.begin()
            self._take("welcome")
        elif self._look == "train":
            self._train()
        else:
            self._pages.life.open(Path(self._pages.memory.trained))
            self._pages.data.use_file(SAMPLE_DATA)
            for view in VIEWS:
                if view.name.startswith(self._views):
                    if view.name == "train":
                        self._choose()
                    self._show(view)
            if "runs-compare".startswith(self._views):
                self._compare()
        self._window.close()

    def _train(self) -> None:
        """Both samples; the second is what is shown afterwards, and was asked something."""
        from core.advice.picks import CHAT, TEXT

        pages = self._pages
        pages.begin()
        for sample in (TEXT, CHAT):
            pages.window.notice.hide()  # of the sample before
            pages.window.show_key("welcome")
            pages.first_try.begin(sample)
            self._wait(lambda: pages.sessions.active is not None)
            if sample is CHAT:
                self._take_live()
            self._wait(lambda: pages.sessions.active is None)
            self._wait(lambda: bool(pages.chat.conversation.talk.exchanges) and not pages.chat.conversation.answering)

    def _choose(self) -> None:
        """A model and data, so that the Train page has a plan to show."""
        self._window.show_key("models")
        for words in ("On this computer", "Use this model", "Use this data"):
            self._wait(lambda words=words: (found := self._button(words)) is not None and found.isEnabled())
            self._button(words).click()  # type: ignore[union-attr]

    def _take_live(self) -> None:
        """The run in the looks that need no other process."""
        self._wait(lambda: self._pages.monitor.session is not None)
        session = self._pages.monitor.session
        assert session is not None
        self._wait(lambda: len(session.model.steps) > LIVE_STEPS)
        for name in ("light", "dark", "narrow", "720-200"):
            self._look, look = name, LOOKS[name]
            self._theme.apply(dark=look.theme == "dark")
            self._window.resize(look.width, look.height)
            self._wait(lambda: session.ending is not None or self._is_settled())
            self._save("monitor-live")
        self._theme.apply(dark=False)

    def _show(self, view: View) -> None:
        from PySide6.QtTest import QTest

        self._window.show_key(view.page)
        self._wait(self._is_ready)
        for words in view.press:
            if (button := self._button(words)) is None:
                print(f"{view.name}-{self._look}: there is no button “{words}”", flush=True)
                return
            if not button.isChecked():  # what is open stays so
                button.click()
            QTest.qWait(LOOK_MS)
        self._take(view.name)

    def _compare(self) -> None:
        """All runs of the profile."""
        self._window.show_key("runs")
        self._wait(self._is_ready)
        self._pages.runs.views.buttons["runs"].click()
        self._pages.runs.table.selectAll()
        self._pages.runs.compare.click()
        self._wait(lambda: self._pages.runs.comparison.isVisible())
        self._take("runs-compare")

    def _take(self, name: str) -> None:
        from PySide6.QtWidgets import QScrollArea

        self._wait(self._is_ready)
        if self._like.begun:
            self._change_theme(self._like.theme)
        self._save(name)
        if self._like.begun:
            self._change_theme(self._like.begun)
            return
        below = [area for area in self._window.findChildren(QScrollArea) if area.isVisible()]
        bars = [area.verticalScrollBar() for area in below if area.verticalScrollBar().maximum() > 0]
        if bars:
            for bar in bars:
                bar.setValue(bar.maximum())
            self._wait(self._is_ready)
            self._save(f"{name}-end")
            for bar in bars:
                bar.setValue(0)

    def _change_theme(self, theme: str) -> None:
        self._theme.apply(dark=theme == "dark")
        self._wait(self._is_ready)

    def _save(self, name: str) -> None:
        controls, words = _count(self._page)
        print(f"{name}-{self._look}: {controls} controls, {words} words", flush=True)
        self._window.grab().save(str(self._folder / f"{name}-{self._look}.png"))

    def _button(self, words: str) -> QAbstractButton | None:
        """Of the page in front, the first that begins so."""
        from PySide6.QtWidgets import QAbstractButton

        page = self._page
        buttons = [one for one in page.findChildren(QAbstractButton) if one.isVisible()]
        return next((one for one in buttons if _said(one).startswith(words)), None)

    @property
    def _page(self) -> QWidget:
        from PySide6.QtWidgets import QWidget

        return next(page for page in self._window.pages.values() if isinstance(page, QWidget) and page.isVisible())

    def _wait(self, condition: Callable[[], bool]) -> None:
        from PySide6.QtTest import QTest

        end = time.monotonic() + WAIT_S
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("It took too long.")
            QTest.qWait(100)

    def _is_ready(self) -> bool:
        """Nothing is being read, and nothing changes."""
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QLabel

        said = [label.text() for label in self._window.findChildren(QLabel) if label.isVisible()]
        if any((text.startswith(READS) and not text.endswith(".")) or "being read" in text for text in said):
            return False
        before = self._window.grab().toImage()
        QTest.qWait(LOOK_MS)
        return bool(self._window.grab().toImage() == before)

    def _is_settled(self) -> bool:
        """The graphs have been drawn once more since."""
        from PySide6.QtTest import QTest

        QTest.qWait(4 * LOOK_MS)
        return True


def _count(page: QWidget) -> tuple[int, int]:
    """Return how many controls a page shows, and words on them and beside them, also below its end.

    Cells of tables and lists and what stands in fields are the person's own and not counted.
    """
    from PySide6.QtGui import QTextDocumentFragment
    from PySide6.QtWidgets import (
        QAbstractButton,
        QAbstractItemView,
        QAbstractSlider,
        QAbstractSpinBox,
        QComboBox,
        QLabel,
        QLineEdit,
        QPlainTextEdit,
        QScrollBar,
        QTextEdit,
        QWidget,
    )  # fmt: skip

    kinds = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
    shown = [one for one in page.findChildren(QWidget) if one.isVisible()]
    inner = (QAbstractSpinBox, QComboBox, QAbstractItemView)  # their own fields and headings
    controls = [
        one for one in shown
        if (isinstance(one, kinds) or (isinstance(one, QTextEdit | QPlainTextEdit) and not one.isReadOnly()))
        and not isinstance(one, QScrollBar) and not isinstance(one.parent(), inner)
    ]  # fmt: skip
    texts = [QTextDocumentFragment.fromHtml(one.text()).toPlainText() for one in shown if isinstance(one, QLabel)]
    texts += [one.text() for one in controls if isinstance(one, QAbstractButton)]
    texts += [one.currentText() for one in controls if isinstance(one, QComboBox)]
    return len(controls), sum(len(text.split()) for text in texts)


def _said(button: QAbstractButton) -> str:
    return button.text().replace("&", "") or button.accessibleName()


def _compare(folder: Path) -> int:
    """Say which pictures differ, and where. What is free of memory and disk is another number each time."""
    from PIL import Image, ImageChops

    differing = 0
    for picture in sorted(folder.glob("*-changed.png")):
        with Image.open(picture) as changed, Image.open(str(picture).replace("-changed", "")) as begun:
            where = ImageChops.difference(changed.convert("RGB"), begun.convert("RGB")).getbbox()
        if where:
            differing += 1
            print(f"{picture.stem}: from {where[:2]} to {where[2:]}")
    print(f"{differing} differ")
    return 0


def _write_docs_pictures(folder: Path) -> None:
    """As they are, in 256 colours: that makes them small, and nobody sees it."""
    from PIL import Image

    for view, name in DOCS.items():
        with Image.open(folder / f"{view}-light.png") as picture:
            small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            small.save(DOCS_PICTURES / f"{name}.png", optimize=True)
        print(f"docs/pictures/{name}.png: {(DOCS_PICTURES / f'{name}.png').stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
