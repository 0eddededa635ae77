"""The Monitor page: a run's graphs, how far it is, what they say, what happened, and what to do with it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from app.look.theme import CONTROL_HEIGHT, GRID, TITLE, use_tabular_figures
from app.pages.monitor.arrange import VIEWS, Bottom, Top, arrange
from app.pages.monitor.headline import Headline
from app.pages.monitor.numbers import Numbers, Story
from app.pages.monitor.run_plots import RunPlots
from app.pages.monitor.samples_view import BeforeAndNow, SamplesView
from app.pages.monitor.save_plots import SaveMessage, ShareButton
from app.pages.monitor.settings_view import SettingsView
from app.pages.monitor.texts import status, why_no_sample
from app.widgets.controls import FoldButton, IconButton, PathLabel, ShareBar, reason_label
from app.workers.endings import Ending
from app.workers.process import JobState
from app.workers.run_session import RunSession
from app.workers.sessions import Sessions
from core.base.errors import LuthierError
from core.base.language import tr

REDRAW_MS, SLOWEST_MS = 50, 500  # at most 20 redraws a second, on a slow machine fewer
PAUSE, UNPAUSE = (tr("&Pause"), "mdi6.pause"), (tr("Res&ume"), "mdi6.play")
WAIT, RESTART = (tr("Keep &waiting"), "mdi6.timer-sand"), (tr("Restart from the &last checkpoint"), "mdi6.restart")
LARGE = 5 * GRID  # pixels of height
TALK, RESUME = (tr("Talk to &it"), "mdi6.chat-outline"), (tr("Res&ume training"), "mdi6.play")


class MonitorPage(QWidget):
    """Shows one session at a time.

    Signals:
        new_wanted: another training, beside the one that is shown.
        settings_wanted: the user wants to change what it was started with, and train again.
        more_wanted: another training is to go on from what this one has learnt.
        chat_requested, export_requested, assess_requested: of a run's folder, and which checkpoint: "best", or "" for
            the newest.
    """

    new_wanted = Signal()
    settings_wanted = Signal()
    more_wanted = Signal()
    chat_requested = Signal(Path, str)
    export_requested = Signal(Path, str)
    assess_requested = Signal(Path, str)
    busy, warning = False, None  # a run that goes on is the whole window's matter

    def __init__(self, sessions: Sessions) -> None:
        super().__init__()
        self.session: RunSession | None = None
        self._sessions = sessions
        self._blocked = ""
        self._drawn: tuple[int, str] | None = None  # revision of the model, and whether its worker hangs
        self._settings_of: RunSession | None = None  # whose settings are shown
        self._asks_of = ""  # the folder of the run that the typed question is for
        self._action: Callable[[], object] = lambda: None
        self._second: Callable[[], object] = lambda: None
        self.name = PathLabel(tr("Monitor"), pixels=TITLE, words=True)
        self.name.setMinimumHeight(CONTROL_HEIGHT)
        self.status = reason_label()
        use_tabular_figures(self.status)
        self.bar = ShareBar()
        self.message = Headline()
        self.numbers = Numbers()
        self.readouts = self.numbers.readouts
        self.answers, self.samples, self.settings, self.story = BeforeAndNow(), SamplesView(), SettingsView(), Story()
        self.plots = RunPlots(self.answers)
        self.notes = self.story.lines
        self.share = ShareButton()
        self.share.hide()
        self.said = SaveMessage(self.plots.save, self.share)
        self.live = IconButton("", "mdi6.play-circle-outline")
        self.new = IconButton(tr("New &training"), "mdi6.plus")
        self.pause = IconButton(*PAUSE)  # not where Start was, which a slow second click would press
        self.stop = IconButton(tr("&Stop and keep"), "mdi6.stop", may_say=[tr("Ca&ncel")])
        self.save = IconButton(tr("Save chec&kpoint"), "mdi6.content-save-outline")
        self.save.setToolTip(tr("Keeps what it has learnt so far, to go back to or to talk to."))
        self.sample = IconButton(tr("Ask &it now"), "mdi6.message-text-outline")
        self.sample.setToolTip(tr("The model answers its questions now, as far as it has learnt."))
        self.again = IconButton(*RESUME, may_say=[TALK[0]])
        self.here = IconButton(tr("Carr&y on here"), "mdi6.laptop")
        self.here.setToolTip(tr("Ends the training there, and goes on from its newest checkpoint on this computer."))
        self.again.hide()  # its letter is that of the main button, until a run has ended
        self.export = IconButton(tr("E&xport"), "mdi6.export-variant")
        self.assess = IconButton(tr("Is it bette&r?"), "mdi6.scale-balance")
        self.assess.setToolTip(tr("Asks the same questions of the model before and after the training."))
        self.more = IconButton(tr("Train mor&e"), "mdi6.repeat")
        self.more.setToolTip(tr("A new training that begins with what this one has learnt."))
        self.anew = IconButton(tr("Again, with &other settings"), "mdi6.tune-variant")
        self.anew.setToolTip(tr("A new training that begins where this one began."))
        self.details = FoldButton(tr("&Details"), self.numbers.more)
        self.main = IconButton(*UNPAUSE, primary=True, may_say=[TALK[0], RESUME[0], WAIT[0]])
        self.stop.setProperty("ends", True)  # so that the focus does not go there by itself
        self.page_wanted = self.message.page_wanted
        ways_on = self.again, self.here, self.assess, self.more, self.anew, self.export, self.share
        self.layers, self.views = arrange(
            self,
            Top(self.name, self.live, self.status, self.new),
            (self.bar, self.numbers, self.details, self.message),
            (self.plots, self.samples, self.settings, self.story),
            Bottom(
                self.said,
                [self.pause, self.stop, self.save, self.sample, *ways_on],
                self.main,
            ),
        )
        self._connect()

    def show_session(self, session: RunSession) -> None:
        """Show this run from now on."""
        if self.session is not session:
            if self.session is not None:
                self.session.changed.disconnect(self._on_change)
            session.changed.connect(self._on_change)
            self.plots.begin()
            self._prompt_for(str(session.run.folder))
        self.session = session
        self._drawn = None
        self.story.clear()
        self.name.show_path(session.title)
        self._settings_of = None
        if session.is_active and not len(session.model.steps):  # what one looked up of another run is not in its way
            self.details.setChecked(False)
        self.layers.setCurrentIndex(1)
        self.details.show()
        self._update_controls()
        self.refresh()

    def _prompt_for(self, folder: str) -> None:
        """Clear what was typed to ask another run."""
        if folder != self._asks_of:
            self._asks_of = folder
            self.samples.prompt.clear()

    def show_view(self, name: str) -> None:
        """Show one of VIEWS; all but the graphs are among the details."""
        self.views.show_view(name)
        if name != VIEWS[0]:
            self.details.setChecked(True)

    def _show_details(self, shown: bool) -> None:
        self.plots.show_more(shown)
        self._show_rare()
        if not shown:
            self.views.show_view(VIEWS[0])

    def _show_rare(self) -> None:
        """Show what few need during a training only with the details."""
        goes_on, detailed = self.session is not None and self.session.ending is None, self.details.isChecked()
        for button in (self.save, self.sample):
            button.setVisible(goes_on and detailed)
        self.new.setVisible(not goes_on or detailed)

    def state(self) -> dict[str, Any]:
        """Return what was typed and folded, and which view is in front."""
        details, view = self.details.isChecked(), self.views.current
        return {"details": details, "view": view, "prompt": self.samples.prompt.text(), "run": self._asks_of}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` gave; whatever is odd in it is passed over."""
        self.details.setChecked(state.get("details") is True)
        if state.get("view") in VIEWS and self.details.isChecked():
            self.show_view(state["view"])
        self._asks_of = run if isinstance(run := state.get("run"), str) else ""
        if isinstance(prompt := state.get("prompt"), str):
            self.samples.prompt.setText(prompt)

    def forget(self, session: RunSession) -> None:
        """Show nothing, if this run was shown: its folder is gone."""
        if self.session is session:
            session.changed.disconnect(self._on_change)
            self.session = None
            self.layers.setCurrentIndex(0)
            self.details.hide()

    def shown(self) -> None:
        self._show_live()
        self.refresh()

    def block(self, reason: str) -> None:
        """Keep this run from going on while another trains."""
        self._blocked = reason
        self._update_controls()

    def shut_down(self) -> None:
        """Do nothing: no worker is at anything but the run."""

    is_at_work = False

    def hand_on(self, page: MonitorPage) -> None:
        """Have the page in its place show the same run."""
        if self.session is not None:
            page.show_session(self.session)

    def refresh(self) -> None:
        """Redraw if something happened. A redraw that takes long makes the next one wait, so the window stays free."""
        session = self.session
        if session is None or (session.model.revision, session.watch.hang) == self._drawn or not self.isVisible():
            return
        began = time.monotonic()
        self._drawn = session.model.revision, session.watch.hang
        self.plots.draw(session.model)
        self._show_numbers(session)
        self.message.show_run(session)
        samples, by_prompt = session.model.samples, session.model.samples_by_prompt
        self.answers.show_samples(by_prompt, large=_is_usable(session, "done"))
        self.samples.show_samples(by_prompt, samples[-1] if samples else None)
        self.story.show_notes(session.model.notes)
        self._show_settings(session)
        cost_ms = 1000 * (time.monotonic() - began)
        self._timer.setInterval(min(max(REDRAW_MS, round(5 * cost_ms)), SLOWEST_MS))

    def _show_settings(self, session: RunSession) -> None:
        """Show a run's settings once its worker has written them down."""
        if self._settings_of is session:
            return
        with contextlib.suppress(LuthierError, OSError):
            if session.run.is_there:
                self.settings.show_run(session.run, session.run.info())
                self.name.show_path(session.run.title)  # its name is written down as late
                self._settings_of = session

    def _show_numbers(self, session: RunSession) -> None:
        self.numbers.show_run(session)
        self.plots.gauges.show_run(session)
        self.readouts["left"].setVisible(session.ending is None)
        self.bar.show_share(session.model.share)
        self.bar.setVisible(session.ending is None or session.ending.kind != "done")
        self.status.setText(status(session))

    def _on_change(self) -> None:
        self._update_controls()
        if self.session is not None and self.session.ending is not None:
            self.refresh()
        elif not self._timer.isActive():  # changes come faster than anyone can see: draw the last of a bunch
            self._timer.start()

    def _update_controls(self) -> None:
        session = self.session
        if session is None:
            return
        self._show_live()
        self.status.setText(status(session))
        ended = session.ending
        rests = ended is not None or session.is_paused or bool(session.watch.hang)
        self.main.setVisible(rests)
        self.pause.setVisible(not rests)
        training = session.model.training is not None
        ours, stopping = session.is_active, session.state in (JobState.STOPPING, JobState.CANCELLING)
        self.stop.setVisible(ended is None)
        self._show_rare()
        self.here.setVisible(ended is not None and ended.can_resume and bool(session.on))
        self.here.setEnabled(not self._blocked)
        self.stop.set_look(tr("&Stop and keep") if training else tr("Ca&ncel"), "mdi6.stop")
        self.stop.setEnabled(ours and not stopping)
        goes_on = ours and training and session.state in (JobState.RUNNING, JobState.PAUSED)
        self.save.setEnabled(goes_on and not session.is_paused)
        self.samples.allow(why_no_sample(session) if not stopping else tr("The training is about to end."))
        self.sample.setEnabled(goes_on)
        if ended is not None:
            self._offer_what_is_next(ended, session)
            return
        self.again.hide()
        for button in (self.export, self.assess, self.more, self.anew, self.share):
            button.hide()
        self._enlarge(False)
        if session.watch.hang:
            self._offer_to_restart(session)
            return
        self._offer(*UNPAUSE, session.unpause)
        for button in (self.main, self.pause):
            button.setEnabled(goes_on)

    def _offer_to_restart(self, session: RunSession) -> None:
        """Offer what can be done about a worker that hangs: only the user ends it."""
        self._offer(*WAIT, session.watch.keep_waiting)
        self.main.setEnabled(True)
        self._offer_second(*RESTART, session.run.has_checkpoint(), lambda: self._sessions.restart(session))

    def _offer_what_is_next(self, ending: Ending, session: RunSession) -> None:
        """Offer to talk to a run that has learnt something, to resume one that was interrupted, else to change it."""
        usable = _is_usable(session)
        next_ = ending.next if usable or ending.next != "talk" else "resume"
        self.export.setVisible(usable)
        self.assess.setVisible(usable)
        self.more.setVisible(usable)
        self.anew.setVisible(usable)
        self.share.show_session(session)
        self._enlarge(_is_usable(session, "done"))
        self.main.setEnabled(True)
        match next_:
            case "talk":
                self._offer(*TALK, lambda: self._lead(self.chat_requested))
            case "settings":
                self._offer(tr("&Back to the settings"), "mdi6.arrow-left", self.settings_wanted.emit)
            case "resume":
                self._offer(*RESUME, lambda: self._sessions.resume(session))
                self.main.setEnabled(not self._blocked)
                self.main.setToolTip(self._blocked)
        if next_ == "resume":
            self._offer_second(*TALK, usable, lambda: self._lead(self.chat_requested))
        else:
            self._offer_second(*RESUME, ending.can_resume, lambda: self._sessions.resume(session), self._blocked)
        self._drawn = None

    def _enlarge(self, large: bool) -> None:
        """Make the ways on from a finished run large: it is what the run was for."""
        for button in (self.main, self.export, self.more, self.anew, self.assess, self.share):
            button.setMinimumHeight(LARGE if large else CONTROL_HEIGHT)

    def _offer_second(
        self, text: str, icon: str, offered: bool, action: Callable[[], object], why_not: str = ""
    ) -> None:
        """Offer another way on, by the second button. why_not: why it cannot be taken now."""
        self._second = action
        self.again.set_look(text, icon)
        self.again.setVisible(offered)
        self.again.setEnabled(not why_not)
        self.again.setToolTip(why_not)

    def _lead(self, signal: SignalInstance) -> None:
        """Lead on to another page, with the best adapter if it is known."""
        if self.session is not None:
            run, best = self.session.run, self.session.model.best_step
            known = best is not None and run.checkpoint_dir(best).is_dir()
            signal.emit(run.folder, "best" if known else "")

    def _offer(self, text: str, icon: str, action: Callable[[], object]) -> None:
        """Offer a way on, by the main button."""
        self._action = action
        self.main.set_look(text, icon)
        self.main.setToolTip("")

    def _on_sessions(self) -> None:
        if self.isVisible():
            self._show_live()

    def _show_live(self) -> None:
        """Show the way to the run that is trained while another is shown."""
        active = self._sessions.active
        other = active is not None and active is not self.session
        self.live.setVisible(other)
        if active is not None and other:
            self.live.set_look(tr("Show the r&unning one"), "mdi6.play-circle-outline")
            self.live.setToolTip(tr("{title} is being trained.", title=active.title))

    def _go_live(self) -> None:
        if self._sessions.active is not None:
            self.show_session(self._sessions.active)

    def _do(self, action: Callable[[RunSession], object]) -> None:
        """Do something with the run that is shown."""
        if self.session is not None:
            action(self.session)

    def _ask_for_sample(self) -> None:
        self.show_view("samples")
        self.samples.prompt.setFocus()

    def _connect(self) -> None:
        self._timer = QTimer(self, interval=REDRAW_MS, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self.pause.clicked.connect(lambda: self._do(RunSession.pause))
        self.message.stop_wanted.connect(lambda: self._do(RunSession.stop))
        self.stop.clicked.connect(lambda: self._do(RunSession.stop))
        self.save.clicked.connect(lambda: self._do(RunSession.save_checkpoint))
        self.sample.clicked.connect(self._ask_for_sample)
        self.samples.wanted.connect(lambda prompt: self._do(lambda session: session.take_sample(prompt)))
        self.again.clicked.connect(lambda: self._second())
        self.here.clicked.connect(lambda: self._do(lambda session: self._sessions.resume(session, here=True)))
        self.live.clicked.connect(self._go_live)
        self.new.clicked.connect(self.new_wanted)
        self.export.clicked.connect(lambda: self._lead(self.export_requested))
        self.assess.clicked.connect(lambda: self._lead(self.assess_requested))
        self.main.clicked.connect(lambda: self._action())
        self.more.clicked.connect(self.more_wanted)
        self.anew.clicked.connect(self.settings_wanted)
        self.details.toggled.connect(self._show_details)
        self.details.fold(self.views)
        self._show_rare()
        self.details.hide()  # until there is a run
        self._sessions.began.connect(self._on_sessions)
        self._sessions.ended.connect(self._on_sessions)


def _is_usable(session: RunSession, kind: str = "") -> bool:
    """Return whether a run has ended, with an adapter that can be talked to. kind: only with this ending."""
    ending = session.ending
    is_so = ending is not None and ending.can_talk and kind in ("", ending.kind)
    return is_so and session.run.adapter.is_file()
