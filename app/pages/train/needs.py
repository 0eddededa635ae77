"""How long a training takes, and how much memory: told before it begins."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from app.look import layouts, theme
from app.look.colors import NO, ink
from app.look.theme import GRID, SECTION, set_size, use_tabular_figures
from app.pages.train.texts import on_card, settings_in_words, steps_in_words, time_known, time_range
from app.widgets.controls import IconButton, ShareBar, dim_label
from app.widgets.mark import MarkLabel
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.advice import devices
from core.base.language import tr
from core.base.numbers import NOTHING, duration, significant, size
from core.protocol import Change, TrainingPlan
from core.protocol.config import TrainConfig

CHOOSE = tr("Choose a model and data to see what it takes.")

BAR_HEIGHT = 2 * GRID
LEAST_WIDTH = 2.0  # pixels that a part has in the bar, however small it is
MOST_CHANGES = 2  # that are offered
TIGHT_SHARE = 0.9  # of what is free, from which on the least that it takes is tight
# What stands in the bar, from left to right.
PARTS = (
    (tr("Weights"), theme.TRAIN_LOSS, tr("The model itself, as much of it as every step reads.")),
    (
        tr("Copies"),
        theme.SYSTEM_FREE,
        tr("Copies of the weights that make it faster. Left out if memory is short."),
    ),
    (tr("Activations"), theme.LEARNING_RATE, tr("What the layers remember of the text. Grows with the context.")),
    (tr("Optimizer"), theme.WORKER_MEMORY, tr("The adapter and its optimizer. Grows with the rank.")),
    (tr("Working memory"), theme.SPEED, tr("Room for what is being computed.")),
    (tr("Program"), theme.GRADIENT_NORM, tr("Luthier's own worker process.")),
)


class TimeNeeded(QWidget):
    """Runs the dry run, too. `more` is what only those want to know who look at the details.

    Signals:
        measured: the DryRunResult. failed: the Failed of a dry run.
    """

    measured = Signal(object)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.job: BackgroundJob | None = None
        self._computed = ""  # by what, and why, the last dry run
        self.time = QLabel(NOTHING)
        set_size(self.time, SECTION, bold=True)
        self.steps, self.about = QLabel(wordWrap=True), dim_label(wraps=True)
        for label in (self.time, self.steps):
            use_tabular_figures(label)
        self.dry_run = IconButton(tr("Dry r&un"), "mdi6.speedometer")
        self.dry_run.setToolTip(tr("Trains a step or two to measure time and memory, and keeps nothing."))
        self.bar = ShareBar(tr("Dry run"))
        self.cancel = IconButton(tr("Cancel"), "mdi6.close")
        self.cancel.setAccessibleName(tr("Cancel the dry run"))
        self.cancel.clicked.connect(self.give_up)
        self._show_working(False)
        work = layouts.row(self.dry_run, (self.bar, 1), self.cancel, ..., gap=GRID)
        self.more = layouts.panel(layouts.column(self.steps, self.about, work, gap=GRID))
        layouts.column(self.time, self.more, inside=self, gap=GRID)

    @property
    def is_trying(self) -> bool:
        return self.job is not None

    def show_nothing(self, words: str = NOTHING) -> None:
        """Show that the time is not known. words: why, if that stands nowhere else."""
        self._say(words, "", "")

    def show_plan(self, plan: p.TrainingPlan, config: TrainConfig, measured: p.DryRunResult | None) -> None:
        """Show how long a training takes. measured: of these very settings; None: only guessed."""
        if not plan.steps:
            self.show_nothing(NOTHING if plan.no_row_fits else tr("Reading the data…"))
            return
        if measured is None:
            self._say(time_range(plan.seconds_low, plan.seconds_high), steps_in_words(plan, config), time_known(plan))
            return
        told = tr(
            "Measured on this computer: {tok_s} tokens/s, {step_seconds} a step, {peak_rss_bytes} at most.",
            tok_s=significant(measured.tok_s),
            step_seconds=_brief(measured.step_seconds),
            peak_rss_bytes=size(measured.peak_rss_bytes),
        )
        self._say(
            tr("about {whole_seconds}", whole_seconds=duration(measured.whole_seconds)),
            steps_in_words(plan, config),
            f"{told} {self._computed}".strip(),
        )

    def try_steps(self, job: p.DryRunJob) -> None:
        """Begin a dry run."""
        self.give_up()
        self.job = BackgroundJob(job, self)
        self.job.changed.connect(self._on_change)
        self.job.received.connect(self._on_event)
        self._show_working(True)
        self._computed = ""
        self.job.run(self._on_ended)

    def give_up(self) -> None:
        """End a dry run that is on."""
        if self.job is not None:
            self.job.drop()
            self.job = None
            self._show_working(False)
            self.about.setText(tr("The dry run was cancelled."))

    def _say(self, time: str, steps: str, about: str) -> None:
        self.time.setText(time)
        self.steps.setText(steps)
        if self.job is None:  # which says what it is at
            self.about.setText(about)
        self.setAccessibleDescription(f"{time}, {steps}. {about}")

    def _show_working(self, on: bool) -> None:
        self.bar.setVisible(on)
        self.cancel.setVisible(on)
        self.bar.show_share(0)

    def _on_change(self) -> None:
        if self.job is None or self.job.phase is None:
            return
        self.about.setText(f"{self.job.phase.title}…")
        progress = self.job.progress
        self.bar.show_share(progress.done / progress.total if progress and progress.total else 0)

    def _on_event(self, event: p.Event) -> None:
        if isinstance(event, p.DeviceChosen):
            self._computed = devices.chosen(event)

    def _on_ended(self, job: BackgroundJob) -> None:
        self.job = None
        self._show_working(False)
        if isinstance(job.result, p.DryRunResult):
            self.measured.emit(job.result)
        elif job.failure is not None:
            self.about.setText(tr("The dry run failed."))
            self.failed.emit(job.failure)


def _brief(seconds: float) -> str:
    """Return a duration in words, with parts of a second: steps of small models take no longer."""
    return duration(seconds) if seconds >= 10 else f"{significant(seconds)} s"


def parts_of(plan: TrainingPlan) -> list[int]:
    """Return the bytes of each of PARTS."""
    return [plan.weights, plan.copies, plan.activations, plan.optimizer, plan.compute, plan.process]


class MemoryBar(QWidget):
    """Parts in their colours, and what is left of what is free. colors: of the parts, from left to right."""

    def __init__(self, colors: Sequence[str]) -> None:
        super().__init__()
        self.setFixedHeight(BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._colors = colors
        self._parts: Sequence[int] = ()
        self._budget = 0

    def show_parts(self, parts: Sequence[int], budget: int) -> None:
        self._parts, self._budget = parts, budget
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline, area = QPainterPath(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline.addRoundedRect(area, 4, 4)
        painter.fillPath(outline, self.palette().color(QPalette.ColorRole.AlternateBase))
        painter.setClipPath(outline)
        whole, x = max(self._budget, sum(self._parts), 1), area.left()
        for bytes_, color in zip(self._parts, self._colors, strict=False):
            width = max(LEAST_WIDTH, area.width() * bytes_ / whole) if bytes_ else 0.0
            painter.fillRect(QRectF(x, area.top(), width, area.height()), ink(color))
            x += width
        if 0 < self._budget < whole:
            edge = area.left() + area.width() * self._budget / whole
            painter.fillRect(QRectF(edge - 1, area.top(), 2, area.height()), ink(NO))
        painter.setClipping(False)
        painter.setPen(self.palette().color(QPalette.ColorRole.Dark))
        painter.drawPath(outline)


class _Swatch(QWidget):
    """A part's colour, beside its name."""

    def __init__(self, color: str) -> None:
        super().__init__()
        self.setFixedSize(10, 10)
        self._color = color

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(ink(self._color))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(self.rect(), 2, 2)


class MemoryNeeded(QWidget):
    """`more` is what each part takes.

    Signals:
    change_wanted: settings to take, so that it fits.
    """

    change_wanted = Signal(dict)

    def __init__(self) -> None:
        super().__init__()
        self.bar = MemoryBar([color for _name, color, _about in PARTS])
        self.card_bar, self.card = MemoryBar([theme.DEVICE_MEMORY]), dim_label(wraps=True)
        self._numbers = [QLabel(NOTHING) for _ in PARTS]
        self._mark, self.verdict, self._least = MarkLabel(), QLabel(wordWrap=True), dim_label(wraps=True)
        self.changes = [IconButton("", "mdi6.arrow-right") for _ in range(MOST_CHANGES)]
        self._offered: list[Change] = []
        self.more = layouts.panel(layouts.column(self._legend(), self._least, gap=GRID))
        words = layouts.row(layouts.top(self._mark), (self.verdict, 1), gap=GRID)
        ways = (layouts.left(button) for button in self.changes)
        layouts.column(self.bar, words, *ways, self.card_bar, self.card, self.more, inside=self, gap=GRID)
        for number, button in enumerate(self.changes):
            button.clicked.connect(lambda _checked=False, number=number: self._take(number))
        self.show_nothing(CHOOSE)

    def _legend(self) -> QGridLayout:
        legend = layouts.grid(GRID, 2, 1, 5)
        for number, ((name, color, about), value) in enumerate(zip(PARTS, self._numbers, strict=True)):
            words = dim_label(name)
            words.setToolTip(about)
            use_tabular_figures(value)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            row, column = number // 2, 4 * (number % 2)
            for place, widget in enumerate((_Swatch(color), words, value)):
                legend.addWidget(widget, row, column + place)
        legend.setColumnMinimumWidth(3, GRID)
        return legend

    def show_nothing(self, words: str) -> None:
        """Show that no plan is known. words: why, or what to do."""
        self.bar.show_parts((), 0)
        for label in self._numbers:
            label.setText(NOTHING)
        self._say("", words)
        self._offer([])
        self._show_card(None)

    def show_plan(self, plan: TrainingPlan) -> None:
        parts = parts_of(plan)
        self.bar.show_parts(parts, plan.budget)
        for label, bytes_ in zip(self._numbers, parts, strict=True):
            label.setText(size(bytes_))
        total, least, free = size(plan.total), size(plan.least), size(plan.budget)
        if not plan.fits:
            self._say("bad", tr("Does not fit: needs {least}, and {free} is free.", least=least, free=free))
        elif plan.least > TIGHT_SHARE * plan.budget:
            self._say("tight", tr("Tight: takes {total} of the {free} that is free.", total=total, free=free))
        else:
            self._say("good", tr("Fits: takes {total} of the {free} that is free.", total=total, free=free))
        less = plan.fits and plan.least < 0.8 * plan.total
        self._least.setText(tr("It would also run in {least}, but slower.", least=least) if less else "")
        self._least.setVisible(less)
        self._offer(plan.changes)
        self._show_card(plan)

    def _show_card(self, plan: TrainingPlan | None) -> None:
        """Show the memory of a graphics card, if one computes."""
        is_used = plan is not None and plan.device > 0
        for widget in (self.card_bar, self.card):
            widget.setVisible(is_used)
        if plan is not None and is_used:
            self.card.setText(on_card(plan))
            self.card_bar.show_parts((plan.device,), plan.device_total)
            self.card_bar.setAccessibleName(on_card(plan))

    def _say(self, mark: str, words: str) -> None:
        self._mark.setVisible(bool(mark))
        if mark:
            self._mark.show_mark(mark)
        self.verdict.setText(words)
        self.bar.setAccessibleName(tr("Memory. {words}", words=words))

    def _offer(self, changes: Sequence[Change]) -> None:
        for button, change in zip(self.changes, [*changes, *[None] * MOST_CHANGES], strict=False):
            button.setVisible(change is not None)
            if change is not None:
                button.setText(
                    tr(
                        "{settings_in_words}: takes {total}",
                        settings_in_words=settings_in_words(change.settings),
                        total=size(change.total),
                    )
                )
        self._offered = list(changes)

    def _take(self, number: int) -> None:
        self.change_wanted.emit(dict(self._offered[number].settings))
