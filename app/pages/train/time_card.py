"""How long training would take: guessed between two bounds, or measured by a dry run."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel

from app.look import layouts
from app.look.theme import GRID, SECTION, set_size, use_tabular_figures
from app.pages.train.texts import NO_ROW_FITS, time_known, time_range
from app.widgets.controls import Card, IconButton, ShareBar, dim_label
from app.workers.background_job import BackgroundJob
from core import protocol as p
from core.advice.texts import devices
from core.advice.texts.language import tr
from core.advice.texts.numbers import NOTHING, count, duration, significant, size

_UNKNOWN = tr("Choose a model and data to see how long it takes.")


class TimeCard(Card):
    """Runs the dry run, too.

    Signals:
        measured: the DryRunResult. failed: the Failed of a dry run.
    """

    measured = Signal(object)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Time"))
        self.job: BackgroundJob | None = None
        self._computed = ""  # by what, and why, the last dry run
        self.time = QLabel(NOTHING)
        set_size(self.time, SECTION, bold=True)
        use_tabular_figures(self.time)
        self.steps = QLabel()
        use_tabular_figures(self.steps)
        self.about = dim_label(_UNKNOWN, wraps=True)
        self.about.setMinimumHeight(2 * self.about.fontMetrics().lineSpacing())
        self.bar = ShareBar(tr("Dry run"))
        self.cancel = IconButton(tr("Cancel"), "mdi6.close")
        self.cancel.setAccessibleName(tr("Cancel the dry run"))
        self.cancel.clicked.connect(self.give_up)
        for widget in (self.bar, self.cancel):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
            widget.hide()
        line = layouts.row(gap=GRID)
        line.addWidget(self.bar, 1)
        line.addWidget(self.cancel)
        figures = layouts.row(gap=2 * GRID)
        figures.addWidget(self.time)
        figures.addStretch(1)
        figures.addWidget(self.steps, 0, Qt.AlignmentFlag.AlignBottom)
        self.body.addLayout(figures)
        self.body.addWidget(self.about)
        self.body.addLayout(line)

    @property
    def is_trying(self) -> bool:
        return self.job is not None

    def show_nothing(self, words: str = _UNKNOWN) -> None:
        self._say(NOTHING, "", words)

    def show_plan(self, plan: p.TrainingPlan, measured: p.DryRunResult | None) -> None:
        """measured: of these very settings; None: only guessed."""
        if not plan.steps:
            self.show_nothing(NO_ROW_FITS if plan.no_row_fits else tr("The data is being read."))
            return
        steps = tr("{n} steps", "{n} step", plan.steps, n=count(plan.steps))
        if measured is None:
            told = time_known(plan)
            self._say(time_range(plan.seconds_low, plan.seconds_high), steps, told)
            return
        told = tr("Measured on this machine: {tok_s} tokens/s, ", tok_s=significant(measured.tok_s))
        told += tr(
            "{step_seconds} a step, {peak_rss_bytes} at most.",
            step_seconds=_brief(measured.step_seconds),
            peak_rss_bytes=size(measured.peak_rss_bytes),
        )
        told = f"{told} {self._computed}".strip()
        self._say(
            tr("about {whole_seconds}", whole_seconds=duration(measured.whole_seconds)),
            tr("{n} steps", "{n} step", measured.steps, n=count(measured.steps)),
            told,
        )

    def try_steps(self, job: p.DryRunJob) -> None:
        """Begin a dry run."""
        self.give_up()
        self.job = BackgroundJob(job, self)
        self.job.changed.connect(self._on_change)
        self.job.received.connect(self._on_event)
        self.job.ended.connect(self._on_ended)
        self._show_working(True)
        self._computed = ""
        self.job.start()

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

    def _on_ended(self) -> None:
        job, self.job = self.job, None
        self._show_working(False)
        if job is None:
            return
        if isinstance(job.result, p.DryRunResult):
            self.measured.emit(job.result)
        elif job.failure is not None:
            self.about.setText(tr("The dry run could not."))
            self.failed.emit(job.failure)
        job.deleteLater()


def _brief(seconds: float) -> str:
    """A small model's steps take parts of a second."""
    return duration(seconds) if seconds >= 10 else f"{significant(seconds)} s"
