"""The window: a side bar, and the page that is chosen in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app.look import layouts
from app.shell.input_behaviour import InputBehaviour, first_control
from app.shell.notice import Notice
from app.shell.page import Begins, Entry, Page
from app.shell.preload import Turns
from app.shell.run_words import LiveRun
from app.shell.sidebar import SideBar
from app.widgets.message_bar import MessageBar
from core.base.language import tr


class MainWindow(QMainWindow):
    """Shows one of its pages; knows them only as such, and makes each when it is first wanted.

    Signals:
        page_shown: the key of the page that is in front now. closed: it is about to be gone.
        blocked: why no run may begin now; "" where one may.
    """

    page_shown = Signal(str)
    blocked = Signal(str)
    closed = Signal()

    def __init__(self, entries: Sequence[Entry]) -> None:
        """entries: in the side bar from the top down, but for those that are led to from elsewhere."""
        super().__init__()
        self.setWindowTitle("Luthier")
        self.setMinimumSize(QSize(600, 288))  # fits 1280x720 at twice the scale, panels and all
        self.may_close: Callable[[], bool] = lambda: True  # asked each time that it is to be closed
        self._entries = {entry.key: entry for entry in entries}
        self._pages: dict[str, Page] = {}  # those made so far
        self._blocked = ""
        self._stack, self._blank = QStackedWidget(), QWidget()  # blank: in front while a page is made
        self._stack.addWidget(self._blank)
        self._coming = ""  # that page
        self._unseen: dict[str, str] = {}  # what the notice says of pages that were not in front
        self.notice = Notice()
        # Before any page: it teaches each widget when that is first polished.
        self.input_behaviour = InputBehaviour(self)
        self.sidebar = SideBar([entry for entry in entries if not entry.under])
        self.sidebar.wanted.connect(self._on_wanted)
        self._arrange()

    def add(self, key: str, page: Page) -> None:
        """Add a page that was made; `put_in` has it in the window."""
        self._pages[key] = page

    def make(self, key: str) -> Page:
        """Return a page, made now where it is not there yet."""
        if key not in self._pages:
            with self.input_behaviour.looking_away():
                self._entries[key].build()
        return self._pages[key]

    def put_in(self, key: str) -> QWidget:
        """Have a page in the window, which gives it its look; it is made first where it is not there yet."""
        page = self.make(key)
        assert isinstance(page, QWidget)  # which a protocol cannot say
        if not self.is_in(key):
            with self.input_behaviour.looking_away():
                self._stack.addWidget(page)
            for bar in page.findChildren(MessageBar):
                bar.happened.connect(lambda text, actions: self.notice.pass_by(text, *actions))
                bar.unseen.connect(partial(self._tell_unseen, key))
            self.input_behaviour.catch_up(page)
        return page

    def take_out(self, key: str) -> None:
        """Have a page no more; what it has made is deleted with it, in the next turn of the event loop."""
        page = self._pages.pop(key)
        assert isinstance(page, QWidget)
        self._stack.removeWidget(page)
        page.hide()
        page.deleteLater()

    def retell(self) -> None:
        """Say the names of the pages in the language that was chosen."""
        for key, button in self.sidebar.buttons.items():
            button.name_it(self._entries[key].title())
        self.sidebar.updateGeometry()

    def _tell_unseen(self, key: str, text: str, waits: bool) -> None:
        """Say what has happened on a page that is not in front, and lead there. waits: until it is answered."""
        if self.front != key:
            self._forget_unseen(key)
            said = self._unseen[key] = tr("{page}: {text}", page=self._entries[key].title(), text=text)
            show = (tr("&Show it"), self._entries[key].icon, partial(self.open_key, key))
            if waits:
                self.notice.say_when_free(said, show, (tr("&Not now"), "mdi6.close", lambda: None))
            else:
                self.notice.pass_by(said, show)

    def _forget_unseen(self, key: str) -> None:
        self.notice.take_back(self._unseen.pop(key, ""))

    def is_in(self, key: str) -> bool:
        """Return whether a page is there, and in the window."""
        page = self._pages.get(key)
        return isinstance(page, QWidget) and self._stack.indexOf(page) >= 0

    @property
    def front(self) -> str:
        """The key of the page in front, "" where none is."""
        shown: object = self._stack.currentWidget()
        return next((key for key, page in self._pages.items() if page is shown), "")

    @property
    def is_blank(self) -> bool:
        """Whether no page is in front."""
        return self._stack.currentWidget() is self._blank

    def open_key(self, key: str) -> None:
        """Show a page as `show_key`; one that does not exist yet is made in several turns of the event loop first."""
        if self.is_in(key):
            self.show_key(key)
            return
        self._coming = key
        self._mark(key)
        self._stack.setCurrentWidget(self._blank)
        made = [partial(self.make, one) for one in (*self._entries[key].needs, key)]
        Turns([*made, lambda: self.put_in(key), lambda: self._show_coming(key)], self)

    def show_key(self, key: str) -> None:
        """Bring a page to the front, and make it first where it is not there yet."""
        self._coming = ""
        self._forget_unseen(key)
        page = self.put_in(key)
        was_inside = self._stack.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._stack.setCurrentWidget(page)
        self._tell_front()
        if was_inside and (control := first_control(page)) is not None:  # else it may come to one that ends something
            control.setFocus(Qt.FocusReason.OtherFocusReason)
        marked = self._mark(key)
        if self.isVisible():
            self._pages[key].shown()
        focus = self.focusWidget()
        if focus in (None, page) or focus in self.sidebar.buttons.values():  # no control of the page has the focus yet
            self.sidebar.buttons[marked].setFocus()
        self.page_shown.emit(key)

    def _mark(self, key: str) -> str:
        """Mark an entry in the side bar, and return it."""
        marked = self._entries[key].under or key
        self.sidebar.mark(marked)
        return marked

    def _on_wanted(self, key: str) -> None:
        """Open what was clicked in the side bar."""
        if not self._entries[key].leads():
            self.open_key(key)

    def _show_coming(self, key: str) -> None:
        if self._coming == key:  # else the user went elsewhere meanwhile
            self.show_key(key)

    def show_page(self, page: Page) -> None:
        """Bring one that is there to the front."""
        self.show_key(next(key for key, one in self._pages.items() if one is page))

    @property
    def keys(self) -> list[str]:
        """The keys of all its pages, made or not, in the order of the side bar."""
        return list(self._entries)

    @property
    def pages(self) -> dict[str, Page]:
        """The pages made so far, by their keys; the order is that of the side bar.

        A page that is asked something may make another: loop over these, which stay as they are.
        """
        return {key: self._pages[key] for key in self._entries if key in self._pages}

    def block(self, reason: str) -> None:
        """Keep runs from beginning, for this reason; with an empty one they may again."""
        self._blocked = reason
        self.blocked.emit(reason)
        self._tell_front()

    def _tell_front(self) -> None:
        """Other pages are told when they come to the front."""
        page = self._stack.currentWidget()
        if isinstance(page, Begins):
            page.block(self._blocked)

    @property
    def is_blocked(self) -> bool:
        """Whether no run may begin now."""
        return bool(self._blocked)

    def show_run(self, run: LiveRun | None) -> None:
        """Show the run that goes on, in the side bar and the title; None: there is none."""
        self.sidebar.show_run(run)
        self.setWindowTitle(tr("{title} – Luthier", title=run.title) if run else "Luthier")

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Tell a page that was brought to the front before that it is seen from now on."""
        super().showEvent(event)
        front: object = self._stack.currentWidget()
        seen = next((page for page in self._pages.values() if page is front), None)
        if seen is not None and not event.spontaneous():
            seen.shown()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """End what goes on first, if that is what the user wants."""
        event.setAccepted(self.may_close())
        if event.isAccepted():
            self.closed.emit()

    def _arrange(self) -> None:
        content = QWidget()
        self.notice.setParent(content)  # before the pages: Tab comes to it first
        layouts.row(self.sidebar, (self._stack, 1), inside=content, gap=0)
        self.setCentralWidget(content)
        self.notice.lie_over(self._stack)
        self.page_shown.connect(self.notice.find_place)
