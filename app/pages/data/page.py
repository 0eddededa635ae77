"""The Data page: choose a file, see how it is read token by token, correct that, and hand it on to training."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QStackedWidget, QWidget

from app.look import layouts
from app.look.columns import Columns
from app.look.flow import Flow
from app.look.theme import GRID
from app.pages.data.job_strip import JobStrip
from app.pages.data.mapping_form import MappingForm
from app.pages.data.problem_list import ProblemList
from app.pages.data.reading import DataReading
from app.pages.data.row_browser import RowBrowser
from app.pages.data.statistics_view import StatisticsView
from app.pages.data.texts import counts, summary
from app.widgets.controls import Card, IconButton, PathLabel, dim_label, on_ctrl_enter, page_title, scrolled, switch
from app.widgets.inputs import DATA_FILES, describe_data, whole_model
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import PathPicker
from app.workers.background_job import BackgroundJob
from core.shared import protocol as p
from core.shared.config import TrainConfig, from_values
from core.shared.encodings import title_of
from core.shared.errors import LuthierError
from core.shared.paths import DEMO, SAMPLE_MODEL
from core.shared.texts.numbers import count, size

SAMPLE_DATA = DEMO / "chat.jsonl"
SETTLED_MS = 400  # after the last key, before a file is looked at


class DataPage(QWidget):
    """Rows come first, from the file's beginning; the whole file is tokenized and counted after that.

    Signals:
        use_requested: the data's path, and the settings that say how it is read.
        model_wanted: the person wants to choose a model.
    """

    busy, warning = False, None  # what is read can be read again
    use_requested = Signal(str, object)
    model_wanted = Signal()

    def __init__(self, chosen: Callable[[], tuple[str, int]]) -> None:
        """chosen: gives the model that is to be trained, or "", and its longest row in tokens."""
        super().__init__()
        self._chosen = chosen
        self.message = MessageBar()
        self.data = PathPicker(
            "Data &file", DATA_FILES, "A text, JSONL, CSV or Parquet file, or a folder", folders=True, narrow=True
        )
        self.sample = IconButton("Sam&ple", "mdi6.creation-outline")
        self.model = PathLabel()
        self.other_model = IconButton("Ot&her model", "mdi6.cube-outline")
        self.mapping = MappingForm()
        self.rows, self.statistics, self.unused = RowBrowser(), StatisticsView(), ProblemList()
        self.reading, self.strip = DataReading(self), JobStrip()
        self.save = IconButton("Sa&ve cleaned…", "mdi6.content-save-outline")
        self.use = IconButton("&Use this data", "mdi6.arrow-right", primary=True)
        self._summary = dim_label()
        self._views, self._tabs = QStackedWidget(), QButtonGroup(self, exclusive=True)
        self._model, self._context = "", TrainConfig().context
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._arrange()
        self.use_model("")
        self._settled.timeout.connect(self.look)
        self.data.changed.connect(self._on_path)
        self.mapping.changed.connect(self.look)
        self.sample.clicked.connect(lambda: self.data.set_path(SAMPLE_DATA))
        self.other_model.clicked.connect(self.model_wanted)
        self.rows.more_wanted.connect(lambda: self.reading.read_rows(self.rows.n_rows))
        self.reading.working.connect(self.strip.watch)
        self.reading.understood.connect(self._on_understood)
        self.reading.rows.connect(self._on_rows)
        self.reading.inspected.connect(self._on_inspected)
        self.reading.cleaned.connect(self._on_cleaned)
        self.reading.failed.connect(self._on_failed)
        self.strip.cancelled.connect(self.reading.give_up)
        self.save.clicked.connect(self._choose_output)
        self.use.clicked.connect(self.submit)
        on_ctrl_enter(self, self.submit)
        self._reset()

    def use_model(self, model: str) -> None:
        """Read the data with this model's vocabulary and template; with the sample's when it is empty."""
        model = model or str(SAMPLE_MODEL)
        if model == self._model:
            return
        self._model = model
        name = "the sample model" if model == str(SAMPLE_MODEL) else Path(model).name or model
        self.model.show_path(f"For {name}")
        self.model.setToolTip(model)
        if self.data.text:
            self.look()

    def use_context(self, context: int) -> None:
        """Longest row, in tokens, as training has it."""
        if context != self._context:
            self._context = context
            if self.data.text:
                self.look()

    def look(self) -> None:
        """Read the file."""
        self._settled.stop()
        self.reading.give_up()
        self._reset()
        try:
            self.data.say(describe_data(self.data.text))
            config = from_values({"context": self._context, **self.mapping.settings()})
        except LuthierError as error:
            self.data.say("", str(error).replace("\n", " ") if self.data.text else "")
            return
        self.reading.look(whole_model(self._model), self._path(), config)

    def submit(self) -> None:
        """Hand the data on to training."""
        if self.use.isEnabled():
            self.use_requested.emit(self._path(), self.mapping.settings())

    def shown(self) -> None:
        """The model or the context may have changed on the Train page."""
        model, context = self._chosen()
        self.use_context(context)
        self.use_model(model)

    def block(self, reason: str) -> None:
        """Data can be looked at beside a run."""

    def shut_down(self) -> None:
        self.reading.give_up()

    def _on_path(self) -> None:
        self.mapping.forget()
        self._settled.start()

    def _path(self) -> str:
        return str(Path(self.data.text).expanduser().resolve())

    def _on_understood(self, understood: p.Understood) -> None:
        if understood.encoding not in ("utf-8", "mixed"):
            self.data.say(f"{describe_data(self.data.text)} Read as {title_of(understood.encoding)}.")
        self.mapping.show_understood(understood)
        self.mapping.show()

    def _on_failed(self, failure: p.Failed) -> None:
        self.message.say_failure("That did not work", failure)
        if failure.code == "data.bad-encoding":
            self.mapping.show()  # it can be chosen there

    def _on_rows(self, rows: list[p.PreviewRow], start: int, more: bool) -> None:
        if start:
            self.rows.add_rows(rows, more)
        else:
            self.rows.show_rows(rows, more)

    def _on_inspected(self, job: BackgroundJob) -> None:
        result = job.result
        assert isinstance(result, p.InspectResult)
        self._summary.setText(summary(result))
        self._summary.show()
        self.statistics.show_found(counts(result), job.notices, result.statistics)
        self.unused.show_problems(result.problems, result.dropped)
        self._name_tabs(len(job.notices), sum(result.dropped.values()))
        self.use.setEnabled(True)
        self.save.setEnabled(True)

    def _choose_output(self) -> None:
        path = Path(self._path())
        suggested = path.with_name(f"{path.name.partition('.')[0]}-cleaned.jsonl")
        name, _ = QFileDialog.getSaveFileName(self, "Save the rows that can be used", str(suggested), "Rows (*.jsonl)")
        if name:
            self.reading.clean(Path(name))

    def _on_cleaned(self, result: p.CleanResult) -> None:
        left = sum(result.dropped.values())
        text = f"{count(result.rows)} rows, {size(result.bytes)}; {count(left)} left out.\n{result.path}"
        self.message.say("good", "Saved", text)

    def _reset(self) -> None:
        self.message.hide()
        self._summary.setText("")
        self._summary.hide()  # an empty one would take the gap beside it
        self.rows.show_rows([], more=False)
        self.statistics.show_found([], [], None)
        self.unused.show_problems([], {})
        self._name_tabs(0, 0)
        self.use.setEnabled(False)
        self.save.setEnabled(False)
        if not self.data.text:
            self.mapping.hide()

    def _name_tabs(self, notices: int, unused: int) -> None:
        for button, name, number in zip(
            self._tabs.buttons(), ("Ro&ws", "What it is li&ke", "Not use&d"), (0, notices, unused), strict=True
        ):
            button.setText(f"{name} ({count(number)})" if number else name)

    def _arrange(self) -> None:
        what = Card("What to learn from")
        what.body.addWidget(self.data)
        self.data.buttons.addWidget(self.sample)
        reader = layouts.row(gap=GRID)
        reader.addWidget(self.model, 1)
        reader.addWidget(self.other_model)
        what.body.addLayout(reader)
        what.body.addWidget(self.mapping)
        left, right = (QWidget() for _ in range(2))
        column = layouts.column(left, gap=GRID)
        column.addWidget(what)
        column.addStretch(1)

        tabs = switch()
        row = Flow(GRID)
        tabs.setLayout(row)
        row.setContentsMargins(0, 0, 0, 0)
        icons = ("mdi6.format-list-text", "mdi6.chart-bar", "mdi6.playlist-remove")
        for place, (view, icon) in enumerate(zip((self.rows, self.statistics, self.unused), icons, strict=True)):
            button = IconButton("", icon, checkable=True)
            button.clicked.connect(lambda _checked=False, view=view: self._views.setCurrentWidget(view))
            self._tabs.addButton(button, place)
            row.addWidget(button)
            self._views.addWidget(view)
        self._tabs.button(0).setChecked(True)
        column = layouts.column(right, gap=GRID)
        column.addWidget(tabs)
        column.addWidget(self._views, 1)
        self._views.setMinimumHeight(40 * GRID)

        halves = Columns(2 * GRID, narrow=100 * GRID)
        halves.add(left, 2)
        halves.add(right, 5)
        content = QWidget()
        inside = layouts.column(content, gap=2 * GRID)
        inside.addWidget(self.message)
        inside.addWidget(halves, 1)
        bottom = Flow(GRID)
        for widget in (self._summary, self.save):
            bottom.addWidget(widget)
        bottom.add_at_end(self.use)
        layout = layouts.column(self, gap=2 * GRID, margins=layouts.PAGE_MARGINS)
        layout.addWidget(page_title("Data"))
        layout.addWidget(scrolled(content), 1)
        layout.addWidget(self.strip)
        layout.addLayout(bottom)
