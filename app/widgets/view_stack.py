"""The views of a page, one at a time: as high as the one that is shown, and not as the highest."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget


class ViewStack(QStackedWidget):
    """Shows one of these widgets, the first at first."""

    def __init__(self, *views: QWidget) -> None:
        super().__init__()
        for view in views:
            self.addWidget(view)
        self.currentChanged.connect(self._fit)
        self._fit(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's name
        """Qt would take the highest of all views; the hints below are those of the one that is shown."""
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
