"""Changes the language of the window while it is open: its pages are made anew, one after the other.

What goes on in workers, what was typed and where one is stay. A page waits while its worker is at something; all wait
while a dialog or a menu is open, and those behind while a message offers Undo: it belongs to one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLocale, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.look.language import meant, speak, translate_qt
from app.shell.crash_report import passed_over
from app.shell.input_behaviour import within
from app.shell.page import HandsOn, Page, Remembers
from app.shell.remembering import Remembering
from app.shell.window import MainWindow
from core.base.language import chosen
from core.base.settings import Settings

BETWEEN_MS = 40  # from one page to the next, for what the user does meanwhile
AGAIN_MS = 250  # until those that had to wait are looked at again


class LanguageChange(QObject):
    """Has one window speak the language of the settings."""

    def __init__(
        self,
        window: MainWindow,
        remembering: Remembering,
        forget: Callable[[str], object],
        around: Sequence[Callable[[], object]],
    ) -> None:
        """forget: has a page, by its key, made anew when it is wanted next.

        around: each says again, in the language that was chosen, something that stands around the pages.
        """
        super().__init__(window)
        self._window, self._remembering, self._forget, self._around = window, remembering, forget, around
        self._old: list[str] = []  # keys of pages that speak another language still
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._renew_next)

    @property
    def is_done(self) -> bool:
        """Whether every page speaks the language that was chosen."""
        return not self._old

    def follow(self, known: Settings) -> None:
        """Change to the language of these settings, once the page that says so has done its part."""
        if meant(known.language) != chosen().name:
            QTimer.singleShot(0, self, partial(self._change, known.language))

    def _change(self, setting: str) -> None:
        application = QApplication.instance()
        assert application is not None
        speak(setting)
        translate_qt(application)
        self._window.setLocale(QLocale())  # of its fields' numbers
        for retell in self._around:
            retell()
        front = self._window.front
        self._old = sorted(self._window.pages, key=lambda key: key != front)
        self._turn.start(BETWEEN_MS)  # first: a page that cannot be made keeps none of the others
        if front and self._may_renew(front):
            self._renew(front)

    def _renew_next(self) -> None:
        ready = [] if self._window.notice.holds_undo else list(filter(self._may_renew, self._old))
        if self._old:
            self._turn.start(BETWEEN_MS if ready else AGAIN_MS)
        if ready:
            self._renew(ready[0])

    def _may_renew(self, key: str) -> bool:
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return False  # it may be the page's
        page = self._window.pages[key]
        return not (page.is_at_work if isinstance(page, HandsOn) else page.busy)

    def _renew(self, key: str) -> None:
        """Put a page of the same state in the place of this one."""
        self._old.remove(key)
        self._window.setUpdatesEnabled(False)
        try:
            self._put_anew(key)
        finally:
            self._window.setUpdatesEnabled(True)

    def _put_anew(self, key: str) -> None:
        old = self._window.pages[key]
        if isinstance(old, Remembers):
            with passed_over():  # what it remembered before stays
                self._remembering.memory.pages[key] = old.state()
        is_front, place = self._window.front == key, _Place(old)
        self._forget(key)
        self._window.take_out(key)
        new = self._window.put_in(key)
        with passed_over():
            if isinstance(old, HandsOn):
                old.hand_on(new)
            else:
                old.shut_down()
        if is_front:
            self._window.show_key(key)
            QTimer.singleShot(0, new, partial(place.find_in, new))


class _Place:
    """A place on a page: how far it is scrolled, and which of its controls has the focus."""

    def __init__(self, page: Page) -> None:
        assert isinstance(page, QWidget)
        focus, order = QApplication.focusWidget(), list(within(page))
        self._focus = order.index(focus) if focus in order else -1
        self._scrolled = [area.verticalScrollBar().value() for area in page.findChildren(QScrollArea)]

    def find_in(self, page: QWidget) -> None:
        """Go to the same place on a page that was made in the same way."""
        for area, value in zip(page.findChildren(QScrollArea), self._scrolled, strict=False):
            area.verticalScrollBar().setValue(value)
        order = list(within(page))
        if 0 <= self._focus < len(order):
            order[self._focus].setFocus(Qt.FocusReason.OtherFocusReason)
