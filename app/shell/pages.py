"""The pages of the window, and the ways from one to the next.

A new page is a folder in app/pages. Here it gets an entry in the side bar, and a property that makes it and connects
its signals when it is first wanted: a window that starts makes only the page that it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.look.theme import Theme
from app.shell.background import Background
from app.shell.closing import Closing
from app.shell.crash_report import passed_over
from app.shell.first_try import FirstTry
from app.shell.help import Help
from app.shell.language_change import LanguageChange
from app.shell.page import Entry, Page
from app.shell.preload import ready_ahead
from app.shell.progress_state import ProgressState
from app.shell.remembering import Remembering
from app.shell.run_life import RunLife, may_train_beside
from app.shell.window import MainWindow
from app.workers.advice import Place
from app.workers.computers import Computers
from app.workers.devices import Devices
from app.workers.guard import Guard
from app.workers.helpers import Helpers
from app.workers.queue import RunQueue
from app.workers.sessions import Sessions
from core.base import settings
from core.base.errors import LuthierError
from core.base.language import tr
from core.protocol import Checkpoint, LocalModel
from core.runs.run import Run

if TYPE_CHECKING:
    from app.pages.assess.page import AssessPage
    from app.pages.chat.page import ChatPage
    from app.pages.data.page import DataPage
    from app.pages.export.page import ExportPage
    from app.pages.models.page import ModelsPage
    from app.pages.monitor.page import MonitorPage
    from app.pages.runs.page import RunsPage
    from app.pages.settings.page import SettingsPage
    from app.pages.train.page import TrainPage
    from app.pages.welcome.page import WelcomePage

AHEAD = ("models", "train", "data", "chat", "export", "runs", "settings")  # made before they are wanted
_P = TypeVar("_P", bound=Page)


class Pages:
    """Holds them together, with the window that they are in and the run that they are about."""

    def __init__(self, theme: Theme | None = None) -> None:
        """theme: follows what is chosen on the Settings page."""
        self._theme = theme
        self._saved: Checkpoint | None = None  # the newest of the run in training, as Chat was told
        self._assess_from = "runs"  # the page from which one came to “Is it better?”
        self.window = MainWindow(
            [
                Entry("welcome", lambda: tr("Welcome"), "mdi6.hand-wave-outline", lambda: self.welcome),
                Entry("models", lambda: tr("Model"), "mdi6.cube-outline", lambda: self.models, on_road=True),
                Entry(
                    "data",
                    lambda: tr("Data"),
                    "mdi6.text-box-search-outline",
                    lambda: self.data,
                    on_road=True,
                    needs=("train",),
                ),
                Entry(
                    "train",
                    lambda: tr("Train"),
                    "mdi6.school-outline",
                    lambda: self.train,
                    on_road=True,
                    leads=lambda: self.life.leads_to_active(),
                ),
                Entry("chat", lambda: tr("Chat"), "mdi6.chat-outline", lambda: self.chat, on_road=True),
                Entry("export", lambda: tr("Export"), "mdi6.export-variant", lambda: self.export, on_road=True),
                Entry("runs", lambda: tr("Runs"), "mdi6.history", lambda: self.runs),
                Entry("settings", lambda: tr("Settings"), "mdi6.cog-outline", lambda: self.settings),
                Entry("monitor", lambda: tr("Monitor"), "mdi6.chart-line", lambda: self.monitor, under="train"),
                Entry("assess", lambda: tr("Is it better?"), "mdi6.scale-balance", lambda: self.assess, under="runs"),
            ]
        )
        if theme is not None:
            theme.dress(self.window)
        self.sessions = Sessions(self.window)
        self.sessions.may_begin = lambda: may_train_beside(self.window, self.queue.lent)
        Guard(self.sessions)
        self.devices = Devices(self.window)
        self.computers = Computers(self.window)
        self.help = Help(self.window)
        self.queue = RunQueue(self.sessions, self.window)
        self.helpers = Helpers(self.queue, self.sessions, self.computers)
        self.remembering = Remembering(self.window)
        self.memory = self.remembering.memory
        self.background = Background(self.window)
        self.closing = Closing(self.window, self.sessions, self.background)
        self.progress = ProgressState(self.window, self.sessions, self.background, self.memory)
        self.life = RunLife(self, self.window, self.sessions, self.queue, self.progress, self.memory)
        around = self.window.retell, self.help.retell, self.background.retell, self.progress.show, self.life.say_blocked
        self.language_change = LanguageChange(self.window, self.remembering, self._forget, around)
        self.first_try = FirstTry(self.window, self.life, self.progress, self.memory, self._ask_run)
        self.window.sidebar.run_wanted.connect(self.life.show_active)
        self.window.sidebar.pause_wanted.connect(self.life.pause_or_go_on)
        self.window.closed.connect(self.remembering.write_now)
        for end in (self.queue.close, self.devices.give_up, self.helpers.give_up, self.computers.give_up):
            self.window.closed.connect(end)
        self.background.stop_wanted.connect(self.life.stop_active)
        self.background.quit_wanted.connect(self._quit)
        self.sessions.began.connect(self.first_try.end_notice)
        self.sessions.ended.connect(self.first_try.end)
        self.sessions.ended.connect(lambda _session: self.closing.close_when_idle())
        self.window.blocked.connect(partial(setattr, self.devices, "busy_with"))
        for news in (self.sessions.began, self.sessions.changed, self.sessions.ended):
            news.connect(self._tell_chat)
        self.window.input_behaviour.page_wanted.connect(self.go_to)
        self.window.input_behaviour.guide_wanted.connect(self.help.open_page)

    def begin(self, ready: Callable[[], object] = lambda: None) -> None:
        """Show what was in front last, at a first start the welcome; then what was left.

        ready: called once the other pages are made, too.
        """
        memory = self.memory
        first = "models" if memory.greeted or any(settings.runs_dir().glob("*/run.json")) else "welcome"
        with passed_over():
            self._show_last(memory.page if memory.page in self.window.keys else first)
        if self.window.is_blank:  # that page cannot be shown; another one can
            self.window.show_key("settings")
        self.life.offer_what_was_left()
        self.ready(ready)

    def _show_last(self, key: str) -> None:
        if key != "monitor":
            self.window.show_key(key)
        elif self.memory.run and Path(self.memory.run).is_dir():
            self.life.open(Path(self.memory.run))
        else:
            self.window.show_key("runs")

    def ready(self, then: Callable[[], object] = lambda: None) -> None:
        """Make what is likely to be wanted next before it is."""
        modules = [f"app.pages.{key}.page" for key in self.window.keys]
        make, put_in = self.window.make, self.window.put_in
        steps = [partial(step, key) for key in AHEAD for step in (make, put_in)]
        ready_ahead(modules, [*steps, then], self.window)

    # The pages, each made when it is first wanted.

    @cached_property
    def welcome(self) -> WelcomePage:
        from app.pages.welcome.page import WelcomePage

        page = WelcomePage()
        page.sample_wanted.connect(self.first_try.begin)
        page.own_wanted.connect(self._begin_with_own)
        page.run_wanted.connect(self.life.open)
        self.life.offer_on(page.stopped)
        return self._take("welcome", page)

    @cached_property
    def models(self) -> ModelsPage:
        from app.pages.models.page import ModelsPage

        page = ModelsPage()
        page.use_requested.connect(self.use_model)
        page.chat_requested.connect(self.chat_with_model)
        page.idle.connect(self.closing.close_when_idle)
        self.sessions.ended.connect(page.look_anew)
        return self._take("models", page)

    @cached_property
    def data(self) -> DataPage:
        from app.pages.data.page import DataPage

        page = DataPage(lambda: (self.train.model_text, self.train.context))
        page.use_requested.connect(self.use_data)
        self._take("data", page)
        if not page.data.text and self.train.inputs.data:  # chosen elsewhere: by the first try, or from an earlier run
            page.use_file(Path(self.train.inputs.data))
        return page

    @cached_property
    def train(self) -> TrainPage:
        from app.pages.train.page import TrainPage

        page = TrainPage(self.devices, self.computers)
        page.start_requested.connect(self.life.start)
        page.queue_requested.connect(self.life.add_to_queue)
        page.sweep_requested.connect(self.life.add_sweep)
        page.spread_wanted.connect(self.helpers.want)
        page.model_wanted.connect(lambda: self.window.show_key("models"))
        page.data_wanted.connect(lambda: self.window.show_key("data"))
        page.wordings_wanted.connect(self._reword)
        self.life.offer_on(page.stopped)
        self._take("train", page)
        page.chosen.connect(self.progress.choose)  # not before what it remembers is back: that is no new choice
        self.progress.choose(page.inputs.model_text, page.inputs.data)
        return page

    @cached_property
    def monitor(self) -> MonitorPage:
        from app.pages.monitor.page import MonitorPage

        page = MonitorPage(self.sessions)
        page.settings_wanted.connect(self.life.change_settings)
        page.more_wanted.connect(self.life.train_more)
        page.new_wanted.connect(self.life.begin_another)
        page.page_wanted.connect(self.go_to)
        page.chat_requested.connect(self.chat_with_run)
        page.export_requested.connect(self.export_run)
        page.assess_requested.connect(self.assess_run)
        return self._take("monitor", page)

    @cached_property
    def assess(self) -> AssessPage:
        from app.pages.assess.page import AssessPage

        page = AssessPage()
        page.idle.connect(self.closing.close_when_idle)
        page.chat_requested.connect(self.chat_with_run)
        page.left.connect(lambda: self.window.show_key(self._assess_from))
        page.wanted.connect(lambda: self.window.show_key("assess"))
        page.learn_wanted.connect(self.learn_more)
        return self._take("assess", page)

    @cached_property
    def chat(self) -> ChatPage:
        from app.pages.chat.page import ChatPage

        page = ChatPage(self.progress.newly_trained)
        page.answered.connect(self.progress.answered)
        page.answered.connect(self._on_answered)
        page.train_beside(self.sessions.active is not None, self.life.is_paused)
        page.export_requested.connect(self.export_run)
        page.assess_requested.connect(self.assess_run)
        page.data_wanted.connect(self.look_at_data)
        page.learn_wanted.connect(self.learn_more)
        return self._take("chat", page)

    @cached_property
    def export(self) -> ExportPage:
        from app.pages.export.page import ExportPage

        page = ExportPage(lambda: self.memory.to_export)
        page.run_chosen.connect(lambda run: self.life.worked_with(Path(run)))
        page.chat_requested.connect(self.chat_with_run)
        page.train_wanted.connect(lambda: self.window.show_key("train"))
        page.model_wanted.connect(lambda: self.window.show_key("models"))
        page.exported.connect(self.progress.exported)
        page.idle.connect(self.closing.close_when_idle)
        return self._take("export", page)

    @cached_property
    def runs(self) -> RunsPage:
        from app.pages.runs.page import RunsPage

        page = RunsPage(self.queue, self.sessions, self.helpers)
        page.idle.connect(self.closing.close_when_idle)
        page.open_requested.connect(self.life.open)
        page.resume_requested.connect(self.life.resume)
        page.duplicate_requested.connect(self.life.train_again)
        page.further_requested.connect(self.learn_more)
        page.chat_requested.connect(self.chat_with_run)
        page.export_requested.connect(self.export_run)
        page.assess_requested.connect(self.assess_run)
        page.assess_both_requested.connect(lambda one, other: self.assess_run(one, "", other))
        page.train_wanted.connect(lambda: self.window.show_key("welcome"))
        page.models_wanted.connect(lambda: self.window.show_key("models"))
        page.deeds.gone.connect(self.life.forget)
        return self._take("runs", page)

    @cached_property
    def settings(self) -> SettingsPage:
        from app.pages.settings.page import SettingsPage

        page = SettingsPage(self.devices, self.computers)
        page.idle.connect(self.closing.close_when_idle)
        page.changed.connect(self.language_change.follow)
        page.computing.device.guide_wanted.connect(self.help.open_cards)
        page.computers.guide.clicked.connect(self.help.open_computers)
        if self._theme is not None:
            page.changed.connect(self._theme.follow)
        return self._take("settings", page)

    # The ways between them.

    def _begin_with_own(self) -> None:
        self.memory.greeted = True
        self.window.show_key("models")

    def use_model(self, model: LocalModel) -> None:
        """Read data and train with this model."""
        self.train.use_model(model)
        self.window.show_key("data")

    def look_at_data(self, data: str) -> None:
        """Show what is in a file that could be trained on."""
        self.data.use_file(Path(data))
        self.window.show_key("data")

    def learn_more(self, run: Path, data: str = "") -> None:
        """Train a run on with a file, whose rows are shown where they cannot all be used. data: "" where it is still to
        be chosen.
        """
        try:
            self.train.go_on_from(Run(run), data)
        except LuthierError as error:
            self.train.message.say_error(tr("This run cannot be read"), error)
            self.window.show_key("train")
            return
        self.window.show_key("data")
        if data:
            self.data.hand_on(Path(data))

    def use_data(self, data: str, settings: dict[str, str]) -> None:
        """Train on this, read in that way."""
        self.train.use_data(data, settings)
        self.window.show_key("train")

    def _reword(self, data: Path) -> None:
        """Offer to have the questions of this data asked in other words, too."""
        self.window.show_key("data")
        self.data.reword(data)

    def go_to(self, place: Place) -> None:
        """Go to the page that a message points at."""
        if place.value in self.window.keys:
            self.window.show_key(place.value)

    def chat_with_run(self, folder: Path, checkpoint: str = "") -> None:
        """Talk to a run."""
        self.life.worked_with(folder)
        self.memory.to_talk = ""  # this one is wanted
        self.chat.show_run(folder, checkpoint)
        self.window.show_key("chat")

    def _ask_run(self, folder: Path, question: str, longest: int) -> None:
        self.chat_with_run(folder)
        self.chat.ask(question, longest)

    def chat_with_model(self, model: LocalModel) -> None:
        """Talk to a model as it is."""
        self.memory.to_talk = ""
        self.chat.show_model(model)
        self.window.show_key("chat")

    def export_run(self, folder: Path, checkpoint: str = "") -> None:
        """Hand what a run has learnt to other programs."""
        self.export.show_run(folder, checkpoint)
        self.window.show_key("export")

    def assess_run(self, folder: Path, checkpoint: str = "", against: Path | None = None) -> None:
        """Find out whether a run got better, or is better than another."""
        self.life.worked_with(folder)
        self.assess.show_run(folder, checkpoint, against)
        self._assess_from = self.window.front or self._assess_from
        self.window.show_key("assess")

    def _forget(self, key: str) -> None:
        """Have a page made anew when it is wanted next: what `cached_property` made is in the instance's dictionary."""
        del self.__dict__[key]

    def _tell_chat(self) -> None:
        """Tell Chat whether one trains, or rests; and what it has saved, or that it is over, if Chat is in front."""
        if "chat" not in self.window.pages:
            return
        active = self.sessions.active
        self.chat.train_beside(active is not None, self.life.is_paused)
        saved = active.model.checkpoint if active is not None else None
        if saved is not self._saved:
            self._saved = saved
            if self.window.front == "chat":
                self.chat.look_for_news()

    def _quit(self) -> None:
        """Quit from the tray: the window asks what is to be asked."""
        self.background.leave()
        self.window.close()

    def _on_answered(self) -> None:
        chosen = self.chat.source.chosen
        if chosen is not None and chosen.run:  # else a model as it is
            self.life.worked_with(Path(chosen.run))

    def _take(self, key: str, page: _P) -> _P:
        self.window.add(key, page)
        self.remembering.give_back(key, page)
        return page
