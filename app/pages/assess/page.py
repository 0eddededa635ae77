"""The page "Is it better?": a run's model and another answer unseen questions."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.look import layouts
from app.look.theme import GRID, TITLE
from app.pages.assess import texts
from app.pages.assess.answers import Answers, Learning
from app.pages.assess.choosing import Choosing
from app.widgets.controls import (
    Card,
    FoldButton,
    IconButton,
    PathLabel,
    captioned,
    dim_label,
    drop_down,
    on_ctrl_enter,
    reason_label,
    scrolled,
    text_field,
)
from app.widgets.help_mark import HelpMark
from app.widgets.job_strip import JobStrip
from app.widgets.letters import RadioButton
from app.widgets.message_bar import MessageBar
from app.widgets.path_picker import PathPicker
from app.workers.background_job import BackgroundJob
from app.workers.thread_call import in_thread
from core import protocol as p
from core.base.errors import LuthierError
from core.base.language import tr
from core.runs import run as runs
from core.runs.info import read_assessment
from core.runs.run import Run

BASE = "base"
LETTERS = 8  # width of a list in characters: its entries can be wider than a small window


class AssessPage(QWidget):
    """Shows one run at a time. Answers are kept in the run's folder, so that closing loses none.

    Signals:
        idle: its worker has ended. wanted: the page should be brought to the front.
        chat_requested: a run's folder and its checkpoint, to chat with.
        left: return to the previous page.
        learn_wanted: the folder of a run, and a file to continue its training on.
    """

    idle = Signal()
    wanted = Signal()
    left = Signal()
    chat_requested = Signal(Path, str)
    learn_wanted = Signal(Path, str)
    warning = None

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self._checkpoint = ""
        self._other = ""  # folder of the run to compare with, selected once the list is loaded
        self.back = IconButton(tr("&Go back"), "mdi6.arrow-left")
        self.name = PathLabel(tr("Is it better?"), pixels=TITLE, words=True)
        self.own = RadioButton(tr("Rows that were &kept for testing"))
        self.learnt = RadioButton(tr("Some of the rows that it was &trained on"))
        self.others = RadioButton(tr("Questions from a fi&le"))
        self.file = PathPicker(
            tr("&File with questions and answers"), texts.FILES, tr("In the form of training data"), folders=False
        )
        self.against = drop_down(tr("Compare with"), {BASE: tr("the model before training")}, LETTERS)
        self.check = drop_down(tr("When an answer is right"), texts.CHECKS, LETTERS)
        self.text = text_field(tr("Text to look for"), tr("Text to look for"))
        self.strip, self.message, self.answers, self.choosing = JobStrip(), MessageBar(), Answers(), Choosing()
        self.several = dim_label(texts.SEVERAL)
        self.none_kept, self.about_learnt = dim_label(texts.NONE_KEPT), dim_label(texts.LEARNT, wraps=True)
        self.learning = Learning()
        self.last, self.reason = dim_label(wraps=True), reason_label()
        self.last.hide()
        self.none_kept.hide()
        self.chat = IconButton(tr("Talk to &it"), "mdi6.chat-outline")
        self.ask = IconButton(tr("Ask &both"), "mdi6.help-circle-outline", primary=True)
        self.own.setChecked(True)
        self._arrange()
        self._connect()
        self._update()

    def show_run(self, folder: Path, checkpoint: str = "", against: Path | None = None) -> None:
        """Show a run from now on. checkpoint: "best", a step, or "" for the newest. against: the run to compare it
        with; None: as chosen before.
        """
        self._other = str(against or "")
        self._unfold()
        self._choose_other()
        if self._run is not None and (self._run.folder, self._checkpoint) == (folder, checkpoint):
            return
        self._run, self._checkpoint = Run(folder), checkpoint
        self.name.show_path(tr("Is it better? {title}", title=self._run.title))
        self.answers.hide()
        self.choosing.hide()
        self.learning.hide()
        self.message.hide()
        said = read_assessment(self._run.assessment_file)
        self.last.setText(texts.verdicts(said) if said is not None else "")
        self.last.setVisible(said is not None)
        in_thread(lambda: _other_runs(folder), self._offer_runs, self)
        in_thread(lambda: _kept_aside(folder), lambda kept: self._offer_own(folder, kept), self)
        self._update()

    @property
    def busy(self) -> bool:
        """Whether a worker must finish before the window can close."""
        return self.strip.is_busy

    def shown(self) -> None:
        self._update()

    def shut_down(self) -> None:
        """Stop the worker; the answers so far are kept."""
        self.strip.stop()

    @property
    def is_at_work(self) -> bool:
        """Whether models are being asked, or a choice is being kept."""
        return self.busy or self.choosing.is_keeping

    def hand_on(self, page: AssessPage) -> None:
        """Pass the shown answers on to the page that replaces this one."""
        is_shown = not (self.answers.isHidden() and self.choosing.isHidden())  # answers are hidden during the choices
        if (result := self.answers.result) is not None and is_shown:
            page.take(result)
        if not self.choosing.isHidden():
            page.choosing.go_on_from(self.choosing)

    def state(self) -> dict[str, Any]:
        """Return the fields' values."""
        return {
            "run": str(self._run.folder) if self._run else "",
            "checkpoint": self._checkpoint,
            "file": self.file.text,
            "of_file": self.others.isChecked(),
            "against": self._other or self.against.currentData(),
            "check": self.check.currentData(),
            "text": self.text.text(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned; malformed values are skipped."""
        run, checkpoint = state.get("run"), state.get("checkpoint")
        for key, field in (("file", self.file.edit), ("text", self.text)):
            if isinstance(text := state.get(key), str):
                field.setText(text)
        self.check.setCurrentIndex(max(0, self.check.findData(state.get("check"))))
        if state.get("of_file") is True:
            self.others.setChecked(True)
        if isinstance(run, str) and run and Run(Path(run)).is_there:
            self.show_run(Path(run), checkpoint if isinstance(checkpoint, str) else "")
        if isinstance(other := state.get("against"), str):
            self._other = other
        self._unfold()

    def _unfold(self) -> None:
        """Show the choices that are seldom made, if one was."""
        if self._other not in ("", BASE) or self.check.currentIndex() > 0:
            self.more.setChecked(True)

    def begin(self) -> None:
        """Ask both models."""
        if not self.ask.isEnabled() or self._run is None:
            return
        self.message.hide()
        kind = self.check.currentData()
        check = p.Check(kind=kind, text=self.text.text() if kind in texts.WITH_TEXT else "") if kind else None
        job = p.AssessJob(
            run=str(self._run.folder),
            checkpoint=self._checkpoint,
            test=self.file.text if self.others.isChecked() else "",
            trained=self.learnt.isChecked(),
            against=(self.against.currentData(),),
            check=check,
        )
        self.strip.run(job, self._on_ended)
        self._update()

    def _on_ended(self, job: BackgroundJob) -> None:
        if job.failure is not None:
            self.message.say_failure(tr("The models could not be asked"), job.failure)
        elif isinstance(job.result, p.AssessResult) and isinstance(job.job, p.AssessJob):
            self._take_answers(job.job, job.result)
        self._update()
        self.idle.emit()

    def _take_answers(self, job: p.AssessJob, result: p.AssessResult) -> None:
        """Show the result if its run is still shown; otherwise show a message that it is ready."""
        run = Run(Path(job.run))
        if self._run is not None and self._run.folder == run.folder:
            self.take(result)
            self.message.tell_elsewhere(tr("The answers are ready."))
            return

        def show() -> None:
            self.show_run(run.folder, job.checkpoint)
            self.take(result)
            self.wanted.emit()

        words = tr("The answers of {run} are ready.", run=run.title)
        self.message.tell(words, (tr("&Show them"), "mdi6.scale-balance", show))

    def take(self, result: p.AssessResult) -> None:
        """Show a result of the current run."""
        self.answers.show_result(result)
        self.choosing.hide()
        if self._run is not None:
            self.learning.show_result(self._run, result)
        if self._run is not None and result.check.kind == "choice":
            self.choosing.show_result(self._run.folder, result)
        self.last.hide()
        self._show_answers()
        self._area.verticalScrollBar().setValue(0)

    def _show_answers(self) -> None:
        """Show the answers, but hide the interim result while choices are open: it would bias them."""
        self.answers.setVisible(not self.choosing.is_asking or self.choosing.results.isChecked())

    def _on_choice(self, result: p.AssessResult) -> None:
        self.answers.show_result(result)
        self.learning.show_choices(result)
        self._show_answers()

    def _on_against(self, _index: int) -> None:
        self._other = ""  # the user has chosen: stop waiting for the requested run

    def _choose_other(self) -> None:
        """Select the requested run for comparison once it is listed."""
        if self._other and (place := self.against.findData(self._other)) >= 0:
            self.against.setCurrentIndex(place)
            self._other = ""

    def _offer_runs(self, found: list[tuple[str, str]]) -> None:
        before = self.against.currentData()
        while self.against.count() > 1:
            self.against.removeItem(1)
        for title, folder in found:
            self.against.addItem(title, folder)
        self.against.setCurrentIndex(max(0, self.against.findData(before)))
        self._choose_other()

    def _offer_own(self, folder: Path, kept: bool) -> None:
        """Offer the run's held-out rows, or if it has none, its training rows."""
        if self._run is None or self._run.folder != folder:
            return
        self.own.setEnabled(kept)
        self.none_kept.setVisible(not kept)
        if not self.others.isChecked():
            (self.own if kept else self.learnt).setChecked(True)

    def _update(self) -> None:
        self.about_learnt.setVisible(self.learnt.isChecked())
        self.file.setVisible(self.others.isChecked())
        self.text.setVisible(self.check.currentData() in texts.WITH_TEXT)
        self.several.setVisible(self.check.currentData() in texts.SEVERAL_TEXTS)
        self.strip.setVisible(self.busy)
        missing = self._missing
        self.reason.setText(missing)
        self.ask.setEnabled(not missing and not self.busy)
        self.chat.setEnabled(self._run is not None)
        self.learning.allow(not self.busy)

    @property
    def _missing(self) -> str:
        """Return what must be chosen first, "" if nothing is missing."""
        if self._run is None:
            return texts.NO_RUN
        if self.others.isChecked() and not self.file.text:
            return tr("Choose the file with the questions.")
        if self.check.currentData() in texts.WITH_TEXT and not self.text.text():
            return tr("Say which text to look for.")
        return ""

    def _talk(self) -> None:
        if self._run is not None:
            self.chat_requested.emit(self._run.folder, self._checkpoint)

    def _connect(self) -> None:
        for signal in (
            self.own.toggled,
            self.others.toggled,
            self.file.changed,
            self.check.currentIndexChanged,
            self.text.textChanged,
        ):
            signal.connect(self._update)
        self.against.activated.connect(self._on_against)
        self.strip.cancelled.connect(self.strip.stop)
        self.choosing.chosen.connect(self._on_choice)
        self.choosing.results_wanted.connect(lambda _on: self._show_answers())
        self.back.clicked.connect(self.left)
        self.choosing.failed.connect(lambda error: self.message.say_error(tr("The choice could not be kept"), error))
        self.learning.wanted.connect(self.learn_wanted)
        self.chat.clicked.connect(self._talk)
        self.ask.clicked.connect(self.begin)
        on_ctrl_enter(self, self.begin)

    def _arrange(self) -> None:
        which = captioned(tr("When an answer is &right"), self.check)
        which.insertWidget(1, HelpMark(tr("When an answer is right"), texts.ABOUT_CHECK, self.check))
        seldom = layouts.column(captioned(tr("Compare &with"), self.against), which, self.text, self.several, gap=GRID)
        part = layouts.panel(seldom)
        self.more = FoldButton(tr("&More"), part)
        sources = (self.own, self.none_kept, self.learnt, self.about_learnt, self.others, self.file)
        about = dim_label(texts.WHAT, wraps=True)
        card = Card(tr("What to ask"), about, *sources, layouts.left(self.more), part)
        content = layouts.panel(
            layouts.column(self.choosing, self.answers, self.learning, self.last, card, self.message, ..., gap=2 * GRID)
        )
        self.answers.hide()
        self.choosing.hide()
        self._area = scrolled(content)
        head = layouts.row(self.back, (self.name, 1), gap=2 * GRID)
        foot = layouts.row((self.reason, 1), self.chat, self.ask, gap=2 * GRID)
        layouts.page(self, head, (self._area, 1), self.strip, foot)


def _kept_aside(folder: Path) -> bool:
    """Return whether a run has rows that it was not trained on, as far as its records tell."""
    with suppress(LuthierError):  # reported when the assessment starts
        run = Run(folder)
        told = [event for event in run.events((b'{"type":"data"',)) if isinstance(event, p.DataSummary)]
        return not told or told[-1].eval_rows > 0 or run.info().config.test_share > 0
    return True


def _other_runs(folder: Path) -> list[tuple[str, str]]:
    """Titles and folders of the runs beside this one that have learnt something, newest first."""
    return [
        (run.title, str(run.folder)) for run in runs.list_runs().runs if run.adapter.is_file() and run.folder != folder
    ]
