"""The Train page: a model, data, the few settings that matter, and Start."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.theme import GRID
from app.pages.train.model_path import describe_model
from app.pages.train.settings_form import SettingsForm
from app.pages.train.texts import ADVANCED, MAIN
from app.widgets.controls import Card, IconButton, dim_label, on_ctrl_enter, page_title, reason_label, scrolled
from app.widgets.inputs import DATA_FILES, describe_data, whole_model
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import PathPicker
from core.shared import paths, runs
from core.shared.config import TrainConfig, from_values
from core.shared.errors import LuthierError
from core.shared.protocol import TrainJob

SAMPLE_DATA = paths.DEMO / "holmes.txt"
SAMPLE_SETTINGS = {"epochs": 2.0, "context": 256, "rank": 16, "learning_rate": 2e-3}
SAMPLE_EVAL_EVERY = 50  # steps, so that the loss on unseen text is seen falling

RSLORA_ALPHA = 8.0


class TrainPage(QWidget):
    """Signals:
    start_requested: a checked TrainJob.
    look_requested: the folder of a run to show.
    """

    busy, warning = False, None
    start_requested = Signal(object)
    look_requested = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.message = MessageBar()
        self.model = PathPicker(
            "Mo&del", "Models (*.gguf);;All files (*)", "A GGUF file, or a folder with safetensors", folders=True
        )
        self.data = PathPicker(
            "Data &file", DATA_FILES, "A text, JSON, CSV or Parquet file, or a folder of texts", folders=True
        )
        self.sample = IconButton("Tr&y it with the sample", "mdi6.creation-outline")
        self.settings, self.advanced = SettingsForm(MAIN), SettingsForm(ADVANCED)
        self.show_advanced = IconButton("Ad&vanced", "mdi6.chevron-right", checkable=True, lights_up=False)
        self.start = IconButton("&Start training", "mdi6.play", primary=True)
        self._reason = reason_label()
        self._blocked = ""
        self._data_settings: dict[str, str] = {}  # how the data is read, chosen on the Data page
        self._arrange()
        self.sample.clicked.connect(self.fill_in_sample)
        self.start.clicked.connect(self.submit)
        self.show_advanced.toggled.connect(self._toggle_advanced)
        self.model.changed.connect(lambda: self.model.mention(describe_model))
        self.data.changed.connect(self._on_data)
        on_ctrl_enter(self, self.submit)

    def fill_in_sample(self) -> None:
        """The bundled model and text, with settings that finish in a few minutes."""
        self.model.set_path(paths.SAMPLE_MODEL)
        self.data.set_path(SAMPLE_DATA)
        for key, value in SAMPLE_SETTINGS.items():
            self.settings.set_value(key, value)
        self.advanced.set_value("eval_every", SAMPLE_EVAL_EVERY)
        self.start.setFocus()

    def use_model(self, model: str) -> None:
        """Train this one: a path, or a name of Ollama's."""
        self.model.edit.setText(model)
        self.data.edit.setFocus()

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way."""
        self.data.edit.setText(data)
        self._data_settings = settings
        self.start.setFocus()

    def submit(self) -> None:
        """Check everything; start, or show each error where it belongs."""
        if self._blocked:
            return
        inputs_ok = all([self.model.check(describe_model), self.data.check(describe_data)])
        if not all([inputs_ok, self.settings.is_valid(), self.advanced.is_valid()]):
            self._show_first_error()
            return
        model, data = whole_model(self.model.text), str(Path(self.data.text).expanduser().resolve())
        self._reason.setText("")
        try:
            config = self.config()
        except LuthierError as error:
            self.message.say("bad", "These settings do not go together", str(error))
            return
        self.start_requested.emit(
            TrainJob(model=model, data=data, run=str(runs.new_folder(model, data)), config=config)
        )

    def config(self) -> TrainConfig:
        """The form as settings. Raises LuthierError `config.bad-value`."""
        values = {**self.settings.values(), **self.advanced.values(), **self._data_settings}
        chosen = from_values(values)
        # The usual ratio: the rank alone sets the adapter's size. rsLoRA has its own rule; both agree at rank 16.
        alpha = RSLORA_ALPHA if chosen.rslora else 2.0 * chosen.rank
        return from_values({**values, "alpha": alpha})

    def mention_interrupted(self, run: runs.Run) -> None:
        """Offer to look at a run that did not end by itself."""
        look = IconButton("&Look at it", "mdi6.chart-line")
        look.clicked.connect(lambda: self.look_requested.emit(run.folder))
        look.clicked.connect(self.message.hide)
        self.message.add_action(look)
        self.message.say("info", "A run was interrupted", f"{run.name} can go on where it was saved last.")

    @property
    def context(self) -> int:
        """Longest row, in tokens; the default while what stands there is no number."""
        text = str(self.settings.values()["context"])
        return int(text) if text.isdecimal() and int(text) >= 8 else TrainConfig().context

    def block(self, reason: str) -> None:
        """Refuse to start for a reason, or allow it again with an empty one."""
        self._blocked = reason
        self.start.setEnabled(not reason)
        self._reason.setText(reason)

    def shown(self) -> None:
        """What was filled in is still there."""

    def shut_down(self) -> None:
        """No worker is at anything here."""

    def _on_data(self) -> None:
        self._data_settings = {}
        self.data.mention(describe_data)

    def _show_first_error(self) -> None:
        self._reason.setText("Something above is missing or wrong.")
        if self.model.error:
            self.model.edit.setFocus()
        elif self.data.error:
            self.data.edit.setFocus()
        elif not self.settings.is_valid():
            self.settings.focus_first_error()
        else:
            self.show_advanced.setChecked(True)
            self.advanced.focus_first_error()

    def _toggle_advanced(self, shown: bool) -> None:
        self.advanced.setVisible(shown)
        self.show_advanced.set_look("Ad&vanced", "mdi6.chevron-down" if shown else "mdi6.chevron-right")

    def _arrange(self) -> None:
        what = Card("What to train")
        what.body.addWidget(self.model)
        what.body.addSpacing(GRID)
        what.body.addWidget(self.data)
        first = Card("New here?")
        first.body.addWidget(
            dim_label(
                "Luthier comes with a small storyteller model and The Adventures of Sherlock Holmes. "
                "Training one on the other takes a few minutes and needs no network.",
                wraps=True,
            )
        )
        first.body.addWidget(self.sample, 0, Qt.AlignmentFlag.AlignLeft)
        left, right = (QWidget() for _ in range(2))
        chosen = layouts.column(left, gap=2 * GRID)
        chosen.addWidget(what)
        chosen.addWidget(first)
        chosen.addStretch(1)

        how = Card("How it learns")
        how.body.addWidget(self.settings)
        how.body.addWidget(self.show_advanced, 0, Qt.AlignmentFlag.AlignLeft)
        how.body.addWidget(self.advanced)
        self.advanced.hide()
        learnt = layouts.column(right)
        learnt.addWidget(how)
        learnt.addStretch(1)

        columns = Columns(2 * GRID)
        columns.add(left, 1)
        columns.add(right, 1)
        content = QWidget()
        inside = layouts.column(content, gap=2 * GRID)
        inside.addWidget(self.message)
        inside.addWidget(columns, 1)
        bottom = layouts.row(gap=2 * GRID)
        bottom.addWidget(self._reason, 1)
        bottom.addWidget(self.start)
        layout = layouts.column(self, gap=2 * GRID, margins=layouts.PAGE_MARGINS)
        layout.addWidget(page_title("Train"))
        layout.addWidget(scrolled(content), 1)
        layout.addLayout(bottom)
