"""Keeps what the window and its pages remember: given back when a page is made, written down as things change."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QTimer

from app.shell import memory
from app.shell.memory import Memory
from app.shell.page import Page, Remembers
from app.shell.placing import left
from app.shell.unforeseen import passed_over
from app.shell.window import MainWindow

EVERY_MS = 20_000  # what a power cut may cost


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
        window.page_shown.connect(self._on_page)

    def give_back(self, key: str, page: Page) -> None:
        """What this page remembered, if it does. A page that cannot take it begins anew."""
        if isinstance(page, Remembers) and (state := self.memory.pages.pop(key, None)):
            with passed_over():
                page.restore(state)
                self.memory.pages[key] = state

    def write(self) -> None:
        """Write it in a thread: a disk may take its time."""
        before = self._newest
        self._collect()
        if self._newest != before:
            threading.Thread(target=self._save).start()

    def write_now(self) -> None:
        """Write it before the program ends."""
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
        """What is newest by then: threads may come to it in another order than they began."""
        with self._writing:
            memory.save(self._newest)

    def _on_page(self, key: str) -> None:
        self.memory.page = key
        self.write()
