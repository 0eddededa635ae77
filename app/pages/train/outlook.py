"""What a training would take: the live plan and the dry run, the card that shows them, and advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.train.needs import CHOOSE, MemoryNeeded, TimeNeeded
from app.pages.train.planning import Planning
from app.pages.train.texts import DATA_REFUSED, DOES_NOT_FIT, NO_ROW_FITS, UNSUITABLE, settings_in_words
from app.widgets.controls import Card, IconButton
from app.widgets.mark import MarkLabel
from app.workers.advice import in_the_windows_words
from core import protocol as p
from core.advice.advice import ONE_WORDING
from core.advice.training_settings import SETTINGS
from core.base.devices import CPU
from core.base.language import tr
from core.protocol import Advice, DryRunJob, DryRunResult
from core.protocol.config import TrainConfig
from core.protocol.layers import ALL

KEEP_HIDDEN_MS = 60_000  # for which the plan's worker waits while the page is not seen
_OF_SETTINGS = (
    "lora.",
    "config.",
    "memory.",
    "device.",
)  # beginnings of codes that other settings would mend
_OF_THE_MODEL = ("model.", "convert.", "ollama.")


class Outlook(QWidget):
    """Signals:
    changed: the plan is another, or what was measured. described: the Described of the model. data_read: the DataFacts.
    model_refused, data_refused: why it cannot be used. change_wanted: settings to take. failed: a dry run's Failed.
    """

    changed = Signal()
    described = Signal(object)
    data_read = Signal(object)
    model_refused = Signal(str)
    data_refused = Signal(str)
    change_wanted = Signal(dict)
    failed = Signal(object)

    def __init__(self, where: QWidget) -> None:
        """where: the choice of the computer that trains."""
        super().__init__()
        self.memory, self.time, self.advice = MemoryNeeded(), TimeNeeded(), AdviceCard()
        self.planning = Planning(self)
        self.plan: p.TrainingPlan | None = None  # of the newest settings that were answered
        self._refused = ""  # these settings, by the model: the code that says why
        self._is_data_refused = False  # it cannot be read for these
        self._about = ("", "")  # the model and the data
        self._config: TrainConfig | None = None
        self._dry: p.DryRunJob | None = None
        self._measured: Measured | None = None
        self._unseen = QTimer(self, singleShot=True, interval=KEEP_HIDDEN_MS)
        card = Card(tr("What it takes"), where, self.time, self.memory)
        layouts.column(card, self.advice, ..., inside=self, gap=2 * GRID)
        self._connect()

    @property
    def obstacle(self) -> str:
        """Why these settings cannot be trained with, "" where they can as far as is known."""
        if self._refused:
            return UNSUITABLE
        if self._is_data_refused:
            return DATA_REFUSED
        if self.plan is None:
            return ""
        return DOES_NOT_FIT if not self.plan.fits else NO_ROW_FITS if self.plan.no_row_fits else ""

    @property
    def is_reading(self) -> bool:
        """Whether the data is being read: the settings are not those yet that follow from it."""
        return self.planning.is_reading

    @property
    def way_out(self) -> Mapping[str, Any]:
        """The smallest change of the settings that does away with the obstacle; empty where there is none."""
        if self._refused == "lora.no-such-layer":
            return {"layers": ALL}
        if self._refused.startswith("device."):
            return {"device": CPU}
        if self.plan is None or not self.obstacle:
            return {}
        if not self.plan.fits:
            return self.plan.changes[0].settings if self.plan.changes else {}
        return next((one.settings for one in self.plan.advice if one.code == "no-row-fits"), {})

    @property
    def seconds(self) -> tuple[float, float] | None:
        """The least and the most that a training takes, the same where that was measured; None: not known yet."""
        if self.plan is None or not self.plan.steps:
            return None
        measured = self._measurement()
        return (measured.whole_seconds,) * 2 if measured else (self.plan.seconds_low, self.plan.seconds_high)

    def begin_with(self, model: str, data: str) -> None:
        """Begin with another model or other data; nothing is known of them yet."""
        self.plan, self._refused, self._is_data_refused, self._about = None, "", False, (model, data)
        self.memory.show_nothing(tr("Checking the model…") if model else CHOOSE)
        self.time.show_nothing()
        self.advice.show_advice([])

    def look_at(self, reading: TrainConfig) -> None:
        """Plan with the model and the data, read in this way, from now on."""
        model, data = self._about
        self.planning.look_at(p.PlanJob(model=model, data=data, config=reading) if model else None)

    def ask(self, config: TrainConfig) -> None:
        """Ask what training would take with these settings."""
        self._config = config
        self.planning.ask(config)

    def forget(self) -> None:
        """Forget the last plan: the settings are none that could be planned."""
        self.planning.take_back()
        self.plan, self._refused = None, ""
        self.memory.show_nothing("")
        self.time.show_nothing()
        self.advice.show_advice([])

    def try_steps(self, job: p.TrainJob) -> None:
        """Start a dry run of this very training."""
        self._dry = p.DryRunJob(
            model=job.model, data=job.data, eval_data=job.eval_data, config=job.config, adapter=job.adapter
        )
        self.time.try_steps(self._dry)

    def give_up(self) -> None:
        """End what goes on, to give its memory back."""
        self.planning.give_up()
        self.time.give_up()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._unseen.stop()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        super().hideEvent(event)
        self._unseen.start()

    def _connect(self) -> None:
        self._unseen.timeout.connect(self.planning.give_up)
        self.memory.change_wanted.connect(self.change_wanted)
        self.advice.change_wanted.connect(self.change_wanted)
        self.time.measured.connect(self._on_measured)
        self.time.failed.connect(self.failed)
        self.time.failed.connect(self.changed)
        self.planning.described.connect(self.described)
        self.planning.data_read.connect(self._on_data_read)
        self.planning.planned.connect(self._on_plan)
        self.planning.data_refused.connect(self._on_data_refused)
        self.planning.failed.connect(self._on_failure)

    def _on_plan(self, plan: p.TrainingPlan) -> None:
        self.plan, self._refused = plan, ""
        self.memory.show_plan(plan)
        self._show_time()
        self.advice.show_advice(plan.advice)
        self.changed.emit()

    def _on_failure(self, failure: p.Failed) -> None:
        self.plan, self._refused = None, failure.code if failure.code.startswith(_OF_SETTINGS) else ""
        why = in_the_windows_words(failure).text.replace("\n", " ")
        is_of_model = failure.code.startswith(_OF_THE_MODEL)
        self.memory.show_nothing("" if is_of_model else why)
        self.time.show_nothing()
        self.advice.show_advice([])
        if is_of_model:
            self.model_refused.emit(why)
        self.changed.emit()

    def _on_data_read(self, facts: p.DataFacts) -> None:
        self._is_data_refused = False
        self.data_read.emit(facts)
        self.changed.emit()

    def _on_data_refused(self, refusal: p.Refused) -> None:
        """The Data page lists the rows; what happened and what to do is enough here."""
        self._is_data_refused = True
        self.time.show_nothing()
        message, *_, hint = f"{in_the_windows_words(refusal).text}\n".splitlines()
        self.data_refused.emit(f"{message} {hint}")
        self.changed.emit()

    def _on_measured(self, result: p.DryRunResult) -> None:
        if self._dry is not None and self.plan is not None:
            self._measured = Measured(self._dry, result)
            self._show_time()
        self.changed.emit()

    def _show_time(self) -> None:
        if self.plan is not None and self._config is not None:
            self.time.show_plan(self.plan, self._config, self._measurement())

    def _measurement(self) -> p.DryRunResult | None:
        """Return the result of a dry run of these settings, if any."""
        if self._measured is None or self.plan is None or self._config is None:
            return None
        return self._measured.of(*self._about, self._config, self.plan.steps)


@dataclass(frozen=True)
class Measured:
    """A dry run, and what came of it."""

    job: DryRunJob
    result: DryRunResult

    def of(self, model: str, data: str, config: TrainConfig, steps: int) -> DryRunResult | None:
        """Return the result for these, scaled to so many steps, if a step of theirs was measured; else None."""
        same = (self.job.model, self.job.data, _pace(self.job.config)) == (model, data, _pace(config))
        if not same or not steps:
            return None
        share = steps / max(1, self.result.steps)
        return msgspec.structs.replace(self.result, steps=steps, whole_seconds=self.result.whole_seconds * share)


def _pace(config: TrainConfig) -> TrainConfig:
    """The settings that decide how long a step takes; the others as usual."""
    usual = TrainConfig()
    return msgspec.structs.replace(
        config, **{key: getattr(usual, key) for key, row in SETTINGS.items() if not row.step}
    )


MOST = 5  # that are shown; the gravest come first


class AdviceCard(Card):
    """The card of advice before starting, each with a button that follows it where settings can.

    Hidden while it has nothing to say.

    Signals:
        change_wanted: settings to take.
        wordings_wanted: questions are to be asked in other words.
    """

    change_wanted = Signal(dict)
    wordings_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Before you start"))
        self.shown: Sequence[Advice] = ()
        self._lines = [_Line() for _ in range(MOST)]
        for line in self._lines:
            self.body.addWidget(line)
            line.button.clicked.connect(lambda _checked=False, line=line: self._on_button(line))
        self.hide()

    def _on_button(self, line: _Line) -> None:
        if line.settings:
            self.change_wanted.emit(line.settings)
        else:
            self.wordings_wanted.emit()

    def show_advice(self, found: Sequence[Advice]) -> None:
        if found == self.shown:
            return
        self.shown = found
        for line, one in zip(self._lines, [*found, *[None] * MOST], strict=False):
            line.show_advice(one)
        self.setVisible(bool(found))


class _Line(QWidget):
    """Stays where it is while others come and go, and the focus with it."""

    def __init__(self) -> None:
        super().__init__()
        self.settings: dict[str, Any] = {}
        self.button = IconButton("", "mdi6.arrow-right")
        self._mark, self._text = MarkLabel(), QLabel(wordWrap=True)
        row = layouts.row(inside=self, gap=GRID)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(layouts.column(self._text, layouts.left(self.button), gap=GRID // 2), 1)

    def show_advice(self, one: Advice | None) -> None:
        self.setVisible(one is not None)
        if one is None:
            return
        self._mark.show_mark("tight" if one.grave else "note")
        self._text.setText(one.text)
        self.settings = dict(one.settings)
        self.button.setVisible(bool(one.settings) or one.code == ONE_WORDING)
        self.button.setText(settings_in_words(one.settings) if one.settings else tr("Write other wordings…"))
