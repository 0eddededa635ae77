"""The pages of the window, and the ways from one to the next.

A new page is a folder in app/pages; it is made and handed to the window here, and its signals are connected below.
"""

from __future__ import annotations

from pathlib import Path

from app.pages.data.page import DataPage
from app.pages.models.page import ModelsPage
from app.pages.monitor.page import MonitorPage
from app.pages.runs.page import RunsPage
from app.pages.train.page import TrainPage
from app.shell.window import MainWindow
from app.workers.queue import RunQueue
from app.workers.sessions import Sessions
from core.shared import runs
from core.shared.errors import LuthierError
from core.shared.protocol import LocalModel, TrainJob

BUSY = "A run is going on. It has to end first: see Monitor."


class Pages:
    """Holds them together, with the window that they are in and the run that they are about."""

    def __init__(self) -> None:
        self.window = MainWindow()
        self.sessions = Sessions(self.window)
        self.queue = RunQueue(self.sessions, self.window)
        self.models, self.train, self.runs = ModelsPage(), TrainPage(), RunsPage(self.queue, self.sessions)
        self.data = DataPage(lambda: (self.train.model_text, self.train.context))
        self.monitor = MonitorPage(self.sessions)
        self.window.hold([self.models, self.data, self.train, self.monitor, self.runs])
        self._connect()
        self.window.show_page(self.train)
        self._mention_interrupted_run()

    def use_model(self, model: LocalModel) -> None:
        """Read data and train with this model."""
        self.train.use_model(model)
        self.window.show_page(self.data)

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way."""
        self.train.use_data(data, settings)
        self.window.show_page(self.train)

    def start_training(self, job: TrainJob) -> None:
        """Start a new run and show it."""
        self.monitor.show_session(self.sessions.start(job))
        self.window.show_page(self.monitor)

    def add_to_queue(self, job: TrainJob) -> None:
        """Train it later, and show what waits."""
        self.queue.add(job)
        self.runs.show_queue()
        self.window.show_page(self.runs)

    def open_run(self, folder: Path) -> None:
        """Show a run."""
        try:
            session = self.sessions.open(folder)
        except LuthierError as error:
            self.runs.message.say("bad", "This folder cannot be opened", str(error))
            self.window.show_page(self.runs)
            return
        self.monitor.show_session(session)
        self.window.show_page(self.monitor)

    def resume_run(self, folder: Path) -> None:
        """Go on with a run, and show it."""
        self.open_run(folder)
        if self.monitor.session is not None and self.monitor.session.run.folder == folder:
            self.sessions.resume(self.monitor.session)

    def duplicate(self, folder: Path) -> None:
        """A new run like that one, to be changed before it starts."""
        try:
            self.train.fill_from(runs.Run(folder))
        except LuthierError as error:
            self.runs.message.say("bad", "This run cannot be read", str(error))
            return
        self.window.show_page(self.train)

    def _mention_interrupted_run(self) -> None:
        """The newest run did not end by itself: offer to look at it and go on."""
        newest = next(iter(runs.list_runs().runs), None)
        if newest is not None and newest.status() == "interrupted":
            self.train.mention_interrupted(newest)

    def _connect(self) -> None:
        show = self.window.show_page
        self.models.use_requested.connect(self.use_model)
        self.models.idle.connect(self.window.close_when_idle)
        self.data.use_requested.connect(self.use_data)
        self.data.model_wanted.connect(lambda: show(self.models))
        self.train.start_requested.connect(self.start_training)
        self.train.look_requested.connect(self.open_run)
        self.train.queue_requested.connect(self.add_to_queue)
        self.train.model_wanted.connect(lambda: show(self.models))
        self.train.data_wanted.connect(lambda: show(self.data))
        self.monitor.front_wanted.connect(lambda: show(self.monitor))
        self.monitor.settings_wanted.connect(lambda: show(self.train))
        self.runs.open_requested.connect(self.open_run)
        self.runs.resume_requested.connect(self.resume_run)
        self.runs.duplicate_requested.connect(self.duplicate)
        self.runs.train_wanted.connect(lambda: show(self.models))
        self.sessions.began.connect(lambda: self.window.block(BUSY))
        self.sessions.ended.connect(lambda: self.window.block(""))
        self.sessions.ended.connect(self.window.close_when_idle)
