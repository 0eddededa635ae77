"""The views of a page, one at a time: as high as the one that is shown, and not as the highest."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget


class ViewStack(QStackedWidget):
    """Of these widgets, the first at first."""

    def __init__(self, *views: QWidget) -> None:
        super().__init__()
        for view in views:
            self.addWidget(view)
        self.currentChanged.connect(self._fit)
        self._fit(0)

    def _fit(self, shown: int) -> None:
        for index in range(self.count()):
            policy = QSizePolicy.Policy.Preferred if index == shown else QSizePolicy.Policy.Ignored
            if widget := self.widget(index):
                widget.setSizePolicy(policy, policy)
