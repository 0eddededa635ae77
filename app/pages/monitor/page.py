"""The Monitor page: a run's graphs, how far it is, what happened, and what to do with it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPlainTextEdit,
    QStackedLayout,
    QWidget,
)

from app.look import layouts
from app.look.flow import Flow
from app.look.theme import GRID, use_tabular_figures
from app.pages.monitor.readout import Readout
from app.pages.monitor.run_plots import RunPlots
from app.pages.monitor.texts import HOW_TO_USE_IT, lines_to_type, status
from app.widgets.controls import IconButton, PathLabel, ShareBar, reason_label, scrolled
from app.widgets.message_bar import MessageBar
from app.workers.endings import Ending
from app.workers.lifecycle import JobState
from app.workers.run_session import RunSession
from app.workers.sessions import Sessions
from core.shared.texts.numbers import clock, count, duration, significant

REDRAW_MS = 50  # at most 20 redraws a second
ENDING_LOOK = {"done": "good", "stopped": "info", "cancelled": "info", "interrupted": "bad", "failed": "bad"}


class MonitorPage(QWidget):
    """Shows one session at a time.

    Signals:
        settings_wanted: it could not begin; the person wants to change what it was started with.
    """

    settings_wanted = Signal()
    busy, warning = False, None  # a run that goes on is the whole window's matter

    def __init__(self, sessions: Sessions) -> None:
        super().__init__()
        self.session: RunSession | None = None
        self._sessions = sessions
        self._blocked = ""
        self._drawn = -1
        self._notes_shown = 0
        self._name = PathLabel("Monitor", points=20)
        self.status = reason_label()
        self.bar = ShareBar()
        self.message = MessageBar()
        self.readouts = {
            "step": Readout("Step", "100 000 / 100 000"),
            "epoch": Readout("Epoch", "100.00"),
            "left": Readout("Time left", "59 min 59 s"),
            "seen": Readout("Tokens seen", "1 000 000 000"),
            "speed": Readout("Tokens/s", "100 000"),
        }
        self.plots = RunPlots()
        self.notes = QPlainTextEdit(readOnly=True)
        self.notes.setAccessibleName("What happened")
        self.stop = IconButton("&Stop and keep", "mdi6.stop")
        self.main = IconButton("&Pause", "mdi6.pause", primary=True)
        self._action: Callable[[], object] = lambda: None
        self._arrange()
        self.stop.clicked.connect(self._stop)
        self.main.clicked.connect(lambda: self._action())
        self._timer = QTimer(self, interval=REDRAW_MS, singleShot=True)
        self._timer.timeout.connect(self.refresh)

    def show_session(self, session: RunSession) -> None:
        """Show this run from now on."""
        if self.session is not None and self.session is not session:
            self.session.changed.disconnect(self._on_change)
        if self.session is not session:
            session.changed.connect(self._on_change)
        self.session = session
        self._drawn, self._notes_shown = -1, 0
        self.notes.clear()
        self._name.show_path(session.run.name)
        self._layers.setCurrentIndex(1)
        self._update_controls()
        self.refresh()

    def forget(self, session: RunSession) -> None:
        """Its folder is gone: show nothing, if this is what was shown."""
        if self.session is session:
            session.changed.disconnect(self._on_change)
            self.session = None
            self._layers.setCurrentIndex(0)

    def shown(self) -> None:
        self.refresh()

    def block(self, reason: str) -> None:
        """While another run trains, this one cannot go on."""
        self._blocked = reason
        self._update_controls()

    def shut_down(self) -> None:
        """No worker is at anything but the run."""

    def refresh(self) -> None:
        """Redraw if something happened. A redraw that takes long makes the next one wait, so the window stays free."""
        session = self.session
        if session is None or session.model.revision == self._drawn or not self.isVisible():
            return
        began = time.monotonic()
        self._drawn = session.model.revision
        self.plots.draw(session.model)
        self._show_readouts(session)
        self._show_notes(session)
        cost_ms = 1000 * (time.monotonic() - began)
        self._timer.setInterval(max(REDRAW_MS, round(5 * cost_ms)))

    def _show_readouts(self, session: RunSession) -> None:
        model = session.model
        if step := model.step:
            self.readouts["step"].show_value(f"{count(step.step)} / {count(step.steps)}")
            self.readouts["epoch"].show_value(f"{step.epoch:.2f}")
            self.readouts["left"].show_value(duration(step.seconds_left if session.ending is None else None))
            self.readouts["seen"].show_value(count(step.tokens_seen))
            self.readouts["speed"].show_value(significant(step.tok_s))
        else:
            for readout in self.readouts.values():
                readout.show_value("–")
        self._show_progress(session)

    def _show_progress(self, session: RunSession) -> None:
        model = session.model
        if session.ending is not None or model.is_stepping:
            share = model.step.step / model.step.steps if model.step else 0.0
        elif model.progress and model.progress.total:
            share = model.progress.done / model.progress.total
        else:
            share = 0.0
        self.bar.show_share(share)
        self.status.setText(status(session))

    def _show_notes(self, session: RunSession) -> None:
        new = session.model.notes[self._notes_shown :]
        if new:
            self.notes.appendPlainText("\n".join(f"{clock(note.time)}  {note.text}" for note in new))
            self._notes_shown += len(new)

    def _on_change(self) -> None:
        self._update_controls()
        if not self._timer.isActive():  # changes come faster than anyone can see: draw the last of a bunch
            self._timer.start()

    def _update_controls(self) -> None:
        session = self.session
        if session is None:
            return
        self.status.setText(status(session))
        if session.ending is not None:
            self._show_ending(session.ending, session)
            return
        self.message.hide()
        ours, stopping = session.is_active, session.state in (JobState.STOPPING, JobState.CANCELLING)
        training = session.model.training is not None
        self.stop.setVisible(True)
        self.stop.set_look("&Stop and keep" if training else "Ca&ncel", "mdi6.stop")
        self.stop.setEnabled(ours and not stopping)
        if session.is_paused:
            self._offer("Res&ume", "mdi6.play", session.unpause)
        else:
            self._offer("&Pause", "mdi6.pause", session.pause)
        self.main.setEnabled(ours and training and session.state in (JobState.RUNNING, JobState.PAUSED))

    def _show_ending(self, ending: Ending, session: RunSession) -> None:
        lines = lines_to_type(ending, session.run, session.model)
        text = f"{ending.text}\n{HOW_TO_USE_IT}" if lines else ending.text
        self.message.say(ENDING_LOOK[ending.kind], ending.title, text, ending.details, lines, ending.place)
        self.stop.setVisible(False)
        if ending.can_resume:
            self._offer("Res&ume training", "mdi6.play", lambda: self._sessions.resume(session))
            self.main.setEnabled(not self._blocked)
            self.main.setToolTip(self._blocked)
        elif not ending.began:
            self._offer("&Back to the settings", "mdi6.arrow-left", self.settings_wanted.emit)
            self.main.setEnabled(True)
        else:
            folder = QUrl.fromLocalFile(str(session.run.folder))
            self._offer("&Open the folder", "mdi6.folder-open-outline", lambda: QDesktopServices.openUrl(folder))
            self.main.setEnabled(True)
        self._drawn = -1

    def _offer(self, text: str, icon: str, action: Callable[[], object]) -> None:
        """What the main button does now."""
        self._action = action
        self.main.set_look(text, icon)
        self.main.setToolTip("")

    def _stop(self) -> None:
        if self.session is not None:
            self.session.stop()

    def _arrange(self) -> None:
        empty = QLabel(
            "Nothing is training yet.\n\nStart one on the Train page, or open an earlier one on the Runs page; "
            "its graphs appear here.",
            alignment=Qt.AlignmentFlag.AlignCenter,
            wordWrap=True,
        )
        content, numbers_and_plots = QWidget(), QWidget()
        self._layers = QStackedLayout()
        self._layers.addWidget(empty)
        self._layers.addWidget(content)

        top = layouts.row(gap=2 * GRID)
        top.addWidget(self._name, 3)
        top.addWidget(self.status, 2)
        use_tabular_figures(self.status)

        numbers = Flow(3 * GRID)
        for readout in self.readouts.values():
            numbers.addWidget(readout)

        self.notes.setFrameShape(QFrame.Shape.NoFrame)
        self.notes.setFixedHeight(self.notes.fontMetrics().lineSpacing() * 4 + 3 * GRID)
        bottom = layouts.row(gap=GRID)
        bottom.addWidget(self.notes, 1)
        bottom.addSpacing(GRID)
        bottom.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignBottom)
        bottom.addWidget(self.main, 0, Qt.AlignmentFlag.AlignBottom)

        inside = layouts.column(numbers_and_plots, gap=12)
        inside.addLayout(numbers)
        inside.addWidget(self.message)
        inside.addWidget(self.plots, 1)
        layout = layouts.column(content, gap=12)
        layout.addWidget(self.bar)
        layout.addWidget(scrolled(numbers_and_plots), 1)
        layout.addLayout(bottom)
        outer = layouts.column(self, gap=12, margins=layouts.PAGE_MARGINS)
        outer.addLayout(top)
        outer.addLayout(self._layers, 1)
