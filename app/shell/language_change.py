"""Changes the language of the window while it is open: its pages are made anew, one after the other.

What goes on in workers, what was typed and where one is stay. A page whose worker is at something follows when that has
ended, and while a message offers Undo, the pages behind wait for it: it belongs to one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.look.language import meant, speak, translate_qt
from app.shell.manners import within
from app.shell.page import HandsOn, Page, Remembers
from app.shell.remembering import Remembering
from app.shell.window import MainWindow
from core.advice.texts.language import chosen
from core.base.settings import Settings

BETWEEN_MS = 40  # from one page to the next, for what the user does meanwhile


class Speaking(QObject):
    """Has one window speak the language of the settings."""

    def __init__(
        self,
        window: MainWindow,
        remembering: Remembering,
        forget: Callable[[str], object],
        retell: Callable[[], object],
    ) -> None:
        """forget: has a page, by its key, made anew when it is wanted next. retell: says again what is around them."""
        super().__init__(window)
        self._window, self._remembering, self._forget, self._retell = window, remembering, forget, retell
        self._old: list[str] = []  # keys of pages that speak another language still
        self._turn = QTimer(self, interval=BETWEEN_MS, singleShot=True)
        self._turn.timeout.connect(self._renew_next)
        window.notice.over.connect(self._turn.start)

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
        self._retell()
        front = self._window.front
        self._old = sorted(self._window.pages, key=lambda key: key != front)
        if front:
            self._renew(front)
        self._turn.start()

    def _renew_next(self) -> None:
        waiting = next((key for key in self._old if not _is_at_work(self._window.pages[key])), None)
        if waiting is not None and not self._window.notice.can_undo:
            self._renew(waiting)
            self._turn.start()

    def _renew(self, key: str) -> None:
        """Put a page of the same state in the place of this one, unless its worker is at something."""
        old = self._window.pages[key]
        if _is_at_work(old):
            old.idle.connect(self._turn.start, Qt.ConnectionType.UniqueConnection)  # type: ignore[attr-defined]
            return
        self._old.remove(key)
        if isinstance(old, Remembers):
            self._remembering.memory.pages[key] = old.state()
        is_front, place = self._window.front == key, _Place(old)
        self._window.setUpdatesEnabled(False)
        self._forget(key)
        self._window.take_out(key)
        new = self._window.put_in(key)
        if isinstance(old, HandsOn):
            old.hand_on(new)
        else:
            old.shut_down()
        if is_front:
            self._window.show_key(key)
            QTimer.singleShot(0, new, partial(place.find_in, new))
        self._window.setUpdatesEnabled(True)


class _Place:
    """Where one is on a page: how far it is scrolled, and which of its controls has the focus."""

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


def _is_at_work(page: Page) -> bool:
    return page.is_at_work if isinstance(page, HandsOn) else page.busy
