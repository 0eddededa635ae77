"""The views of a page, one at a time: as high as the one that is shown, and words side by side to choose it by.

The word of the view that is shown is underlined.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QStackedWidget, QWidget

from app.look.flow import Flow
from app.look.theme import GRID
from app.widgets.controls import IconButton


class ViewSwitch(QWidget):
    """A switch between views, in several lines if the page is narrow.

    Signals:
        chosen: the key of the view that the user wants to see.
    """

    chosen = Signal(str)

    def __init__(self, name: str, views: Sequence[tuple[str, str, str]]) -> None:
        """name: for those who do not see it. views: of each its key, its words and its icon; the first is chosen."""
        super().__init__()
        self.setObjectName("switch")  # the style sheet has its look
        self.setAccessibleName(name)
        self.buttons: dict[str, IconButton] = {}
        inside, group = Flow(GRID // 2), QButtonGroup(self, exclusive=True)
        inside.setContentsMargins(0, 0, 0, 0)
        self.setLayout(inside)
        for key, words, icon in views:
            button = IconButton(words, icon, checkable=True, lights_up=True)
            button.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            group.addButton(button)
            inside.addWidget(button)
            self.buttons[key] = button
        self.choose(views[0][0])

    @property
    def key(self) -> str:
        """The key of the shown view."""
        return next(key for key, button in self.buttons.items() if button.isChecked())

    def choose(self, key: str) -> None:
        self.buttons[key].setChecked(True)

    def name(self, key: str, words: str) -> None:
        """Name a button otherwise, such as with a count."""
        self.buttons[key].setText(words)


class ViewStack(QStackedWidget):
    """Shows one of these widgets, the first at first."""

    def __init__(self, *views: QWidget) -> None:
        super().__init__()
        for view in views:
            self.addWidget(view)
        self.currentChanged.connect(self._fit)
        self._fit(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Return False: Qt would take the highest of all views; the hints below are those of the one that is shown."""
        return False

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self._suited(super().sizeHint())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return self._suited(super().minimumSizeHint())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():  # what wraps needs another height now
            self.updateGeometry()

    def _suited(self, hint: QSize) -> QSize:
        view = self.currentWidget()
        if view is not None and view.hasHeightForWidth():
            hint.setHeight(view.heightForWidth(max(self.width(), view.minimumSizeHint().width())))
        return hint

    def _fit(self, shown: int) -> None:
        for index in range(self.count()):
            policy = QSizePolicy.Policy.Preferred if index == shown else QSizePolicy.Policy.Ignored
            if widget := self.widget(index):
                widget.setSizePolicy(policy, policy)
        self.updateGeometry()
