"""The Train page: a model and data, a goal, the knobs that follow from it, what it will take, and Start."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.train.advice_card import AdviceCard
from app.pages.train.inputs import Inputs, known_by_path, whole_path
from app.pages.train.measured import Measured
from app.pages.train.memory_card import MemoryCard
from app.pages.train.planning import Planning
from app.pages.train.recipe import Recipe
from app.pages.train.run_card import RunCard
from app.pages.train.texts import facts_read, summary
from app.pages.train.time_card import TimeCard
from app.widgets.controls import IconButton, on_ctrl_enter, page_title, reason_label, scrolled
from app.widgets.message_bar import MessageBar
from app.workers.endings import Ending
from core.shared import paths, runs
from core.shared import protocol as p
from core.shared.config import TrainConfig, from_values
from core.shared.errors import LuthierError
from core.shared.goals import Machine, suggested_goal

SAMPLE_DATA = paths.DEMO / "chat.jsonl"
# Of the sample: they finish in two minutes. Evaluating often shows the loss on unseen answers falling.
SAMPLE_SETTINGS = {
    "epochs": 6.0, "context": 256, "rank": 16, "learning_rate": 2e-3, "grad_accumulation": 2, "eval_share": 0.1,
    "eval_every": 25,
}  # fmt: skip
READING = ("format", "columns", "encoding", "header", "train_on", "duplicates")  # settings that the Data page chooses
NEEDS_A_FIT = "This does not fit. See what would, under Memory."
KEEP_HIDDEN_MS = 60_000  # for which the plan's worker waits while the page is not seen


class TrainPage(QWidget):
    """Signals:
    start_requested: a checked TrainJob. queue_requested: one, to be trained after the run that is on.
    model_wanted, data_wanted: the person wants to choose another.
    chosen: what is to be trained, and on what, as a job takes them; "" for none.
    """

    busy, warning = False, None  # a plan and a dry run can be had again
    start_requested = Signal(object)
    queue_requested = Signal(object)
    model_wanted = Signal()
    data_wanted = Signal()
    chosen = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.message = MessageBar()
        self.inputs, self.recipe, self.run = Inputs(), Recipe(), RunCard()
        self.memory, self.time, self.advice = MemoryCard(), TimeCard(), AdviceCard()
        self.sample = IconButton("Tr&y it with the sample", "mdi6.creation-outline")
        self.dry_run = IconButton("Dry r&un", "mdi6.speedometer")
        self.queue = IconButton("Add to the &queue", "mdi6.playlist-plus")
        self.start = IconButton("&Start training", "mdi6.play", primary=True)
        self._reason = reason_label()
        self._blocked = ""
        self._earlier: runs.RunInfo | None = None  # what the form was filled from: it has more than the form shows
        self._described: p.Described | None = None
        self._facts: p.DataFacts | None = None
        self.plan: p.TrainingPlan | None = None  # of the newest settings that were answered
        self._measured: Measured | None = None
        self.planning = Planning(self)
        self._unseen = QTimer(self, singleShot=True, interval=KEEP_HIDDEN_MS)
        self._arrange()
        self._connect()
        self._on_inputs()

    def fill_in_sample(self) -> None:
        """The bundled model and conversations, with settings that finish in a few minutes."""
        self.use_model(known_by_path(str(paths.SAMPLE_MODEL)))
        self.use_data(str(SAMPLE_DATA), {})
        self.recipe.use_values(msgspec.to_builtins(TrainConfig()) | SAMPLE_SETTINGS)

    def use_model(self, model: p.LocalModel) -> None:
        """Train this one."""
        self.inputs.use_model(model)

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way; the share that is held out has a knob here. Goal, name and notes of other
        data do not stay."""
        reading = dict(settings)
        if self.inputs.data and whole_path(data) != self.inputs.data:
            self.recipe.forget_data()
            self.run.fill("", "", [])
        if share := reading.pop("eval_share", ""):
            self.recipe.change({"eval_share": float(share)})
        self.inputs.use_data(data, reading)
        self.start.setFocus()

    def fill_from(self, run: runs.Run) -> None:
        """What an earlier run was asked, for a new one like it. Raises LuthierError `runs.not-a-run`."""
        info = run.info()
        values: dict[str, Any] = msgspec.to_builtins(info.config)
        reading = {key: values.pop(key) for key in READING}
        self.use_model(known_by_path(info.model))
        self.use_data(info.data, {key: value for key, value in reading.items() if value != "auto"})
        self.recipe.use_values(values, hidden=values)
        self.run.fill("", "", list(info.config.sample_prompts))
        self._earlier = info

    def take_back(self, ending: Ending) -> None:
        """A run ended before its first step: everything stands here as it was, and this is what was wrong."""
        if ending.kind == "cancelled":
            self.message.say("info", "Cancelled before the first step", "Nothing was trained, and nothing is kept.")
        else:
            self.message.say("bad", "The training could not begin", ending.text, ending.details)
        self._look_at_inputs()

    def state(self) -> dict[str, Any]:
        """The form, to be had again at the next start."""
        return {**self.inputs.state(), **self.recipe.state(), **self.run.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """What is old or wrong is passed over."""
        self.inputs.restore(state)
        self.recipe.restore(state)
        title, notes, prompts = (state.get(key) for key in ("title", "notes", "prompts"))
        if isinstance(title, str) and isinstance(notes, str) and isinstance(prompts, list):
            self.run.fill(title, notes, [prompt for prompt in prompts if isinstance(prompt, str)])

    def submit(self) -> None:
        """Check everything; start, or show each error where it belongs."""
        if not self._blocked and self.start.isEnabled() and (job := self._checked_job()):
            self.planning.give_up()  # its memory is needed now
            self.time.give_up()
            self.message.hide()
            self.start_requested.emit(job)

    def submit_to_queue(self) -> None:
        """The same for later."""
        if job := self._checked_job():
            self.queue_requested.emit(job)

    def try_steps(self) -> None:
        """A dry run of these very settings."""
        if job := self._checked_job():
            self.message.hide()
            self.time.try_steps(_dry(job))
            self._update_buttons()

    def config(self) -> TrainConfig:
        """The form as settings. Raises LuthierError `config.bad-value`."""
        prompts = {"sample_prompts": self.run.sample_prompts()}
        return from_values({**self.recipe.values(), **self.inputs.data_settings, **prompts})

    @property
    def model_text(self) -> str:
        """The chosen model as a job takes it, "" for none."""
        return self.inputs.model_text

    @property
    def context(self) -> int:
        """Longest row, in tokens; the default while what stands there is no number."""
        text = str(self.recipe.settings.values()["context"])
        return int(text) if text.isdecimal() and int(text) >= 8 else TrainConfig().context

    def block(self, reason: str) -> None:
        """Refuse to start for a reason, or allow it again with an empty one."""
        self._blocked = reason
        self.queue.setVisible(bool(reason))
        self._update_buttons()

    def shown(self) -> None:
        """What was filled in is still there."""

    def shut_down(self) -> None:
        self.planning.give_up()
        self.time.give_up()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self._unseen.stop()
        self._look_at_inputs()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        super().hideEvent(event)
        self._unseen.start()

    def _connect(self) -> None:
        self.sample.clicked.connect(self.fill_in_sample)
        self.start.clicked.connect(self.submit)
        self.queue.clicked.connect(self.submit_to_queue)
        self.dry_run.clicked.connect(self.try_steps)
        self._unseen.timeout.connect(self.planning.give_up)
        self.inputs.model_card.wanted.connect(self.model_wanted)
        self.inputs.data_card.wanted.connect(self.data_wanted)
        self.inputs.changed.connect(self._on_inputs)
        self.recipe.show_advanced.toggled.connect(self.run.show_all)
        self.recipe.changed.connect(self._on_recipe)
        self.memory.change_wanted.connect(self.recipe.change)
        self.advice.change_wanted.connect(self.recipe.change)
        self.time.measured.connect(self._on_measured)
        self.time.failed.connect(lambda failure: self._on_dry_failure(failure))
        self.planning.described.connect(self._on_described)
        self.planning.data_read.connect(self._on_data_read)
        self.planning.planned.connect(self._on_plan)
        self.planning.data_refused.connect(self._on_data_refused)
        self.planning.failed.connect(self._on_plan_failure)
        on_ctrl_enter(self, self.submit)

    def _checked_job(self) -> p.TrainJob | None:
        if not all([self.inputs.check(), self.recipe.is_valid()]):
            self._show_first_error()
            return None
        try:
            config = self.config()
        except LuthierError as error:
            self.message.say_error("These settings do not go together", error)
            return None
        model, data, earlier = self.model_text, self.inputs.data, self._earlier
        return p.TrainJob(
            model=model,
            data=data,
            run=str(runs.new_folder(model, data)),
            eval_data=earlier.eval_data if earlier else None,
            adapter=earlier.adapter if earlier else None,
            config=config,
            title=self.run.title.text().strip(),
            notes=self.run.notes.toPlainText().strip(),
        )

    def _on_inputs(self) -> None:
        self._earlier = self._described = self._facts = self.plan = None
        self.chosen.emit(self.inputs.model_text, self.inputs.data)
        self.sample.setVisible(self.inputs.model is None and not self.inputs.data)
        self.memory.show_nothing("Looking at the model…" if self.inputs.model else "Choose a model to see its needs.")
        if self.inputs.model and self.inputs.data:
            self.time.show_nothing("Looking at the model and the data…")
        else:
            self.time.show_nothing()
        self.advice.show_advice([])
        self._share_facts()
        self._look_at_inputs()

    def _look_at_inputs(self) -> None:
        """Have them planned with, once they can be seen."""
        if self.isVisible() and self.inputs.model is not None:
            reading = from_values({key: value for key, value in self.inputs.data_settings.items() if key in READING})
            self.planning.look_at(p.PlanJob(model=self.model_text, data=self.inputs.data, config=reading))
        elif self.inputs.model is None:
            self.planning.look_at(None)

    def _on_recipe(self) -> None:
        if config := self._config_or_none():  # what is wrong with it stands at its knob
            self.planning.ask(config)
        self._update_buttons()

    def _on_described(self, described: p.Described) -> None:
        self._described = described
        self.inputs.learn(described.model)
        self._share_facts()

    def _on_data_read(self, facts: p.DataFacts) -> None:
        self._facts = facts
        self.inputs.describe_data(facts_read(facts, self.inputs.data_settings))
        self.recipe.suggest(suggested_goal(facts))
        self._share_facts()

    def _share_facts(self) -> None:
        machine = Machine.described(self._described) if self._described else Machine()
        self.recipe.use_facts(machine, self.inputs.model, self._facts)

    def _on_plan(self, plan: p.TrainingPlan) -> None:
        self.plan = plan
        self.memory.show_plan(plan)
        self.time.show_plan(plan, self._measurement())
        self.advice.show_advice(plan.advice)
        self._update_buttons()

    def _on_plan_failure(self, failure: p.Failed) -> None:
        self.plan = None
        self.memory.show_nothing(f"{failure.message} {failure.hint}".strip())
        if failure.code.startswith(("model.", "arch.", "convert.", "ollama.")):
            self.inputs.model_card.complain(f"{failure.message} {failure.hint}".strip())
        self._update_buttons()

    def _on_data_refused(self, refusal: p.Refused) -> None:
        self.inputs.data_card.complain(f"{refusal.message} {refusal.hint}".strip().replace("\n", " "))
        self.time.show_nothing("The data cannot be read.")

    def _on_measured(self, result: p.DryRunResult) -> None:
        if (job := self._checked_job()) and self.plan:
            self._measured = Measured(_dry(job), result)
            self.time.show_plan(self.plan, result)
        self._update_buttons()

    def _on_dry_failure(self, failure: p.Failed) -> None:
        self.message.say_failure("The dry run could not", failure)
        self._update_buttons()

    def _measurement(self) -> p.DryRunResult | None:
        """What a dry run of these settings has measured."""
        config = self._config_or_none()
        if self._measured is None or self.plan is None or config is None:
            return None
        return self._measured.of(self.model_text, self.inputs.data, config, self.plan.steps)

    def _config_or_none(self) -> TrainConfig | None:
        try:
            return self.config()
        except LuthierError:
            return None

    def _update_buttons(self) -> None:
        does_not_fit = self.plan is not None and not self.plan.fits
        self.start.setEnabled(not self._blocked and not does_not_fit)
        is_chosen = self.inputs.model is not None and bool(self.inputs.data)
        self.dry_run.setEnabled(is_chosen and not self._blocked and not does_not_fit and not self.time.is_trying)
        self._reason.setText(self._blocked or (NEEDS_A_FIT if does_not_fit else self._summary()))

    def _summary(self) -> str:
        config = self._config_or_none()
        if self.plan is None or config is None:
            return ""
        measured = self._measurement()
        return summary(self.plan, config, measured.whole_seconds if measured else None)

    def _show_first_error(self) -> None:
        self._reason.setText("Something above is missing or wrong.")
        for card in (self.inputs.model_card, self.inputs.data_card):
            if card.error:
                card.change.setFocus()
                return
        self.recipe.focus_first_error()

    def _arrange(self) -> None:
        left, right = QWidget(), QWidget()
        chosen, takes = layouts.column(left, gap=2 * GRID), layouts.column(right, gap=2 * GRID)
        chosen.addWidget(self.recipe)
        chosen.addWidget(self.run)
        for card in (self.memory, self.time, self.advice):
            takes.addWidget(card)
        chosen.addStretch(1)
        takes.addStretch(1)
        columns = Columns(2 * GRID, narrow=100 * GRID)
        columns.add(left, 8)
        columns.add(right, 5)
        content = QWidget()
        inside = layouts.column(content, gap=2 * GRID)
        for part in (self.message, self.inputs, columns):
            inside.addWidget(part)
        inside.insertWidget(2, self.sample, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        bottom = layouts.row(gap=GRID)
        bottom.addWidget(self._reason, 1)
        bottom.addSpacing(GRID)
        for button in (self.dry_run, self.queue, self.start):
            bottom.addWidget(button)
        self.queue.hide()
        layout = layouts.page(self)
        layout.addWidget(page_title("Train"))
        layout.addWidget(scrolled(content), 1)
        layout.addLayout(bottom)


def _dry(job: p.TrainJob) -> p.DryRunJob:
    return p.DryRunJob(model=job.model, data=job.data, eval_data=job.eval_data, config=job.config)
