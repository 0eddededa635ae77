"""How the lines of a plot look."""

from __future__ import annotations

from dataclasses import dataclass

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from app.look.theme import ink

AREA = 0.45  # of a curve's colour, for the area below it; the rest is the ground's
FAINT = 0.72  # of a curve's colour, for the one behind another; as little as stands out


@dataclass(frozen=True)
class Curve:
    """How one line looks and what it is called in the legend.

    smooth: without jumps, so that a point every few pixels says it all. widest: the longest value that it may have.
    stacked: it is drawn as an area, from the curve of the number before it up.
    """

    name: str
    color: str
    width: float = 2.0
    faint: bool = False
    dashed: bool = False
    smooth: bool = False
    markers: bool = False  # diamonds instead of a line
    at_times: bool = False  # not of every run: in the legend where there is one
    widest: str = "0.000"
    stacked: int | None = None


def pen_of(curve: Curve) -> QPen:
    color = QColor(ink(curve.color))
    if curve.faint:
        color.setAlphaF(FAINT)
    style = Qt.PenStyle.DashLine if curve.dashed else Qt.PenStyle.SolidLine
    pen: QPen = pyqtgraph.mkPen(color, width=curve.width, style=style)  # pyqtgraph has no types
    return pen


def area_of(curve: Curve, ground: QColor) -> QColor:
    """What the area below a stacked one is filled with: opaque, as others lie behind it."""
    color = ink(curve.color)
    return QColor(
        round(AREA * color.red() + (1 - AREA) * ground.red()),
        round(AREA * color.green() + (1 - AREA) * ground.green()),
        round(AREA * color.blue() + (1 - AREA) * ground.blue()),
    )
