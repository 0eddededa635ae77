"""How fast this computer trains models of four sizes: measured when it is asked for, and shown as it was last."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID, use_tabular_figures
from app.pages.settings import texts
from app.widgets.controls import Card, IconButton, dim_label
from app.widgets.job_strip import JobStrip
from app.widgets.mark import MarkLabel
from app.workers.advice import in_the_windows_words
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.advice.machine_speed import BUSY, MANY_TOKENS, known_speed
from core.advice.texts.language import tr
from core.advice.texts.numbers import count, duration, moment, significant, size

COLUMNS = (tr("Model"), tr("Tokens a second"), tr("{tokens} tokens"), tr("Memory"))
MEASURE, AGAIN = (tr("&Measure it"), "mdi6.speedometer"), (tr("&Measure again"), "mdi6.speedometer")


class SpeedCard(Card):
    """The table fills while it is measured, a line at a time."""

    def __init__(self) -> None:
        super().__init__(tr("How fast is this computer?"))
        self.job: BackgroundJob | None = None
        self._blocked = ""
        self.about = dim_label(texts.SPEED, wraps=True)
        self.table = SpeedTable()
        self.strip = JobStrip()
        self.said = dim_label(wraps=True)
        self.measure = IconButton(*MEASURE, may_say=[AGAIN[0]])
        self.measure.setAccessibleDescription(texts.SPEED)
        self.strip.hide()
        for widget in (self.about, self.table, self.strip, self.said):
            self.body.addWidget(widget)
        self.body.addWidget(self.measure, 0, Qt.AlignmentFlag.AlignLeft)
        self.measure.clicked.connect(self._begin)
        self.strip.cancelled.connect(self._cancel)

    def show_known(self) -> None:
        """Show what was measured with these settings; a terminal may have done so."""
        if self.job is None:
            self._show(known_speed())

    def block(self, reason: str) -> None:
        """Measure nothing beside a training: it would slow down, and what is measured be wrong; "": it is over."""
        self._blocked = reason
        self._suit()

    def give_up(self) -> None:
        """End a measurement that goes on, and tell nobody."""
        if self.job is not None:
            self.job.drop()
            self.job = None

    def _begin(self) -> None:
        self.job = BackgroundJob(p.BenchJob(), self)
        self.job.received.connect(self._on_event)
        self.job.ended.connect(self._on_ended)
        self.table.show_speeds([])
        self.said.hide()
        self.strip.watch(self.job)
        self.job.start()
        self._suit()

    def _cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()

    def _on_event(self, event: p.Event) -> None:
        if isinstance(event, p.SpeedMeasured):
            self.table.add(event.speed)

    def _on_ended(self) -> None:
        job, self.job = self.job, None
        self.strip.watch(None)
        if job is None:
            return
        self._show(job.result if isinstance(job.result, p.BenchResult) else known_speed())
        if job.failure is not None:
            why = in_the_windows_words(job.failure).text.replace("\n", " ")
            self._say(f"{texts.NOT_MEASURED} {why}")
        job.deleteLater()
        self._suit()

    def _show(self, result: p.BenchResult | None) -> None:
        self.table.show_speeds(result.speeds if result else [])
        self._say(_told(result) if result else "")
        self._suit()

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.setVisible(bool(words))

    def _suit(self) -> None:
        goes_on = self.job is not None
        self.strip.setVisible(goes_on)
        self.measure.setVisible(not goes_on)
        self.measure.set_look(*(AGAIN if self.table.speeds else MEASURE))
        self.measure.setEnabled(not self._blocked)
        self.measure.setToolTip(self._blocked or texts.SPEED)


class SpeedTable(QWidget):
    """A line a size."""

    def __init__(self) -> None:
        super().__init__()
        self.speeds: list[p.ShapeSpeed] = []
        self.rows: list[list[QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._grid.setColumnStretch(len(COLUMNS), 1)
        for column, name in enumerate(COLUMNS):
            name = name.format(tokens=count(100_000))
            self._grid.addWidget(dim_label(name), 0, column, _side(column))
        self.hide()

    def show_speeds(self, speeds: list[p.ShapeSpeed]) -> None:
        """Show these speeds, in place of those before."""
        while self._grid.count() > len(COLUMNS):
            item = self._grid.takeAt(len(COLUMNS))
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.speeds, self.rows = [], []
        self.hide()
        for speed in speeds:
            self.add(speed)

    def add(self, speed: p.ShapeSpeed) -> None:
        """Add a speed at the end."""
        self.speeds.append(speed)
        cells = [QLabel(text) for text in _cells(speed)]
        for column, cell in enumerate(cells):
            use_tabular_figures(cell)
            self._grid.addWidget(cell, len(self.speeds), column, _side(column))
        self._grid.addWidget(_fit(speed), len(self.speeds), len(COLUMNS))
        self.rows.append(cells)
        self.setAccessibleName(". ".join(", ".join(label.text() for label in row) for row in self.rows))
        self.show()


def _fit(speed: p.ShapeSpeed) -> QWidget:
    holder = QWidget()
    line = layouts.row(holder, gap=GRID // 2)
    line.addWidget(MarkLabel("good" if speed.fits else "bad"))
    line.addWidget(dim_label("fits" if speed.fits else tr("does not fit now")), 1)
    return holder


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft


def _cells(speed: p.ShapeSpeed) -> list[str]:
    name = f"{speed.name}, {speed.dtype.upper()}"
    if speed.tok_s is None:
        return [name, "", "", size(speed.need)]
    return [name, significant(speed.tok_s), duration(MANY_TOKENS / speed.tok_s), size(speed.need)]


def _told(result: p.BenchResult) -> str:
    """When, and by what."""
    cards = {speed.device for speed in result.speeds} - {"cpu"}
    by = tr("{threads} threads", threads=count(result.threads)) + (
        tr(", and the graphics card where it is faster") if cards else ""
    )
    told = tr(
        "Measured {time} with {by}. {speed_means}", time=moment(result.time), by=by, speed_means=texts.SPEED_MEANS
    )
    return f"{told} {BUSY}" if result.busy else told
