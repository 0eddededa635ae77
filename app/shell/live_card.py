"""The run that goes on, seen from every page: its name, how far it is, and the way to it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.look import layouts
from app.look.theme import set_size, use_tabular_figures
from app.shell.run_words import LiveRun
from app.widgets.controls import PathLabel, ShareBar
from core.shared.texts.language import tr


class LiveCard(QAbstractButton):
    """A press leads to the run; hidden while there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("live")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name = PathLabel(words=True)
        set_size(self._name, 11, bold=True)
        self._name.setProperty("dim", False)
        self._bar, self._state = ShareBar(), PathLabel(words=True)
        use_tabular_figures(self._state)
        self._column = layouts.column(self, gap=6, margins=(12, 10, 12, 10))
        for part in (self._name, self._bar, self._state):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._column.addWidget(part)
        self.hide()

    def show_run(self, run: LiveRun | None) -> None:
        """How it stands; nothing with None."""
        self.setVisible(run is not None)
        if run is not None:
            self._name.show_path(run.name)
            self._bar.show_share(run.share)
            self._state.show_path(run.brief)
            self.setAccessibleName(f"{run.name}: {run.brief}")
            self.setToolTip(tr("{name}\n{words}\nPress to watch it.", name=run.name, words=run.words))

    def be_tight(self, tight: bool) -> None:
        """One line less, where the window has little height."""
        self._name.setVisible(not tight)
        margin = 6 if tight else 10
        self._column.setContentsMargins(12, margin, 12, margin)
        self._column.setSpacing(4 if tight else 6)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, here and below
        return self._column.sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self._column.minimumSize()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter, palette = QPainter(self), QApplication.palette()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(palette.color(QPalette.ColorRole.Midlight if self.underMouse() else QPalette.ColorRole.Base))
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Dark), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
