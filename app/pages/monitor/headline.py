"""What the curves say, and in the end what came of it: always there, so that nothing moves when it changes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel

from app.look import layouts
from app.look.theme import BODY, FITS, GRID, INFORMS, NO, SECTION, TIGHT, set_size
from app.pages.monitor.texts import VERDICT_LOOK, hang_words
from app.widgets.controls import CopyButton, IconButton, selectable_label
from app.widgets.mark import IconLabel
from app.workers.advice import Place
from app.workers.endings import Ending, ready
from app.workers.process import JobState
from app.workers.run_session import RunSession
from app.workers.verdict import verdict_of
from core.base.language import tr
from core.memory.monitor import system_facts

LINES, FEW_LINES = 3, 2  # of text, for which there is always room: in a narrow window, and in one this wide
WIDE = 110 * GRID  # pixels
ENDING_LOOK = {"done": "good", "stopped": "info", "cancelled": "info", "interrupted": "bad", "failed": "bad"}

_ICONS = {
    "good": ("mdi6.check-circle-outline", FITS, tr("Good")),
    "info": ("mdi6.information-outline", INFORMS, tr("Note")),
    "warn": ("mdi6.alert-outline", TIGHT, tr("Warning")),
    "bad": ("mdi6.alert-circle-outline", NO, tr("Error")),
}


class Headline(QFrame):
    """A title and a few sentences; with details there is a button that copies all of it.

    Signals:
        page_wanted: the Place that helps. stop_wanted: the training is to end, and what it has learnt to be kept.
    """

    page_wanted = Signal(object)
    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._details = ""
        self._icon, self._title, self._text = IconLabel(), QLabel(wordWrap=True), selectable_label()
        set_size(self._title, BODY, bold=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.copy = CopyButton(tr("&Copy details"), lambda: f"{self.text}\n\n{system_facts()}")
        self._place: Place | None = None
        self.go = IconButton(tr("Go there"), "mdi6.arrow-right")
        self.go.clicked.connect(lambda: self.page_wanted.emit(self._place))
        self.stop = IconButton(tr("Stop and keep"), "mdi6.stop")
        self.stop.setProperty("ends", True)  # so that the focus does not go there by itself
        self.stop.clicked.connect(self.stop_wanted)
        for button in (self.copy, self.go, self.stop):
            button.hide()
        words = layouts.column(self._title, self._text, gap=2), 1
        buttons = map(layouts.top, (self.go, self.copy, self.stop))
        layouts.row(layouts.top(self._icon), words, *buttons, inside=self, gap=12, margins=layouts.CARD_MARGINS)

    def show_run(self, session: RunSession) -> None:
        """Show what the curves say; once the run has ended what came of it, too."""
        ending, model = session.ending, session.model
        self.stop.hide()
        is_done = ending is not None and ending.kind == "done"
        set_size(self._title, SECTION if is_done else BODY, bold=True)
        if session.is_loading:
            self.say("info", tr("Reading"), tr("This run's records are being read."))
            return
        if session.watch.hang:
            self.say("warn", *hang_words(session))
            return
        verdict = verdict_of(model, ended=ending is not None)
        if ending is None:
            self.say(VERDICT_LOOK[verdict.kind], verdict.title, verdict.text)
            self.stop.setVisible(verdict.may_stop and session.state is JobState.RUNNING and session.is_active)
            return
        said = f"{verdict.title}. {verdict.text}\n" if model.step and ending.can_talk else ""
        title = ready(session.run.title) if is_done else ending.title
        self.say(ENDING_LOOK[ending.kind], title, said + ending.text, ending.details, _elsewhere(ending))

    def say(self, kind: str, title: str, text: str, details: str = "", place: Place | None = None) -> None:
        """Say something. kind: good, info, warn or bad. place: the page that helps."""
        self._place = place
        if place is not None:
            self.go.setText(tr("Go to {title}", title=place.title))
        self.go.setVisible(place is not None)
        self._details = details
        self._title.setText(title)
        self._text.setText(text)
        self.copy.setVisible(kind == "bad" or bool(details))
        self.setAccessibleName(f"{title}. {text}")
        self._icon.show_icon(*_ICONS[kind])

    @property
    def text(self) -> str:
        """The whole text, as it is copied."""
        return "\n".join(part for part in (self.shown_text, self._details) if part)

    @property
    def shown_text(self) -> str:
        return "\n".join(part for part in (self._title.text(), self._text.text()) if part)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        lines = FEW_LINES if self.width() >= WIDE else LINES
        self._text.setMinimumHeight(lines * self._text.fontMetrics().lineSpacing())


def _elsewhere(ending: Ending) -> Place | None:
    """The page that helps, where no button of this page leads there already."""
    here = (Place.MONITOR, Place.TRAIN) if ending.next == "settings" else (Place.MONITOR,)
    return None if ending.place in here else ending.place
