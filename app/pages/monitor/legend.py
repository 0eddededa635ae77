"""A curve's entry in the legend: a piece of the very line, its name and a value."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID, use_tabular_figures

_SWATCH = QSize(20, 14)  # pixels


class LegendEntry(QWidget):
    """Wide enough for `widest`, so that nothing moves when the value changes."""

    def __init__(self, name: str, widest: str) -> None:
        super().__init__()
        self._name = name
        self._swatch = _Swatch()
        self._label = QLabel(textFormat=Qt.TextFormat.RichText)
        use_tabular_figures(self._label)
        row = layouts.row(self, gap=GRID // 2)
        row.addWidget(self._swatch)
        row.addWidget(self._label)
        self.show_value(widest)
        self._label.setMinimumWidth(self._label.sizeHint().width())
        self.show_value("–")

    def show_value(self, value: str) -> None:
        self._label.setText(f"{escape(self._name)} <b>{value}</b>")

    def set_pen(self, pen: QPen, diamond: bool) -> None:
        """How the curve looks now."""
        self._swatch.pen, self._swatch.diamond = pen, diamond
        self._swatch.update()


class _Swatch(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(_SWATCH)
        self.pen, self.diamond = QPen(), False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x, y = self.width() / 2, self.height() / 2
        if self.diamond:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.pen.color()))
            painter.drawPolygon(QPolygonF([QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5), QPointF(x - 5, y)]))
        else:
            painter.setPen(self.pen)
            painter.drawLine(QPointF(1, y), QPointF(self.width() - 1, y))
        painter.end()
