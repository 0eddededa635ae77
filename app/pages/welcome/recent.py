"""The last runs, each with its curve and the way to it: what a later start begins with."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QWidget

from app.look import layouts
from app.look.theme import BODY, GRID
from app.widgets.controls import Card, IconButton, PathLabel, dim_label
from app.widgets.loss_thumbnail import losses_in_words, paint_losses
from app.workers.thread_call import in_thread
from core.base import settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count, day_and_time
from core.runs.run import Run
from core.runs.summary import FiguresCache, RunFigures

MOST = 3
_CURVE = QSize(96, 36)  # pixels


class Recent(NamedTuple):
    """A run, what it is called, when it was worked on last (seconds since 1970), and what its events say."""

    folder: Path
    title: str
    worked: float
    figures: RunFigures


class RecentRuns(Card):
    """Hidden where there are no runs.

    Signals:
        wanted: the folder of a run. found: whether there are any.
    """

    wanted = Signal(Path)
    found = Signal(bool)

    def __init__(self) -> None:
        super().__init__(tr("Your last runs"))
        self._cache = FiguresCache()
        self._shown: list[Recent] | None = None
        self._rows = layouts.column(gap=GRID)
        self.body.addLayout(self._rows)
        self.hide()

    def read(self) -> None:
        """Look at the runs again; events can be many, so a thread does."""
        in_thread(lambda: newest(self._cache), self._show, self)

    def _show(self, runs: list[Recent]) -> None:
        if runs == self._shown:
            return
        self._shown = runs
        while (item := self._rows.takeAt(0)) is not None:
            if widget := item.widget():
                widget.deleteLater()
        for run in runs:
            row = _Row(run)
            row.open.clicked.connect(lambda _checked=False, folder=run.folder: self.wanted.emit(folder))
            self._rows.addWidget(row)
        self.setVisible(bool(runs))
        self.found.emit(bool(runs))


class _Row(QFrame):
    def __init__(self, run: Recent) -> None:
        super().__init__()
        self.setObjectName("inset")
        done = run.figures.steps > 0 and run.figures.step >= run.figures.steps
        self.open = IconButton(tr("Open") if done else tr("Go on"), "mdi6.arrow-right")
        self.open.setAccessibleName(f"{self.open.text()}: {run.title}")
        steps = tr("{step} of {steps} steps", step=count(run.figures.step), steps=count(run.figures.steps))
        words = layouts.column(
            PathLabel(run.title, pixels=BODY, words=True), dim_label(f"{steps} · {day_and_time(run.worked)}"), gap=2
        )
        layouts.row(
            _Curve(run.figures), (words, 1), self.open, inside=self, gap=2 * GRID, margins=(2 * GRID, GRID, GRID, GRID)
        )


class _Curve(QWidget):
    def __init__(self, figures: RunFigures) -> None:
        super().__init__()
        self._figures = figures
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(losses_in_words(figures.losses, figures.evaluations))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's names, here and below
        return _CURVE

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter, figures = QPainter(self), self._figures
        paint_losses(painter, QRectF(self.rect()), figures.losses, figures.evaluations, QApplication.palette())


def newest(cache: FiguresCache) -> list[Recent]:
    """Return the runs that were worked on last; one that cannot be read is left to the Runs page, which says why."""
    found: list[Recent] = []
    files = [(file.stat().st_mtime, file.parent) for file in settings.runs_dir().glob("*/events.jsonl")]
    for worked, folder in sorted(files, reverse=True):
        run = Run(folder)
        try:
            found.append(Recent(folder, run.title, worked, cache.figures(run)))
        except (LuthierError, OSError):
            continue
        if len(found) == MOST:
            break
    return found
