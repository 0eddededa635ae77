"""Two cells that are more than a text: a run's name with its tags and notes, and its loss as a small picture."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.look.theme import GRID
from app.pages.runs.listed_run import ListedRun
from app.pages.runs.run_model import RUN
from app.widgets.loss_thumbnail import paint_losses

_Index = QModelIndex | QPersistentModelIndex


class NameCell(QStyledItemDelegate):
    """The name, and below it tags and the beginning of the notes where there are any; each in one line."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        run: ListedRun = index.data(RUN)
        palette, area = _background(self, painter, option, index)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        lit = palette.color(QPalette.ColorRole.HighlightedText)
        about = "  ".join([*(f"#{tag}" for tag in run.notes.tags), " ".join(run.notes.notes.split())]).strip()
        line = option.fontMetrics.lineSpacing()
        top = area.top() + (area.height() - line * (2 if about else 1)) // 2
        painter.save()
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(lit if selected else palette.color(QPalette.ColorRole.Text))
        _write(painter, QRect(area.left(), top, area.width(), line), run.title, Qt.TextElideMode.ElideMiddle)
        painter.setFont(option.font)
        painter.setPen(lit if selected else palette.color(QPalette.ColorRole.PlaceholderText))
        _write(painter, QRect(area.left(), top + line, area.width(), line), about, Qt.TextElideMode.ElideRight)
        painter.restore()


class CurveCell(QStyledItemDelegate):
    """The loss over the steps; on a card of its own colours where the row is selected."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        run: ListedRun = index.data(RUN)
        palette, area = _background(self, painter, option, index)
        picture = QRectF(area).adjusted(0, GRID, 0, -GRID)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.save()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(QPalette.ColorRole.Base))
            painter.drawRoundedRect(picture.adjusted(-4, -4, 4, 4), 4, 4)
            painter.restore()
        paint_losses(painter, picture, run.figures.losses, run.figures.evaluations, palette)


def _background(
    delegate: QStyledItemDelegate, painter: QPainter, option: QStyleOptionViewItem, index: _Index
) -> tuple[QPalette, QRect]:
    """Paint the row's own background; the palette, and the room for what is in the cell."""
    delegate.initStyleOption(option, index)
    option.text, widget = "", option.widget
    assert isinstance(widget, QWidget)
    widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
    return option.palette, option.rect.adjusted(GRID, 0, -GRID, 0)


def _write(painter: QPainter, area: QRect, text: str, mode: Qt.TextElideMode) -> None:
    shown = painter.fontMetrics().elidedText(text, mode, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
