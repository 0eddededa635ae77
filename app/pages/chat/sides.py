"""The conversation, and the options beside it; on a narrow page in its place, while they are wanted there."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.widgets.controls import scrolled

PANEL_WIDTH = 38 * GRID
NARROW = 88 * GRID  # pixels, below which the panel stands in place of the conversation
_ANY_WIDTH = 16_777_215  # for Qt: no limit


class Sides(Columns):
    """toggle: the button that shows the panel."""

    def __init__(self, conversation: QWidget, source: QWidget, options: QWidget, toggle: QAbstractButton) -> None:
        super().__init__(2 * GRID, narrow=NARROW)
        self._is_narrow, self._wide_choice = False, True
        self._conversation, self._toggle = conversation, toggle
        self._inside = QWidget()
        column = layouts.column(self._inside, gap=2 * GRID)
        column.addWidget(source)
        column.addWidget(options, 1)
        self._panel = scrolled(self._inside)
        self._panel.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.add(conversation, 1)
        self.add(self._panel)
        toggle.setChecked(True)
        toggle.toggled.connect(lambda _on: self.fit())

    @property
    def wanted(self) -> bool:
        """Whether the person wants the panel where there is room for both."""
        return self._wide_choice if self._is_narrow else self._toggle.isChecked()

    def want(self, wanted: bool) -> None:
        self._wide_choice = wanted
        if not self._is_narrow:
            self._toggle.setChecked(wanted)

    def show_conversation(self) -> None:
        """Where the panel stands in its place."""
        if self._is_narrow:
            self._toggle.setChecked(False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """To the room there is, and to the text, which may be larger than before."""
        narrow = self.width() < NARROW
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            if narrow:
                self._wide_choice = self._toggle.isChecked()
            with QSignalBlocker(self._toggle):
                self._toggle.setChecked(self._wide_choice and not narrow)
        wanted = self._toggle.isChecked()
        self._panel.setVisible(wanted)
        self._conversation.setVisible(not (wanted and narrow))
        wide_enough = max(PANEL_WIDTH, self._inside.minimumSizeHint().width() + 2 * GRID)  # with what scrolls it
        self._panel.setMinimumWidth(min(wide_enough, self.width()))
        self._panel.setMaximumWidth(_ANY_WIDTH if narrow else wide_enough)
