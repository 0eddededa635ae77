"""The Train page: a model and data, a goal, the knobs that follow from it, what it will take, and Start."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.flow import Columns
from app.look.theme import GRID
from app.pages.train import texts
from app.pages.train.inputs import READING, Inputs, known_by_path, whole_path
from app.pages.train.outlook import Outlook
from app.pages.train.recipe import Recipe
from app.pages.train.run_card import ROWS_ASKED, RunCard, Where
from app.pages.train.sweep_dialog import SweepDialog
from app.pages.train.texts import AS_DATA_SAYS, DOES_NOT_FIT, facts_read, settings_in_words
from app.widgets.controls import IconButton, on_ctrl_enter, page_title, reason_label, scrolled
from app.widgets.message_bar import MessageBar
from app.widgets.resume_strip import ResumeStrip
from app.workers.computers import Computers
from app.workers.devices import Devices
from app.workers.endings import Ending
from app.workers.thread_call import in_thread
from core import protocol as p
from core.advice.goals import Machine, suggested_goal
from core.advice.picks import CHAT
from core.base import paths
from core.base.errors import LuthierError
from core.base.language import tr
from core.protocol.config import TrainConfig, from_values
from core.runs import run as runs
from core.runs import sweeps

SAMPLE_EVERY = 25  # steps between evaluations of the sample, so that one sees the loss on unseen answers fall


class TrainPage(QWidget):
    """Signals:
    start_requested: a checked TrainJob. queue_requested: one, to be trained later. sweep_requested: a list of them.
    spread_wanted: whether other computers shall take what waits in the queue.
    model_wanted, data_wanted: the user wants to choose another. wordings_wanted: of the questions in this data.
    chosen: what is to be trained, and on what, as a job takes them; "" for none.
    """

    busy, warning = False, None  # a plan and a dry run can be made again
    start_requested = Signal(object)
    queue_requested = Signal(object)
    sweep_requested = Signal(list)
    spread_wanted = Signal(bool)
    model_wanted = Signal()
    data_wanted = Signal()
    wordings_wanted = Signal(object)
    chosen = Signal(str, str)

    def __init__(self, devices: Devices, computers: Computers) -> None:
        super().__init__()
        self.message = MessageBar()
        self.stopped = ResumeStrip()
        self.inputs, self.recipe, self.run = Inputs(), Recipe(devices), RunCard()
        self._computers, self.where = computers, Where(computers)
        self.outlook = Outlook(self.where)
        self.memory, self.time, self.advice = self.outlook.memory, self.outlook.time, self.outlook.advice
        self.sample = IconButton(tr("Tr&y it with the sample"), "mdi6.creation-outline")
        self._bar = bar = StartBar()
        self.dry_run, self.queue, self.mend, self.start = self.time.dry_run, bar.queue, bar.mend, bar.start
        self.recipe.show_details.fold(self.run, self.time.more, self.memory.more)
        self._blocked = ""
        self._config: tuple[dict[str, Any], TrainConfig] | None = None  # the form, and the settings that it makes
        self._earlier: runs.RunInfo | None = None  # what the form was filled from: it has more than the form shows
        self._described: p.Described | None = None
        self._facts: p.DataFacts | None = None
        self._arrange()
        self._connect()
        self._on_inputs()

    def fill_in_sample(self) -> None:
        """Fill in the bundled model and conversations, with settings that finish in a few minutes."""
        self.use_model(known_by_path(str(paths.SAMPLE_MODEL)))
        self.use_data(str(CHAT.data), {})
        self.recipe.use_values(msgspec.to_builtins(CHAT.config) | {"eval_every": SAMPLE_EVERY})

    def use_model(self, model: p.LocalModel) -> None:
        """Train this model."""
        self.inputs.use_model(model)

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way; the share that is held out has a knob here, and the value it has there.

        Goal, name and notes of other data do not stay.
        """
        reading = dict(settings)
        if self.inputs.data and whole_path(data) != self.inputs.data:
            self.recipe.forget_data()
            self.run.fill("", "", [])
        share = float(reading.pop("eval_share", "") or TrainConfig().eval_share)
        self.recipe.hold({"eval_share": share} if data else {}, AS_DATA_SAYS)
        self.inputs.use_data(data, reading)
        self._scroll.verticalScrollBar().setValue(0)  # to where the model and the data stand
        self.start.setFocus()

    def fill_from(self, run: runs.Run, *, goes_on: bool = False) -> None:
        """Fill in what an earlier run was asked, for a new one like it. Raises LuthierError `runs.not-a-run`.

        goes_on: the new one begins with what the earlier one has learnt, not with what that one began with.
        """
        info = run.info()
        values: dict[str, Any] = msgspec.to_builtins(info.config)
        reading = {key: values.pop(key) for key in READING}
        begun = str(run.folder) if goes_on else info.adapter or ""
        self.inputs.use_model(known_by_path(info.model), begun, info.data)
        self.use_data(info.data, {key: value for key, value in reading.items() if value not in ("auto", "")})
        self.recipe.use_values(values, hidden=values)
        self.run.fill("", "", list(info.config.sample_prompts))
        self.where.choose(info.on)
        self._earlier = info

    def go_on_from(self, run: runs.Run, data: str = "") -> None:
        """Train the model of an earlier run on, from what it has learnt. data: with this; "" for what is chosen next.

        Raises LuthierError `runs.not-a-run`.
        """
        self.inputs.use_model(known_by_path(run.info().model), str(run.folder), data)

    def take_back(self, ending: Ending) -> None:
        """Say what was wrong with a run that ended before its first step: everything stands here as it was."""
        if ending.kind == "cancelled":
            self.message.say(
                "info", tr("Cancelled before the first step"), tr("Nothing was trained, and nothing is kept.")
            )
        else:
            self.message.say("bad", tr("The training could not begin"), ending.text, ending.details)
        self._look_at_inputs()

    def state(self) -> dict[str, Any]:
        """Return the form, to be had again at the next start."""
        where = {"where": self.where.choice.currentData()}
        return {**self.inputs.state(), **self.recipe.state(), **self.run.state(), **where}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave; what is old or wrong is passed over."""
        self.inputs.restore(state)
        self.recipe.restore(state)
        self.where.choose(state.get("where"))
        title, notes, prompts = (state.get(key) for key in ("title", "notes", "prompts"))
        if isinstance(title, str) and isinstance(notes, str) and isinstance(prompts, list):
            self.run.fill(title, notes, [prompt for prompt in prompts if isinstance(prompt, str)])

    def submit(self) -> None:
        """Check everything; start, or show each error where it belongs."""
        if not self._blocked and not self._obstacle and (job := self._job_to_train()):
            self.outlook.give_up()  # its memory is needed now
            self.message.hide()
            self.start_requested.emit(job)

    def submit_to_queue(self) -> None:
        """Put the training into the queue."""
        if self.queue.isEnabled() and (job := self._job_to_train()):
            self.queue_requested.emit(job)

    def try_several(self) -> None:
        """Ask for values, and have each combination trained."""
        if (job := self._job_to_train()) is None:
            return
        has_others, goes_on = bool(self._computers.known), bool(self.inputs.begun)
        dialog = SweepDialog(self, job.config, self.outlook.seconds, has_others=has_others, goes_on=goes_on)
        if dialog.exec() == SweepDialog.DialogCode.Accepted:
            self._submit_sweep(job, dialog)
        dialog.deleteLater()

    def _submit_sweep(self, job: p.TrainJob, dialog: SweepDialog) -> None:
        """Ask for a sweep under a name that no other has, which takes a look at all runs."""
        name, configs, of = job.title or runs.own_title(Path(job.run).name), dialog.configs, dialog.of
        self.message.hide()
        if dialog.spread.isChecked():
            self.spread_wanted.emit(True)
            job = msgspec.structs.replace(job, on=None)
        call = in_thread(lambda: sweeps.jobs(sweeps.named(of, name), job, configs), self.sweep_requested.emit, self)
        call.failed.connect(lambda error: self.message.say_error(texts.NOT_TOGETHER, error))

    def try_steps(self) -> None:
        """Start a dry run of these very settings."""
        if job := self._checked_job():
            self.message.hide()
            self.outlook.try_steps(job)
            self._update_buttons()

    def config(self) -> TrainConfig:
        """Return the form as settings. Raises LuthierError `config.bad-value`."""
        asked = self.run.sample_prompts()
        prompts = {"sample_prompts": asked, "sample_rows": 0 if asked else ROWS_ASKED}
        form = {**self.recipe.values(), **self.inputs.data_settings, **prompts}
        if self._config is None or self._config[0] != form:
            self._config = form, from_values(form)
        return self._config[1]

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
        self._update_buttons()

    def shown(self) -> None:
        """Do nothing: what was filled in is still there."""

    def shut_down(self) -> None:
        self.outlook.give_up()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        self.where.refresh()  # a terminal may have added one
        self._look_at_inputs()

    def _connect(self) -> None:
        self.sample.clicked.connect(self.fill_in_sample)
        self.start.clicked.connect(self.submit)
        self.queue.clicked.connect(self.submit_to_queue)
        self.recipe.several.clicked.connect(self.try_several)
        self.dry_run.clicked.connect(self.try_steps)
        self.mend.clicked.connect(lambda: self.recipe.change(self.outlook.way_out))
        self.inputs.model_card.wanted.connect(self.model_wanted)
        self.inputs.data_card.wanted.connect(self.data_wanted)
        self.inputs.changed.connect(self._on_inputs)
        self.recipe.show_details.toggled.connect(lambda _on: self._update_buttons())
        self.recipe.changed.connect(self._on_recipe)
        self.where.choice.currentIndexChanged.connect(lambda _index: self._update_buttons())
        self.outlook.change_wanted.connect(self.recipe.change)
        self.advice.wordings_wanted.connect(lambda: self.wordings_wanted.emit(Path(self.inputs.data)))
        self.outlook.failed.connect(lambda failure: self.message.say_failure(tr("The dry run failed"), failure))
        self.outlook.described.connect(self._on_described)
        self.outlook.data_read.connect(self._on_data_read)
        self.outlook.changed.connect(self._update_buttons)
        self.outlook.model_refused.connect(self.inputs.model_card.complain)
        self.outlook.data_refused.connect(self.inputs.data_card.complain)
        on_ctrl_enter(self, self.submit)

    def _job_to_train(self) -> p.TrainJob | None:
        """Return what was checked. What it goes on from belongs to this data from now on."""
        if (job := self._checked_job()) is not None and job.adapter:
            self.inputs.begun_for = self.inputs.data
        return job

    def _checked_job(self) -> p.TrainJob | None:
        if not all([self.inputs.check(), self.recipe.is_valid()]):
            self._show_first_error()
            return None
        try:
            config = self.config()
        except LuthierError as error:
            self.message.say_error(texts.NOT_TOGETHER, error)
            return None
        model, data, earlier = self.model_text, self.inputs.data, self._earlier
        return p.TrainJob(
            model=model,
            data=data,
            run=str(runs.new_folder(model, data)),
            eval_data=earlier.eval_data if earlier else None,
            adapter=self.inputs.begun or None,
            config=config,
            on=self.where.value,
            title=self.run.title.text().strip() or runs.short_title(data, self.inputs.goes_on.title),
            notes=self.run.notes.toPlainText().strip(),
        )

    def _on_inputs(self) -> None:
        self._earlier = self._described = self._facts = None
        self.chosen.emit(self.inputs.model_text, self.inputs.data)
        self.sample.setVisible(self.inputs.model is None and not self.inputs.data)
        self.outlook.begin_with(self.inputs.model_text, self.inputs.data)
        self._share_facts()
        self._look_at_inputs()

    def _look_at_inputs(self) -> None:
        """Have them planned with, once they can be seen."""
        if self.isVisible() or self.inputs.model is None:
            reading, config = self.inputs.reading(), self._config_or_none()
            if config is not None:  # choices are read in another way
                reading = msgspec.structs.replace(reading, objective=config.objective)
            self.outlook.look_at(reading)
            self._update_buttons()

    def _on_recipe(self) -> None:
        self._look_at_inputs()
        if config := self._config_or_none():
            self.outlook.ask(config)
        elif self.inputs.model is not None:
            self.outlook.forget()
        self._update_buttons()

    def _on_described(self, described: p.Described) -> None:
        self._described = described
        self.inputs.learn(described.model)
        self._share_facts()

    def _on_data_read(self, facts: p.DataFacts) -> None:
        self._facts = facts
        self.inputs.describe_data(facts_read(facts, self.inputs.data_settings))
        self._share_facts()
        if facts.exact:
            self.recipe.suggest(suggested_goal(facts))

    def _share_facts(self) -> None:
        machine = Machine.described(self._described) if self._described else Machine()
        self.recipe.use_facts(machine, self.inputs.model, self._facts)

    def _config_or_none(self) -> TrainConfig | None:
        try:
            return self.config()
        except LuthierError:
            return None

    def _update_buttons(self) -> None:
        is_chosen = self.inputs.model is not None and bool(self.inputs.data)
        obstacle = self._missing or self.recipe.complaint or self._obstacle
        waits = self.outlook.is_reading
        may_wait = is_chosen and not obstacle and not waits
        self.recipe.several.setEnabled(may_wait)
        may_try = is_chosen and not self.time.is_trying and not self.outlook.obstacle
        self.dry_run.setEnabled(may_try and not self._blocked and not obstacle)
        self.queue.setEnabled(may_wait)
        self.queue.setVisible(bool(self._blocked) or self.recipe.show_details.isChecked())
        self._bar.allow(obstacle, self._blocked, self.outlook.way_out if obstacle else {})

    @property
    def _obstacle(self) -> str:
        """Why these settings cannot be trained with; what does not fit here may fit on another computer."""
        obstacle = self.outlook.obstacle
        return "" if obstacle == DOES_NOT_FIT and self.where.value is not None else obstacle

    @property
    def _missing(self) -> str:
        """The choice that is missing before a training can start; "" for none."""
        has_model, has_data = self.inputs.model is not None, bool(self.inputs.data)
        if has_model or has_data:
            return "" if has_model and has_data else texts.NO_DATA if has_model else texts.NO_MODEL
        return texts.NEITHER

    def _show_first_error(self) -> None:
        for card in (self.inputs.model_card, self.inputs.data_card):
            if card.error:
                self._bar.reason.setText(card.error)
                card.change.setFocus()
                return
        self.recipe.focus_first_error()

    def _arrange(self) -> None:
        columns = Columns(2 * GRID, narrow=100 * GRID)
        columns.add(layouts.panel(layouts.column(self.recipe, self.run, ..., gap=2 * GRID)), 8)
        columns.add(self.outlook, 5)
        content = QWidget()
        inside = layouts.column(
            self.message, self.stopped, self.inputs, self.sample, columns, inside=content, gap=2 * GRID
        )
        inside.setAlignment(self.sample, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        self._scroll = scrolled(content)
        layouts.page(self, page_title(tr("Train")), (self._scroll, 1), self._bar)


class StartBar(Columns):
    """Below the Train page: Start and its neighbours, and why it cannot be pressed.

    Buttons that the page connects; in a narrow window the words stand above them.
    """

    def __init__(self) -> None:
        super().__init__(2 * GRID)
        self.reason = reason_label()
        self.mend = IconButton("", "mdi6.auto-fix")  # of what keeps it from starting
        self.queue = IconButton(tr("Add to the &queue"), "mdi6.playlist-plus")
        self.queue.setToolTip(tr("It begins when the trainings before it have ended. The queue is on the Runs page."))
        self.start = IconButton(tr("&Start training"), "mdi6.play", primary=True)
        self.add(self.reason, 1)
        self.add(layouts.panel(layouts.row(..., self.mend, self.queue, self.start, gap=GRID)))
        self.mend.hide()

    def allow(self, obstacle: str, blocked: str, way_out: Mapping[str, Any]) -> None:
        """Allow Start, or say why not. obstacle: why it cannot be trained at all. blocked: why not now, though it may
        wait in the queue. way_out: settings that would remove the obstacle.
        """
        self.start.setEnabled(not blocked and not obstacle)
        self.mend.setVisible(bool(way_out))
        self.mend.setText(settings_in_words(way_out))
        self.reason.setText(obstacle or blocked)
