"""A strip that lies over the page, whichever that is: what concerns the whole window, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QCursor, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QStackedWidget, QWidget

from app.look import layouts, motion
from app.look.flow import Columns
from app.look.theme import GRID
from app.shell.input_behaviour import within
from app.widgets.controls import IconButton, selectable_label
from app.widgets.mark import IconLabel
from core.base.language import tr

Action = tuple[str, str, Callable[[], object]]  # a button's text and icon, and what it does
PASSES_MS = 8000  # for which what has happened is said, and again while the pointer or the focus is there
NARROW, WIDE = 50 * GRID, 80 * GRID  # pixels, at most WIDE; in less than NARROW the buttons stand under the words


class _Said(NamedTuple):
    text: str
    actions: tuple[Action, ...]
    passes: bool  # by itself; otherwise it waits for an answer


class Notice(QFrame):
    """Hidden until `say`; each of its buttons hides it, and does what it says.

    It takes no room from the page, so that nothing moves as it comes and goes, under the pointer least of all.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pages: QStackedWidget | None = None
        self.setObjectName("notice")
        icon, self._text = IconLabel(), selectable_label()
        icon.show_icon("mdi6.information-outline", QPalette.ColorRole.Link)
        self._said = _Said("", (), False)
        self._waiting: list[_Said] = []
        self.passing = QTimer(self, interval=PASSES_MS, singleShot=True)
        self.passing.timeout.connect(self._pass)
        self._text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._holder = QWidget()
        self._buttons = layouts.row(inside=self._holder, gap=GRID)
        row = layouts.row(inside=self, gap=12, margins=(2 * GRID, GRID, 2 * GRID, GRID))
        row.addWidget(icon)
        row.addWidget(Columns(2 * GRID, (self._text, 1), self._holder, narrow=NARROW), 1)
        self.hide()

    def lie_over(self, pages: QStackedWidget) -> None:
        """Lie over the page in front; it has the same parent."""
        self._pages = pages
        pages.installEventFilter(self)

    def say(self, text: str, *actions: Action) -> None:
        """Say a text until one of its buttons is pressed. actions: a button's text and icon, and what it does.

        What passes by and can be undone is said again afterwards.
        """
        if self.can_undo:
            self._waiting.insert(0, self._said)
        self._say(_Said(text, actions, False))

    def pass_by(self, text: str, *actions: Action) -> None:
        """Say for some seconds what has happened.

        It waits for what can be undone. While something is said that waits for an answer, it waits if it has actions,
        and is not said otherwise.
        """
        said = _Said(text, actions, True)
        if self.isHidden() or (self.passing.isActive() and not self.can_undo):
            self._say(said)
        elif actions or self.passing.isActive():
            self._waiting.append(said)

    @property
    def can_undo(self) -> bool:
        """Whether what is said goes by itself, and its actions with it."""
        return not self.isHidden() and _can_undo(self._said)

    @property
    def holds_undo(self) -> bool:
        """Whether something that is said, or waits to be, can be undone."""
        return self.can_undo or any(map(_can_undo, self._waiting))

    def _say(self, said: _Said) -> None:
        self.passing.stop()
        self._said = said
        if said.passes:
            self._show(said.text, (*said.actions, (tr("&Dismiss"), "mdi6.close", lambda: None)))
            self.passing.start()
        else:
            self._show(said.text, said.actions)

    def _pass(self) -> None:
        """Hide the notice after its time, unless somebody points at it or has the focus there."""
        focus = QApplication.focusWidget()
        pointed = self.rect().contains(self.mapFromGlobal(QCursor.pos()))  # Qt's own mark outlives what is hidden
        if pointed or (focus is not None and self.isAncestorOf(focus)):
            self.passing.start()
        else:
            self._end()

    def _show(self, text: str, actions: Sequence[Action]) -> None:
        layouts.clear(self._buttons)
        self._text.setText(text)
        self.setAccessibleName(text)
        for label, icon, action in actions:
            button = IconButton(label, icon)
            button.clicked.connect(self._end)
            button.clicked.connect(action)
            self._buttons.addWidget(button)
        was_there = not self.isHidden()
        self.show()
        self.find_place()
        if not was_there:
            motion.appear(self)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def say_when_free(self, text: str, *actions: Action) -> None:
        """Say a text as `say` does, but only after the present notice is read. The same text is not said twice."""
        if self.isHidden() or (self.passing.isActive() and not self.can_undo):
            self.say(text, *actions)
        elif text != self.text and all(text != other.text for other in self._waiting):
            self._waiting.append(_Said(text, actions, False))

    def take_back(self, text: str) -> None:
        """Take back what was said, or waits to be, and does not hold any more; anything else stays."""
        self._waiting = [other for other in self._waiting if other.text != text]
        if text and self.text == text:
            self._end()

    def _end(self) -> None:
        """Hide the notice, and say the next."""
        self.passing.stop()
        motion.leave(self)
        if self._waiting:
            self._say(self._waiting.pop(0))

    @property
    def text(self) -> str:
        return self._text.text()

    def find_place(self) -> None:
        """Lie where it covers neither what is pointed at or typed into, nor more of the page than it must.

        At the bottom, where a page has room beside its buttons, or at the top, where it has that beside its title.
        """
        layout, pages = self.layout(), self._pages
        page = pages.currentWidget() if pages is not None else None
        if layout is None or pages is None or page is None or self.isHidden():
            return
        room = pages.rect().adjusted(2 * GRID, GRID, -2 * GRID, -GRID)
        width = min(WIDE, room.width(), self._width_in_one_line())
        self.resize(width, self.height())
        layout.activate()  # which tells whether its buttons stand beside the words
        height = layout.totalHeightForWidth(width)
        pointed, focus = QRect(pages.mapFromGlobal(QCursor.pos()), QSize(1, 1)), page.focusWidget()
        spared = [pointed] if focus is None else [pointed, _seen(focus, pages)]
        shown = [widget for widget in within(page) if widget.isVisible()]
        used = [_seen(widget, pages) for widget in shown if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
        read = [_seen(widget, pages) for widget in shown if isinstance(widget, QLabel) and widget.text()]
        places = [
            QRect(left, top, width, height)
            for top in (room.bottom() + 1 - height, room.top())
            for left in range(room.left(), room.right() + 2 - width, GRID)
        ]

        def covers(place: QRect) -> list[int]:
            return [sum(map(place.intersects, some)) for some in (spared, used, read)]

        self.setGeometry(min(places, key=covers).translated(pages.pos()))
        self.raise_()

    def _width_in_one_line(self) -> int:
        words = self._text.fontMetrics().horizontalAdvance(self.text)
        around = 11 * GRID  # icon, gaps, margins and its frame
        return around + max(words + self._holder.sizeHint().width(), NARROW)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if watched is self._pages and event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.find_place()
        return False

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # its text is of another size
            self.find_place()
        return done


def _can_undo(said: _Said) -> bool:
    return said.passes and bool(said.actions)


def _seen(widget: QWidget, pages: QWidget) -> QRect:
    """Return the visible part of a widget; of a label, about its words."""
    shown = widget.visibleRegion().boundingRect()
    if isinstance(widget, QLabel) and not widget.wordWrap():
        shown.setWidth(min(shown.width(), widget.sizeHint().width()))
    return QRect(widget.mapTo(pages, shown.topLeft()), shown.size())
