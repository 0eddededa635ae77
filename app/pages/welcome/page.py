"""The page that a first start shows: what Luthier does, two ways to begin, and the last runs later on."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QWidget

from app.look import layouts
from app.look.flow import Columns, Flow
from app.look.theme import BODY, GRID, SECTION, set_size
from app.widgets.controls import Card, IconButton, PathLabel, dim_label, on_ctrl_enter, page_title, scrolled
from app.widgets.letters import RadioButton
from app.widgets.loss_thumbnail import losses_in_words, paint_losses
from app.widgets.mark import IconLabel
from app.widgets.resume_strip import ResumeStrip
from app.workers.thread_call import in_thread
from core.advice import picks
from core.base import settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.base.numbers import count, day_and_time
from core.runs.run import Run
from core.runs.summary import FiguresCache, RunFigures

WHAT = tr("Teach a language model your style, your answers or your texts. Nothing leaves this computer.")

# An icon, a word and what it is for: the entries of the side bar.
STEPS = (
    ("mdi6.cube-outline", tr("Model"), tr("Choose one: yours, or the one included.")),
    ("mdi6.text-box-search-outline", tr("Data"), tr("Show it what to learn from.")),
    ("mdi6.school-outline", tr("Train"), tr("Let it learn. The model file itself stays as it is.")),
    ("mdi6.chat-outline", tr("Chat"), tr("Compare its answers, before and after.")),
    ("mdi6.export-variant", tr("Export"), tr("Take it to Ollama, LM Studio or llama.cpp.")),
)

SAMPLE_TITLE = tr("See it happen first")
SAMPLE = tr("A small model learns from a sample in a few minutes, without a network:")
CHAT = tr("to &answer like an old lighthouse keeper")
TEXT = tr("to &continue a story like Dr Watson")

WIDEST = 120 * GRID  # pixels: beyond that, lines are too long to read


class WelcomePage(QWidget):
    """Signals:
    sample_wanted: the Sample to be trained, from here to an answer.
    own_wanted: the user has a model or data.
    run_wanted: the folder of an earlier run.
    """

    busy, warning = False, None
    sample_wanted = Signal(object)
    own_wanted = Signal()
    run_wanted = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.chat, self.text = RadioButton(CHAT), RadioButton(TEXT)
        self.own = IconButton(tr("Use my &own"), "mdi6.folder-open-outline")
        self.primary = IconButton(tr("&Try it with the sample"), "mdi6.play", primary=True)
        self.stopped = ResumeStrip()
        self.recent = RecentRuns()
        self.recent.wanted.connect(self.run_wanted)
        self._reason = dim_label(wraps=True)
        self.chat.setChecked(True)
        self._arrange()
        self.own.clicked.connect(self.own_wanted)
        self.primary.clicked.connect(self.begin)
        on_ctrl_enter(self, self.begin)

    def begin(self) -> None:
        """Begin with what is chosen."""
        if self.primary.isEnabled():
            self.primary.setDown(True)  # seen at once: the first training takes a moment to begin
            self.primary.repaint()
            self.sample_wanted.emit(picks.CHAT if self.chat.isChecked() else picks.TEXT)

    def shown(self) -> None:
        self.recent.read()
        self.primary.setDown(False)
        self.primary.setFocus()

    def block(self, reason: str) -> None:
        """Refuse to train for a reason, or allow it again with an empty one."""
        self.primary.setEnabled(not reason)
        self._reason.setText(reason)

    def shut_down(self) -> None:
        """Do nothing: no worker is at anything here."""

    def _arrange(self) -> None:
        what = QLabel(WHAT, wordWrap=True)
        set_size(what, SECTION)
        road = self._road()
        self.recent.found.connect(self._lead_to_own)
        self.recent.found.connect(lambda some: road.setVisible(not some))
        content = QWidget()
        content.setMaximumWidth(WIDEST)
        title = layouts.column(page_title(tr("Welcome to Luthier")), what, gap=GRID)
        below = Columns(2 * GRID, (road, 1), (self._sample(), 1))
        parts = (..., title, self.stopped, self.recent, below, (..., 2))  # with less above than below it looks centred
        layouts.column(*parts, inside=content, gap=3 * GRID)
        area = scrolled(content)
        area.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layouts.page(self, (area, 1))

    def _lead_to_own(self, has_runs: bool) -> None:
        """Make the way to a model of one's own the main one, once something was trained."""
        self.own.be_primary(has_runs)
        self.primary.be_primary(not has_runs)
        if has_runs:
            self.own.setText(tr("Teach it my &own texts"))
        if has_runs and self.primary.hasFocus():
            self.own.setFocus()

    def _road(self) -> Card:
        card, grid = Card(tr("How it works")), layouts.grid(12, 12, 2)
        for row, (icon, word, use) in enumerate(STEPS):
            mark, name = IconLabel(), QLabel(word)
            mark.show_icon(icon, QPalette.ColorRole.Link)
            set_size(name, BODY, bold=True)
            for column, label in enumerate((mark, name, dim_label(use, wraps=True))):
                grid.addWidget(label, row, column)
        card.put(grid, ...)
        return card

    def _sample(self) -> Card:
        card = Card(SAMPLE_TITLE)
        card.put(dim_label(SAMPLE, wraps=True), GRID, self.chat, self.text, ..., self._reason)
        card.body.addLayout(Flow(GRID, self.primary, self.own))
        return card


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
        layouts.clear(self._rows)
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
        self.open = IconButton(tr("Open"), "mdi6.arrow-right")
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
