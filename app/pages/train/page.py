"""The Train page: a model, data, the few settings that matter, and Start."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID
from app.pages.train.inputs import Inputs, known_by_path
from app.pages.train.settings_form import SettingsForm
from app.pages.train.texts import ADVANCED, MAIN
from app.widgets.controls import Card, IconButton, on_ctrl_enter, page_title, reason_label, scrolled
from app.widgets.message_bar import MessageBar
from core.shared import paths, runs
from core.shared.config import TrainConfig, from_values
from core.shared.errors import LuthierError
from core.shared.protocol import LocalModel, TrainJob

SAMPLE_DATA = paths.DEMO / "chat.jsonl"
# Of the sample: they finish in two minutes. Evaluating often shows the loss on unseen answers falling.
SAMPLE_SETTINGS = {"epochs": 6.0, "context": 256, "rank": 16, "learning_rate": 2e-3}
SAMPLE_ADVANCED = {"grad_accumulation": 2, "eval_share": 0.1, "eval_every": 25}

RSLORA_ALPHA = 8.0


class TrainPage(QWidget):
    """Signals:
    start_requested: a checked TrainJob. queue_requested: one, to be trained after the run that is on.
    model_wanted, data_wanted: the person wants to choose another.
    chosen: what is to be trained, and on what, as a job takes them; "" for none.
    """

    busy, warning = False, None
    start_requested = Signal(object)
    queue_requested = Signal(object)
    model_wanted = Signal()
    data_wanted = Signal()
    chosen = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.message = MessageBar()
        self.inputs = Inputs()
        self.sample = IconButton("Tr&y it with the sample", "mdi6.creation-outline")
        self.settings, self.advanced = SettingsForm(MAIN), SettingsForm(ADVANCED)
        self.show_advanced = IconButton("Ad&vanced", "mdi6.chevron-right", checkable=True, lights_up=False)
        self.queue = IconButton("Add to the &queue", "mdi6.playlist-plus")
        self.start = IconButton("&Start training", "mdi6.play", primary=True)
        self._reason = reason_label()
        self._blocked = ""
        self._earlier: runs.RunInfo | None = None  # what the form was filled from: it has more than the form shows
        self._arrange()
        self.sample.clicked.connect(self.fill_in_sample)
        self.start.clicked.connect(self.submit)
        self.queue.clicked.connect(self.submit_to_queue)
        self.show_advanced.toggled.connect(self._toggle_advanced)
        self.inputs.model_card.wanted.connect(self.model_wanted)
        self.inputs.data_card.wanted.connect(self.data_wanted)
        self.inputs.changed.connect(self._on_inputs)
        for form in (self.settings, self.advanced):
            form.changed.connect(self._clear_reason)
        on_ctrl_enter(self, self.submit)
        self._on_inputs()

    def fill_in_sample(self) -> None:
        """The bundled model and conversations, with settings that finish in a few minutes."""
        self.use_model(known_by_path(str(paths.SAMPLE_MODEL)))
        self.use_data(str(SAMPLE_DATA), {})
        for form, values in ((self.settings, SAMPLE_SETTINGS), (self.advanced, SAMPLE_ADVANCED)):
            for key, value in values.items():
                form.set_value(key, value)

    def use_model(self, model: LocalModel) -> None:
        """Train this one."""
        self.inputs.use_model(model)

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way."""
        self.inputs.use_data(data, settings)
        self.start.setFocus()

    def fill_from(self, run: runs.Run) -> None:
        """What an earlier run was asked, for a new one like it. Raises LuthierError `runs.not-a-run`."""
        info = run.info()
        self.use_model(known_by_path(info.model))
        reading = {key: getattr(info.config, key) for key in _READING if getattr(info.config, key) != "auto"}
        self.use_data(info.data, reading)
        for form in (self.settings, self.advanced):
            for key in form.values():
                form.set_value(key, getattr(info.config, key))
        self._earlier = info

    def state(self) -> dict[str, Any]:
        """The form, to be had again at the next start."""
        values = {**self.settings.values(), **self.advanced.values()}
        return {**self.inputs.state(), "values": values, "advanced": self.show_advanced.isChecked()}

    def restore(self, state: dict[str, Any]) -> None:
        """What is old or wrong is passed over."""
        self.inputs.restore(state)
        values = state.get("values")
        for key, value in values.items() if isinstance(values, dict) else ():
            for form in (self.settings, self.advanced):
                if key in form.values() and isinstance(value, str | bool):
                    form.set_value(key, value)
        self.show_advanced.setChecked(state.get("advanced") is True)

    def submit(self) -> None:
        """Check everything; start, or show each error where it belongs."""
        if not self._blocked and (job := self._checked_job()):
            self.start_requested.emit(job)

    def submit_to_queue(self) -> None:
        """The same for later."""
        if job := self._checked_job():
            self.queue_requested.emit(job)

    def config(self) -> TrainConfig:
        """The form as settings. Raises LuthierError `config.bad-value`."""
        earlier = msgspec.to_builtins(self._earlier.config) if self._earlier else {}
        values = {**earlier, **self.settings.values(), **self.advanced.values(), **self.inputs.data_settings}
        chosen = from_values(values)
        # The usual ratio: the rank alone sets the adapter's size. rsLoRA has its own rule; both agree at rank 16.
        alpha = RSLORA_ALPHA if chosen.rslora else 2.0 * chosen.rank
        return from_values({**values, "alpha": alpha})

    @property
    def model_text(self) -> str:
        """The chosen model as a job takes it, "" for none."""
        return self.inputs.model_text

    @property
    def context(self) -> int:
        """Longest row, in tokens; the default while what stands there is no number."""
        text = str(self.settings.values()["context"])
        return int(text) if text.isdecimal() and int(text) >= 8 else TrainConfig().context

    def block(self, reason: str) -> None:
        """Refuse to start for a reason, or allow it again with an empty one."""
        self._blocked = reason
        self.start.setEnabled(not reason)
        self.queue.setVisible(bool(reason))
        self._reason.setText(reason)

    def shown(self) -> None:
        """What was filled in is still there."""

    def shut_down(self) -> None:
        """No worker is at anything here."""

    def _checked_job(self) -> TrainJob | None:
        inputs_ok = self.inputs.check()
        if not all([inputs_ok, self.settings.is_valid(), self.advanced.is_valid()]):
            self._show_first_error()
            return None
        try:
            config = self.config()
        except LuthierError as error:
            self.message.say_error("These settings do not go together", error)
            return None
        model, data, earlier = self.model_text, self.inputs.data, self._earlier
        return TrainJob(
            model=model,
            data=data,
            run=str(runs.new_folder(model, data)),
            eval_data=earlier.eval_data if earlier else None,
            adapter=earlier.adapter if earlier else None,
            config=config,
        )

    def _on_inputs(self) -> None:
        self._earlier = None
        self.chosen.emit(self.inputs.model_text, self.inputs.data)
        self.sample.setVisible(self.inputs.model is None and not self.inputs.data)
        self._clear_reason()

    def _clear_reason(self) -> None:
        self._reason.setText(self._blocked)

    def _show_first_error(self) -> None:
        self._reason.setText("Something above is missing or wrong.")
        if self.inputs.model_card.error:
            self.inputs.model_card.change.setFocus()
        elif self.inputs.data_card.error:
            self.inputs.data_card.change.setFocus()
        elif not self.settings.is_valid():
            self.settings.focus_first_error()
        else:
            self.show_advanced.setChecked(True)
            self.advanced.focus_first_error()

    def _toggle_advanced(self, shown: bool) -> None:
        self.advanced.setVisible(shown)
        self.show_advanced.set_look("Ad&vanced", "mdi6.chevron-down" if shown else "mdi6.chevron-right")

    def _arrange(self) -> None:
        how = Card("How it learns")
        how.body.addWidget(self.settings)
        how.body.addWidget(self.show_advanced, 0, Qt.AlignmentFlag.AlignLeft)
        how.body.addWidget(self.advanced)
        self.advanced.hide()
        content = QWidget()
        inside = layouts.column(content, gap=2 * GRID)
        inside.addWidget(self.message)
        inside.addWidget(self.inputs)
        inside.addWidget(self.sample, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(how)
        inside.addStretch(1)
        bottom = layouts.row(gap=GRID)
        bottom.addWidget(self._reason, 1)
        bottom.addSpacing(GRID)
        bottom.addWidget(self.queue)
        bottom.addWidget(self.start)
        self.queue.hide()
        layout = layouts.column(self, gap=2 * GRID, margins=layouts.PAGE_MARGINS)
        layout.addWidget(page_title("Train"))
        layout.addWidget(scrolled(content), 1)
        layout.addLayout(bottom)


_READING = ("format", "columns", "encoding", "train_on", "duplicates")  # settings that the Data page chooses
