"""A strip above the page, whichever that is: something that concerns the whole window, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QWidget

from app.look import icons, layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.widgets.controls import IconButton, selectable_label

Action = tuple[str, str, Callable[[], object]]  # a button's text and icon, and what it does
NARROW = 66 * GRID  # pixels, below which the buttons stand under the words


class Notice(QFrame):
    """Hidden until `say`; each of its buttons hides it, and does what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("inset")
        self._icon, self._text = QLabel(), selectable_label()
        self._waiting: list[tuple[str, tuple[Action, ...]]] = []
        self._text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._holder = QWidget()
        self._buttons = layouts.row(self._holder, gap=GRID)
        columns = Columns(2 * GRID, narrow=NARROW)
        columns.add(self._text, 1)
        columns.add(self._holder)
        row = layouts.row(self, gap=12, margins=(2 * GRID, GRID, 2 * GRID, GRID))
        row.addWidget(self._icon)
        row.addWidget(columns, 1)
        self.hide()

    def say(self, text: str, *actions: Action) -> None:
        """actions: a button's text and icon, and what it does."""
        while (item := self._buttons.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._text.setText(text)
        self.setAccessibleName(text)
        for label, icon, action in actions:
            button = IconButton(label, icon)
            button.clicked.connect(self._end)
            button.clicked.connect(action)
            self._buttons.addWidget(button)
        self._paint_icon()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def say_when_free(self, text: str, *actions: Action) -> None:
        """As `say`, but what stands there now is read first. What is said or waits already is not said twice."""
        if self.isHidden():
            self.say(text, *actions)
        elif text != self.text and all(text != other for other, _ in self._waiting):
            self._waiting.append((text, actions))

    def take_back(self, text: str) -> None:
        """What was said does not hold any more; anything said since stays."""
        if text and self.text == text:
            self._end()

    def _end(self) -> None:
        """It was read."""
        self.hide()
        if self._waiting:
            text, actions = self._waiting.pop(0)
            self.say(text, *actions)

    @property
    def text(self) -> str:
        return self._text.text()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()

    def _paint_icon(self) -> None:
        color = QApplication.palette().color(QPalette.ColorRole.Link)
        self._icon.setPixmap(icons.icon("mdi6.information-outline", color=color).pixmap(QSize(20, 20)))
