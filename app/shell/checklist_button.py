"""A page's button in the side bar: its name, and how that step of the road stands."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QRadioButton

from app.look import icons
from app.look.theme import GRID, use_tabular_figures
from app.shell.checklist import Mark, Stand

ROOMY, TIGHT = 5 * GRID, 28  # pixels of height, with the gap below
_ICON = 18  # pixels
_MARKS = {Mark.DONE: "mdi6.check-circle", Mark.NEXT: "mdi6.arrow-right-circle-outline"}


class RoadButton(QRadioButton):
    """One of a group, as the pages are: arrow keys go from one to the next, and Tab leaves them all."""

    def __init__(self, title: str, icon: str, keys: QKeySequence) -> None:
        """keys: that lead there, from wherever the focus is. Letters of Alt are left to the pages."""
        super().__init__(title)
        self._icon, self._stand, self._keys = icon, Stand(), keys.toString(QKeySequence.SequenceFormat.NativeText)
        self._height = ROOMY
        use_tabular_figures(self)
        self.show_stand(Stand())

    def name_it(self, title: str) -> None:
        """Change its name."""
        self.setText(title)
        self.show_stand(self._stand)
        self.updateGeometry()

    def show_stand(self, stand: Stand) -> None:
        """Say how this step stands: by a mark, and in words for those who do not see it."""
        self._stand = stand
        words = ", ".join(filter(None, (self.text(), stand.words)))
        self.setAccessibleName(words)
        self.setToolTip(f"{words} ({self._keys})")
        self.update()

    @property
    def stand(self) -> Stand:
        return self._stand

    def be_tight(self, tight: bool) -> None:
        """Take less height, where the window has little."""
        self._height = TIGHT if tight else ROOMY
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, here and below
        """Return a size with room for its icon, its name and its state."""
        words = self.fontMetrics()
        width = 12 + _ICON + 10 + words.horizontalAdvance(self.text()) + 4 + _ICON + GRID
        return QSize(max(18 * GRID, width), max(self._height, words.height() + 4))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(12 * GRID, TIGHT)

    def hitButton(self, place: QPoint) -> bool:  # noqa: N802
        """Return whether a place is in the button: all of it, not only the circle that others of its kind have."""
        return self.rect().contains(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Go to the page by Enter as by Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = QApplication.palette()
        area = self.rect().adjusted(0, 2, 0, -2)
        self._paint_ground(painter, palette, area)
        role = QPalette.ColorRole.HighlightedText if self.isChecked() else QPalette.ColorRole.ButtonText
        color = palette.color(role)
        left = area.left() + 12
        self._paint_icon(painter, self._icon, color, left)
        end = self._paint_stand(painter, palette, area)
        painter.setPen(color)
        words = QRect(left + _ICON + 10, area.top(), end - left - _ICON - 14, area.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _paint_ground(self, painter: QPainter, palette: QPalette, area: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
        elif self.underMouse():
            painter.setBrush(palette.color(QPalette.ColorRole.Midlight))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 6, 6)

    def _paint_icon(self, painter: QPainter, name: str, color: QColor, left: int) -> None:
        icon = icons.icon(name, color=color)
        icon.paint(painter, QRect(left, (self.height() - _ICON) // 2, _ICON, _ICON))

    def _paint_stand(self, painter: QPainter, palette: QPalette, area: QRect) -> int:
        """Paint the mark at the right end; return where it begins."""
        right = area.right() - GRID
        checked = self.isChecked()
        if self._stand.mark is Mark.RUNNING:
            role = QPalette.ColorRole.HighlightedText if checked else QPalette.ColorRole.ButtonText
            painter.setPen(palette.color(role))
            width = self.fontMetrics().horizontalAdvance("100%")
            place = QRect(right - width, area.top(), width, area.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._stand.percent)
            return right - width
        if name := _MARKS.get(self._stand.mark):
            plain = QPalette.ColorRole.Link if self._stand.mark is Mark.NEXT else QPalette.ColorRole.PlaceholderText
            color = palette.color(QPalette.ColorRole.HighlightedText if checked else plain)
            self._paint_icon(painter, name, color, right - _ICON)
            return right - _ICON
        return right
