"""How fields, labels and the focus behave, whichever page they are on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QStackedWidget,
    QTextEdit,
    QWidget,
)

from app.look.theme import GRID
from app.widgets.focus_ring import FocusRing
from app.widgets.help_mark import HelpMark, mark_of
from app.widgets.letters import show_letters
from app.widgets.message_bar import MessageBar
from app.workers.advice import Place
from core.base.systems.machine import IS_MAC

ENDS = "ends"  # the property of a control that ends something: the focus does not go there by itself
_TEXTS = (QLineEdit, QPlainTextEdit, QTextEdit)
_LEAVING = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape)
_FIELDS = (QComboBox, QAbstractSpinBox, QAbstractSlider)


class InputBehaviour(QObject):
    """Teaches each widget as it is first shown, and watches the wheel and the focus; a child of its window.

    What is typed into a field stays what was typed: nothing completes it. The wheel scrolls the page, and changes a
    field only after a click into it. Labels and tooltips show text as it is: their words come from files, too, and what
    looks like HTML there is none. A label that is meant to be rich text says so.

    Enter presses the button that has the focus, as Space does: Qt has it so in dialogs only.

    Each control is one stop of Tab's, and has a name that screen readers find. The focus has a ring around it from
    the first key to the next click, and stays on its page when the control that has it is switched off or goes away.

    Signals:
        page_wanted: the Place of the page that helps with what a message says.
        guide_wanted: somebody wants to read more about a field.
    """

    page_wanted = Signal(object)
    guide_wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._clicked: QObject | None = None  # the field that the last click went into, while it has the focus
        self._stands_in: tuple[QWidget, QWidget] | None = None  # a control that was switched off; what has its focus
        self._ring = FocusRing(window)
        application = QApplication.instance()
        assert isinstance(application, QApplication)  # no widget can be there without one
        application.installEventFilter(self)
        application.focusChanged.connect(self._keep_on_page)

    @contextlib.contextmanager
    def looking_away(self) -> Iterator[None]:
        """Look away while a page is made: thousands of events, which take a fifth of the time. Have it `catch_up`
        afterwards.
        """
        application = QApplication.instance()
        assert application is not None
        application.removeEventFilter(self)
        try:
            yield
        finally:
            application.installEventFilter(self)

    def catch_up(self, page: QWidget) -> None:
        """Teach what was polished before its time, while it looked away."""
        for widget in within(page):
            if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
                self._meet(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        match event.type():
            case QEvent.Type.Polish:
                self._meet(watched)
            case QEvent.Type.KeyPress | QEvent.Type.KeyRelease if isinstance(watched, QWidget):
                self._hear_key(watched, event)
        match event.type():
            case QEvent.Type.EnabledChange if self._stands_in and watched is self._stands_in[0] and _is_on(watched):
                self._give_back()
            case QEvent.Type.MouseButtonPress:
                self._clicked = next((one for one in (watched, watched.parent()) if _is_field(one)), None)
                self._ring.follow_keys(False)
            case QEvent.Type.WindowDeactivate if isinstance(watched, QWidget):
                show_letters(watched.window(), False)  # the release of Alt goes to another program
            case QEvent.Type.FocusOut if watched is self._clicked and _loses(event):
                self._clicked = None
            case QEvent.Type.KeyPress if isinstance(watched, _TEXTS) and _is_letter_of_a_button(event):
                return True  # of one that is switched off: else it would be typed
            case QEvent.Type.KeyPress if _asks_what_it_is(event) and (mark := mark_of(QApplication.focusWidget())):
                mark.explain()
                return True
            case QEvent.Type.KeyPress if isinstance(watched, QPushButton) and _is_enter(event):
                watched.click()
                return True
            case QEvent.Type.Wheel if _is_field(watched) and watched is not self._clicked:
                event.ignore()  # so that it goes on to the page
                return True
        return False

    def _hear_key(self, watched: QWidget, event: QEvent) -> None:
        """Underline letters while Alt is held, and show where the focus is once keys move it."""
        if not isinstance(event, QKeyEvent):
            return
        pressed, alt = event.type() == QEvent.Type.KeyPress, Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_Alt:
            show_letters(watched.window(), pressed and not IS_MAC)
        elif pressed and (not isinstance(watched, _TEXTS) or event.key() in _LEAVING or event.modifiers() & alt):
            self._ring.follow_keys(True)

    def _meet(self, watched: QObject) -> None:
        _teach(watched)
        if isinstance(watched, MessageBar):
            watched.page_wanted.connect(self._pass_on, Qt.ConnectionType.UniqueConnection)
        elif isinstance(watched, HelpMark):
            watched.guide_wanted.connect(self.guide_wanted, Qt.ConnectionType.UniqueConnection)

    def _pass_on(self, place: Place) -> None:
        bar = self.sender()
        if isinstance(bar, MessageBar) and bar.window() is self._window:
            self.page_wanted.emit(place)

    def _keep_on_page(self, old: QWidget | None, new: QWidget | None) -> None:
        """Qt hands it to the next control in the window, be it in the side bar: take the nearest on the same page."""
        if old is None or new is None or old.window() is not self._window or (old.isEnabled() and old.isVisible()):
            return
        page = _page_of(old)
        if page is not None and not page.isVisible() and isinstance(pages := page.parentWidget(), QStackedWidget):
            page = pages.currentWidget()  # a page that is not in front yet had taken it
        if page is None or page.isAncestorOf(new) or not page.isVisible():
            return
        order = list(within(page))
        at = order.index(old) if old in order else 0
        near = next((one for one in (*order[:at][::-1], *order[at:][::-1]) if _takes_focus(one, page)), None)
        if near is not None and near is not old:
            near.setFocus(Qt.FocusReason.OtherFocusReason)
            self._stands_in = (old, near)

    def _give_back(self) -> None:
        """Give the focus back to a control that is switched on again, unless the user went elsewhere meanwhile."""
        assert self._stands_in is not None
        (old, near), self._stands_in = self._stands_in, None
        now = QApplication.focusWidget()
        nowhere = now is None or now is near or now.focusPolicy() == Qt.FocusPolicy.NoFocus
        if nowhere and old.isVisible():
            old.setFocus(Qt.FocusReason.OtherFocusReason)


def first_control(page: QWidget) -> QWidget | None:
    """Return where the focus may go as this page comes to the front: where it was before, or to the first control."""
    last = page.focusWidget()
    if last is not None and _takes_focus(last, page):
        return last
    return next((one for one in within(page) if _takes_focus(one, page)), None)


def within(widget: QWidget) -> Iterator[QWidget]:
    """Yield all widgets in a widget, as they were put in, which is the order of Tab's.

    Not by Qt's nextInFocusChain: PySide takes what that returns for a child of the one that was asked, whose end is
    then the end of all that follow. Their actions, headers and viewports are gone for Python while they are there. For
    the same reason each is asked for its own children only.
    """
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        yield child
        yield from within(child)


def _is_on(watched: QObject) -> bool:
    return isinstance(watched, QWidget) and watched.isEnabled()


def _is_field(watched: QObject | None) -> bool:
    return isinstance(watched, _FIELDS) and not isinstance(watched, QScrollBar)


def _is_enter(event: QEvent) -> bool:
    """Enter by itself, pressed once: with Ctrl it is the page's main button's."""
    alone = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    return (
        isinstance(event, QKeyEvent)
        and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        and event.modifiers() in alone
        and not event.isAutoRepeat()
    )


def _asks_what_it_is(event: QEvent) -> bool:
    """Shift+F1."""
    if not isinstance(event, QKeyEvent):
        return False
    return event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier


def _is_letter_of_a_button(event: QEvent) -> bool:
    """Alt with a letter or a digit. On a Mac that writes another sign."""
    return (
        not IS_MAC
        and isinstance(event, QKeyEvent)
        and event.modifiers() == Qt.KeyboardModifier.AltModifier
        and event.text().isalnum()
    )


def _loses(event: QEvent) -> bool:
    """Return whether the focus goes for good, and not only to the field's own list or to another window."""
    going = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
    return isinstance(event, QFocusEvent) and event.reason() not in going


def _page_of(widget: QWidget) -> QWidget | None:
    """The page of the window that it stands on."""
    page, at = None, widget
    while (parent := at.parentWidget()) is not None:
        page = at if isinstance(parent, QStackedWidget) else page
        at = parent
    return page


def _takes_focus(widget: QWidget, page: QWidget) -> bool:
    by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    by_tab = by_tab and not widget.property(ENDS)  # a second press on the space bar must not end what goes on
    return bool(by_tab) and widget.isVisible() and widget.isEnabled() and page.isAncestorOf(widget)


def _teach(watched: QObject) -> None:
    match watched:
        case QLabel() if watched.textFormat() == Qt.TextFormat.AutoText:
            watched.setTextFormat(Qt.TextFormat.PlainText)
        case QComboBox():
            _teach_combo(watched)
        case QWidget() if watched.inherits("QComboBoxPrivateContainer"):  # the window of a combo's list
            watched.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)  # its corners are round
        case QAbstractSpinBox() if (edit := watched.findChild(QLineEdit)) is not None:
            edit.setTextMargins(GRID, 0, 0, 0)  # which a style sheet cannot say of it
        case QAbstractButton() if watched.isCheckable() and (group := watched.group()) and group.exclusive():
            watched.setAutoExclusive(True)  # told as one of several then, not as a box to tick
        case QScrollArea():
            watched.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it scrolls has the stops; PageDown gets there anyway
    if isinstance(watched, QWidget) and _is_field(watched):
        watched.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel


def _teach_combo(combo: QComboBox) -> None:
    name, parent = combo.accessibleName(), combo.parentWidget()
    if combo.isEditable():
        combo.setCompleter(None)  # type: ignore[arg-type]  # Qt takes it: none at all
        edit = combo.lineEdit()
        assert edit is not None  # because it is editable
        edit.setAccessibleName(name)
    if name and parent is not None and not any(label.buddy() is combo for label in _labels_in(parent)):
        label = QLabel(name, parent)  # on Linux, a combo's name is that of its label, and nothing else
        label.setBuddy(combo)
        label.hide()


def _labels_in(parent: QWidget) -> list[QLabel]:
    return parent.findChildren(QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly)
