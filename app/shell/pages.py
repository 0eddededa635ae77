"""The pages of the window, and the ways from one to the next.

A new page is a folder in app/pages. Here it gets an entry in the side bar, and a property that makes it and connects
its signals when it is first wanted: a window that starts makes only the page that it shows.
"""

from __future__ import annotations

import shutil
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.shell.background import Background
from app.shell.closing import Closing
from app.shell.memory import Memory
from app.shell.page import Entry, Page
from app.shell.remembering import Remembering
from app.shell.road import stands
from app.shell.run_words import LiveRun
from app.shell.window import MainWindow
from app.workers.sessions import Sessions
from core.shared import runs
from core.shared.errors import LuthierError
from core.shared.protocol import LocalModel, TrainJob

if TYPE_CHECKING:
    from app.pages.chat.page import ChatPage
    from app.pages.data.page import DataPage
    from app.pages.export.page import ExportPage
    from app.pages.models.page import ModelsPage
    from app.pages.monitor.page import MonitorPage
    from app.pages.runs.page import RunsPage
    from app.pages.train.page import TrainPage
    from app.workers.run_session import RunSession

BUSY = "A run is going on. It has to end first: see Monitor."
_P = TypeVar("_P", bound=Page)


class Pages:
    """Holds them together, with the window that they are in and the run that they are about."""

    def __init__(self) -> None:
        road = [
            Entry("models", "M&odel", "mdi6.cube-outline", lambda: self.models, on_road=True),
            Entry("data", "D&ata", "mdi6.text-box-search-outline", lambda: self.data, on_road=True),
            Entry("train", "&Train", "mdi6.school-outline", lambda: self.train, on_road=True),
            Entry("chat", "&Chat", "mdi6.chat-outline", lambda: self.chat, on_road=True),
            Entry("export", "E&xport", "mdi6.export-variant", lambda: self.export, on_road=True),
        ]
        beside = [Entry("runs", "&Runs", "mdi6.history", lambda: self.runs)]
        hidden = [Entry("monitor", "Monitor", "mdi6.chart-line", lambda: self.monitor)]
        self.window = MainWindow([*road, *beside], hidden)
        self.sessions = Sessions(self.window)
        self.remembering = Remembering(self.window)
        self.background = Background(self.window)
        self.closing = Closing(self.window, self.sessions, self.background)
        self.window.sidebar.run_wanted.connect(self.show_active)
        self.window.closed.connect(self.remembering.write_now)
        self.background.stop_wanted.connect(self._stop_active)
        self.background.quit_wanted.connect(self._quit)
        self.sessions.began.connect(lambda: self.window.block(BUSY))
        self.sessions.changed.connect(self._show_run)
        self.sessions.ended.connect(self._on_run_ended)
        self._show_road()
        self._mention_interrupted_run()

    def begin(self) -> None:
        """Show what was in front last, or where the road begins."""
        self.window.show_key(self.memory.page if self.window.has(self.memory.page) else "models")

    @property
    def memory(self) -> Memory:
        """What is remembered from one start to the next."""
        return self.remembering.memory

    # The pages, each made when it is first wanted.

    @cached_property
    def models(self) -> ModelsPage:
        from app.pages.models.page import ModelsPage

        page = ModelsPage()
        page.use_requested.connect(self.use_model)
        page.idle.connect(self.closing.close_when_idle)
        return self._take("models", page)

    @cached_property
    def data(self) -> DataPage:
        from app.pages.data.page import DataPage

        page = DataPage(lambda: (self.train.model_text, self.train.context))
        page.use_requested.connect(self.use_data)
        page.model_wanted.connect(lambda: self.window.show_key("models"))
        return self._take("data", page)

    @cached_property
    def train(self) -> TrainPage:
        from app.pages.train.page import TrainPage

        page = TrainPage()
        page.start_requested.connect(self.start_training)
        page.look_requested.connect(self.open_run)
        page.model_wanted.connect(lambda: self.window.show_key("models"))
        page.data_wanted.connect(lambda: self.window.show_key("data"))
        self._take("train", page)
        page.chosen.connect(self._on_chosen)  # not before what it remembers is back: that is no new choice
        self._on_chosen(page.inputs.model_text, page.inputs.data)
        return page

    @cached_property
    def monitor(self) -> MonitorPage:
        from app.pages.monitor.page import MonitorPage

        page = MonitorPage(self.sessions)
        page.settings_wanted.connect(lambda: self.window.show_key("train"))
        return self._take("monitor", page)

    @cached_property
    def chat(self) -> ChatPage:
        from app.pages.chat.page import ChatPage

        page = ChatPage()
        page.export_requested.connect(self.export_run)
        page.data_wanted.connect(lambda file: self.use_data(file, {}))
        return self._take("chat", page)

    @cached_property
    def export(self) -> ExportPage:
        from app.pages.export.page import ExportPage

        page = ExportPage()
        page.chat_requested.connect(self.chat_with_run)
        page.train_wanted.connect(lambda: self.window.show_key("train"))
        page.model_wanted.connect(lambda: self.window.show_key("models"))
        page.idle.connect(self.closing.close_when_idle)
        return self._take("export", page)

    @cached_property
    def runs(self) -> RunsPage:
        from app.pages.runs.page import RunsPage

        page = RunsPage()
        page.open_requested.connect(self.open_run)
        page.resume_requested.connect(self.resume_run)
        page.duplicate_requested.connect(self.train_again)
        page.chat_requested.connect(self.chat_with_run)
        page.export_requested.connect(self.export_run)
        page.train_wanted.connect(lambda: self.window.show_key("models"))
        return self._take("runs", page)

    # The ways between them.

    def use_model(self, model: LocalModel) -> None:
        """Read data and train with this model."""
        self.train.use_model(model)
        self.window.show_key("data")

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way."""
        self.train.use_data(data, settings)
        self.window.show_key("train")

    def start_training(self, job: TrainJob) -> None:
        """Start a new run and show it."""
        self.memory.trained = ""
        session = self.sessions.start(job)
        session.ended.connect(lambda: self._take_back_unbegun(session))
        self.monitor.show_session(session)
        self.window.show_key("monitor")

    def _take_back_unbegun(self, session: RunSession) -> None:
        """A new run that ended before its first step leaves no folder behind, and the settings come back."""
        if session.ending is None or session.model.training is not None or session.run.has_checkpoint():
            return
        shutil.rmtree(session.run.folder, ignore_errors=True)
        is_seen = self.monitor.isVisible()
        self.monitor.forget(session)
        self.train.take_back(session.ending)
        if is_seen:
            self.window.show_key("train")

    def open_run(self, folder: Path) -> None:
        """Show a run."""
        try:
            session = self.sessions.open(folder)
        except LuthierError as error:
            self.runs.message.say("bad", "This folder cannot be opened", str(error))
            self.window.show_key("runs")
            return
        self.monitor.show_session(session)
        self.window.show_key("monitor")

    def resume_run(self, folder: Path) -> None:
        """Go on with a run, and show it."""
        self.open_run(folder)
        if self.monitor.session is not None and self.monitor.session.run.folder == folder:
            self.sessions.resume(self.monitor.session)

    def train_again(self, folder: Path) -> None:
        """A new run with the settings of another, to be changed before it starts."""
        self.train.fill_from(runs.Run(folder))
        self.window.show_key("train")

    def chat_with_run(self, folder: Path, checkpoint: str) -> None:
        """Talk to what was trained."""
        self.chat.show_run(folder, checkpoint)
        self.window.show_key("chat")

    def chat_with_model(self, model: LocalModel) -> None:
        """Talk to a model as it is."""
        self.chat.show_model(model)
        self.window.show_key("chat")

    def export_run(self, folder: Path, checkpoint: str = "") -> None:
        """Hand what a run has learnt to other programs."""
        self.export.show_run(folder, checkpoint)
        self.window.show_key("export")

    def show_active(self) -> None:
        """Show the run that goes on."""
        if self.sessions.active is not None:
            self.open_run(self.sessions.active.run.folder)

    def _stop_active(self) -> None:
        if self.sessions.active is not None:
            self.sessions.active.stop()

    def _quit(self) -> None:
        """From the tray: the window asks what is to be asked."""
        self.background.leave()
        self.window.close()

    def _take(self, key: str, page: _P) -> _P:
        self.window.add(key, page)
        self.remembering.give_back(key, page)
        return page

    def _on_chosen(self, model: str, data: str) -> None:
        """What is to be trained, and on what. A new choice has not been trained yet."""
        memory = self.memory
        if (model, data) != (memory.model, memory.data):
            memory.model, memory.data = model, data
            memory.trained, memory.chatted, memory.exported = "", False, False
        self._show_road()

    def _show_run(self) -> None:
        active = self.sessions.active
        live = LiveRun.of(active) if active else None
        self.window.show_run(live)
        self.background.show_run(live)
        self._show_road()

    def _show_road(self) -> None:
        memory, active = self.memory, self.sessions.active
        done = {"models": memory.model, "data": memory.data, "train": memory.trained}
        share = LiveRun.of(active).share if active else None
        self.window.sidebar.show_stands(stands({key: bool(value) for key, value in done.items()}, share))

    def _on_run_ended(self, session: RunSession) -> None:
        if session.run.adapter.is_file():
            self.memory.trained = str(session.run.folder)
        self.window.block("")
        self._show_run()
        if session.ending is not None:
            self.background.tell(session.ending.title, f"{session.run.title}: {session.ending.text}")
        self.closing.close_when_idle()

    def _mention_interrupted_run(self) -> None:
        """The newest run did not end by itself: offer to look at it and go on."""
        newest = next(iter(runs.list_runs().runs), None)
        if newest is not None and newest.status() == "interrupted":
            self.train.mention_interrupted(newest)
