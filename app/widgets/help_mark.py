"""A question mark beside a label: a click, or Shift+F1 in the field, says in two sentences what is meant."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.look import icons, layouts, motion
from app.look.theme import BODY, GRID, set_size
from app.widgets.controls import IconButton
from core.base.language import tr

WIDTH = 40 * GRID  # pixels, of what it says


class HelpMark(IconButton):
    """The mark of a field. Tab passes it by: what it says is the field's description, too, for screen readers.

    Signals:
        guide_wanted: somebody wants to read more. The window connects it (app/shell/input_behaviour.py).
    """

    guide_wanted = Signal()

    def __init__(self, title: str, text: str, field: QWidget) -> None:
        super().__init__("", "mdi6.help-circle-outline", flat=True)
        self._title, self._text = title, text
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("What is meant by “{title}”?", title=title))
        self.setToolTip(tr("What is this? (Shift+F1)"))
        field.setWhatsThis(text)
        self.field = field
        self.clicked.connect(self.explain)

    def _paint_icon(self) -> None:
        """Draw it as what is said beside, lest a page of marks is restless."""
        color = QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        self.setIcon(icons.icon(self._icon_name, color=color, color_active=color))

    def explain(self) -> Explanation:
        """Show what is meant, until the next click or key elsewhere."""
        said = Explanation(self.window(), self._title, self._text)
        said.guide.clicked.connect(self.guide_wanted)
        said.show_below(self)
        return said


class Explanation(QFrame):
    """Words over the window that go away by themselves."""

    def __init__(self, window: QWidget, title: str, text: str) -> None:
        super().__init__(window, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)  # for its round corners
        self.setAccessibleName(f"{title}. {text}")
        self._area = area = QFrame()
        area.setObjectName("explanation")
        layouts.column(inside=self).addWidget(area)
        head, words = QLabel(title), QLabel(text, wordWrap=True)
        set_size(head, BODY, bold=True)
        words.setFixedWidth(WIDTH)
        self.guide = IconButton(tr("More in the &guide"), "mdi6.book-open-outline", flat=True)
        self.guide.clicked.connect(self.close)
        column = layouts.column(inside=area, gap=GRID, margins=(2 * GRID, 12, 2 * GRID, GRID))
        for widget in (head, words):
            widget.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(widget)
        column.addWidget(self.guide, 0, Qt.AlignmentFlag.AlignLeft)

    def show_below(self, anchor: QWidget) -> None:
        """Lie below a widget, or above it where the screen ends; never beyond its window's right edge."""
        self.adjustSize()
        window = anchor.window()
        edges = window.rect().translated(window.mapToGlobal(QPoint(0, 0)))
        place = anchor.mapToGlobal(QPoint(0, anchor.height() + GRID // 2))
        x = max(edges.left(), min(place.x(), edges.right() - self.width() - GRID))
        y = place.y()
        if y + self.height() > edges.bottom():
            y = anchor.mapToGlobal(QPoint(0, 0)).y() - self.height() - GRID // 2
        self.move(x, y)
        self.show()
        motion.appear(self._area)


def mark_of(widget: QWidget | None) -> HelpMark | None:
    """Return the mark of the field that a widget is, or is in."""
    while widget is not None:
        if widget.whatsThis():
            window = widget.window()
            return next((mark for mark in window.findChildren(HelpMark) if mark.field is widget), None)
        widget = widget.parentWidget()
    return None
