"""Keeps what the window and its pages remember: given back when a page is made, written down as things change.

The window stands as it was left, and never beyond the screen with its frame.
"""

from __future__ import annotations

import threading

from PySide6.QtCore import QByteArray, QObject, QRect, QSize, QTimer
from PySide6.QtWidgets import QWidget

from app.look.theme import GRID
from app.shell import memory
from app.shell.crash_report import passed_over
from app.shell.memory import Memory
from app.shell.page import Page, Remembers
from app.shell.window import MainWindow

EVERY_MS = 20_000  # what a power cut may cost
SOON_MS = 500  # after another page was shown, which comes first

USUAL = QSize(160 * GRID, 100 * GRID)  # pixels
FRAME = QSize(GRID, 5 * GRID)  # of the window manager's frame, until it is known
LOOKS_MS = (0, 150, 600)  # after the window is shown; window managers put frames around later


class Remembering(QObject):
    """Remembers one window's state; `memory` is what it knows now, less what stands on its pages since it was written
    last.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.memory: Memory = memory.load()
        self._window = window
        self._newest = memory.encoded(self.memory)  # as it is in the file, or will be
        self._writing = threading.Lock()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.write)
        self._timer.start()
        self._soon = QTimer(self, interval=SOON_MS, singleShot=True)
        self._soon.timeout.connect(self.write)
        window.page_shown.connect(self._on_page)

    def give_back(self, key: str, page: Page) -> None:
        """Give a page what it remembered, if it does. A page that cannot take it begins anew."""
        if isinstance(page, Remembers) and (state := self.memory.pages.pop(key, None)):
            with passed_over():
                page.restore(state)
                self.memory.pages[key] = state

    def write(self) -> None:
        """Write the memory in a thread: a disk may take its time."""
        before = self._newest
        self._collect()
        if self._newest != before:
            threading.Thread(target=self._save).start()

    def write_now(self) -> None:
        """Write the memory before the program ends."""
        self._collect()
        self._save()

    def _collect(self) -> None:
        for key, page in self._window.pages.items():
            if isinstance(page, Remembers):
                with passed_over():  # what it remembered before stays
                    self.memory.pages[key] = page.state()
        self.memory.geometry = left(self._window)
        with passed_over():  # a path can be no text: what is in the file stays
            self._newest = memory.encoded(self.memory)

    def _save(self) -> None:
        """Save the newest content: threads may come here in another order than they began."""
        with self._writing:
            memory.save(self._newest)

    def _on_page(self, key: str) -> None:
        self.memory.page = key
        self._soon.start()


def place(window: QWidget, geometry: str) -> None:
    """Place a window before it is shown. geometry: what `left` gave, of any screen; "" at the first start."""
    if not (geometry and window.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "replace")))):
        window.resize(USUAL)
    room = window.screen().availableGeometry().size() - FRAME
    if not window.isMaximized():
        window.resize(window.size().boundedTo(room))
    for delay in LOOKS_MS:
        QTimer.singleShot(delay, window, lambda: _fit(window))


def left(window: QWidget) -> str:
    """Return a window's place and size, to be remembered."""
    return bytes(window.saveGeometry().toBase64().data()).decode()


def _fit(window: QWidget) -> None:
    """Fit the window, with its frame as it is."""
    if window.isMaximized() or window.isFullScreen() or window.isMinimized() or not window.isVisible():
        return
    screen, frame = window.screen().availableGeometry(), window.frameGeometry()
    over = QSize(max(0, frame.width() - screen.width()), max(0, frame.height() - screen.height()))
    if not over.isNull():
        window.resize(window.size() - over)
        frame = QRect(frame.topLeft(), frame.size() - over)
    inside = _moved_into(frame, screen)
    if inside.topLeft() != frame.topLeft():
        window.move(inside.topLeft())


def _moved_into(frame: QRect, screen: QRect) -> QRect:
    moved = QRect(frame)
    moved.moveLeft(max(screen.left(), min(frame.left(), screen.right() - frame.width() + 1)))
    moved.moveTop(max(screen.top(), min(frame.top(), screen.bottom() - frame.height() + 1)))
    return moved
