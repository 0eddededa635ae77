"""What people watch while a model trains: memory and tokens per second, each a large number over a small live graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QSizePolicy, QWidget

from app.look import layouts, theme
from app.look.theme import GRID, SMALL, TIGHT, TITLE, ink, set_size, use_tabular_figures
from app.widgets.controls import PathLabel, dim_label
from app.workers.pace import memory_warning, slowdown
from app.workers.run_session import RunSession
from core.base.language import tr
from core.base.numbers import share, significant, size

HEIGHT, LOW = 5 * GRID, 3 * GRID  # pixels of a graph, and of one in a line
POINTS = 200  # of a curve: more than its pixels tell nothing
HEADROOM = 1.1  # over the highest point
FILL = 40  # of 255: how much of the colour lies under a curve

Values = npt.NDArray[np.float64]


class Shown(NamedTuple):
    """The content of a gauge. value: large. beside: two small lines under the graph.

    limit: a height that is not to be exceeded. marked: the x from which it is amiss. wrong: a sentence, or "".
    """

    value: str
    beside: tuple[str, str]
    x: Values
    y: Values
    limit: float | None = None
    marked: float | None = None
    wrong: str = ""


class Gauges(QWidget):
    """Memory and pace of a run. `be_line` makes them as low as a line of text is."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = Gauge(tr("Memory"), theme.WORKER_MEMORY, "00.00 GB")
        self.pace = Gauge(tr("Tokens per second"), theme.SPEED, "00 000")
        self.wrong = QLabel(wordWrap=True)
        self.wrong.hide()
        layouts.column(
            layouts.row((self.memory, 1), (self.pace, 1), gap=2 * GRID), self.wrong, inside=self, gap=GRID
        )  # fmt: skip

    def show_run(self, session: RunSession) -> None:
        """Show the run's present state; of one that has ended the most memory, and the mean pace."""
        memory, pace = _memory(session), _pace(session)
        self.memory.show_values(memory)
        self.pace.show_values(pace)
        wrong = "\n".join(filter(None, (pace.wrong, memory.wrong)))
        self.wrong.setText(wrong)
        self.wrong.setVisible(bool(wrong))

    def be_line(self, is_line: bool) -> None:
        """Show each number beside its graph, where a page has little room."""
        self.memory.be_line(is_line)
        self.pace.be_line(is_line)


class Gauge(QFrame):
    """A number that changes, what belongs to it, and how it has changed so far."""

    def __init__(self, name: str, color: str, widest: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self._name, self.value, self.beside = name, QLabel("–"), (PathLabel(words=True), PathLabel(words=True))
        set_size(self.value, TITLE, bold=True)
        for label in self.beside:
            set_size(label, SMALL)
            use_tabular_figures(label)
        use_tabular_figures(self.value)
        self.value.setMinimumWidth(self.value.fontMetrics().horizontalAdvance(widest))
        self.spark = Spark(color)
        self._box = layouts.row((layouts.column(dim_label(name), self.value, gap=0), 0), (self.spark, 1), gap=GRID)
        layouts.column(self._box, *self.beside, inside=self, gap=4, margins=layouts.CARD_MARGINS)
        self.be_line(False)

    def show_values(self, shown: Shown) -> None:
        """Show new values, and the curve so far."""
        self.value.setText(shown.value)
        for label, text in zip(self.beside, shown.beside, strict=True):
            label.show_path(text)
        self.spark.show_curve(shown)
        self.setAccessibleName(f"{self._name}: {shown.value}. {', '.join(filter(None, shown.beside))}")
        self.setToolTip("\n".join(filter(None, shown.beside)))

    def be_line(self, is_line: bool) -> None:
        """Show the number beside its graph alone."""
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if is_line else QBoxLayout.Direction.TopToBottom)
        for label in self.beside:
            label.setHidden(is_line)
        self.spark.setFixedHeight(LOW if is_line else HEIGHT)


class Spark(QWidget):
    """A curve without axes, from zero to somewhat above its highest point. What is amiss is in another colour."""

    def __init__(self, color: str) -> None:
        super().__init__()
        self._color, self._shown = color, Shown("", ("", ""), np.empty(0), np.empty(0))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_curve(self, shown: Shown) -> None:
        """Draw this from now on."""
        self._shown = shown
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(12 * GRID, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter, (x, y) = QPainter(self), thinned(self._shown.x, self._shown.y)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, base = self.width() - 2, self.height() - 1
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(0, base, self.width(), base)
        if len(x) < 2:
            return
        limit, marked = self._shown.limit, self._shown.marked
        top = HEADROOM * max(float(y.max()), limit or 0.0, 1e-9)
        if limit is not None:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(0, base * (1 - limit / top)), QPointF(self.width(), base * (1 - limit / top)))
        across, down = 1 + width * (x - x[0]) / max(x[-1] - x[0], 1e-9), base * (1 - y / top)
        points = [QPointF(*point) for point in zip(across.tolist(), down.tolist(), strict=True)]
        first = len(points) if marked is None else int(np.searchsorted(x, marked))
        self._draw(painter, points[: first + 1], ink(self._color), base)
        self._draw(painter, points[max(first - 1, 0) :] if first < len(points) else [], ink(TIGHT), base)

    def _draw(self, painter: QPainter, points: list[QPointF], color: QColor, base: float) -> None:
        if len(points) < 2:
            return
        under = QColor(color)
        under.setAlpha(FILL)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(under))
        painter.drawPolygon(QPolygonF([QPointF(points[0].x(), base), *points, QPointF(points[-1].x(), base)]))
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))


def thinned(x: Values, y: Values) -> tuple[Values, Values]:
    """Return a curve's points in at most POINTS parts of equal length: of each the mean height at its last x."""
    if len(x) <= POINTS:
        return x, y
    edges = np.linspace(0, len(x), POINTS + 1).astype(int)
    return x[edges[1:] - 1], np.add.reduceat(y, edges[:-1]) / np.diff(edges)


def _memory(session: RunSession) -> Shown:
    model, series = session.model, session.model.memory
    x, peak, plan = series["seconds"], series.last("peak"), model.plan.total if model.plan else None
    planned = tr("planned {plan}", plan=size(plan)) if plan else ""
    if session.ending is not None:
        return Shown(size(peak), (planned, ""), x, series["rss"], plan)
    most, left = tr("at most {peak}", peak=size(peak)) if peak else "", ""
    if model.readings:
        now = model.readings[-1]
        left = tr("{left} left", left=size(now.available))
        if now.device_used is not None:
            left = tr("graphics card {used} of {total}", used=size(now.device_used), total=size(now.device_total))
    wrong = memory_warning(model)
    return Shown(
        size(series.last("rss")), (", ".join(filter(None, (most, planned))), left), x, series["rss"], plan,
        marked=float(x[-2]) if wrong and len(x) > 1 else None, wrong=wrong,
    )  # fmt: skip


def _pace(session: RunSession) -> Shown:
    model, steps = session.model, session.model.steps
    speeds = steps["tok_s"]
    mean = significant(float(speeds.mean()) if len(speeds) else None)
    if session.ending is not None:
        return Shown(mean, (tr("mean of the run"), ""), steps["step"], speeds)
    busy, now = "", model.readings[-1] if model.readings else None
    if now is not None and now.processor is not None:
        busy = tr("processor {busy}", busy=share(now.processor))
        busy += f", {significant(now.celsius)} °C" if now.celsius is not None else ""
    slow = None if session.is_paused else slowdown(model)
    return Shown(
        significant(steps.last("tok_s")), (tr("mean {mean}", mean=mean), busy), steps["step"], speeds,
        marked=slow.since if slow else None, wrong=slow.text if slow else "",
    )  # fmt: skip
