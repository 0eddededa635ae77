"""A plot that grows: stays smooth with 100,000 points, and says its values in words and under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, use_tabular_figures
from app.pages.monitor.axes import Curve, StepAxis, TimeAxis, pen_of
from app.widgets.controls import dim_label
from app.widgets.plot_card import PlotCard
from app.workers.run_model import Mark
from core.base.language import tr
from core.base.numbers import significant, small

Values = npt.NDArray[np.float64]
SMOOTH_POINTS = 600  # up to so many, lines are drawn without stairs, which takes noisy ones twice the time
THICK_POINTS = 2000  # up to so many, lines are thick: Qt draws thin ones in a third of the time
LEAST_HEIGHT = 12 * GRID  # pixels
AXIS_WIDTH = 56  # pixels, held, so that plots do not jump when their numbers get longer
NEAR = 6  # pixels from the pointer, within which a note is told
_ANYWHERE = 1e307  # pyqtgraph's own: no limit
SMALL = 1e-3  # values below are learning rates
PADDING = 0.04  # of the width of the points, left and right of them
POINT = 6  # pixels, of a curve that has only one
NOTHING_YET = tr("The curve begins with the first step.")

# Where notes stand: from which to which part of the height, and in whose colour.
_MARKS = {
    "checkpoint": ((0.0, 0.04), QPalette.ColorRole.PlaceholderText, Qt.PenStyle.SolidLine),
    "skipped": ((0.9, 1.0), QPalette.ColorRole.BrightText, Qt.PenStyle.SolidLine),
    "paused": ((0.0, 1.0), QPalette.ColorRole.PlaceholderText, Qt.PenStyle.DotLine),
    "resumed": ((0.0, 1.0), QPalette.ColorRole.PlaceholderText, Qt.PenStyle.DotLine),
    "slept": ((0.0, 1.0), QPalette.ColorRole.PlaceholderText, Qt.PenStyle.DashLine),
    "back": ((0.0, 1.0), QPalette.ColorRole.BrightText, Qt.PenStyle.DotLine),
}


class LivePlot(PlotCard):
    """One titled plot. `draw` gives a curve its points, `say` its value in the legend.

    Signals:
        zoomed: somebody has chosen what is in view.
        pointed: at this place of the horizontal axis; None: at none.
    """

    zoomed = Signal()
    pointed = Signal(object)

    def __init__(
        self, title: str, axis: StepAxis | TimeAxis, curves: list[Curve], marked: bool = False, least: float = 0.0
    ) -> None:
        """least: from 0 to there at least the heights go; 0: as far as the curves need."""
        super().__init__(title, _Plot(axisItems={"bottom": axis}, enableMenu=False))
        self._axis, self._marks = axis, list[Mark]()
        self._said: dict[str, str] = {}
        self._is_pointed = False
        self.plot.setMinimumHeight(LEAST_HEIGHT)
        self._item.hideButtons()
        self._item.setDownsampling(auto=True, mode="peak")
        self._item.setClipToView(True)
        view = self._item.getViewBox()
        view.setDefaultPadding(PADDING)
        view.setMouseEnabled(x=True, y=False)  # the heights follow what is in view
        view.setAutoVisible(y=True)
        if least:
            view.setLimits(yMin=0, minYRange=least)
        view.sigRangeChangedManually.connect(lambda _axes: self._on_moved())
        self._item.getAxis("left").setWidth(AXIS_WIDTH)
        self._nothing = dim_label(NOTHING_YET, wraps=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.body.addWidget(self._nothing, 1)
        self._has_points = True
        self._show_plot(False)
        self._legends = Flow(2 * GRID)
        self.looks: dict[str, Curve] = {}
        self.curves: dict[str, pyqtgraph.PlotDataItem] = {}
        self._legend: dict[str, LegendEntry] = {}
        for curve in curves:
            self.looks[curve.name], self.curves[curve.name] = curve, self._item_of(curve)
            entry = self._legend[curve.name] = LegendEntry(curve.name, curve.widest)
            self._legends.addWidget(entry)
            if curve.at_times:
                entry.hide()
        self.body.insertLayout(1, self._legends)
        self._ticks = {kind: pyqtgraph.VTickGroup([], list(place)) for kind, (place, *_) in _MARKS.items()}
        if marked:
            for ticks in self._ticks.values():
                self._item.addItem(ticks, ignoreBounds=True)
        self._best = pyqtgraph.ScatterPlotItem(symbol="star", size=16)
        self._item.addItem(self._best)
        self._best_name = dim_label(tr("★ Best"))
        self._best_name.hide()
        self._legends.addWidget(self._best_name)
        self._line = pyqtgraph.InfiniteLine(angle=90)
        self._place = pyqtgraph.TextItem(anchor=(0, 0))
        for item in (self._line, self._place):
            item.setZValue(100)
            item.hide()
            self._item.addItem(item, ignoreBounds=True)
        self.plot.scene().sigMouseMoved.connect(self._on_pointer)
        self.plot.left.connect(lambda: self.pointed.emit(None))
        self._is_made = True
        self._paint()

    def draw(self, name: str, x: Values, y: Values) -> None:
        """Replace a curve's points; the arrays are not copied."""
        item = self.curves[name]
        if len(x):
            self._show_plot(True)
        if not self.looks[name].markers:
            item.setSymbol("o" if len(x) == 1 else None)  # a line of one point is none
            self._thin_out(name, len(x))
        most = THICK_POINTS if self.looks[name].smooth else SMOOTH_POINTS
        item.setData(x, y, antialias=len(x) <= most)

    def say(self, name: str, value: str) -> None:
        """Show the curve's newest value in the legend, while nobody points at another."""
        self._said[name] = value
        if not self._is_pointed:
            self._legend[name].show_value(value)

    def show_curve(self, name: str, shown: bool) -> None:
        """Show or hide a curve's name in the legend; one that is not shown has no points."""
        self._legend[name].setVisible(shown)
        if not shown and len(self._points(name)):
            self.curves[name].setData([], [])

    def show_best(self, x: Values, y: Values) -> None:
        """Put a star at the best place; empty arrays: at none."""
        self._best.setData(x=x, y=y)
        self._best_name.setVisible(len(x) > 0)

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Mark what happened at which step."""
        self._marks = list(marks)
        for kind, ticks in self._ticks.items():
            ticks.setXVals([mark.step for mark in marks if mark.kind == kind])

    def show_all(self) -> None:
        """Show all there is, and from now on what comes."""
        view = self._item.getViewBox()
        view.setLimits(xMin=-_ANYWHERE, xMax=_ANYWHERE)
        view.enableAutoRange()

    def forget(self) -> None:
        """Show nothing, on axes that tell nothing of what was there before."""
        for curve in self.curves.values():
            curve.setData([], [])
        self.show_best(np.empty(0), np.empty(0))
        self._item.getViewBox().setRange(xRange=(0, 1), yRange=(0, 1), padding=0)
        self._show_plot(False)

    @property
    def is_zoomed(self) -> bool:
        return not self._item.getViewBox().autoRangeEnabled()[0]

    @property
    def range(self) -> tuple[float, float]:
        """The visible range of the horizontal axis."""
        low, high = self._item.getViewBox().viewRange()[0]
        return float(low), float(high)

    def show_range(self, low: float, high: float) -> None:
        """Show this part of the horizontal axis."""
        self._item.getViewBox().setXRange(low, high, padding=0)

    def point_at(self, x: float | None) -> None:
        """Show the values there in the legend; None: the newest again."""
        self._is_pointed = x is not None
        for item in (self._line, self._place):
            item.setVisible(self._is_pointed)
        if x is None:
            for name, value in self._said.items():
                self._legend[name].show_value(value)
            return
        nearest = self._nearest(x)
        for name in self.curves:
            there = _value_at(self.curves[name], nearest)
            if there is not None:
                self._legend[name].show_value(significant(there) if there >= SMALL or not there else small(there))
        self._line.setPos(nearest)
        left, right = self._item.getViewBox().viewRange()[0]
        self._place.setAnchor((0, 0) if nearest < (left + right) / 2 else (1, 0))
        self._place.setText(" " + " · ".join([self._axis.in_words(nearest), *self._notes_at(nearest)]) + " ")
        self._place.setPos(nearest, self._item.getViewBox().viewRange()[1][1])

    def summarize(self, text: str) -> None:
        """Describe the plot to users who do not see it; without a tooltip, which would lie over the curve."""
        super().summarize(text)
        self.setToolTip("")

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint()

    def _show_plot(self, shown: bool) -> None:
        """Show the plot, or in its place that there is nothing to measure yet: axes without a curve say nothing."""
        if shown != self._has_points:
            self._has_points = shown
            self.plot.setVisible(shown)
            self._nothing.setVisible(not shown)

    def _on_moved(self) -> None:
        """Keep the view within the points."""
        ends = [x[i] for curve in self.curves if len(x := self._points(curve)) for i in (0, -1)]
        if ends:
            low, high = float(min(ends)), float(max(ends))
            room = PADDING * max(high - low, 1.0)
            self._item.getViewBox().setLimits(xMin=low - room, xMax=high + room)
        self.zoomed.emit()

    def _on_pointer(self, place: QPointF) -> None:
        view = self._item.getViewBox()
        inside = view.sceneBoundingRect().contains(place)
        self.pointed.emit(float(view.mapSceneToView(place).x()) if inside else None)

    def _nearest(self, x: float) -> float:
        """The place with a value that is closest to it."""
        places = []
        for curve in self.curves.values():
            xs, _ = curve.getOriginalDataset()
            if xs is not None and len(xs):
                i = int(np.searchsorted(xs, x))
                places += [float(xs[j]) for j in (i - 1, i) if 0 <= j < len(xs)]
        return min(places, key=lambda place: abs(place - x), default=x)

    def _notes_at(self, x: float) -> list[str]:
        left, right = self._item.getViewBox().viewRange()[0]
        near = NEAR * (right - left) / max(self.plot.width(), 1)
        return list(dict.fromkeys(mark.text for mark in self._marks if abs(mark.step - x) <= near))[:3]

    def _item_of(self, curve: Curve) -> pyqtgraph.PlotDataItem:
        if curve.markers:
            item = pyqtgraph.PlotDataItem(pen=None, symbol="d", symbolSize=11, symbolPen=None, antialias=True)
        else:
            item = pyqtgraph.PlotDataItem(
                autoDownsample=True,
                autoDownsampleFactor=0.25 if curve.smooth else 1.0,  # points a pixel
                downsampleMethod="mean" if curve.smooth else "peak",
                clipToView=True,
            )
            item.setSymbolSize(POINT)
            item.setSymbolPen(None)
        self._item.addItem(item)
        return item

    def _paint(self) -> None:
        super()._paint()
        if not getattr(self, "_is_made", False):  # the card paints itself before there are curves
            return
        palette = self.palette()
        for name, curve in self.looks.items():
            pen, item = pen_of(curve), self.curves[name]
            item.setSymbolBrush(pen.color())
            if not curve.markers:
                item.setPen(pen)
                self._thin_out(name, len(self._points(name)))
            self._legend[name].set_pen(pen, curve.markers)
            if curve.markers:
                self._best.setBrush(pen.color())
        for kind, (_, role, style) in _MARKS.items():
            self._ticks[kind].setPen(pyqtgraph.mkPen(palette.color(role), width=1, style=style))
        text = palette.color(QPalette.ColorRole.Text)
        self._best.setPen(pyqtgraph.mkPen(palette.color(QPalette.ColorRole.Base), width=1))
        self._line.setPen(pyqtgraph.mkPen(palette.color(QPalette.ColorRole.PlaceholderText), width=1))
        self._place.setColor(text)
        back = QColor(palette.color(QPalette.ColorRole.Base))
        back.setAlphaF(0.85)
        self._place.fill = pyqtgraph.mkBrush(back)

    def _points(self, name: str) -> Values:
        x, _ = self.curves[name].getOriginalDataset()
        return np.empty(0) if x is None else x

    def _thin_out(self, name: str, points: int) -> None:
        """A line of very many points is thin."""
        curve = self.looks[name]
        thick = curve.smooth or points <= THICK_POINTS
        pen = QPen(self.curves[name].opts["pen"])
        width = curve.width if thick else min(1.0, curve.width)
        if pen.widthF() != width:
            pen.setWidthF(width)
            self.curves[name].setPen(pen)


class _Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types; so below
    """A widget that asks for the least room, and takes all that the page has left."""

    left = Signal()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(LEAST_HEIGHT, LEAST_HEIGHT)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().leaveEvent(event)
        self.left.emit()


def _value_at(curve: pyqtgraph.PlotDataItem, x: float) -> float | None:
    """Return the value at this very place, or the newest before it."""
    xs, ys = curve.getOriginalDataset()
    if xs is None or not len(xs):
        return None
    i = int(np.searchsorted(xs, x, side="right")) - 1
    return float(ys[i]) if i >= 0 else None


_SWATCH = QSize(20, 14)  # pixels


class LegendEntry(QWidget):
    """A curve's entry in the legend: a piece of the very line, its name and a value.

    Wide enough for `widest`, so that nothing moves when the value changes.
    """

    def __init__(self, name: str, widest: str) -> None:
        super().__init__()
        self._name = name
        self._swatch = _Swatch()
        self._label = QLabel(textFormat=Qt.TextFormat.RichText)
        use_tabular_figures(self._label)
        layouts.row(self._swatch, self._label, inside=self, gap=GRID // 2)
        self.show_value(widest)
        self._label.setMinimumWidth(self._label.sizeHint().width())
        self.show_value("–")

    def show_value(self, value: str) -> None:
        self._label.setText(f"{escape(self._name)} <b>{value}</b>" if value else escape(self._name))

    def set_pen(self, pen: QPen, diamond: bool) -> None:
        """Draw the entry as the curve looks now."""
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
