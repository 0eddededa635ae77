"""A run's loss in the size of a stamp: how training went, and the evaluations on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPalette, QPen, QPolygonF

from app.look.colors import EVAL_LOSS, TRAIN_LOSS, ink
from core.base.language import tr
from core.base.numbers import significant

Points = Sequence[tuple[float, float]]  # step and loss
_DOT = 2.0  # pixels, radius of an evaluation


def paint_losses(painter: QPainter, area: QRectF, losses: Points, evaluations: Points, palette: QPalette) -> None:
    """Draw into the area; nothing where there is nothing yet."""
    points = [*losses, *evaluations]
    if not points:
        return
    inside = area.adjusted(_DOT, _DOT, -_DOT, -_DOT)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)

    def place(point: tuple[float, float]) -> QPointF:
        across = (point[0] - left) / (right - left) if right > left else 0.5
        up = (point[1] - low) / (high - low) if high > low else 0.5
        return QPointF(inside.left() + across * inside.width(), inside.bottom() - up * inside.height())

    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
    painter.drawLine(area.bottomLeft(), area.bottomRight())
    painter.setPen(QPen(ink(TRAIN_LOSS), 1.5))
    if len(losses) == 1:
        painter.drawPoint(place(losses[0]))
    painter.drawPolyline(QPolygonF([place(point) for point in losses]))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink(EVAL_LOSS))
    for point in evaluations:
        painter.drawEllipse(place(point), _DOT, _DOT)
    painter.restore()


def losses_in_words(losses: Points, evaluations: Points) -> str:
    """Return the curve in words, for those who do not see it."""
    if not losses:
        return tr("No loss yet.")
    text = tr("Loss from {first} to {last}.", first=significant(losses[0][1]), last=significant(losses[-1][1]))
    if evaluations:
        text += tr(
            " On text it had not seen from {first} to {last}.",
            first=significant(evaluations[0][1]),
            last=significant(evaluations[-1][1]),
        )
    return text
