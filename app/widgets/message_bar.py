"""A message on a page: what happened, what to do, the page that helps, and its details for copying."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QScrollArea, QSizePolicy, QStackedWidget, QWidget

from app.look import layouts, motion
from app.look.flow import Columns
from app.look.theme import BODY, CONTROL_HEIGHT, FITS, GRID, INFORMS, NO, set_size
from app.widgets.command_lines import CommandLines
from app.widgets.controls import CopyButton, IconButton, selectable_label
from app.widgets.mark import IconLabel
from app.workers.advice import Place, in_the_windows_words
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.memory.monitor import system_facts

NARROW = 60 * GRID  # pixels, below which the buttons stand under the words
LOW = 48 * GRID  # pixels, of a window in which it stays among what scrolls
LARGEST_SHARE = 0.4  # of the window's height; more than that is scrolled
FEWEST_LINES = 5  # that are shown in any window: its title and four more

_ICONS = {
    "good": ("mdi6.check-circle-outline", FITS, tr("Done")),
    "info": ("mdi6.information-outline", INFORMS, tr("Note")),
    "bad": ("mdi6.alert-circle-outline", NO, tr("Error")),
}


class _Spot(NamedTuple):
    box: QBoxLayout
    at: int


class MessageBar(QFrame):
    """Hidden until `say`; hidden again by its button or Escape. Everything it says can be copied.

    Wherever a page has put it, it moves to the bottom of its view, between what scrolls and the page's buttons: there
    it takes its room from the end of what scrolls, and nothing that one is about to click moves away.

    Signals:
        dismissed: somebody has put it away.
        page_wanted: the Place that helps, which somebody wants to go to (app/shell/input_behaviour.py).
        happened: what was done, in a sentence, and actions: a button's text and icon, and what it does. The window says
            it for some seconds (app/shell/window.py).
        unseen: what was said while its page was not in front, and whether it has to be answered. The window says it,
            too, with a way there; what need not be answered goes by itself.
    """

    dismissed = Signal()
    page_wanted = Signal(object)
    happened = Signal(str, object)
    unseen = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.hide()
        self._details = ""
        self._actions: list[QWidget] = []
        self._spots: tuple[_Spot, _Spot] | None = None  # in a low window, and otherwise; once its page is there
        self._area: QScrollArea | None = None  # that scrolls its page
        self._at_home = True
        self._icon = IconLabel()
        self._title = QLabel(wordWrap=True)
        set_size(self._title, BODY, bold=True)
        self._text = selectable_label(keys=True)
        self.lines = CommandLines()
        self.copy = CopyButton(tr("&Copy details"), lambda: f"{self.text}\n\n{system_facts()}")
        self.copy_lines = CopyButton(tr("Copy the &lines"), lambda: self.lines.text)
        self._place: Place | None = None
        self.go = IconButton(tr("Go there"), "mdi6.arrow-right")
        self.go.clicked.connect(lambda: self.page_wanted.emit(self._place))
        self.put_away = IconButton("", "mdi6.close", flat=True)
        self.put_away.setAccessibleName(tr("Dismiss this message"))
        self.put_away.setToolTip(tr("Dismiss this message (Escape)"))
        self.put_away.clicked.connect(self.dismiss)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)  # only while this is to be seen
        escape.activated.connect(self.dismiss)
        escape.activatedAmbiguously.connect(self.dismiss)
        self._arrange()

    def tell(self, text: str, *actions: tuple[str, str, Callable[[], object]]) -> None:
        """Tell what was done, whichever page is in front; nothing has to be done about it, and it goes by itself.

        actions: a button's text and icon, and what it does, such as to undo it.
        """
        self.happened.emit(text, actions)

    def tell_elsewhere(self, text: str, waits: bool = False) -> None:
        """Tell a text if another page is in front, with a way to the one that it is about.

        waits: until it is answered; otherwise it goes by itself.
        """
        above = self.parentWidget()
        if above is not None and not above.isVisible():
            self.unseen.emit(text, waits)

    def say(
        self,
        kind: str,
        title: str,
        text: str,
        details: str = "",
        lines: Sequence[str] = (),
        place: Place | None = None,
        action: QWidget | None = None,
    ) -> None:
        """Show a message. kind: good, info or bad. lines: for pasting into a terminal. place: the page that helps.

        action: the one of those added that it offers.
        """
        for button in self._actions:
            button.setVisible(button is action)
        self._icon.show_icon(*_ICONS[kind])
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))
        self._details = details
        self.lines.show_lines(lines)
        self.copy_lines.setVisible(bool(lines))
        self._place = place
        if place is not None:
            self.go.setText(tr("Go to {title}", title=place.title))
        self.go.setVisible(place is not None and not self._is_on(place))
        self.copy.setVisible(kind == "bad" or bool(details))
        self.setAccessibleName(f"{title}. {text}")
        self._move()
        was_there = not self.isHidden()
        self.show()
        if not was_there:
            motion.appear(self)
        if self._at_home and self._area is not None:
            self._area.verticalScrollBar().setValue(0)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{title}. {text}"))
        if kind == "bad":
            self.tell_elsewhere(f"{title.rstrip('.')}. {text.splitlines()[0] if text else ''}".strip(), waits=True)

    def say_failure(self, title: str, failure: p.Failed, action: QWidget | None = None) -> None:
        """Say that a job could not, why, and what to do. action: as in `say`."""
        said = in_the_windows_words(failure)
        self.say("bad", title, said.text, failure.details, place=said.place, action=action)

    def say_error(self, title: str, error: LuthierError, action: QWidget | None = None) -> None:
        """Say what went wrong in the window itself, and what to do. action: as in `say`."""
        said = in_the_windows_words(error)
        self.say("bad", title, said.text, place=said.place, action=action)

    def add_action(self, button: QWidget) -> None:
        """Add what a message may offer to do next; each message says whether it does."""
        self._actions.append(button)
        button.hide()
        self._buttons.insertWidget(self._buttons.count() - 4, button)

    def dismiss(self) -> None:
        """Put the message away, as its button does."""
        motion.leave(self)
        self.dismissed.emit()

    @property
    def text(self) -> str:
        """The whole text; a copy adds the facts of this machine."""
        return "\n".join(part for part in (self.shown_text, self._details) if part)

    @property
    def shown_text(self) -> str:
        """The text without the details."""
        return "\n".join(part for part in (self._title.text(), self._text.text(), self.lines.text) if part)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        # Its window, or its page alone, where something was said before the page was put into the window.
        if event.type() == QEvent.Type.Resize and self._is_low() != self._at_home:
            self._move()
        return False

    def _is_on(self, place: Place) -> bool:
        """Return whether it stands on that page already."""
        widget = self.parentWidget()
        while widget is not None and not type(widget).__module__.startswith(f"app.pages.{place.value}."):
            widget = widget.parentWidget()
        return widget is not None

    def _is_low(self) -> bool:
        return self.window().height() < LOW

    def _move(self) -> None:
        """Move to the end of its view; in a window that is too low for both, back to where its page has put it."""
        if self._spots is None and (spots := self._find_spots()):
            self._spots = spots
            self.window().installEventFilter(self)
        if self._spots is None:
            return
        self._at_home = self._is_low()
        box, place = self._spots[0 if self._at_home else 1]
        if box.indexOf(self) != place:
            box.insertWidget(place, self)

    def _find_spots(self) -> tuple[_Spot, _Spot] | None:
        """Return the bar's spot; and one behind what scrolls that, or at the end of its view if it has several."""
        widget, view = self.parentWidget(), None
        home = widget.layout() if widget is not None else None
        while widget is not None and (host := widget.parentWidget()) is not None:
            if isinstance(host, QStackedWidget):
                view = view or widget
            if isinstance(widget, QScrollArea):
                box = (view or host).layout()
                if isinstance(home, QBoxLayout) and isinstance(box, QBoxLayout):
                    end = box.count() - 1 if view else box.indexOf(widget) + 1
                    self._area = widget
                    return _Spot(home, home.indexOf(self)), _Spot(box, end)
                return None
            widget = host
        return None

    def _arrange(self) -> None:
        buttons = QWidget()
        self._buttons = layouts.row(..., self.go, self.copy_lines, self.copy, self.put_away, inside=buttons, gap=GRID)
        columns = Columns(12, narrow=NARROW)
        columns.add(layouts.panel(layouts.column(self._title, self._text, self.lines, gap=2)), 1)
        columns.add(buttons)
        self._body = _Bounded(columns)
        layouts.row(layouts.top(self._icon), (self._body, 1), inside=self, gap=12, margins=layouts.CARD_MARGINS)


class _Bounded(QScrollArea):
    """Scrolls its content if there is too little room for all of it."""

    def __init__(self, content: QWidget) -> None:
        super().__init__(widgetResizable=True)
        self.setObjectName("plain")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMinimumHeight(CONTROL_HEIGHT)
        self._content = content
        self.setWidget(content)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the content, whose words have their new height only once its layout was told of them."""
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Ask for the room that the content takes now."""
        if self.maximumHeight() != (height := max(CONTROL_HEIGHT, self._wanted())):
            self.setMaximumHeight(height)
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(self._content.sizeHint().width(), self._wanted())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(self._content.minimumSizeHint().width(), CONTROL_HEIGHT)

    def _wanted(self) -> int:
        """Return the height in pixels at its width: at most its share of the window, but a few lines in any window."""
        layout = self._content.layout()
        assert layout is not None  # columns have one
        by_width = layout.totalHeightForWidth(self.viewport().width()) if layout.hasHeightForWidth() else 0
        wanted = max(by_width, layout.totalMinimumSize().height())
        lines = FEWEST_LINES * self.fontMetrics().lineSpacing()
        return min(wanted, max(lines, round(LARGEST_SHARE * self.window().height())))
