"""A plot that grows: stays smooth with 100,000 points, and says its values in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel

from app.look.flow import Flow
from app.look.theme import GRID, ink, use_tabular_figures
from app.widgets.plot_card import PlotCard

Values = npt.NDArray[np.float64]
SMOOTH_POINTS = 200  # up to so many, lines are drawn without stairs
LEAST_HEIGHT = 12 * GRID  # pixels
AXIS_WIDTH = 56  # pixels, held, so that plots do not jump when their numbers get longer


@dataclass(frozen=True)
class Curve:
    """How one line looks and what it is called in the legend."""

    name: str
    color: str
    width: float = 2.0
    faint: bool = False
    dashed: bool = False
    markers: bool = False  # diamonds instead of a line
    right: bool = False  # measured on the right-hand axis


class LivePlot(PlotCard):
    """One titled plot. `draw` gives a curve its points, `say` its value in the legend."""

    def __init__(self, title: str, x_label: str, curves: list[Curve]) -> None:
        super().__init__(title, _Plot(axisItems={"bottom": _FromZero("bottom")}))
        self.plot.setMinimumHeight(LEAST_HEIGHT)
        self._item.setDownsampling(auto=True, mode="peak")
        self._item.setClipToView(True)
        self._item.getViewBox().setDefaultPadding(0.04)
        self._item.setLabel("bottom", x_label)
        self._item.layout.setContentsMargins(0, GRID, 0, 0)  # room for the upper half of the highest number
        self._right = self._add_right_axis() if any(curve.right for curve in curves) else None
        self._item.getAxis("left").setWidth(AXIS_WIDTH)
        self._legends = Flow(GRID)
        self.curves = {curve.name: self._add_curve(curve) for curve in curves}
        self._legend = {curve.name: self._add_legend(curve) for curve in curves}
        self.header.addLayout(self._legends)

    def draw(self, name: str, x: Values, y: Values) -> None:
        """Replace a curve's points; the arrays are not copied."""
        # Qt strokes smooth thick lines slowly, 0.3 ms a point: smooth only while it shows and costs little.
        self.curves[name].setData(x, y, antialias=len(x) <= SMOOTH_POINTS)

    def say(self, name: str, value: str) -> None:
        """Put the curve's newest value into the legend."""
        mark, label = self._legend[name]
        label.setText(f"{mark} {name} <b>{value}</b>")

    def _add_curve(self, curve: Curve) -> pyqtgraph.PlotDataItem:
        color = ink(curve.color)
        if curve.faint:
            color.setAlphaF(0.55)
        if curve.markers:
            item = pyqtgraph.PlotDataItem(
                pen=None, symbol="d", symbolSize=11, symbolBrush=color, symbolPen=None, antialias=True, clipToView=True
            )
        else:
            style = Qt.PenStyle.DashLine if curve.dashed else Qt.PenStyle.SolidLine
            pen = pyqtgraph.mkPen(color, width=curve.width, style=style)
            item = pyqtgraph.PlotDataItem(
                pen=pen, autoDownsample=True, autoDownsampleFactor=2.0, downsampleMethod="peak", clipToView=True
            )
        (self._right if curve.right and self._right else self._item).addItem(item)
        return item

    def _add_legend(self, curve: Curve) -> tuple[str, QLabel]:
        sign = "◆" if curve.markers else "╌" if curve.dashed else "●"
        label = QLabel(textFormat=Qt.TextFormat.RichText)
        use_tabular_figures(label)
        self._legends.addWidget(label)
        mark = f"<span style='color:{ink(curve.color).name()}'>{sign}</span>"
        label.setText(f"{mark} {curve.name}")
        return mark, label

    def _add_right_axis(self) -> pyqtgraph.ViewBox:
        """A second view over the first, with its own vertical scale and the same horizontal one."""
        view = pyqtgraph.ViewBox(enableMenu=False)
        self._item.showAxis("right")
        self._item.getAxis("right").setWidth(AXIS_WIDTH)
        self._item.scene().addItem(view)
        self._item.getAxis("right").linkToView(view)
        view.setXLink(self._item)
        main = self._item.getViewBox()
        main.sigResized.connect(lambda: view.setGeometry(main.sceneBoundingRect()))
        return view


class _Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types; so below
    """Asks for no more than the least, and takes all the room that the page has left."""

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(LEAST_HEIGHT, LEAST_HEIGHT)


class _FromZero(pyqtgraph.AxisItem):  # type: ignore[misc]
    """Steps and minutes begin at zero, so the margin left of it carries no numbers."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 - pyqtgraph's
        strings: list[str] = super().tickStrings(values, scale, spacing)
        return ["" if value < 0 else text for value, text in zip(values, strings, strict=True)]
